"""Every option of 贵阳捉鸡麻将, its default and what it changes (docs/rules/guiyang.md#options)."""

import pytest

from tests.rules.guiyang.at import (
    GUIYANG,
    codes,
    dead,
    dealer_after,
    dou,
    ji,
    off,
    own,
    paid,
    played,
    ready,
    seated,
    win,
)
from zipai_ledger.rules import examples, facts
from zipai_ledger.rules.ruleset import State

SEED_VALUES = {
    "pinghu": 1,
    "daduizi": 5,
    "xiaoqidui": 7,
    "longqidui": 11,
    "qingyise": 10,
    "qingdadui": 15,
    "qingqidui": 17,
    "qinglongbei": 20,
}
DEFAULTS = {
    "preset": "seed",
    "values": SEED_VALUES,
    "baoting": "as_qing",
    "gangkai": 1,
    "haidi": 0,
    "zimo": 0,
    "repao": "void_dou",
    "dealer_bonus": 0,
    "lianzhuang": "off",
    "rob_kong": "void_dou",
    "triple_ron": "reversed",
    "seats": 4,
    "dou_men": 2,
    "dou_zhuanwan": 1,
    "dou_dian": 1,
    "ready_only": "off",
    "ji_next": "up",
    "ben_ji": "off",
    "wugu": 0,
    "chongfeng": 0,
    "zeren": 0,
    "neiwai_ji": "off",
    "bao_ji": "off",
    "bao_dou": "off",
    "genzhang": 0,
    "maima": 0,
    "chajiao_dealer": "seed",
    "pledge": "none",
    "pledge_max": 1,
    "cap": 0,
    "evening_deals": 0,
    "low_below": 0,
    "low_times": 1,
    "low_add": 0,
}
FAMILY_B_VALUES = {
    "pinghu": 1,
    "daduizi": 5,
    "xiaoqidui": 10,
    "longqidui": 20,
    "qingyise": 10,
    "qingdadui": 15,
    "qingqidui": 20,
    "qinglongbei": 30,
}
FAMILY_B = {
    **DEFAULTS,
    "preset": "family_b",
    "values": FAMILY_B_VALUES,
    "dou_zhuanwan": 3,
    "ready_only": "on",
    "chongfeng": 3,
    "zeren": 3,
}


def held(*ji_held: tuple, flipped: str | None = "五万", **more: object) -> dict:
    """A win of seat 0 by own draw, worth 5 from each, with these 鸡."""
    return win(own(), ji=ji(flipped, *ji_held), **more)


def extra(deal: dict, **options: object) -> list[int]:
    """What a deal pays besides the 5 from each that `held` does."""
    return [units - usual for units, usual in zip(paid(deal, **options), (15, -5, -5, -5), strict=True)]


def test_the_defaults_are_those_of_the_seed():
    assert GUIYANG.options.resolve({}) == DEFAULTS
    assert GUIYANG.options.resolve({"preset": "seed"}) == DEFAULTS


def test_the_other_family_sets_its_values_together_and_what_stands_beside_it_wins():
    assert GUIYANG.options.resolve({"preset": "family_b"}) == FAMILY_B
    beside = {"preset": "family_b", "values": {"qinglongbei": 40}, "chongfeng": 2}
    expected = {**FAMILY_B, "values": {**FAMILY_B_VALUES, "qinglongbei": 40}, "chongfeng": 2}
    assert GUIYANG.options.resolve(beside) == expected
    assert GUIYANG.options.resolve(expected) == expected


def test_a_single_pattern_may_be_worth_something_else():
    assert paid(win(own("longqidui")), values={"longqidui": 9}) == [27, -9, -9, -9]
    assert paid(win(own("daduizi")), values={"longqidui": 9}) == [15, -5, -5, -5]


@pytest.mark.parametrize(
    ("pattern", "units"),
    [
        ("pinghu", {"as_qing": 11, "add": 12, "flat": 11, "none": 2}),
        ("daduizi", {"as_qing": 16, "add": 16, "flat": 11, "none": 6}),
        ("qingdadui", {"as_qing": 26, "add": 26, "flat": 11, "none": 16}),
    ],
)
def test_an_announced_hand_counts_as_the_table_has_it_before_its_kong(pattern, units):
    announced = win(own(pattern, baoting=True, gangkai=True), dou=[dou(0, "men")])
    assert {how: played(announced, baoting=how).wins[0].units for how in units} == units


