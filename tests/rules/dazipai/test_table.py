"""大字牌: what a deal pays, who deals next, and what the minimum is (docs/rules/dazipai.md)."""

import pytest

from tests.rules.dazipai.at import DEALT, FIFTEEN, GAME, seated
from tests.rules.deng.at import DEAD, by_hu, codes, foul, state, win
from zipai_ledger.rules import facts

THREE = seated()


def test_a_win_is_worth_its_you():
    scored = GAME.played(THREE, by_hu(23)).wins[0]
    assert (scored.hu, scored.units) == (23, 23)
    assert GAME.units(THREE, win(FIFTEEN + "自摸")) == 15


@pytest.mark.parametrize("source", ["self_draw", "other_draw"])
def test_a_win_on_any_drawn_card_is_paid_by_every_loser_whoever_drew_it(source):
    """Both are 自摸 (docs/rules/dazipai.md#drawn)."""
    assert GAME.deltas(THREE, by_hu(20, source=source)) == (40, -20, -20)


def test_who_drew_the_card_may_be_told_and_pays_no_more():
    assert GAME.deltas(THREE, by_hu(20, source="other_draw", from_=2)) == (40, -20, -20)


def test_an_own_draw_adds_nothing():
    assert codes(GAME.played(THREE, by_hu(20, source="self_draw"))) == ["you"]


@pytest.mark.parametrize(
    ("options", "units"), [({}, 40), ({"discard_multiple": 2}, 40), ({"discard_multiple": 1}, 20)]
)
def test_the_discarder_alone_pays_double_or_as_the_table_says(options, units):
    deal = by_hu(20, source="discard", from_=1)
    assert GAME.deltas(seated(**options), deal) == (units, -units, 0)


def test_two_players_pay_the_same():
    assert GAME.deltas(seated(2), by_hu(20, source="self_draw")) == (20, -20)
    assert GAME.deltas(seated(2), by_hu(20, source="discard", from_=1)) == (40, -40)


def test_two_or_three_play_and_nobody_sits_out():
    assert GAME.no_table(4) == [("bad_deal.players", "players")]
    assert GAME.ruleset.places(GAME.ruleset.options.resolve({"seats": 2})) == 2
    assert GAME.no_table(3, first_sitting=2) == [("bad_deal.nobody_sits", "first_sitting")]
    assert GAME.refusal(THREE, {**DEAD, "sitting": 1}) == [("bad_deal.nobody_sits", "sitting")]


def test_no_round_is_carried_in_or_ended():
    assert GAME.refusal(THREE, {"result": "end_round", "how": "drop"}) == [("bad_deal.not_here", "result")]


# ---- who deals -------------------------------------------------------------------------------------------------------


def test_the_winner_deals_next_and_after_a_dead_deal_the_dealer_stays():
    assert GAME.after(THREE, by_hu(20, winner=2)) == (2, None)
    assert GAME.after(THREE, DEAD, state(1, min_hu=15)) == (1, None)


def test_after_a_foul_and_after_an_adjustment_the_dealer_stays():
    assert GAME.after(THREE, foul(2), state(1, min_hu=15)) == (1, None)
    assert GAME.after(THREE, {"result": "adjust", "deltas": [5, -5, 0]}, state(1, min_hu=15)) == (1, None)


def test_the_tables_owner_deals_first():
    """Whoever that is: the stage names a seat, the first where none is named."""
    assert GAME.ruleset.open(THREE).dealer == 0
    assert GAME.ruleset.open(GAME.seated(3, first_dealer=2)).dealer == 2


# ---- the minimum -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [15, 20, 25, 30])
def test_the_first_dealer_chooses_the_minimum(least):
    table = seated(min_hu=least)
    assert GAME.refusal(table, by_hu(least - 1)) == [("below_minimum", "hu")]
    assert GAME.refusal(table, by_hu(least)) == []


def test_a_winner_chooses_the_next_minimum_and_it_stays_until_another_is_chosen():
    first = GAME.played(THREE, by_hu(25, min_hu=20))
    assert first.state.min_hu == 20
    assert GAME.refusal(THREE, by_hu(19), first.state) == [("below_minimum", "hu")]
    second = GAME.played(THREE, by_hu(20, winner=1), first.state)
    assert (second.deal.min_hu, second.state.min_hu) == (20, 20)
    assert GAME.played(THREE, by_hu(15, winner=1, min_hu=15), second.state).state.min_hu == 15


def test_the_minimum_is_a_fact_of_the_deal_filled_in_where_nobody_says_it():
    table = seated(min_hu=25)
    for deal in (by_hu(30), foul(1), {"result": "opening", "wins": [{"winner": 0, "hu": 18}]}):
        assert GAME.played(table, deal).deal.min_hu == 25


