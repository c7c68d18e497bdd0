"""The vocabulary: tables, states, outcomes."""

from dataclasses import make_dataclass

import pytest

from zipai_ledger.rules import codec, registry
from zipai_ledger.rules.facts import Dead
from zipai_ledger.rules.points import PointsGame
from zipai_ledger.rules.ruleset import GAMES, Carried, Flow, Outcome, State, Table
from zipai_ledger.rules.zipai.game import ZipaiGame

FULL = State(
    dealer=1, sitting=3, tally=(40, 0, -10, 5), wins=(1, 0, 0, 2), level=(2, 14), min_hu=15, streak=1
)


def test_seats_go_round():
    table = Table({}, (2, 0, 1), 4)
    assert [table.after(seat) for seat in range(3)] == [1, 2, 0]
    assert table.after(1, 5) == 0
    assert table.seats == 3


def test_values_of_seats_are_spread_over_all_players():
    assert Table({}, (3, 0, 1), 5).by_player([7, 8, 9]) == (8, 9, 0, 7, 0)


@pytest.mark.parametrize("state", [State(dealer=0), FULL])
def test_a_state_comes_back_from_its_text_which_is_always_the_same(state):
    assert State.from_text(state.to_text()) == state
    assert State.from_text(state.to_text()).to_text() == state.to_text()


def test_a_states_text_leaves_out_what_there_is_not():
    assert State(dealer=2).to_text() == '{"v":1,"dealer":2}'
    assert State(dealer=0, sitting=0, tally=(0,)).to_text() == '{"v":1,"dealer":0,"sitting":0,"tally":[0]}'


def test_what_flows_from_one_to_another_sums_to_zero():
    flows = (Flow(1, 0, 5, "each"), Flow(2, 0, 5, "each"), Flow(1, 3, 2, "sitting_xing"))
    assert Outcome(deal=Dead(), state=State(dealer=0), flows=flows).deltas(4) == (10, -7, -5, 2)


def test_only_what_facts_are_made_of_is_read():
    with pytest.raises(TypeError, match="no JSON reader"):
        codec.read(make_dataclass("Half", [("number", float)]), {"number": 1.5})
    with pytest.raises(TypeError, match="no dataclass"):
        codec.read(dict, {"number": 1})


def test_an_open_round_is_carried_by_player_and_not_by_seat():
    table = Table({}, (3, 0, 1), 4)
    state = State(dealer=0, tally=(40, 0, -10), wins=(2, 0, 1))
    assert state.carried(table) == Carried(tally=(0, -10, 0, 40), wins=(0, 1, 0, 2))
    assert State(dealer=0, tally=(5, 0, 0)).carried(table) == Carried(tally=(0, 0, 0, 5))


def test_a_game_is_of_one_family_and_no_other():
    guilin = registry.get("guilin").game({})
    assert guilin.of_kind(ZipaiGame) is guilin
    with pytest.raises(TypeError, match="expected a PointsGame, not a ZipaiGame"):
        guilin.of_kind(PointsGame)


def test_a_game_is_composed_once_for_equal_options_and_forgotten_among_many():
    ruleset = type(registry.get("tuozi"))()
    first = ruleset.game({"min_hu": 1})
    assert ruleset.game({"min_hu": 1}) is first
    for least in range(2, 2 + GAMES):
        ruleset.game({"min_hu": least})
    assert ruleset.game({"min_hu": 1}) is not first
