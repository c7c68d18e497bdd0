"""桂林字牌: 醒, the cards turned after the win (docs/rules/guilin.md#xing)."""

import pytest

from tests.rules.guilin.at import DEALT, GUILIN, TWELVE, by_hu, played, refusal, scored, seated, units, win

WON = f"{TWELVE} 翻"
# With 四 turned, four 三 and three 五: 上 is complete, 下 is not.
FOUR = "碰捌捌捌 碰五五五 开舵三三三三 手六六十壹贰贰叁陆柒拾 胡十 点炮"


def xing(hand: str, *flipped: str, **options: object) -> list[tuple[str, int]]:
    """(turned card, copies) of each line about 醒."""
    items = scored(hand, *flipped, **options).items
    return [(item.params["card"], item.units) for item in items if item.code == "xing"]


def test_the_number_before_and_the_number_after_the_turned_card_count():
    assert xing(WON, "二") == [("二", 2)]


def test_each_copy_counts_laid_held_and_the_winning_card():
    assert xing(WON, "柒", xing_kinds=["上"]) == [("柒", 1)]
    assert xing(WON, "伍") == [("伍", 2)]
    assert xing(WON, "叁", xing_kinds=["上"]) == [("叁", 3)]
    assert xing(WON, "拾", xing_kinds=["下"]) == [("拾", 3)]


@pytest.mark.parametrize(
    ("kinds", "copies"),
    [(["上"], 1), (["中"], 2), (["下"], 2), (["上", "中"], 3), (["上", "中", "下"], 5)],
)
def test_only_the_kinds_the_table_plays_count(kinds, copies):
    assert xing(WON, "六", xing_kinds=kinds) == [("六", copies)]


def test_where_no_kind_counts_no_xing_is_played():
    table = seated(xing_kinds=[])
    assert units(table, by_hu(12, xing=None)) == units(table, by_hu(12, xing={"count": 0})) == 1
    assert refusal(table, by_hu(12, xing={"count": 3})) == [("bad_xing.off", "xing")]
    assert played(table, by_hu(12, xing={"count": 3}), ruleset=GUILIN.as_of(1)).wins[0].units == 4


def test_the_numbers_go_round_in_a_circle_of_their_own_size():
    assert xing(WON, "十", xing_kinds=["下"]) == [("十", 1)]
    assert xing(WON, "一", xing_kinds=["上"]) == [("一", 0)]
    assert xing(WON, "拾", xing_kinds=["下"]) == [("拾", 3)]
    assert xing(WON, "壹", xing_kinds=["上"]) == [("壹", 0)]


@pytest.mark.parametrize(("worth", "duo"), [(1, 6), (2, 9), (3, 12)])
def test_a_copy_is_worth_so_many_units_by_number_and_by_cards(worth, duo):
    deal = by_hu(17, source="self_draw", xing={"count": 3})
    assert units(seated(xing_worth=worth), deal) == duo
    assert xing(WON, "二", xing_worth=worth) == [("二", 2 * worth)]


def test_a_card_that_gives_nothing_is_still_shown():
    assert xing(WON, "玖") == [("玖", 0)]


def test_a_win_needs_its_xing_while_it_is_played():
    assert refusal(seated(), win(WON)) == [("bad_xing.missing", "xing")]
    assert refusal(seated(), win(WON, xing={"flipped": []})) == [("bad_xing.missing", "xing")]


def test_without_xing_nothing_may_be_turned_or_counted():
    table = seated(xing="none")
    assert units(table, win(WON)) == 1
    assert units(table, by_hu(12, xing={"count": 0})) == 1
    for seen in ({"flipped": ["四"]}, {"empty": True}, {"count": 2}, {"count": 0, "lower": 1}):
        assert refusal(table, win(WON, xing=seen)) == [("bad_xing.off", "xing")]
        assert refusal(table, by_hu(12, xing=seen)) == [("bad_xing.off", "xing")]


def test_one_card_is_turned_and_a_second_is_one_too_many():
    assert refusal(seated(), win(FOUR, "四", "壹", from_=1)) == [("bad_xing.extra", "xing.flipped")]
    assert refusal(seated(xing_again="on"), win(WON, "二", "三")) == [("bad_xing.extra", "xing.flipped")]


def test_all_four_of_a_value_held_turn_one_more_card_where_the_table_plays_so():
    assert xing(FOUR, "四", "壹", xing_again="on") == [("四", 7), ("壹", 3)]
    assert refusal(seated(xing_again="on"), win(FOUR, "四", from_=1)) == [("bad_xing.again", "xing.flipped")]


def test_only_an_enabled_value_turns_one_more_card():
    assert xing(FOUR, "四", xing_again="on", xing_kinds=["下"]) == [("四", 3)]


