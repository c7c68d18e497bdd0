"""报锤: what is announced before a deal stands at the table, and goes on until somebody says otherwise."""

import pytest

from tests.ledger.conftest import open_table, sent, totals, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.record import Closed, Conflict
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def pledging(db) -> GameSession:
    return open_table(options={"xing": "none", "pledge": "sum", "pledge_max": 2})


def announce(session, *pledges, **more):
    return record.pledge(session=session, sent=sent(**more), pledges=pledges)


def coming(session):
    stage = queries.last_stage(session)
    return queries.coming_pledges(stage, Rules.of(stage), Standing.of(session).state)


def test_nobody_has_pledged_before_anybody_says_so(pledging):
    assert coming(pledging) == (0, 0, 0)


def test_what_was_announced_last_counts_for_the_coming_deal(pledging):
    announce(pledging, 1, 0, 0)
    announce(pledging, 1, 2, 0)
    assert coming(pledging) == (1, 2, 0)
    assert verify(pledging).damages == ()


def test_the_next_deal_has_what_the_last_one_had(pledging, play):
    announce(pledging, 1, 0, 0)
    play(pledging, win(0, pledges=(1, 1, 0)))
    assert coming(pledging) == (1, 1, 0)
    announce(pledging, 0, 0, 2)
    assert coming(pledging) == (0, 0, 2)


def test_a_foul_between_two_deals_leaves_what_was_announced(pledging, play):
    play(pledging, win(0, pledges=(1, 0, 0)))
    announce(pledging, 2, 0, 0)
    play(pledging, facts.Foul(offender=1))
    assert coming(pledging) == (2, 0, 0)


def test_a_deal_without_anything_pledged_ends_it(pledging, play):
    announce(pledging, 2, 0, 0)
    play(pledging, win(0, pledges=(0, 0, 0)))
    assert coming(pledging) == (0, 0, 0)


def test_the_deal_pays_by_what_it_says_not_by_what_was_announced(pledging, play):
    announce(pledging, 2, 2, 2)
    play(pledging, win(0, pledges=(0, 1, 0)))
    plain = open_table(options={"xing": "none"})
    record.record_deal(session=plain, sent=sent(), fact=win(0))
    before, after = totals(plain)[0], totals(pledging)[0]
    assert (after[1], after[2]) == (2 * before[1], before[2])


def test_nobodys_entry_becomes_stale(pledging, play):
    base = pledging.ledger_seq
    announce(pledging, 1, 0, 0)
    pledging.refresh_from_db()
    assert pledging.ledger_seq == base


def test_the_same_announcement_sent_twice_is_one(pledging):
    announce(pledging, 1, 0, 0, client_id="announced-once-only")
    assert announce(pledging, 1, 0, 0, client_id="announced-once-only").replay
    assert Event.objects.filter(session=pledging, kind=Kind.PLEDGED).count() == 1


def test_another_announcement_under_the_same_id_is_a_conflict(pledging):
    announce(pledging, 1, 0, 0, client_id="announced-once-only")
    with pytest.raises(Conflict):
        announce(pledging, 0, 1, 0, client_id="announced-once-only")


@pytest.mark.parametrize(
    ("pledges", "field", "why"),
    [
        ((3, 0, 0), "pledges.0", "pledges_most"),
        ((0, 0), "pledges", "pledges"),
        ((0, 0, 0, 0), "pledges", "pledges"),
    ],
)
def test_what_no_deal_could_have_is_refused(pledging, pledges, field, why):
    with pytest.raises(Refused) as caught:
        announce(pledging, *pledges)
    assert [(problem.field, problem.why) for problem in caught.value.problems] == [(field, why)]


def test_a_table_without_pledges_refuses_them(table):
    with pytest.raises(Refused) as caught:
        announce(table, 1, 0, 0)
    assert [problem.why for problem in caught.value.problems] == ["pledges_off"]
    assert coming(table) == ()


def test_a_round_that_goes_on_has_its_own(db, play):
    tally = open_table("paohuzi_tally", options={"pledge": "sum"})
    play(tally, facts.Win(winner=1, source="self_draw", hu=20, pledges=(1, 0, 0)))
    with pytest.raises(Refused) as caught:
        announce(tally, 0, 0, 1)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field, problem.why) == ("bad_deal", "pledges", "pledges_round")


def test_a_closed_table_takes_none(pledging):
    record.close(session=pledging, sent=sent())
    with pytest.raises(Closed):
        announce(pledging, 1, 0, 0)


def test_who_sits_out_has_pledged_nothing(play):
    four = open_table(options={"seats": 4, "xing": "none", "pledge": "sum"}, players=4)
    state = Standing.of(four).state
    with pytest.raises(Refused) as caught:
        announce(four, *(int(seat == state.sitting) for seat in range(4)))
    assert [problem.why for problem in caught.value.problems] == ["pledges_sits"]
