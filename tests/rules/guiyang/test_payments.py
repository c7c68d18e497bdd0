"""What 贵阳捉鸡麻将 pays: values, 豆, 鸡, 一炮多响, 报听, 包牌 (docs/rules/guiyang.md#payments)."""

import pytest

from tests.rules.documents import document
from tests.rules.guiyang.at import GUIYANG, codes, dou, ji, off, own, paid, played, win
from zipai_ledger.rules import facts, messages, replay
from zipai_ledger.rules.mahjong.patterns import PATTERNS

PLAYERS = ["甲", "乙", "丙", "丁"]


# ---- worked cases ------------------------------------------------------------------------------------------------


def test_the_most_that_can_be_won_is_105_and_525_at_5_a_unit():
    """Its greatest hand: 报听, own draw, 青龙背 and four 鸡 as 满鸡."""
    most = win(own("qinglongbei", baoting=True), ji=ji("五万", (0, "六万", 4, True)))
    assert paid(most) == [105, -35, -35, -35]
    stake = {"currency": "CNY", "minor_per_unit": 500}
    answer = replay.answer(document(most, ruleset="guiyang", players=PLAYERS, stake=stake))
    assert answer["totals"] == [105, -35, -35, -35]
    assert answer["money"] == [52500, -17500, -17500, -17500]


def test_two_winners_off_one_discard_are_each_paid_their_own_value():
    assert paid(win(off(0, 1), off(0, 2))) == [-10, 5, 5, 0]
    assert paid(win(off(0, 1, "qingyise"), off(0, 2, "xiaoqidui"))) == [-17, 10, 7, 0]


def test_three_winners_off_one_discard_pay_the_discarder():
    three = win(off(0, 1), off(0, 2), off(0, 3, "qinglongbei"), discarder_value=5)
    assert paid(three) == [15, -5, -5, -5]
    assert played(three).state.dealer == 0
    assert paid(three | {"discarder_value": 0}) == [0, 0, 0, 0]


def test_three_winners_need_no_pattern_since_none_is_paid():
    assert paid(win(*(off(0, seat, None) for seat in (1, 2, 3)), discarder_value=15)) == [45, -15, -15, -15]


def test_a_kong_robbed_by_three_is_reversed_like_a_discard():
    robbed = [off(0, seat) | {"source": "rob_kong"} for seat in (1, 2, 3)]
    assert paid(win(*robbed, discarder_value=5)) == [15, -5, -5, -5]


# ---- values --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "units"),
    [
        ("pinghu", 1),
        ("daduizi", 5),
        ("xiaoqidui", 7),
        ("longqidui", 11),
        ("qingyise", 10),
        ("qingdadui", 15),
        ("qingqidui", 17),
        ("qinglongbei", 20),
    ],
)
def test_each_pattern_has_its_value(pattern, units):
    assert paid(win(own(pattern))) == [3 * units, -units, -units, -units]
    if pattern != "pinghu":
        assert paid(win(off(2, 1, pattern))) == [0, units, -units, 0]


def test_a_large_group_of_pairs_after_a_kong_is_worth_one_more():
    """大对子杠开 counts six."""
    assert played(win(own(gangkai=True), dou=[dou(0, "men")])).wins[0].units == 6


def test_an_announced_ready_hand_counts_as_its_qing_pattern_and_one_that_is_qing_adds_ten():
    """均以清一色算牌并可累加，报听大对子 15, 报听清一色 20, 报听清大对 25."""
    announced = {p: played(win(own(p, baoting=True))).wins[0].units for p in PATTERNS}
    assert announced == {
        "pinghu": 10,
        "daduizi": 15,
        "xiaoqidui": 17,
        "longqidui": 20,
        "qingyise": 20,
        "qingdadui": 25,
        "qingqidui": 27,
        "qinglongbei": 30,
    }


def test_only_the_discarder_pays_for_a_discard_and_everybody_for_an_own_draw():
    assert paid(win(off(3, 2))) == [0, 0, 5, -5]
    assert paid(win(own(winner=2))) == [-5, -5, 15, -5]


def test_the_values_are_explained_line_by_line():
    announced = win(own("qingyise", baoting=True, gangkai=True), dou=[dou(0, "men")])
    assert codes(announced)[:3] == ["qingyise", "baoting", "gangkai"]
    assert codes(announced, baoting="flat", zimo=1)[:3] == ["baoting.flat", "gangkai", "self_draw"]


# ---- 豆 --------------------------------------------------------------------------------------------------------------


def test_a_concealed_kong_is_paid_two_by_each():
    assert paid(win(off(0, 1), dou=[dou(2, "men")])) == [-5 - 2, 5 - 2, 6, -2]