def test_the_minimum_is_one_of_four():
    assert GAME.refusal(THREE, by_hu(40, min_hu=18)) == [("bad_deal.min_hu_choice", "min_hu")]
    assert GAME.no_table(3, min_hu=18) == [("bad_option.choice", "min_hu")]
    assert GAME.ruleset.game(THREE.options).minima == (15, 20, 25, 30)


def test_cards_are_held_to_the_minimum_too():
    assert GAME.refusal(seated(min_hu=20), win(FIFTEEN + "自摸")) == [("below_minimum", "hand")]


# ---- fouls -----------------------------------------------------------------------------------------------------------


def test_who_claims_and_does_not_lay_pays_the_minimum_to_each_other_player():
    assert GAME.deltas(THREE, foul(1)) == (15, -30, 15)
    assert GAME.deltas(seated(min_hu=30), foul(1)) == (30, -60, 30)
    assert GAME.deltas(seated(2, min_hu=20), foul(0)) == (-20, 20)


def test_the_minimum_of_that_deal_counts_and_the_table_may_agree_on_another_penalty():
    after = state(0, min_hu=20)
    assert GAME.deltas(THREE, foul(1), after) == (20, -40, 20)
    assert GAME.deltas(THREE, foul(1, min_hu=25), after) == (25, -50, 25)
    assert GAME.deltas(THREE, foul(1, units=4), after) == (4, -8, 4)
    assert GAME.played(THREE, foul(1, min_hu=25), after).state.min_hu == 25


def test_the_penalty_is_said_in_the_words_of_the_game():
    assert codes(GAME.played(THREE, foul(1))) == ["foul.unlaid"]
    ask = GAME.ruleset.game(THREE.options).foul_ask
    assert ask.units
    assert ask.usual.zh == "付给每一家底油"


# ---- what is asked, shown, replayed ----------------------------------------------------------------------------------


def test_an_entry_asks_for_what_the_table_plays():
    asks = GAME.ruleset.game(seated(discard_multiple=1).options).asks
    assert (asks.groups, asks.min_hu, asks.hu_per_unit, asks.xing) == (7, 15, 0, False)
    assert [(source.code, source.other, source.hint.zh) for source in asks.sources] == [
        ("discard", True, "点炮，付一份"),
        ("other_draw", True, "每家都付"),
        ("self_draw", False, "每家都付"),
    ]
    assert [mark.code for mark in asks.marks] == ["tianhu", "dihu", "sanlong", "wukan"]


def test_marks_add_nothing_and_are_named():
    assert codes(GAME.played(THREE, win(DEALT))) == ["you", "tianhu"]
    assert GAME.units(THREE, win(DEALT)) == 15
    earth = by_hu(20, winner=1, source="discard", from_=0, marks=["dihu"])
    assert GAME.deltas(THREE, earth) == (-40, 40, 0)
    assert GAME.refusal(THREE, by_hu(20, source="dealt", winner=1, marks=["tianhu"])) == [
        ("bad_marks.needs_dealer", "marks")
    ]


def test_cards_dealt_and_complete_are_paid_by_every_loser():
    assert GAME.deltas(THREE, win(DEALT)) == (30, -15, -15)


def test_no_card_is_turned_for_xing():
    refused = GAME.refusal(THREE, {**by_hu(20), "xing": {"flipped": ["四"]}})
    assert [key.split(".")[0] for key, _ in refused] == ["bad_xing"]


def test_an_evening_is_replayed_with_its_minima_and_money():
    answer = GAME.evening(
        by_hu(20, winner=1),
        by_hu(25, winner=1, source="discard", from_=2, min_hu=25),
        DEAD,
        foul(0),
        {"result": "opening", "wins": [{"winner": 0, "hu": 30}]},
        players=3,
        stake={"currency": "CNY", "minor_per_unit": 10},
    )
    assert [deal["deltas"] for deal in answer["deals"]] == [
        [-20, 40, -20],
        [0, 50, -50],
        [0, 0, 0],
        [-50, 25, 25],
        [60, -30, -30],
    ]
    assert [deal["dealer"] for deal in answer["deals"]] == [0, 1, 1, 1, 1]
    assert answer["totals"] == [-10, 85, -75]
    assert answer["money"] == [-100, 850, -750]


def test_a_fact_keeps_its_minimum_in_the_document():
    deal = GAME.played(THREE, by_hu(30, min_hu=25)).deal
    assert facts.to_json(deal)["min_hu"] == 25


def test_examples_show_who_pays():
    example = GAME.ruleset.game(THREE.options).example("discard_multiple")
    assert GAME.ruleset.play(THREE, GAME.ruleset.open(THREE), example.deal).deltas(3) == (64, -64, 0)
    assert GAME.ruleset.game(THREE.options).example("seats") is None