def test_what_an_announced_hand_counts_as_is_worth_what_the_table_says():
    announced = win(own("longqidui", baoting=True))
    assert played(announced, preset="family_b").wins[0].units == 30
    assert played(announced, values={"qinglongbei": 24}).wins[0].units == 24


def test_the_first_edition_added_ten_to_any_pattern():
    first = GUIYANG.as_of(1).options.resolve({})
    assert first == {**DEFAULTS, "baoting": "add"}


@pytest.mark.parametrize("units", range(5))
def test_winning_after_a_kong_adds_what_the_table_says(units):
    assert played(win(own(gangkai=True), dou=[dou(0, "men")]), gangkai=units).wins[0].units == 5 + units


def test_an_own_draw_may_add_one_to_each_payment():
    assert paid(win(own()), zimo=1) == [18, -6, -6, -6]
    assert paid(win(off(0, 1)), zimo=1) == [-5, 5, 0, 0]


def test_kongs_are_worth_what_the_table_says():
    kongs = [dou(0, "men", "一万"), dou(1, "zhuanwan", "二万"), dou(2, "dian", "三万", 3)]
    assert extra(win(own(), dou=kongs)) == [6 - 1, -2 + 3, -2 - 1 + 1, -2 - 1 - 1]
    dear = {"dou_men": 3, "dou_zhuanwan": 4, "dou_dian": 5}
    assert extra(win(own(), dou=kongs), **dear) == [9 - 4, -3 + 12, -3 - 4 + 5, -3 - 4 - 5]


# ---- ready_only ------------------------------------------------------------------------------------------------------


def test_who_is_not_ready_is_paid_nothing_and_pays():
    kongs = {"dou": [dou(1, "men", "一筒"), dou(2, "men", "二筒")], "ready": [2]}
    both = held((1, "六万", 1), (2, "六万", 2), **kongs)
    assert extra(both, ready_only="on") == [-2 - 2, -2 - 2, 6 + 6, -2 - 2]
    assert codes(both, ready_only="on")[1:] == ["dou.unpaid", "dou.men", "flipped", "ji.unpaid", "ji"]
    assert extra(both) == [-2 - 2 - 3, 6 - 2 + 3 - 2, -2 + 6 - 1 + 6, -2 - 2 - 3]


def test_winners_are_ready():
    assert extra(held((0, "六万", 1), ready=[]), ready_only="on") == [3, -1, -1, -1]
    assert extra(held((0, "六万", 1)), ready_only="on") == [3, -1, -1, -1]


def test_a_ready_discarder_owes_his_kong_and_one_who_is_not_cannot_collect():
    deal = win(own(), dou=[dou(1, "dian", "三万", 2), dou(2, "dian", "四万", 1)], ready=[1])
    assert extra(deal, ready_only="on") == [0, 1, -1, 0]


# ---- 鸡 --------------------------------------------------------------------------------------------------------------

ALL_ROUND = ((0, "四万", 1), (1, "五万", 1), (2, "六万", 1))


@pytest.mark.parametrize(
    ("options", "gets"),
    [
        ({}, (0, 0, 1)),
        ({"ji_next": "down"}, (1, 0, 0)),
        ({"ji_next": "both"}, (1, 0, 1)),
        ({"ben_ji": "on"}, (0, 1, 1)),
        ({"ji_next": "both", "ben_ji": "on"}, (1, 1, 1)),
    ],
)
def test_the_tile_next_to_the_turned_one_is_ji_above_below_or_both_and_its_own_kind_too(options, gets):
    total = sum(gets)
    assert extra(held(*ALL_ROUND), **options) == [4 * got - total for got in (*gets, 0)]


def test_below_one_is_nine():
    assert extra(held((0, "九万", 1), flipped="一万"), ji_next="down") == [3, -1, -1, -1]


def test_one_of_bamboo_is_golden_whichever_way_it_is_turned():
    golden = held((0, "一条", 1), flipped="二条")
    assert extra(golden) == [3, -1, -1, -1]
    assert extra(golden, ji_next="down") == [6, -2, -2, -2]
    assert extra(held((0, "一条", 1), flipped="一条"), ben_ji="on") == [6, -2, -2, -2]


