"""Rounds of tally games in the ledger: their ends, fouls, mid-round endings, and corrections that move an end."""

import pytest

from tests.ledger.conftest import open_table, sent, totals
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Blocked, NewStage, Void
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def everything_still_follows_from_the_trail(db):
    yield
    for session in GameSession.objects.all():
        assert verify(session).damages == ()


@pytest.fixture
def bopi():
    """老王 deals first, 老陈 is 数算."""
    return open_table("bopi", players=4)


@pytest.fixture
def gaohuzi():
    return open_table("gaohuzi")


def won(winner, hu):
    return facts.Win(winner=winner, hu=hu, source="other_draw")


def tally(session):
    return Standing.of(GameSession.objects.get(pk=session.pk)).tally


def outcome(session, key):
    return canonical.parse(Deal.objects.get(session=session, key=key).outcome)


def fresh(session):
    """The session as it stands, for previews, which look no further."""
    return GameSession.objects.get(pk=session.pk)


SETTLE = facts.EndRound(how="settle")


def test_a_round_of_bopi_ends_is_settled_and_the_next_begins(bopi, play):
    keys = play(bopi, won(1, 60), won(1, 50), won(2, 20))
    assert totals(bopi) == ((-4, 24, -12, -8),)
    assert tally(bopi) == (0, 0, 0, 0)
    assert [outcome(bopi, key)["round_over"] for key in keys] == [False, False, True]
    assert outcome(bopi, keys[2])["tally"] == [35, 110, 20, 30]
    play(bopi, won(2, 10))
    assert tally(bopi) == (0, 5, 10, 0)


def test_a_correction_moves_the_end_of_a_round_of_bopi(bopi, play):
    keys = play(bopi, won(1, 60), won(1, 50), won(2, 20), won(0, 30))
    record.void_deal(session=bopi, sent=sent(), deal=keys[1])
    # Without the second deal nobody has a hundred yet; the last deal counts in the same round.
    assert totals(bopi) == ((0, 0, 0, 0),)
    assert not outcome(bopi, keys[2])["round_over"]
    # 数算, as seen at each deal: 老陈, 老王, 小李.
    assert tally(bopi) == (10 + 30, 60 + 15, 20, 30)
    record.restore_deal(session=bopi, sent=sent(), deal=keys[1])
    assert totals(bopi) == ((-4, 24, -12, -8),)


def test_a_foul_of_bopi_comes_off_the_tally_only(bopi, play):
    play(bopi, won(1, 60), facts.Foul(offender=2))
    assert totals(bopi) == ((0, 0, 0, 0),)
    assert tally(bopi) == (0, 60, -30, 30)


def test_a_round_of_bopi_is_settled_in_the_middle(bopi, play):
    play(bopi, won(1, 60), SETTLE)
    assert totals(bopi) == ((-9, 15, -9, 3),)
    assert tally(bopi) == (0, 0, 0, 0)


def test_an_end_with_nothing_left_to_end_blocks_the_correction(bopi, play):
    first, last = play(bopi, won(1, 60), SETTLE)
    with pytest.raises(Blocked) as caught:
        record.void_deal(session=bopi, sent=sent(), deal=first)
    assert {key: [p.key for p in why] for key, why in caught.value.problems.items()} == {
        last: ["bad_deal.no_round"]
    }
    assert Deal.objects.get(session=bopi, key=first).live


def test_a_round_that_now_ends_before_its_end_was_noted_blocks_the_correction(gaohuzi, play):
    first, last = play(gaohuzi, won(1, 40), SETTLE)
    planned = record.preview_correction(session=gaohuzi, change=record.Replace(first, won(1, 50)))
    assert list(planned.derived.blocked) == [last]


def test_a_round_of_gaohuzi_pays_its_levels(gaohuzi, play):
    play(gaohuzi, won(1, 18), won(0, 20), won(1, 32))
    assert totals(gaohuzi) == ((-20, 50, -30),)
    assert tally(gaohuzi) == (0, 0, 0)


def test_a_foul_of_gaohuzi_is_paid_at_once(gaohuzi, play):
    play(gaohuzi, won(1, 18), facts.Foul(offender=0))
    assert totals(gaohuzi) == ((-20, 10, 10),)
    assert tally(gaohuzi) == (0, 18, 0)


def test_a_round_of_gaohuzi_is_settled_in_the_middle(gaohuzi, play):
    play(gaohuzi, won(1, 18), won(0, 30), SETTLE)
    assert totals(gaohuzi) == ((50, -20, -30),)


def test_a_gate_that_is_no_longer_passed_blocks_the_correction(gaohuzi, play):
    first, second = play(gaohuzi, won(1, 20), won(1, 15))
    planned = record.preview_correction(session=gaohuzi, change=Void(first))
    (problem,) = planned.derived.blocked[second]
    assert (problem.key, problem.params["min_hu"]) == ("below_minimum.gate_first", 18)
    planned = record.preview_correction(session=gaohuzi, change=record.Replace(first, won(1, 18)))
    (problem,) = planned.derived.blocked[second]
    assert (problem.key, problem.params["min_hu"]) == ("below_minimum.gate_second", 17)


