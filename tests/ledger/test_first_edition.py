"""Tables of the first edition go on under the second: what stood then stands, what is corrected is judged anew."""

import pytest

from tests.exports.test_earlier_editions import table_of
from tests.ledger.conftest import sent
from zipai_ledger.ledger import record
from zipai_ledger.ledger.posting import read_fact
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

LIVE, TWO_LIVE, BAO, BAO_OF_ONE = 2, 4, 6, 8
"""Deals of the first stage: a robbed 豆 left paid, two of them (void since), 包牌 without the winner, 包牌 of one alone."""
FIRST_OF_STAGE = 18
"""家 B: 老王 deals and wins, deals on and wins by a robbed 豆 left paid, then 包牌, 黄庄, and two 豆 of which none is named."""

TODAY = registry.get("guiyang").version


def deals(session) -> dict[int, Deal]:
    return {deal.position: deal for deal in Deal.objects.filter(session=session)}


def outcome(session, position: int) -> tuple[int, list[int]]:
    """The version that scored a deal, and what it paid."""
    body = canonical.parse(deals(session)[position].outcome)
    return body["rules_version"], body["deltas"]


def corrected(session, position: int, fact: facts.Deal | None = None):
    """A deal told anew, the same where nothing else is told."""
    deal = deals(session)[position]
    return record.replace_deal(
        session=session, sent=sent(), deal=deal.key, fact=fact or read_fact(deal.fact), reason="重看"
    )


def test_what_stood_stands_where_an_earlier_deal_is_corrected():
    session = table_of("first_edition/guiyang")
    before = {position: outcome(session, position) for position in range(19, 23)}
    own = facts.TilesWon(
        wins=(facts.TileWin(winner=1, source="self_draw", pattern="daduizi"),), ready=(), dealer=0
    )
    corrected(session, FIRST_OF_STAGE, own)
    # 老王 no longer deals on: his bonus is 1 and not 2, and the robbed 豆 is paid as it was.
    assert before[19] == (1, [9, -3, -3, -3])
    assert outcome(session, 19) == (1, [8, -2, -3, -3])
    assert {position: outcome(session, position) for position in (20, 21, 22)} == {
        position: before[position] for position in (20, 21, 22)
    }
    assert verify(session).damages == ()


def test_a_deal_that_is_corrected_itself_is_judged_by_todays_rules():
    session = table_of("first_edition/guiyang")
    assert outcome(session, LIVE) == (1, [4, -2, -1, -1])
    corrected(session, LIVE)
    assert outcome(session, LIVE) == (TODAY, [5, -5, 0, 0])
    assert outcome(session, BAO) == (1, [0, 1, -8, 7])
    corrected(session, BAO)
    assert outcome(session, BAO) == (TODAY, [5, 1, -13, 7])
    for position, key in ((BAO_OF_ONE, "bad_deal.bao_missing"), (22, "bad_deal.robbed_which")):
        with pytest.raises(Refused) as caught:
            corrected(session, position)
        assert [problem.key for problem in caught.value.problems] == [key]
    with pytest.raises(Refused):
        record.restore_deal(session=session, sent=sent(), deal=deals(session)[TWO_LIVE].key)
    assert verify(session).damages == ()


def test_from_then_on_deals_follow_todays_rules():
    session = table_of("first_edition/guiyang")
    fact = read_fact(deals(session)[LIVE].fact)
    record.open_stage(session=session, sent=sent(), stage=NewStage(ruleset="guiyang", seats=(0, 1, 2, 3)))
    record.record_deal(session=session, sent=sent(), fact=fact)
    assert outcome(session, 23) == (TODAY, [5, -5, 0, 0])
    assert verify(session).damages == ()


def test_the_owner_is_told_what_scoring_anew_would_change_and_what_it_could_not():
    found = record.preview_rescore(session=table_of("first_edition/guiyang"))
    moved = [step.entry.position for step in found.steps if any(step.difference)]
    assert moved == [2, 6, 10, 19]
    session = table_of("first_edition/guiyang")
    positions = {deal.key: position for position, deal in deals(session).items()}
    blocked = {positions[key]: [problem.key for problem in why] for key, why in found.blocked.items()}
    assert blocked == {
        5: ["bad_tiles.ji_count"],
        7: ["bad_deal.bao_differs"],
        8: ["bad_deal.bao_missing"],
        20: ["bad_deal.bao_differs"],
        22: ["bad_deal.robbed_which"],
    }


def test_nothing_that_stood_in_dazipai_is_paid_otherwise():
    """Only the name of an opening is another: 三笼 or 五坎, which were 三笼五坎."""
    session = table_of("first_edition/dazipai")
    found = record.preview_rescore(session=session)
    assert found.blocked == {}
    named = {step.entry.position: step.after.body["wins"][0]["marks"] for step in found.steps if step.after}
    assert named == {3: ["sanlong"], 4: ["sanlong"], 5: ["wukan"], 10: ["sanlong"]}
    assert not any(any(step.difference) for step in found.steps)
    assert verify(session).damages == ()
    assert verify(session).differing == (8, 9, 10, 14)