def test_cards_are_turned_again_as_long_as_each_completes_four():
    # Four each of 二 八 叁 陆 拾: 三, 肆 and 柒 complete one whenever they come; beside 六 the hand has none.
    hand = "扫穿陆陆陆陆 开舵拾拾拾拾 手八二八二叁四叁八叁伍叁二八伍肆二 胡四 自摸"
    turned = ("三", "肆", "柒", "三", "三", "三", "贰", "肆", "六")
    assert len(xing(hand, *turned, xing_again="on")) == len(turned)


def test_a_card_turned_again_may_complete_once_more():
    hand = "开舵三三三三 扫穿七七七七 手四五八九十伍陆柒二二贰玖玖 胡六 自摸"
    assert xing(hand, "四", "八", "捌", xing_again="on") == [("四", 5), ("八", 5), ("捌", 3)]


@pytest.mark.parametrize(("empty", "lines"), [("winning_card", [("陆", 1)]), ("none", [])])
def test_with_the_pile_empty_the_winning_card_serves_or_nothing_does(empty, lines):
    found = scored(WON, seen={"empty": True}, xing_empty=empty)
    assert [(i.params["card"], i.units) for i in found.items if i.code == "xing"] == lines


@pytest.mark.parametrize(
    ("empty", "lines"), [("winning_card", [("四", 7), ("十", 0)]), ("none", [("四", 7)])]
)
def test_the_pile_may_also_end_where_one_more_card_is_due(empty, lines):
    seen = {"flipped": ["四"], "empty": True}
    found = scored(FOUR, seen=seen, xing_again="on", xing_empty=empty)
    assert [(i.params["card"], i.units) for i in found.items if i.code == "xing"] == lines


def test_an_empty_pile_after_all_cards_are_turned_changes_nothing():
    assert units(seated(), win(WON, xing={"flipped": ["二"], "empty": True})) == 3


def test_with_follow_the_winning_card_serves_and_nothing_is_turned():
    table = seated(xing="follow")
    found = played(table, win(WON))
    assert [(i.code, i.params.get("how"), i.units) for i in found.items][1:] == [("xing", "winning_card", 1)]
    assert refusal(table, win(WON, "二")) == [("bad_xing.extra", "xing.flipped")]


def test_with_follow_a_number_told_must_be_the_one_of_the_cards():
    table = seated(xing="follow")
    assert refusal(table, win(WON, xing={"count": 1})) == []
    assert refusal(table, win(WON, xing={"count": 2})) == [("bad_xing.count", "xing.count")]
    sitting = seated(4, xing="follow")
    assert refusal(sitting, win(WON, xing={"count": 1, "lower": 0})) == []
    assert refusal(sitting, win(WON, xing={"count": 1, "lower": 1})) == [("bad_xing.count", "xing.lower")]


def test_with_follow_a_dealt_hand_has_none():
    table = seated(xing="follow")
    assert units(table, win(DEALT)) == 3
    assert units(table, by_hu(15, source="dealt", marks=["tianhu"], xing={"count": 0})) == 3
    deal = by_hu(15, source="dealt", marks=["tianhu"])
    del deal["xing"]
    assert units(table, deal) == 3
    assert refusal(table, deal | {"xing": {"count": 1}}) == [("bad_xing.off", "xing")]


def test_with_follow_a_hand_told_by_its_hu_needs_the_number():
    assert units(seated(xing="follow"), by_hu(12, xing={"count": 2})) == 3
    deal = by_hu(12, xing={"empty": True})
    assert refusal(seated(xing="follow"), deal) == [("bad_xing.needs_count", "xing.count")]


def test_a_dealt_hand_turns_a_card_like_any_other_and_has_no_card_for_an_empty_pile():
    assert xing(DEALT, "二") == [("二", 2)]
    assert scored(DEALT, seen={"empty": True}).units == 3


def test_quick_entry_tells_the_number_of_copies():
    assert units(seated(), by_hu(12, xing={"count": 4})) == 5
    assert refusal(seated(), by_hu(12, xing=None)) == [("bad_xing.needs_count", "xing.count")]
    flipped = by_hu(12, xing={"flipped": ["四"]})
    assert refusal(seated(), flipped) == [("bad_xing.needs_count", "xing.count")]


def test_quick_entry_with_an_empty_pile_needs_a_number_only_where_a_card_serves():
    deal = by_hu(12, xing={"empty": True})
    assert units(seated(xing_empty="none"), deal) == 1
    assert refusal(seated(), deal) == [("bad_xing.needs_count", "xing.count")]


def test_a_number_may_stand_beside_a_hand_of_cards():
    assert units(seated(), win(WON, xing={"count": 2})) == 3