def test_a_correction_moves_the_end_of_a_round_of_gaohuzi(gaohuzi, play):
    keys = play(gaohuzi, won(1, 18), won(1, 20), won(0, 18), won(0, 20), won(1, 18))
    assert totals(gaohuzi) == ((-10, 40, -30),)
    record.replace_deal(session=gaohuzi, sent=sent(), deal=keys[1], fact=won(1, 32))
    assert [outcome(gaohuzi, key)["round_over"] for key in keys] == [False, True, False, False, False]
    assert totals(gaohuzi) == ((-30, 60, -30),)
    assert tally(gaohuzi) == (38, 18, 0)


def test_a_win_that_falls_into_the_next_round_has_to_pass_its_gates(gaohuzi, play):
    _, second, third = play(gaohuzi, won(1, 18), won(1, 20), won(1, 10))
    with pytest.raises(Blocked) as caught:
        record.replace_deal(session=gaohuzi, sent=sent(), deal=second, fact=won(1, 32))
    assert [p.key for p in caught.value.problems[third]] == ["below_minimum.gate_first"]


def test_another_stage_waits_for_the_round_and_may_carry_it_in(gaohuzi, play):
    play(gaohuzi, won(1, 18))
    stage = NewStage(ruleset="gaohuzi", seats=(0, 1, 2))
    with pytest.raises(Refused):
        record.open_stage(session=gaohuzi, sent=sent(), stage=stage)
    play(gaohuzi, facts.EndRound(how="carry"))
    carried = Carried(tally=(0, 18, 0), wins=(0, 1, 0))
    record.open_stage(
        session=gaohuzi, sent=sent(), stage=NewStage(ruleset="gaohuzi", seats=(0, 1, 2), carried_in=carried)
    )
    assert tally(gaohuzi) == (0, 18, 0)
    play(gaohuzi, won(1, 17))
    assert tally(gaohuzi) == (0, 35, 0)


def test_a_round_left_open_in_a_stage_that_is_over_is_told_and_has_to_be_ended_there(gaohuzi, play):
    *_, end = play(gaohuzi, won(1, 18), won(0, 30), SETTLE)
    record.open_stage(session=gaohuzi, sent=sent(), stage=NewStage(ruleset="gaohuzi", seats=(0, 1, 2)))
    assert record.preview_correction(session=fresh(gaohuzi), change=Void(end)).leaves_round_open
    record.void_deal(session=gaohuzi, sent=sent(), deal=end)
    with pytest.raises(Refused) as caught:
        record.close(session=gaohuzi, sent=sent())
    assert [(p.key, p.params) for p in caught.value.problems] == [
        ("bad_stage.open_round_before", {"deal": 3})
    ]
    record.append_deal(session=gaohuzi, sent=sent(), after=end, fact=facts.EndRound(how="drop"))
    assert totals(gaohuzi) == ((0, 0, 0), (0, 0, 0))
    record.close(session=gaohuzi, sent=sent())


def test_a_correction_that_ends_every_round_leaves_none_open(gaohuzi, play):
    first, _, end = play(gaohuzi, won(1, 18), won(0, 30), SETTLE)
    stage = NewStage(ruleset="gaohuzi", seats=(0, 1, 2))
    record.open_stage(session=gaohuzi, sent=sent(), stage=stage)
    assert not record.preview_correction(session=fresh(gaohuzi), change=Void(first)).leaves_round_open
    dropped = record.Replace(end, facts.EndRound(how="drop"))
    assert not record.preview_correction(session=fresh(gaohuzi), change=dropped).leaves_round_open
    # In the stage that is played a round may be open.
    (win,) = play(gaohuzi, won(1, 18))
    other = record.Replace(win, won(1, 20))
    assert not record.preview_correction(session=fresh(gaohuzi), change=other).leaves_round_open


@pytest.mark.parametrize("slug", ["bopi", "gaohuzi"])
@pytest.mark.parametrize("how", ["drop", "carry"])
def test_a_round_that_is_dropped_or_carried_pays_nothing_and_leaves_no_tally(play, db, slug, how):
    table = open_table(slug, players=3, options={"form": "three"})
    play(table, won(1, 20), won(0, 30), facts.EndRound(how=how))
    assert totals(table) == ((0, 0, 0),)
    assert tally(table) == (0, 0, 0)


def test_a_round_carried_on_is_taken_over_unless_its_rules_are_gone(rulesets, play):
    session = open_table("toy")
    play(session, facts.Win(winner=1, hu=20))
    assert queries.round_carried_on(session) is None
    play(session, facts.EndRound(how="carry"))
    assert queries.round_carried_on(session) == Carried(tally=(0, 20, 0), wins=(0, 1, 0))
    del rulesets["toy"]
    assert queries.round_carried_on(session) is None
