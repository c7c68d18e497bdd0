"""桂林字牌: how many 舵 a hand is worth (docs/rules/guilin.md#units)."""

import pytest

from tests.rules.guilin.at import GUILIN, TWELVE, by_hu, deltas, played, refusal, scored, seated, units, win

PLAIN = {"xing": "none"}


@pytest.mark.parametrize(
    ("hu", "duo"), [(10, 1), (14, 1), (15, 2), (19, 2), (20, 3), (24, 3), (25, 4), (72, 13)]
)
def test_ten_to_fourteen_is_one_duo_and_every_five_more_another(hu, duo):
    assert units(seated(), by_hu(hu)) == duo


@pytest.mark.parametrize(("hu", "duo"), [(10, 1), (12, 1), (13, 2), (15, 2), (16, 3), (22, 5)])
def test_with_three_hu_per_unit_every_three_add_one(hu, duo):
    assert units(seated(hu_per_unit=3), by_hu(hu)) == duo


@pytest.mark.parametrize(("hu", "step", "duo"), [(15, 5, 1), (19, 5, 1), (20, 5, 2), (17, 3, 1), (18, 3, 2)])
def test_with_a_minimum_of_fifteen_counting_starts_at_fifteen(hu, step, duo):
    assert units(seated(min_hu=15, hu_per_unit=step), by_hu(hu)) == duo


def test_below_the_minimum_is_no_win():
    assert refusal(seated(), by_hu(9)) == [("below_minimum", "hu")]
    assert refusal(seated(min_hu=15), by_hu(14)) == [("below_minimum", "hu")]
    assert refusal(seated(min_hu=15), win(f"{TWELVE} 翻", "玖")) == [("below_minimum", "hand")]


def test_own_draw_adds_one():
    assert units(seated(), by_hu(17, source="self_draw")) == 3


def test_own_draw_doubles_base_and_xing_where_the_table_says_so():
    assert units(seated(self_draw="double"), by_hu(17, source="self_draw", xing={"count": 3})) == 10


def test_own_draw_is_worth_four_times_base_and_xing_where_the_table_says_so():
    deal = by_hu(17, source="self_draw", xing={"count": 3})
    assert units(seated(self_draw="times4"), deal) == 20
    lines = [(item.code, item.units) for item in played(seated(self_draw="times4"), deal).items]
    assert lines == [("base", 2), ("xing", 3), ("self_draw", 15)]


@pytest.mark.parametrize(("hu", "duo"), [(10, 2), (14, 2), (17, 3), (25, 5)])
def test_the_minimum_may_be_worth_two(hu, duo):
    assert units(seated(base_units=2), by_hu(hu)) == duo


def test_an_opening_below_the_minimum_is_worth_what_the_minimum_is():
    opened = by_hu(15, source="dealt", marks=["wukan"])
    assert units(seated(min_hu=15, base_units=2), opened) == 3
    assert units(seated(min_hu=15, base_units=2, kan_counts_quads="off"), opened) == 3


def test_another_players_draw_is_no_own_draw():
    assert units(seated(self_draw="double"), by_hu(17, source="other_draw")) == 2


@pytest.mark.parametrize("mark", ["tianhu", "sanlongwukan"])
def test_each_special_win_adds_one_or_doubles_what_stands_before_it(mark):
    deal = by_hu(17, source="dealt", marks=[mark], xing={"count": 3})
    assert units(seated(), deal) == 6
    assert units(seated(special="double"), deal) == 10


def test_dihu_adds_one_or_doubles_what_stands_before_it():
    deal = by_hu(17, winner=1, source="discard", from_=0, marks=["dihu"], xing={"count": 3})
    assert units(seated(), deal) == 6
    assert units(seated(special="double"), deal) == 10


def test_a_dealt_win_is_no_own_draw():
    deal = by_hu(10, source="dealt", marks=["tianhu"])
    codes = [item.code for item in played(seated(self_draw="double"), deal).items]
    assert codes == ["base", "xing", "tianhu"]


def test_the_lines_add_up_to_the_units_and_doubling_is_a_line_of_its_own():
    found = scored(f"{TWELVE} 自摸", "二", self_draw="double")
    assert [(item.code, item.units) for item in found.items] == [("base", 1), ("xing", 2), ("self_draw", 3)]
    assert found.units == sum(item.units for item in found.items) == 6


