"""桂林字牌: who deals, who sits out, fouls, dead deals, adjustments (docs/rules/common.md, docs/rules/guilin.md)."""

import pytest

from tests.rules.guilin.at import (
    DEALT,
    GUILIN,
    TWELVE,
    by_hu,
    deltas,
    played,
    refusal,
    seated,
    sits,
    win,
)
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried, Item

DEAD = {"result": "dead"}
SAT = {"count": 5, "lower": 2}


def after(table, deal, state=None) -> tuple[int, int | None]:
    """Dealer and sitting seat of the next deal."""
    following = played(table, deal, state).state
    return following.dealer, following.sitting


def warned(table, deal, state=None) -> list[tuple[str, dict]]:
    return [(warning.code, dict(warning.params)) for warning in played(table, deal, state).warnings]


def opened(*players: int, count: int = 4, **more: object):
    more = {"options": {}, "first_dealer": 0, "first_sitting": None, **more}
    return GUILIN.table(
        more["options"], players, count, more["first_dealer"], more["first_sitting"], more.get("carried")
    )


def why_no_table(*players: int, **more: object) -> list[tuple[str, str]]:
    try:
        opened(*players, **more)
    except Refused as refused:
        return [(problem.key, problem.field) for problem in refused.problems]
    return []


# ---- who deals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_winner_deals_next(winner):
    assert after(seated(), by_hu(10, winner=winner)) == (winner, None)


def test_after_a_dead_deal_the_dealer_stays_or_the_next_seat_deals():
    assert after(seated(), DEAD, sits(1, None)) == (1, None)
    assert after(seated(after_dead_deal="next_seat"), DEAD, sits(2, None)) == (0, None)


def test_after_a_foul_and_after_an_adjustment_both_stay():
    table = seated(4)
    assert after(table, {"result": "foul", "offender": 1}, sits(1, 3)) == (1, 3)
    assert after(table, {"result": "adjust", "deltas": [0, 0, 0, 0]}, sits(1, 3)) == (1, 3)


def test_the_first_dealer_is_chosen():
    assert GUILIN.open(seated(first_dealer=2)) == sits(2, None)
    assert GUILIN.open(seated(4, first_dealer=1)) == sits(1, 3)
    assert GUILIN.open(seated(4, first_dealer=1, first_sitting=2)) == sits(1, 2)


def test_another_dealer_than_the_rules_may_be_noted_and_is_said():
    outcome = played(seated(), by_hu(10, winner=1, dealer=2))
    assert outcome.deal.dealer == 2
    assert outcome.state == sits(1, None)
    assert warned(seated(), by_hu(10, winner=1, dealer=2)) == [("dealer_differs", {"player": 0})]
    assert warned(seated(), by_hu(10, winner=1, dealer=0)) == []


def test_dealer_and_sitting_seat_are_filled_in_from_the_rule():
    deal = played(seated(4), by_hu(10, winner=1), sits(1, 3)).deal
    assert (deal.dealer, deal.sitting) == (1, 3)
    deal = played(seated(), DEAD).deal
    assert (deal.dealer, deal.sitting) == (0, None)


def test_another_dealer_brings_the_sitting_seat_opposite():
    deal = played(seated(4), by_hu(10, winner=0, dealer=1)).deal
    assert (deal.dealer, deal.sitting) == (1, 3)


def test_another_sitting_seat_may_be_noted_and_is_said():
    deal = by_hu(10, winner=2, sitting=1)
    assert deltas(seated(4), deal) == (-1, 0, 2, -1)
    assert warned(seated(4), deal) == [("sitting_differs", {"player": 2})]
    assert warned(seated(4), by_hu(10, winner=1, sitting=2)) == []


# ---- four seats --------------------------------------------------------------------------------------------------


def test_with_four_seats_the_one_opposite_the_dealer_neither_pays_nor_plays():
    table = seated(4)
    assert deltas(table, by_hu(10, winner=1), sits(0, 2)) == (-1, 2, 0, -1)
    assert refusal(table, by_hu(10, winner=2)) == [("bad_deal.sits_out", "winner")]
    assert refusal(table, by_hu(10, winner=0, from_=2)) == [("bad_deal.sits_out", "from")]
    assert refusal(table, {"result": "foul", "offender": 2}) == [("bad_deal.sits_out", "offender")]