def test_a_kong_made_of_a_claimed_triplet_is_paid_one_by_each():
    assert paid(win(off(0, 1), dou=[dou(2, "zhuanwan")])) == [-5 - 1, 5 - 1, 3, -1]


def test_a_kong_of_a_discard_is_paid_one_by_its_discarder():
    assert paid(win(off(0, 1), dou=[dou(2, "dian", from_=3)])) == [-5, 5, 1, -1]


def test_kongs_add_up():
    kongs = [dou(1, "men", "五万"), dou(1, "men", "六万"), dou(3, "dian", "七万", 1)]
    assert paid(win(off(0, 1), dou=kongs)) == [-5 - 4, 5 + 12 - 1, -4, -4 + 1]


def test_a_void_kong_is_paid_nothing():
    assert paid(win(off(0, 1), dou=[dou(2, "men", void=True)])) == [-5, 5, 0, 0]
    assert codes(win(off(0, 1), dou=[dou(2, "men", void=True)])) == ["daduizi", "dou.void"]


def test_who_discards_the_winning_tile_after_a_kong_loses_that_kong_and_pays():
    hot = win(off(0, 1, "pinghu", repao=True), dou=[dou(0, "men", void=True), dou(0, "men", "六万")])
    assert paid(hot) == [-1 + 6, 1 - 2, -2, -2]


# ---- 鸡 --------------------------------------------------------------------------------------------------------------


def test_each_ji_is_paid_one_by_everybody():
    assert paid(win(off(0, 1), ji=ji("五万", (2, "六万", 3)))) == [-5 - 3, 5 - 3, 9, -3]


def test_the_tile_after_nine_is_one():
    assert paid(win(off(0, 1), ji=ji("九筒", (1, "一筒", 1)))) == [-6, 8, -1, -1]


def test_four_ji_that_were_not_claimed_are_paid_as_five():
    assert paid(win(own(), ji=ji("五万", (0, "六万", 4, True)))) == [15 + 15, -10, -10, -10]
    assert paid(win(own(), ji=ji("五万", (0, "六万", 4)))) == [15 + 12, -9, -9, -9]


def test_a_concealed_kong_of_ji_is_full_and_is_paid_two_besides():
    held = win(own(), dou=[dou(0, "men", "六万")], ji=ji("五万", (0, "六万", 4)))
    assert paid(held) == [15 + 6 + 15, -12, -12, -12]
    assert codes(held) == ["daduizi", "dou.men", "flipped", "ji.full"]


def test_one_of_bamboo_always_is_ji():
    assert paid(win(own(), ji=ji("五万", (1, "一条", 2)))) == [15 - 2, -5 + 6, -7, -7]
    assert paid(win(own(), ji=ji(None, (1, "幺鸡", 2)))) == [15 - 2, -5 + 6, -7, -7]


def test_each_one_of_bamboo_counts_two_when_it_is_turned():
    assert paid(win(own(), ji=ji("九条", (0, "一条", 2)))) == [15 + 12, -9, -9, -9]
    assert paid(win(own(), ji=ji("九条", (0, "一条", 4, True)))) == [15 + 30, -15, -15, -15]


def test_a_tile_that_is_no_ji_is_named_and_not_counted():
    outcome = played(win(own(), ji=ji("五万", (0, "七万", 3), (1, "六万", 1))))
    assert [(p.key, p.field) for p in outcome.warnings] == [("not_ji", "ji.held.0.tile")]
    assert messages.problem_text(outcome.warnings[0]) == "七万这盘不是鸡，没有算"
    assert list(outcome.deltas(4)) == [15 - 1, -5 + 3, -6, -6]


def test_a_deal_without_ji_told_counts_none():
    tiles = "一一一条 九九条 二三四条 五六七条 七八九条"
    assert paid(win(own(None, tiles=tiles))) == [30, -10, -10, -10]


def test_none_held_is_none_paid():
    assert paid(win(own(), ji=ji("五万", (1, "六万", 0)))) == [15, -5, -5, -5]
    assert paid(win(own(), ji={"flipped": "五万"})) == [15, -5, -5, -5]


# ---- tiles ----------------------------------------------------------------------------------------------------------

SUIT = "一一一条 九九条 二三四条 五六七条 七八九条"


def test_the_tiles_show_the_pattern_and_the_ji():
    outcome = played(win(own(None, tiles=SUIT), ji=ji("六条")))
    (won,) = outcome.wins
    assert (won.pattern, won.units, won.checked, won.hand) == (
        "qingyise",
        10,
        "cards",
        "一一一二三四五六七七八九九九条",
    )
    # 一条 counts 1 each, and so do the two 七条
    assert list(outcome.deltas(4)) == [30 + 9 + 6, -15, -15, -15]