def test_xing_never_counts_below_one_unit_of_base():
    """Only 三笼五坎 that was typed could be below the minimum, in the first edition: its base is one all the same."""
    deal = by_hu(3, source="dealt", marks=["sanlongwukan"])
    assert [item.units for item in played(seated(), deal, ruleset=GUILIN.as_of(1)).items] == [1, 0, 1]


def test_every_loser_pays_an_own_draw_and_another_players_draw():
    assert deltas(seated(), by_hu(17, source="self_draw")) == (6, -3, -3)
    assert deltas(seated(), by_hu(17, source="other_draw", from_=1)) == (4, -2, -2)
    assert deltas(seated(), by_hu(17)) == (4, -2, -2)


def test_every_loser_pays_a_dealt_win():
    assert deltas(seated(), by_hu(10, source="dealt", marks=["tianhu"])) == (4, -2, -2)


@pytest.mark.parametrize(("multiple", "paid"), [(1, 2), (2, 4), (4, 8)])
def test_the_discarder_alone_pays_so_many_shares(multiple, paid):
    deal = by_hu(17, source="discard", from_=2)
    assert deltas(seated(discard_multiple=multiple), deal) == (paid, 0, -paid)


def test_by_default_the_discarder_pays_for_two():
    assert deltas(seated(), by_hu(17, source="discard", from_=1)) == (4, -4, 0)
    assert deltas(seated(2), by_hu(17, source="discard", from_=1)) == (4, -4)


def test_where_discards_are_not_allowed_none_wins():
    deal = by_hu(17, source="discard", from_=1)
    assert refusal(seated(discard_multiple="none"), deal) == [("bad_source.discard_not_allowed", "source")]


def test_dihu_is_paid_as_a_discard_and_twice_where_discards_are_not_allowed():
    deal = by_hu(10, winner=2, source="discard", from_=0, marks=["dihu"])
    assert deltas(seated(discard_multiple=4), deal) == (-8, 0, 8)
    assert deltas(seated(discard_multiple="none"), deal) == (-4, 0, 4)
    assert deltas(seated(2, discard_multiple="none"), deal | {"winner": 1}) == (-4, 4)


def test_with_two_seats_the_other_player_pays():
    assert deltas(seated(2), by_hu(17, source="self_draw")) == (3, -3)
    assert deltas(seated(2), by_hu(17, source="other_draw")) == (2, -2)


def test_a_hand_of_cards_and_its_hu_told_beside_must_agree():
    deal = win(f"{TWELVE} 翻", "玖")
    assert refusal(seated(), deal | {"hu": 12}) == []
    assert refusal(seated(), deal | {"hu": 13}) == [("bad_deal.hu_differs", "hu")]


def test_cards_that_make_no_hand_are_no_win():
    assert refusal(seated(), win(f"{TWELVE[:-1]}九 翻", "玖")) == [("not_a_win", "hand")]


def test_the_number_of_cards_is_checked_before_the_reading():
    assert refusal(seated(), win("手一二三 胡四 翻", "玖")) == [("wrong_card_count", "hand.concealed")]


@pytest.mark.parametrize(("option", "duo"), [("any_draw", 2), ("own_draw", None)])
def test_a_laid_peng_opens_on_any_draw_or_only_on_ones_own(option, duo):
    hand = "碰八八八 碰壹壹壹 碰贰贰贰 手一二三二七十四五六玖玖 胡八 {}"
    table = seated(peng_opens_on=option, xing="none")
    assert units(table, win(hand.format("自摸"))) == 3
    if duo is None:
        assert refusal(table, win(hand.format("翻"))) == [("not_a_win", "hand")]
    else:
        assert units(table, win(hand.format("翻"))) == duo


def test_the_deal_carries_no_minimum_of_its_own():
    assert refusal(seated(), by_hu(10, min_hu=10)) == []
    assert refusal(seated(), by_hu(15, min_hu=15)) == [("bad_deal.min_hu", "min_hu")]
    assert units(seated(**PLAIN), win(f"{TWELVE} 自摸")) == 2