def test_turned_cards_and_a_number_exclude_each_other():
    for seen in ({"flipped": ["二"], "count": 2}, {"empty": True, "count": 2}):
        assert refusal(seated(), win(WON, xing=seen)) == [("bad_xing.both", "xing.count")]


def test_the_lower_copies_are_a_part_of_all_copies():
    seen = {"count": 1, "lower": 2}
    assert refusal(seated(4), by_hu(12, xing=seen)) == [("bad_xing.lower", "xing.lower")]
    alone = win(WON, xing={"flipped": ["二"], "lower": 1})
    assert refusal(seated(), alone) == [("bad_xing.needs_count", "xing.lower")]


def test_no_lower_copies_can_be_told_where_the_table_does_not_play_them():
    seen = {"count": 2, "lower": 1}
    assert refusal(seated(4, xing_kinds=["上"]), by_hu(12, xing=seen)) == [
        ("bad_xing.no_lower", "xing.lower")
    ]
    assert units(seated(4, xing_kinds=["上"]), by_hu(12, xing={"count": 2})) == 3


def test_with_three_seats_lower_copies_count_like_the_others():
    assert units(seated(), by_hu(12, xing={"count": 3, "lower": 1})) == 4


@pytest.mark.parametrize(
    ("flipped", "problems"),
    [
        (["王"], [("bad_card", "xing.flipped.0")]),
        (["四五"], [("bad_card.one_expected", "xing.flipped.0")]),
        (["四", "x", ""], [("bad_card", "xing.flipped.1"), ("bad_card.one_expected", "xing.flipped.2")]),
        (["壹", "壹"], [("too_many_copies", "xing.flipped")]),
        (["四"] * 5, [("too_many_copies", "xing.flipped")]),
        (["四", "玖"] * 40_000, [("too_many_copies", "xing.flipped")]),
    ],
)
def test_turned_cards_have_to_be_cards_that_are_left_in_the_pile(flipped, problems):
    assert refusal(seated(), win(WON, *flipped)) == problems


def test_spoken_names_of_turned_cards_are_understood():
    assert xing(WON, "小二") == [("二", 2)]


@pytest.mark.parametrize(
    ("seen", "key", "field"),
    [
        ({"flipped": "四"}, "bad_deal.list", "xing.flipped"),
        ({"flipped": [4]}, "bad_deal.text", "xing.flipped.0"),
        ({"count": -1}, "bad_deal.integer", "xing.count"),
        ({"count": True}, "bad_deal.integer", "xing.count"),
        ({"empty": "yes"}, "bad_deal.boolean", "xing.empty"),
        ({"cards": ["四"]}, "bad_deal.unknown_key", "xing.cards"),
    ],
)
def test_a_wrong_shape_is_named_with_its_place(seen, key, field):
    assert refusal(seated(), win(WON, xing=seen)) == [(key, field)]


@pytest.mark.parametrize(
    ("options", "most"),
    [({}, 8), ({"xing_kinds": ["上"]}, 4), ({"xing_kinds": ["上", "中", "下"]}, 12), ({"xing": "follow"}, 8)],
)
def test_one_card_brings_four_xing_of_each_kind_at_most(options, most):
    table = seated(**options)
    assert units(table, by_hu(12, xing={"count": most})) == 1 + most
    more = by_hu(12, xing={"count": most + 1})
    assert refusal(table, more) == [("bad_xing.most", "xing.count")]
    assert played(table, more, ruleset=GUILIN.as_of(1)).wins[0].units == 2 + most


def test_who_sits_out_gets_four_at_most():
    seen = {"count": 8, "lower": 5}
    assert refusal(seated(4), by_hu(12, xing=seen)) == [("bad_xing.most", "xing.lower")]


def test_more_cards_turned_bring_more_and_each_but_the_last_had_four():
    table = seated(xing_again="on")
    for seen in (
        {"count": 17},
        {"count": 16, "turned": 2},
        {"count": 4, "turned": 2},
        {"count": 8, "turned": 1},
    ):
        assert units(table, by_hu(12, xing=seen)) == 1 + seen["count"]
    assert refusal(table, by_hu(12, xing={"count": 17, "turned": 2})) == [("bad_xing.most", "xing.count")]
    assert refusal(table, by_hu(12, xing={"count": 3, "turned": 2})) == [("bad_xing.least", "xing.count")]


@pytest.mark.parametrize(("options", "turned"), [({}, 2), ({}, 0), ({"xing_again": "on"}, 0)])
def test_so_many_cards_are_not_turned(options, turned):
    deal = by_hu(12, xing={"count": 4, "turned": turned})
    assert refusal(seated(**options), deal) == [("bad_xing.turned", "xing.turned")]