@pytest.mark.parametrize(("wugu", "plain", "turned"), [(0, 0, 1), (1, 1, 2), (2, 2, 4)])
def test_eight_of_dots_may_always_be_ji_and_is_doubled_when_it_is_turned(wugu, plain, turned):
    assert extra(held((0, "八筒", 1)), wugu=wugu) == [3 * plain, -plain, -plain, -plain]
    assert extra(held((0, "八筒", 1), flipped="七筒"), wugu=wugu) == [3 * turned, -turned, -turned, -turned]
    full = held((0, "八筒", 4, True), flipped="七筒")
    assert extra(full, wugu=wugu)[1] == -5 * turned
    none_left = held((0, "八筒", 1), flipped=None)
    assert extra(none_left, wugu=wugu) == [3 * plain, -plain, -plain, -plain]


@pytest.mark.parametrize(
    ("flipped", "options", "each"),
    [
        ("七筒", {"ji_next": "down"}, 4),
        ("七筒", {"ji_next": "both"}, 4),
        ("九筒", {"ji_next": "down"}, 2),
        ("九筒", {"ji_next": "both"}, 2),
        ("八筒", {"ben_ji": "on"}, 2),
    ],
)
def test_eight_of_dots_is_doubled_by_seven_of_dots_alone(flipped, options, each):
    assert extra(held((0, "八筒", 1), flipped=flipped), wugu=2, **options)[1] == -each


FIRST = {"chongfeng": {"player": 1, "tile": "一条"}}
CLAIMED = {**FIRST, "zeren": {"from": 1, "to": 2, "tile": "一条"}}


@pytest.mark.parametrize("units", [0, 2, 3])
def test_who_discards_the_first_one_of_bamboo_is_paid_by_each(units):
    assert extra(win(own(), **FIRST), chongfeng=units) == [-units, 3 * units, -units, -units]
    assert extra(held(flipped="九条", **FIRST), chongfeng=units) == [
        -2 * units,
        6 * units,
        -2 * units,
        -2 * units,
    ]


def test_who_discards_it_and_is_not_ready_pays_each_who_is():
    on = {"chongfeng": 3, "ready_only": "on"}
    assert extra(win(own(), **FIRST, ready=[3]), **on) == [3, -6, 0, 3]
    assert extra(win(own(), **FIRST, ready=[]), **on) == [3, -3, 0, 0]
    assert extra(win(own(), **FIRST, ready=[1]), **on) == [-3, 9, -3, -3]
    assert "chongfeng.unready" in codes(win(own(), **FIRST, ready=[]), **on)


@pytest.mark.parametrize("units", [1, 2, 3])
def test_a_claimed_one_of_bamboo_is_paid_by_its_discarder_instead(units):
    assert extra(win(own(), **CLAIMED), chongfeng=3, zeren=units) == [0, -units, units, 0]
    assert extra(held(flipped="九条", **CLAIMED), zeren=units) == [0, -units, units, 0]


def test_where_nothing_is_paid_for_a_claimed_one_it_stays_the_first_discarded():
    assert extra(win(own(), **CLAIMED), chongfeng=3) == [-3, 9, -3, -3]


def test_only_a_ready_claimant_is_paid():
    on = {"chongfeng": 3, "zeren": 3, "ready_only": "on"}
    assert extra(win(own(), **CLAIMED, ready=[2]), **on) == [0, -3, 3, 0]
    assert extra(win(own(), **CLAIMED, ready=[1]), **on) == [0, 0, 0, 0]
    assert "zeren.unpaid" in codes(win(own(), **CLAIMED, ready=[1]), **on)


# ---- 热炮 ------------------------------------------------------------------------------------------------------------

HOT = win(
    off(1, 0, repao=True),
    dou=[dou(1, "men", "一万", void=True), dou(1, "men", "二万"), dou(2, "men", "三万")],
    ji=ji("五万", (1, "六万", 2)),
    **FIRST,
)