def test_a_pattern_named_beside_the_tiles_is_checked_and_otherwise_the_win_is_unchecked():
    assert played(win(own("qingyise", tiles=SUIT))).wins[0].checked == "cards"
    assert played(win(own("qingyise"))).wins[0].checked == "hu"


def test_four_ji_in_a_hand_are_full_unless_they_were_claimed():
    four = "一一一一条 二二条 三三条 四四条 五五筒 六六筒"
    assert played(win(own(None, tiles=four), ji=ji(None))).flows[-1].units == 5
    groups = "碰一条 一二三条 四五六万 七八九筒 五五筒"
    assert played(win(own(None, tiles=groups), ji=ji(None))).flows[-1].units == 4
    kong = "一一一一条 四五六条 四五六万 七八九筒 五五筒"
    claimed = win(own(None, tiles=kong), dou=[dou(0, "zhuanwan", "一条")], ji=ji(None))
    assert played(claimed).flows[-1].units == 4
    concealed = win(own(None, tiles=kong), dou=[dou(0, "men", "一条")], ji=ji(None))
    assert played(concealed).flows[-1].units == 5


def test_what_was_told_of_a_hand_stands_beside_what_its_tiles_show():
    four = "一一一一条 二三条 四五六条 四五六万 五五筒"
    deal = win(own(None, tiles=four), ji=ji(None, (0, "一条", 4, False)))
    assert played(deal).flows[-1].units == 4
    assert played(win(own(None, tiles=four), ji=ji(None, (0, "一条", 4)))).flows[-1].units == 5


# ---- 报听 ------------------------------------------------------------------------------------------------------------


def test_a_win_off_a_player_who_announced_is_worth_his_own_hand():
    assert paid(win(off(3, 1, "pinghu", off_baoting=True), discarder_value=15)) == [0, 15, 0, -15]
    assert paid(win(off(3, 1, None, off_baoting=True), discarder_value=20)) == [0, 20, 0, -20]
    assert paid(win(off(3, 1, "qinglongbei", baoting=True, off_baoting=True), discarder_value=11)) == [
        0,
        11,
        0,
        -11,
    ]


def test_a_xianggong_neither_wins_nor_changes_what_the_others_do():
    assert paid(win(off(0, 1), xianggong=[3])) == [-5, 5, 0, 0]


# ---- 平胡 off a discard -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deal",
    [
        win(off(0, 1, "pinghu"), dou=[dou(1, "men")]),
        win(off(0, 1, "pinghu"), dou=[dou(1, "dian", from_=2)]),
        win(off(0, 1, "pinghu", baoting=True)),
        win(off(0, 1, "pinghu", off_baoting=True), discarder_value=1),
        win(off(0, 1, "pinghu", repao=True), dou=[dou(0, "men", void=True)]),
        win(off(0, 1, "pinghu") | {"source": "rob_kong"}),
        win(own("pinghu")),
    ],
)
def test_a_plain_hand_wins_by_own_draw_or_with_a_reason(deal):
    assert played(deal).wins[0].pattern == "pinghu"


def test_a_hand_that_can_be_called_two_ways_is_paid_the_better_that_is_allowed():
    pairs = "二二三三四四万 六六七七八八条 九九筒"
    cheap = {"values": {"pinghu": 9}}
    assert played(win(own(None, tiles=pairs))).wins[0].pattern == "xiaoqidui"
    assert played(win(own(None, tiles=pairs)), **cheap).wins[0].pattern == "pinghu"
    assert played(win(off(3, 1, None, tiles=pairs)), **cheap).wins[0].pattern == "xiaoqidui"
    same = {"values": {"pinghu": 7}}
    assert {played(win(own(p, tiles=pairs)), **same).wins[0].pattern for p in ("pinghu", "xiaoqidui")} == {
        "pinghu",
        "xiaoqidui",
    }


def test_players_are_named_by_number_whatever_seat_they_sit_on():
    table = GUIYANG.table({}, (3, 2, 1, 0), 5, 0, None)
    deal = facts.from_json(win(off(0, 1), off(0, 2), dou=[dou(1, "men")]))
    outcome = GUIYANG.play(table, GUIYANG.open(table), deal)
    assert outcome.deltas(5) == (-2, 5 - 2, 5 + 6, -10 - 2, 0)
    assert [item.params["player"] for item in outcome.items if item.code == "winner"] == [2, 1]
    assert outcome.items[-1].params["player"] == 2
