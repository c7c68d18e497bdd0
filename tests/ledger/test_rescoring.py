"""重算: deals of older rules are scored by today's only where the owner wants it, all of them in one event."""

import pytest

from tests.exports.conftest import exported, imported
from tests.ledger.conftest import open_table, sent, tally_win, totals
from tests.ledger.toy import Toy2
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Blocked, Closed, Conflict, NewStage, Stale
from zipai_ledger.ledger.record.write import hash_of
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Posting
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


class Strict(Toy2):
    """A version that knows no dead deals."""

    results = (facts.Win, facts.Adjust, facts.EndRound)


def versions(session):
    deals = Deal.objects.filter(session=session).order_by("position")
    return [canonical.parse(deal.outcome)["rules_version"] for deal in deals]


def tally(session):
    return Standing.of(GameSession.objects.get(pk=session.pk)).tally


def fresh(session):
    return GameSession.objects.get(pk=session.pk)


@pytest.fixture
def old(toy_table, play, rulesets):
    """A round over with 69 to 20, a dead deal, an open round; then a bug is repaired: each win is one more."""
    keys = play(
        toy_table, tally_win(0, 49), tally_win(1, 20), tally_win(0, 20), facts.Dead(), tally_win(1, 30)
    )
    rulesets["toy"] = Toy2()
    return fresh(toy_table), keys


def test_a_preview_says_which_deals_would_differ_and_stores_nothing(old):
    session, keys = old
    found = record.preview_rescore(session=session)
    assert [step.entry.key for step in found.steps] == keys
    # 49 and one more end the first round at once; 小李 ends the second with 21 and 31.
    assert (found.before.totals, found.after.totals) == (((20, -10, -10),), ((10, 10, -20),))
    assert totals(session) == ((20, -10, -10),)
    assert len(verify(session).differing) == 4


def test_the_owner_scores_all_of_it_anew_in_one_event(old):
    session, keys = old
    recorded = record.rescore(session=session, sent=sent(), reason="修了一个错")
    assert totals(session) == ((10, 10, -20),)
    assert tally(session) == (0, 0, 0)
    event = Event.objects.get(session=session, seq=recorded.event_seq)
    body = canonical.parse(event.body)
    assert (event.kind, body["deal"], body["reason"]) == ("rescored", keys[0], "修了一个错")
    assert recorded.session.ledger_seq == recorded.event_seq
    assert versions(session) == [2, 2, 2, 2, 2]
    report = verify(session)
    assert (report.damages, report.differing) == ((), ())


def test_the_same_request_sent_twice_is_one_and_another_under_its_id_is_refused(old):
    session, _keys = old
    sender = sent(client_id="rescored-once-only")
    stored = record.rescore(session=session, sent=sender, reason="修了一个错", keep=(3, 2))
    event = Event.objects.get(session=session, seq=stored.event_seq)
    assert event.request_hash == hash_of({"rescore": True, "reason": "修了一个错", "keep": [2, 3]})
    assert record.rescore(session=session, sent=sender, reason="修了一个错", keep=(2, 3)).replay
    for other in ({"reason": "", "keep": (2, 3)}, {"reason": "修了一个错", "keep": ()}):
        with pytest.raises(Conflict):
            record.rescore(session=session, sent=sender, **other)


def test_what_was_not_given_stands_in_no_event(old):
    session, _keys = old
    recorded = record.rescore(session=session, sent=sent())
    assert {"reason", "kept"}.isdisjoint(
        canonical.parse(Event.objects.get(session=session, seq=recorded.event_seq).body)
    )


def test_each_deal_tells_that_it_was_scored_anew(old):
    session, keys = old
    record.rescore(session=session, sent=sent())
    for key in keys:
        assert [change.event.kind for change in queries.deal_history(session, key)][-1] == "rescored"
    postings = Posting.objects.filter(session=session, event__kind="rescored").order_by("deal_key")
    assert [posting.values[:3] for posting in postings] == [
        (20, -10, -10),
        (0, 0, 0),
        (-20, 10, 10),
        (0, 0, 0),
        (-10, 20, -10),
    ]


def test_what_differs_in_the_version_alone_stays_as_it_was(toy_table, play, rulesets):
    play(toy_table, facts.Dead(), facts.Dead())
    rulesets["toy"] = Toy2()
    with pytest.raises(Refused) as caught:
        record.rescore(session=toy_table, sent=sent())
    assert [problem.key for problem in caught.value.problems] == ["bad_stage.scored_today"]
    play(toy_table, tally_win(0, 20))
    with pytest.raises(Refused):
        record.rescore(session=toy_table, sent=sent())
    assert versions(toy_table) == [1, 1, 2]


def test_a_deal_that_todays_rules_refuse_is_kept_as_agreed_or_blocks(toy_table, play, rulesets):
    _, dead, _ = play(toy_table, tally_win(0, 20), facts.Dead(), tally_win(0, 20))
    rulesets["toy"] = Strict()
    session = fresh(toy_table)
    assert list(record.preview_rescore(session=session).blocked) == [dead]
    with pytest.raises(Blocked) as caught:
        record.rescore(session=session, sent=sent())
    assert list(caught.value.problems) == [dead]
    record.rescore(session=session, sent=sent(), keep=[dead])
    assert Deal.objects.get(session=session, key=dead).agreed
    assert tally(session) == (42, 0, 0)
    assert verify(session).damages == ()
    with pytest.raises(Refused):
        record.rescore(session=session, sent=sent())


def test_where_nothing_but_an_agreement_is_new_that_is_noted(toy_table, play, rulesets):
    (dead,) = play(toy_table, facts.Dead())
    rulesets["toy"] = Strict()
    recorded = record.rescore(session=toy_table, sent=sent(), keep=[dead])
    assert recorded.deal_key == dead
    assert (verify(toy_table).damages, verify(toy_table).differing) == ((), ())


def test_void_deals_and_stages_without_rules_stay_as_they_are(db, play, rulesets):
    session = open_table("toy")
    first, second = play(session, tally_win(0, 60), tally_win(1, 40))
    record.void_deal(session=session, sent=sent(), deal=second)
    record.open_stage(session=session, sent=sent(), stage=NewStage(ruleset="guilin", seats=(0, 1, 2)))
    del rulesets["guilin"]
    rulesets["toy"] = Toy2()
    record.rescore(session=session, sent=sent())
    assert versions(session) == [2, 1]
    assert totals(session) == ((20, -10, -10), (0, 0, 0))
    assert verify(session).damages == ()
    record.restore_deal(session=session, sent=sent(), deal=second)
    assert versions(session) == [2, 2]
    assert first < second


def test_it_is_a_change_like_any_other(old):
    session, _ = old
    with pytest.raises(Stale):
        record.rescore(session=session, sent=sent(base=1))
    with pytest.raises(Refused):
        record.rescore(session=session, sent=sent(), reason="长" * 501)
    entry = sent(base=session.ledger_seq, client_id="score-it-anew")
    first = record.rescore(session=session, sent=entry)
    assert record.rescore(session=session, sent=entry).event_seq == first.event_seq
    with pytest.raises(Stale):
        record.adjust(session=session, sent=sent(base=session.ledger_seq), deltas=(1, -1, 0))
    record.close(session=session, sent=sent())
    with pytest.raises(Closed):
        record.rescore(session=session, sent=sent())


def test_an_archive_carries_it(old):
    session, _ = old
    record.rescore(session=session, sent=sent())
    text = exported(fresh(session), "archive")
    copy = imported(text)
    assert exported(copy, "archive") == text
    assert totals(copy) == totals(session)
