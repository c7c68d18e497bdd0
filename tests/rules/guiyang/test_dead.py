"""黄庄查叫, fouls, and who deals next (docs/rules/guiyang.md#chajiao)."""

import pytest

from tests.rules.guiyang.at import (
    GUIYANG,
    codes,
    dead,
    dealer_after,
    dou,
    off,
    own,
    paid,
    played,
    ready,
    refusal,
    win,
)
from zipai_ledger.rules import messages
from zipai_ledger.rules.ruleset import State

FOUL = {"result": "foul", "offender": 3, "pays": [{"to": 0, "units": 5}, {"to": 1, "units": 2}]}

# ---- payments after a dead deal ---------------------------------------------------------------------------------------


def test_who_is_not_ready_pays_each_ready_player_what_his_hand_could_make():
    assert paid(dead(ready(0, "pinghu"), ready(1, "xiaoqidui"))) == [2, 14, -8, -8]


def test_a_ready_hand_may_be_told_by_its_value():
    assert paid(dead(ready(0, 11), ready(1, 17), ready(2, "daduizi"))) == [11, 17, 5, -33]
    assert paid(dead(ready(0, 0))) == [0, 0, 0, 0]


def test_nobody_pays_where_nobody_or_everybody_was_ready():
    assert paid(dead()) == [0, 0, 0, 0]
    assert paid({"result": "dead"}) == [0, 0, 0, 0]
    assert paid(dead(*(ready(seat, "qinglongbei") for seat in range(4)))) == [0, 0, 0, 0]
    assert paid(dead(*(ready(seat, None) for seat in range(4)))) == [0, 0, 0, 0]


def test_a_xianggong_is_not_ready_and_pays():
    assert paid(dead(ready(0, "xiaoqidui"), xianggong=[3])) == [21, -7, -7, -7]
    assert refusal(dead(ready(0), ready(3), xianggong=[1, 3])) == [("bad_deal.xianggong", "xianggong.1")]
    assert refusal(dead(xianggong=[4])) == [("bad_deal.seat", "xianggong.0")]


def test_all_kongs_are_void_after_a_dead_deal():
    kongs = [dou(0, "men"), dou(2, "dian", "一条", 3)]
    assert paid(dead(ready(0), dou=kongs)) == [3, -1, -1, -1]
    assert codes(dead(ready(0), dou=kongs)) == ["dead.chajiao", "chajiao", "dou.void", "dou.void"]
    assert paid(dead(dou=kongs)) == [0, 0, 0, 0]


def test_the_values_of_the_table_hold_after_a_dead_deal_too():
    assert paid(dead(ready(1, "qinglongbei")), preset="family_b") == [-30, 90, -30, -30]


def test_a_dead_deal_of_mahjong_names_no_minimum():
    assert refusal({"result": "dead", "min_hu": 15}) == [("bad_deal.not_here", "min_hu")]


# ---- fouls ------------------------------------------------------------------------------------------------------------


def test_a_foul_pays_what_was_agreed_and_the_dealer_stays():
    assert paid(FOUL) == [5, 2, 0, -7]
    (item,) = played(FOUL).items
    assert messages.label(item, texts=GUIYANG.texts, names="甲乙丙丁") == "丁犯规，赔 7"
    assert dealer_after(FOUL) == 0
    assert played(FOUL, State(dealer=2, streak=3)).state == State(dealer=2, streak=3)


@pytest.mark.parametrize(
    ("more", "problems"),
    [
        ({"pays": None}, [("bad_deal.pays_missing", "pays")]),
        ({"pays": []}, [("bad_deal.pays_missing", "pays")]),
        ({"pays": [{"to": 3, "units": 1}]}, [("bad_deal.pays", "pays")]),
        ({"pays": [{"to": 0, "units": 1}, {"to": 0, "units": 2}]}, [("bad_deal.pays", "pays")]),
        ({"pays": [{"to": 4, "units": 1}]}, [("bad_deal.seat", "pays.0.to")]),
        ({"offender": 5}, [("bad_deal.seat", "offender")]),
        ({"units": 3}, [("bad_deal.not_here", "units")]),
        ({"hu": 3, "min_hu": 2, "hand": {}}, [("bad_deal.not_here", f) for f in ("hand", "hu", "min_hu")]),
    ],
)
def test_a_foul_names_who_is_paid(more, problems):
    assert refusal({key: value for key, value in (FOUL | more).items() if value is not None}) == problems


# ---- the next dealer --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", range(4))
def test_the_winner_deals_next(winner):
    assert dealer_after(win(own(winner=winner))) == winner


@pytest.mark.parametrize(
    ("dealer", "winners", "discarder", "following"),
    [
        (0, (1, 2), 3, 1),
        (0, (3, 1), 2, 1),
        (0, (0, 3), 2, 0),
        (3, (1, 2), 0, 1),
        (2, (0, 1), 3, 0),
        (2, (2, 1), 3, 2),
        (1, (0, 3), 2, 3),
    ],
)
def test_of_two_winners_the_first_counter_clockwise_from_the_dealer_deals(
    dealer, winners, discarder, following
):
    both = win(*(off(discarder, winner) for winner in winners))
    assert dealer_after(both, State(dealer=dealer, streak=1)) == following


def test_who_discarded_to_three_deals_next():
    assert dealer_after(win(off(2, 0), off(2, 1), off(2, 3), discarder_value=1)) == 2


@pytest.mark.parametrize(
    ("dealer", "seats", "following"),
    [
        (0, (), 0),
        (2, (0, 1, 2, 3), 2),
        (0, (0, 3), 0),
        (0, (3, 2), 2),
        (1, (0, 3), 3),
        (3, (2,), 2),
        (2, (2,), 2),
        (0, (0, 1, 2), 3),
        (0, (1, 2, 3), 0),
        (2, (0, 1, 2), 3),
    ],
)
def test_after_a_dead_deal_it_depends_on_who_was_ready(dealer, seats, following):
    deal = dead(*(ready(seat) for seat in seats))
    assert dealer_after(deal, State(dealer=dealer, streak=1)) == following


def test_the_deals_of_one_dealer_in_a_row_are_counted():
    state = State(dealer=0, streak=1)
    for deal, expected in [
        (win(own(winner=0)), State(dealer=0, streak=2)),
        (dead(), State(dealer=0, streak=3)),
        ({"result": "adjust", "deltas": [1, -1, 0, 0]}, State(dealer=0, streak=3)),
        (FOUL, State(dealer=0, streak=3)),
        (win(own(winner=1)), State(dealer=1, streak=1)),
        (win(own(winner=1)), State(dealer=1, streak=2)),
        (win(own(winner=2)) | {"dealer": 2}, State(dealer=2, streak=2)),
        (win(own(winner=2)) | {"dealer": 3}, State(dealer=2, streak=1)),
    ]:
        state = played(deal, state).state
        assert state == expected


def test_another_dealer_than_the_rule_proposes_is_possible_and_remarked():
    outcome = played(dead() | {"dealer": 2})
    assert [(p.key, dict(p.params)) for p in outcome.warnings] == [("dealer_differs", {"player": 0})]
    assert outcome.state == State(dealer=2, streak=2)
    assert played(dead()).warnings == ()
    assert played(dead()).deal.dealer == 0


def test_an_adjustment_leaves_the_dealer_and_pays_what_was_agreed():
    adjust = {"result": "adjust", "deltas": [5, -5, 0, 0]}
    assert paid(adjust) == [5, -5, 0, 0]
    assert refusal({"result": "adjust", "deltas": [5, 0, 0, 0]}) == [("bad_deal.deltas_sum", "deltas")]
