"""我来替一手: somebody else plays for an account, from one deal to another; the money stays where it is."""

import pytest

from tests.ledger.conftest import NAMES, open_table, sent, totals, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Closed, NewStage
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import GameSession, Player, StandIn
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def stand_in(session, player=0, by="二嫂", after=None, **more):
    return record.stand_in(session=session, sent=sent(**more), player=player, by=by, after=after)


def playing(session, position, stage=0):
    return queries.playing_at(queries.stand_ins_of(session), stage, position)


def test_a_newcomer_plays_for_somebody_and_the_money_stays_his(table, play):
    play(table, win(0))
    stand_in(table)
    play(table, win(0))
    assert list(Player.objects.filter(session=table).order_by("index").values_list("name", flat=True)) == [
        *NAMES[:3],
        "二嫂",
    ]
    assert totals(table) == ((12, -6, -6),)
    assert [playing(table, position) for position in (1, 2, 3)] == [{}, {0: 3}, {0: 3}]
    assert verify(table).damages == ()


def test_he_comes_back_and_plays_himself(table, play):
    stand_in(table)
    play(table, win(0), win(1))
    record.stand_in(session=table, sent=sent(), player=0, by=None)
    play(table, win(2))
    assert [playing(table, position) for position in (1, 2, 3)] == [{0: 3}, {0: 3}, {}]
    with pytest.raises(Refused) as caught:
        record.stand_in(session=table, sent=sent(), player=0, by=None)
    assert whys(caught) == [("bad_stage", "by", "plays_himself")]


def test_it_may_be_noted_afterwards(table, play):
    keys = play(table, win(0), win(1), win(2))
    stand_in(table, after=keys[0])
    record.stand_in(session=table, sent=sent(), player=0, by=None, after=keys[1])
    assert [playing(table, position) for position in (1, 2, 3, 4)] == [{}, {0: 3}, {}, {}]
    stand_in(table, player=1, by="三哥", after=0)
    assert playing(table, 1) == {1: 4}
    assert verify(table).damages == ()


def test_a_deal_put_in_between_moves_nobody(table, play):
    keys = play(table, win(0), win(1))
    stand_in(table, after=keys[0])
    record.insert_deal(session=table, sent=sent(), before=keys[0], fact=win(2))
    assert [playing(table, position) for position in (1, 2, 3)] == [{}, {}, {0: 3}]


def test_a_new_stage_seats_everybody_anew(table, play):
    play(table, win(0))
    stand_in(table)
    record.open_stage(session=table, sent=sent(), stage=NewStage(ruleset="guilin", seats=(3, 1, 2)))
    play(table, win(0))
    assert playing(table, 2, stage=1) == {}
    assert totals(table) == ((6, -3, -3), (0, -3, -3, 6))
    assert verify(table).damages == ()


def test_the_substitute_is_somebody_who_does_not_play():
    session = open_table()
    stand_in(session)
    for player, by, field, why in (
        (1, 2, "by", "plays_already"),
        (1, 1, "by", "plays_already"),
        (1, 3, "by", "plays_already"),
        (1, 9, "by", "player"),
        (3, 2, "player", "not_seated"),
        (-1, 2, "player", "not_seated"),
    ):
        with pytest.raises(Refused) as caught:
            stand_in(session, player=player, by=by)
        assert whys(caught) == [("bad_stage", field, why)]
    with pytest.raises(Refused) as caught:
        stand_in(session, player=1, by="老王")
    assert whys(caught) == [("bad_name", "players.0", "same")]
    assert StandIn.objects.count() == 1


def test_one_substitute_follows_another(table, play):
    stand_in(table)
    play(table, win(0))
    stand_in(table, by="三哥")
    play(table, win(0))
    stand_in(table, player=1, by=3)
    assert [playing(table, position) for position in (1, 2, 3)] == [{0: 3}, {0: 4}, {0: 4, 1: 3}]


def test_the_moment_is_a_deal_of_the_stage_that_is_played(table, play):
    (key,) = play(table, win(0))
    record.open_stage(session=table, sent=sent(), stage=NewStage(ruleset="guilin", seats=(1, 0, 2)))
    with pytest.raises(Refused) as caught:
        stand_in(table, after=key)
    assert whys(caught) == [("bad_stage", "after", "other_stage")]
    with pytest.raises(Refused) as caught:
        stand_in(table, after=99)
    assert whys(caught) == [("bad_deal", "deal", "unknown")]


def test_sent_twice_it_is_noted_once(table):
    first = stand_in(table, client_id="somebody-else-plays")
    again = stand_in(table, client_id="somebody-else-plays")
    assert (again.event_seq, again.replay) == (first.event_seq, True)
    assert StandIn.objects.count() == 1


def test_it_makes_nobodys_entry_stale_and_a_closed_table_takes_none(table):
    base = GameSession.objects.get(pk=table.pk).ledger_seq
    stand_in(table)
    record.record_deal(session=table, sent=sent(base=base), fact=win(0))
    record.close(session=table, sent=sent())
    with pytest.raises(Closed):
        stand_in(table, by="三哥")


def test_who_played_is_read_at_once(table, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert queries.stand_ins_of(table) == ()
    stand_in(table)
    with django_assert_num_queries(2):
        assert len(queries.stand_ins_of(table)) == 1


def test_nobody_is_made_to_play_twice_by_what_is_noted_afterwards(table, play):
    """Neither at the deal from which it is noted, nor at the coming one."""
    keys = play(table, win(0), win(1))
    stand_in(table, player=1)
    with pytest.raises(Refused) as caught:
        stand_in(table, player=0, by=3, after=keys[0])
    assert whys(caught) == [("bad_stage", "by", "plays_already")]
    record.stand_in(session=table, sent=sent(), player=1, by=None)
    stand_in(table, player=2, by=3, after=0)
    record.stand_in(session=table, sent=sent(), player=2, by=None, after=keys[0])
    with pytest.raises(Refused) as caught:
        stand_in(table, player=0, by=3, after=0)
    assert whys(caught) == [("bad_stage", "by", "plays_already")]


def test_nobody_plays_twice_in_the_deals_between_either(table, play):
    keys = play(table, *(win(number % 3) for number in range(5)))
    stand_in(table, player=0, by="二嫂", after=keys[1])
    record.stand_in(session=table, sent=sent(), player=0, by=None, after=keys[3])
    with pytest.raises(Refused) as caught:
        stand_in(table, player=1, by=3, after=keys[0])
    assert whys(caught) == [("bad_stage", "by", "plays_already")]
    stand_in(table, player=1, by=3, after=keys[3])
    assert [playing(table, position) for position in (2, 3, 4, 5)] == [{}, {0: 3}, {0: 3}, {1: 3}]


def test_what_was_noted_for_a_later_deal_holds_from_there_on(table, play):
    keys = play(table, *(win(number % 3) for number in range(5)))
    stand_in(table, by="二嫂", after=keys[2])
    stand_in(table, by="三哥", after=keys[0])
    assert [playing(table, position) for position in (1, 2, 3, 4, 5)] == [{}, {0: 4}, {0: 4}, {0: 3}, {0: 3}]