def test_the_sitting_seat_moves_with_the_dealer():
    assert after(seated(4), by_hu(10, winner=3)) == (3, 1)
    assert after(seated(4), by_hu(10, winner=0)) == (0, 2)


def test_after_a_dead_deal_the_next_seat_that_played_deals():
    table = seated(4, after_dead_deal="next_seat")
    assert after(table, DEAD) == (1, 3)
    assert after(table, DEAD, sits(0, 1)) == (2, 0)
    assert after(seated(4), DEAD, sits(0, 1)) == (0, 1)


def test_if_the_dealer_wins_an_own_draw_each_payer_pays_the_lower_copies_to_who_sits():
    deal = by_hu(10, source="self_draw", xing=SAT)
    assert deltas(seated(4), deal) == (2 * 5, -5 - 2, 2 * 2, -5 - 2)
    flows = [(f.payer, f.payee, f.units, f.code) for f in played(seated(4), deal).flows]
    assert flows == [
        (1, 0, 5, "each"),
        (3, 0, 5, "each"),
        (1, 2, 2, "sitting_xing"),
        (3, 2, 2, "sitting_xing"),
    ]
    assert played(seated(4), deal).items[-1] == Item("xing_sitting", {"n": 2}, 0)


def test_lower_copies_for_who_sits_are_never_doubled_nor_multiplied():
    doubled = seated(4, self_draw="double", special="double", discard_multiple=4)
    assert deltas(doubled, by_hu(10, source="self_draw", xing=SAT)) == (2 * 8, -8 - 2, 4, -8 - 2)
    assert deltas(doubled, by_hu(10, source="discard", from_=3, xing=SAT)) == (16, 0, 2, -16 - 2)


def test_lower_copies_are_worth_as_much_as_others_to_who_sits():
    deal = by_hu(10, xing={"count": 2, "lower": 1})
    outcome = played(seated(4, xing_worth=3), deal)
    assert outcome.deltas(4) == (8, -7, 6, -7)
    (sitting,) = [item for item in outcome.items if item.code == "xing_sitting"]
    assert sitting.params == {"n": 1, "how": "worth", "units": 3}


def test_a_discarder_pays_the_lower_copies_once():
    assert deltas(seated(4), by_hu(10, source="discard", from_=1, xing=SAT)) == (8, -8 - 2, 2, 0)


def test_the_copies_that_enter_the_units_are_noted_with_the_win_and_not_the_lower_ones():
    by_number, by_cards = by_hu(12, xing={"count": 3, "lower": 1}), win(f"{TWELVE} 自摸", "二")
    assert [played(seated(4), deal).wins[0].xing for deal in (by_number, by_cards)] == [2, 1]


def test_if_another_player_wins_the_lower_copies_count_for_nobody():
    assert deltas(seated(4), by_hu(10, winner=1, xing=SAT)) == (-4, 8, 0, -4)


def test_with_four_seats_the_lower_copies_are_worked_out_from_the_cards():
    """二 turned: one 一 is 上醒, one 三 下醒."""
    deal = win(f"{TWELVE} 自摸", "二")
    assert played(seated(4), deal).wins[0].units == 3
    assert deltas(seated(4), deal) == (6, -4, 2, -4)
    assert deltas(seated(4), win(f"{TWELVE} 翻", "二", winner=1)) == (-2, 4, 0, -2)


def test_with_four_seats_lower_copies_still_turn_one_more_card():
    hand = "碰捌捌捌 碰五五五 开舵三三三三 手六六十壹贰贰叁陆柒拾 胡十 点炮"
    deal = win(hand, "二", from_=1)
    table = seated(4, xing_again="on")
    assert refusal(table, deal) == [("bad_xing.again", "xing.flipped")]
    assert deltas(table, win(hand, "二", "拾", from_=1)) == (2 * 3, -2 * 3 - 5, 5, 0)


def test_with_four_seats_a_number_needs_its_lower_copies():
    assert refusal(seated(4), by_hu(10, xing={"count": 3})) == [("bad_xing.needs_lower", "xing.lower")]
    assert refusal(seated(4), by_hu(10, xing={"count": 0})) == []


def test_nobody_sits_out_with_two_or_three_seats():
    assert refusal(seated(), by_hu(10, sitting=2)) == [("bad_deal.nobody_sits", "sitting")]
    assert refusal(seated(2), DEAD | {"sitting": 1}) == [("bad_deal.nobody_sits", "sitting")]