@pytest.mark.parametrize(
    ("how", "deltas"),
    [
        ("void_dou", [5 - 2 - 2 - 2 - 2, -5 + 6 - 2 + 6 + 6, -2 + 6 - 2 - 2, -2 - 2 - 2 - 2]),
        ("void_all", [5 - 2, -5 - 2, 6, -2]),
        ("double", [10 - 2 - 2 - 2 - 2, -10 + 6 - 2 + 6 + 6, -2 + 6 - 2 - 2, -2 - 2 - 2 - 2]),
    ],
)
def test_a_hot_discard_loses_that_kong_or_everything_or_doubles_the_win(how, deltas):
    assert paid(HOT, repao=how, chongfeng=2) == deltas


def test_a_doubled_hot_discard_doubles_the_announced_hand_too():
    hot = win(off(1, 0, repao=True, baoting=True), dou=[dou(1, "men", void=True)])
    assert paid(hot, repao="double") == [30, -30, 0, 0]
    off_announced = win(
        off(1, 0, repao=True, off_baoting=True), dou=[dou(1, "men", void=True)], discarder_value=7
    )
    assert paid(off_announced, repao="double") == [14, -14, 0, 0]
    assert codes(hot, repao="double") == ["daduizi", "baoting.as_qing", "repao", "dou.void"]


def test_a_voided_first_discard_and_claim_are_paid_nothing():
    assert "chongfeng.unpaid" in codes(HOT, repao="void_all", chongfeng=2)
    claimed = HOT | {"chongfeng": None, "zeren": {"from": 3, "to": 1, "tile": "一条"}}
    assert "zeren.unpaid" in codes(claimed, repao="void_all", zeren=2)


# ---- the dealer ------------------------------------------------------------------------------------------------------


def test_payments_to_and_by_the_dealer_may_be_one_more():
    assert paid(win(own()), dealer_bonus=1) == [18, -6, -6, -6]
    assert paid(win(own(winner=1)), dealer_bonus=1) == [-6, 16, -5, -5]
    assert paid(win(off(0, 1), off(0, 2)), dealer_bonus=1) == [-12, 6, 6, 0]
    assert paid(win(off(1, 2)), dealer_bonus=1) == [0, -5, 5, 0]
    assert paid(win(off(2, 1), off(2, 0)), dealer_bonus=1) == [6, 5, -11, 0]
    three = win(off(1, 0), off(1, 2), off(1, 3), discarder_value=5)
    assert paid(three, dealer_bonus=1) == [-6, 16, -5, -5]
    assert codes(win(own()), dealer_bonus=1) == ["daduizi", "dealer"]


def test_only_the_win_is_raised_and_only_where_something_is_paid():
    extras = {"dou": [dou(0, "men", "一筒")], "ji": ji("五万", (0, "六万", 1))}
    assert paid(win(own(), **extras), dealer_bonus=1) == [18 + 6 + 3, -9, -9, -9]
    three = win(off(0, 1), off(0, 2), off(0, 3), discarder_value=0)
    assert paid(three, dealer_bonus=1) == [0, 0, 0, 0]


def test_the_bonus_may_grow_with_each_deal_in_a_row():
    on = {"dealer_bonus": 1, "lianzhuang": "on"}
    third = State(dealer=0, streak=3)
    assert played(win(own()), third, **on).deltas(4) == (24, -8, -8, -8)
    assert played(win(own()), third, dealer_bonus=1).deltas(4) == (18, -6, -6, -6)
    assert played(win(own()), third, lianzhuang="on").deltas(4) == (15, -5, -5, -5)
    assert played(win(own()) | {"dealer": 1}, third, **on).deltas(4) == (16, -5 - 1, -5, -5)


def test_who_deals_on_against_the_rule_deals_in_a_row():
    on = {"dealer_bonus": 1, "lianzhuang": "on"}
    first = played(win(own()), State(dealer=0, streak=1), **on)
    second = played(win(own(winner=1)), first.state, **on)
    assert (first.state.streak, second.state.dealer, second.state.dealt) == (2, 1, (0, 2))
    again = win(own(winner=1)) | {"dealer": 0}
    assert played(again, second.state, **on).deltas(4) == (-5 - 3, 15 + 3, -5, -5)
    assert played(win(own(winner=1)), second.state, **on).deltas(4) == (-6, 18, -6, -6)
    assert played(win(own(winner=1)) | {"dealer": 2}, second.state, **on).deltas(4) == (-5, 16, -6, -5)