def test_the_dealer_cannot_sit_out():
    assert refusal(seated(4), DEAD | {"dealer": 1, "sitting": 1}) == [("bad_deal.dealer_sits", "sitting")]


# ---- seats that do not fit ---------------------------------------------------------------------------------------


def test_every_seat_named_has_to_exist():
    deal = by_hu(10, winner=3, from_=4, dealer=5)
    assert refusal(seated(), deal) == [
        ("bad_deal.seat", "dealer"),
        ("bad_deal.seat", "winner"),
        ("bad_deal.seat", "from"),
    ]


def test_the_winner_cannot_have_discarded_or_drawn_the_card():
    for source in ("discard", "other_draw"):
        deal = by_hu(10, source=source, from_=0)
        assert refusal(seated(), deal) == [("bad_deal.from_self", "from")]


def test_an_own_draw_comes_from_nobody_else():
    deal = by_hu(10, source="self_draw", from_=1)
    assert refusal(seated(), deal) == [("bad_deal.from_extra", "from")]


def test_a_discard_needs_who_discarded_it():
    assert refusal(seated(), by_hu(10, source="discard")) == [("bad_deal.from_missing", "from")]


def test_a_win_needs_a_source_and_cards_or_hu():
    bare = {"result": "win", "winner": 0}
    assert refusal(seated(), bare) == [("bad_deal.hand_or_hu", "hand"), ("bad_source.missing", "source")]
    assert refusal(seated(), bare | {"source": "discard", "from": 1}) == [("bad_deal.hand_or_hu", "hand")]
    assert refusal(seated(), bare | {"hu": 10}) == [("bad_source.missing", "source")]


def test_the_source_may_stand_in_the_hand_or_in_the_deal_but_not_contradict_itself():
    table = seated(xing="none")
    assert refusal(table, win(TWELVE, source="other_draw")) == []
    assert refusal(table, win(f"{TWELVE} 翻", source="other_draw")) == []
    assert refusal(table, win(f"{TWELVE} 翻", source="self_draw")) == [("bad_source.differs", "source")]
    assert refusal(table, win(TWELVE, source="dealt")) == [
        ("bad_source.dealt_with_card", "hand.source"),
        ("bad_meld.dealt_only_saochuan", "hand.exposed"),
        ("bad_meld.dealt_only_saochuan", "hand.exposed"),
    ]


@pytest.mark.parametrize("source", ["", " 翻"])
def test_a_hand_needs_its_winning_card(source):
    bare = TWELVE.removesuffix(" 胡陆") + source
    deal = win(bare, source="other_draw")
    assert refusal(seated(xing="none"), deal) == [("bad_card.missing", "hand.winning_card")]


def test_what_is_wrong_with_seats_cards_and_marks_is_said_together():
    hand = {"exposed": [], "concealed": "一一一一一猫", "winning_card": "九", "source": "翻"}
    deal = win(hand, winner=7, marks=["honghu"])
    assert refusal(seated(), deal) == [
        ("bad_deal.seat", "winner"),
        ("bad_marks.unknown", "marks"),
        ("bad_card", "hand.concealed"),
        ("bad_source.unknown", "hand.source"),
    ]


def test_what_is_wrong_with_source_and_price_is_said_together():
    deal = by_hu(3, source="discard")
    assert refusal(seated(), deal) == [("bad_deal.from_missing", "from"), ("below_minimum", "hu")]


# ---- foul, dead, adjustment --------------------------------------------------------------------------------------


def test_who_fouls_pays_each_other_player_of_the_deal():
    foul = {"result": "foul", "offender": 1}
    assert deltas(seated(), foul) == (1, -2, 1)
    assert deltas(seated(foul_units=5), foul) == (5, -10, 5)
    assert deltas(seated(foul_units=0), foul) == (0, 0, 0)
    assert deltas(seated(4), foul) == (1, -2, 0, 1)


def test_a_foul_may_name_its_own_units():
    assert deltas(seated(), {"result": "foul", "offender": 2, "units": 3}) == (3, 3, -6)
    assert deltas(seated(), {"result": "foul", "offender": 2, "units": 0}) == (0, 0, 0)
    codes = [(i.code, i.units) for i in played(seated(), {"result": "foul", "offender": 2, "units": 3}).items]
    assert codes == [("foul", 3)]


def test_a_foul_may_keep_what_was_claimed():
    foul = {"result": "foul", "offender": 0, "hand": TWELVE, "hu": 8}
    assert deltas(seated(), foul) == (-2, 1, 1)


def test_payments_of_other_games_are_refused():
    foul = {"result": "foul", "offender": 0, "pays": [{"to": 1, "units": 3}]}
    assert refusal(seated(), foul) == [("bad_deal.not_here", "pays")]
    ready = DEAD | {"ready": [{"player": 0}], "dou": []}
    assert refusal(seated(), ready) == [("bad_deal.not_here", "ready"), ("bad_deal.not_here", "dou")]


@pytest.mark.parametrize(
    "deal",
    [
        {"result": "end_round", "how": "drop"},
        {"result": "opening", "wins": []},
        {"result": "points", "points": 5},
    ],
)
def test_results_of_other_games_are_refused(deal):
    assert refusal(seated(), deal) == [("bad_deal.not_here", "result")]


def test_in_a_dead_deal_nobody_pays():
    assert deltas(seated(), DEAD) == (0, 0, 0)
    assert [item.code for item in played(seated(), DEAD).items] == ["dead"]


def test_an_adjustment_moves_what_was_agreed():
    outcome = played(seated(), {"result": "adjust", "deltas": [5, -2, -3]})
    assert outcome.deltas(3) == (5, -2, -3)
    assert [flow.code for flow in outcome.flows] == ["adjust", "adjust"]
    assert warned(seated(), {"result": "adjust", "deltas": [0, 0, 0], "dealer": 2}) == []


@pytest.mark.parametrize(
    ("agreed", "key"),
    [([5, -4, 0], "deltas_sum"), ([5, -5], "deltas_count"), ([1, -1, 0, 0], "deltas_count")],
)
def test_an_adjustment_has_a_number_for_every_player_and_sums_to_zero(agreed, key):
    deal = {"result": "adjust", "deltas": agreed}
    assert refusal(seated(), deal) == [(f"bad_deal.{key}", "deltas")]


def test_who_does_not_sit_at_the_table_has_no_part_in_an_adjustment():
    table = opened(3, 0, 2)
    assert deltas(table, {"result": "adjust", "deltas": [5, 0, 0, -5]}) == (5, 0, 0, -5)
    deal = {"result": "adjust", "deltas": [5, -5, 0, 0]}
    assert refusal(table, deal) == [("bad_deal.deltas_seat", "deltas")]


# ---- the table itself --------------------------------------------------------------------------------------------


def test_results_stand_in_the_order_of_players_whatever_their_seats():
    table = opened(3, 0, 2)
    assert deltas(table, by_hu(10, winner=1, source="discard", from_=0)) == (2, 0, 0, -2)
    assert warned(table, by_hu(10, dealer=2)) == [("dealer_differs", {"player": 3})]


def test_the_number_of_seats_follows_who_sits_there_unless_it_was_chosen():
    assert opened(0, 1).options["seats"] == 2
    assert opened(0, 1, 2, 3).options["seats"] == 4
    assert why_no_table(0, 1, options={"seats": 3}) == [("bad_deal.players", "players")]
    assert why_no_table(0, 1, 2, 3, 4, count=5) == [("bad_deal.players", "players")]


def test_who_starts_has_to_sit_at_the_table():
    assert why_no_table(0, 1, 2, first_dealer=3) == [("bad_deal.seat", "first_dealer")]
    assert why_no_table(0, 1, 2, first_sitting=1) == [("bad_deal.nobody_sits", "first_sitting")]
    assert why_no_table(0, 1, 2, 3, first_sitting=0) == [("bad_deal.dealer_sits", "first_sitting")]
    assert why_no_table(0, 1, 2, 3, first_sitting=4) == [("bad_deal.seat", "first_sitting")]


def test_no_round_can_be_carried_in():
    carried = Carried(tally=(1, 2, 3))
    assert why_no_table(0, 1, 2, carried=carried) == [("bad_deal.no_tally", "carried_in")]


def test_options_that_are_wrong_are_all_named():
    assert why_no_table(0, 1, 2, options={"min_hu": 11, "wind": 1}) == [
        ("bad_option.unknown", "wind"),
        ("bad_option.choice", "min_hu"),
    ]
    assert why_no_table(0, 1, 2, options=[]) == [("bad_option.object", "")]


def test_a_dealt_win_of_the_dealer_at_four_seats_pays_who_sits_too():
    assert deltas(seated(4), win(DEALT, "二")) == (2 * 4, -4 - 1, 2, -4 - 1)