def test_a_foul_between_does_not_break_the_row():
    on = {"dealer_bonus": 1, "lianzhuang": "on"}
    foul = {"result": "foul", "offender": 3, "pays": [{"to": 1, "units": 2}]}
    before = State(dealer=1, streak=1, dealt=(0, 2))
    after = played(foul, before, **on).state
    assert after == before
    assert played(win(own(winner=1)) | {"dealer": 0}, after, **on).deltas(4) == (-8, 18, -5, -5)


def test_the_row_is_remembered_only_where_it_is_paid_and_not_before_version_3():
    second = GUIYANG.as_of(2)
    table = seated(dealer_bonus=1, lianzhuang="on")
    state = State(dealer=1, streak=1, dealt=(0, 2))
    again = facts.from_json(win(own(winner=1)) | {"dealer": 0})
    assert second.play(table, state, again).deltas(4) == (-6, 16, -5, -5)
    assert played(win(own(winner=1)), State(dealer=0, streak=2)).state == State(dealer=1, streak=1)


def test_after_a_dead_deal_the_dealer_may_always_stay():
    assert dealer_after(dead(ready(1), ready(2))) == 1
    assert dealer_after(dead(ready(1), ready(2)), chajiao_dealer="stays") == 0
    three = dead(ready(0), ready(1), ready(2))
    assert [dealer_after(three), dealer_after(three, chajiao_dealer="stays")] == [3, 0]


# ---- examples and what is asked ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "options", "units"),
    [
        ("values", {}, 5),
        ("values", {"values": {"daduizi": 6}}, 6),
        ("zimo", {"zimo": 1}, 6),
        ("baoting", {}, 20),
        ("baoting", {"baoting": "add"}, 21),
        ("baoting", {"baoting": "flat"}, 10),
        ("baoting", {"baoting": "none"}, 11),
        ("gangkai", {"gangkai": 3}, 8),
        ("repao", {"repao": "double"}, 10),
    ],
)
def test_an_example_shows_the_chosen_rules(code, options, units):
    assert examples.play_example(GUIYANG, GUIYANG.options.resolve(options), code).units == units


def test_there_is_no_example_where_the_sentence_says_it_all():
    assert examples.play_example(GUIYANG, GUIYANG.options.resolve({}), "chajiao_dealer") is None


@pytest.mark.parametrize(("seats", "words"), [(2, ""), (3, "付两家"), (4, "付三家")])
def test_only_who_neither_wins_nor_discards_can_have_let_a_win_pass(seats, words):
    game = GUIYANG.game(GUIYANG.options.resolve({"seats": seats}))
    lines = [each.text.zh for section in game.rulebook() for each in section.statements]
    bao = [text for text in lines if text.startswith("包牌：")]
    assert game.asks.bao == bool(bao) == bool(words)
    assert all(words in text for text in bao)
    assert any(text.startswith("一炮双响：放炮") for text in lines) == bool(words)


def test_an_entry_asks_for_what_the_table_plays():
    usual, other = (GUIYANG.game(GUIYANG.options.resolve({"preset": p})).asks for p in ("seed", "family_b"))
    assert {p.code: p.units for p in usual.patterns} == SEED_VALUES
    assert {p.code: p.units for p in other.dou} == {"men": 2, "zhuanwan": 3, "dian": 1}
    assert (usual.ready, usual.chongfeng, usual.zeren) == (False, False, False)
    assert (other.ready, other.chongfeng, other.zeren) == (True, True, True)
    only = GUIYANG.game(GUIYANG.options.resolve({"zeren": 2})).asks
    assert (only.chongfeng, only.zeren) == (True, True)
    assert [(source.code, source.other) for source in usual.sources] == [
        ("discard", True),
        ("self_draw", False),
        ("rob_kong", True),
    ]


def test_the_word_beside_a_seat_is_that_of_where_a_tile_came_from():
    asks = GUIYANG.game(GUIYANG.options.resolve({})).asks
    assert [(each.code, each.short.zh, each.short.en, each.other) for each in asks.sources] == [
        ("discard", "点炮", "Discard", True),
        ("self_draw", "自摸", "Self-draw", False),
        ("rob_kong", "抢杠", "Robbed kong", True),
    ]
