"""抢杠: the robbed 转弯豆 is void by itself (docs/rules/guiyang.md#qianggang)."""

import pytest

from tests.rules.guiyang.at import GUIYANG, codes, dou, ji, off, paid, played, refusal, win
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused

TRIPLETS = "五五五万 一一一条 七七七筒 二二二筒 九九万"


def robbed(from_: int = 1, winner: int = 0, pattern: str | None = "daduizi", **more: object) -> dict:
    """A winner by the tile of another's 转弯豆."""
    return off(from_, winner, pattern, **more) | {"source": "rob_kong"}


def test_the_one_kong_of_who_was_robbed_is_void_marked_or_not():
    for mark in ({}, {"void": True}, {"void": False}):
        assert paid(win(robbed(), dou=[dou(1, "zhuanwan", "九万", **mark)])) == [5, -5, 0, 0]


def test_the_line_says_that_it_was_robbed():
    deal = win(robbed(), dou=[dou(1, "zhuanwan", "九万")])
    assert codes(deal) == ["daduizi", "dou.robbed"]
    label = messages.label(played(deal).items[1], texts=GUIYANG.texts, names=["老王", "小李"])
    assert label == "小李的转弯豆九万让人抢了，不算"


def test_what_was_seen_stays_as_it_was_seen():
    kong = facts.from_json(win(robbed(), dou=[dou(1, "zhuanwan", "九万")]))
    assert played(win(robbed(), dou=[dou(1, "zhuanwan", "九万")])).deal.dou == kong.dou


def test_his_other_kongs_and_those_of_others_stand():
    kongs = [dou(1, "zhuanwan", "九万"), dou(1, "men", "五万"), dou(2, "zhuanwan", "二筒")]
    assert paid(win(robbed(), dou=kongs)) == [5 - 2 - 1, -5 + 6 - 1, -2 + 3, -2 - 1]


def test_of_several_it_is_the_one_of_the_winning_tile_or_the_one_marked():
    two = [dou(1, "zhuanwan", "九万"), dou(1, "zhuanwan", "二筒")]
    assert paid(win(robbed(tile="九万"), dou=two)) == [4, -2, -1, -1]
    assert codes(win(robbed(tile="二筒"), dou=two)) == ["daduizi", "dou.zhuanwan", "dou.robbed"]
    marked = [dou(1, "zhuanwan", "九万"), dou(1, "zhuanwan", "二筒", void=True)]
    assert paid(win(robbed(), dou=marked)) == [4, -2, -1, -1]
    # Told by both, the tile decides, and what is marked is void besides.
    assert paid(win(robbed(tile="九万"), dou=marked)) == [5, -5, 0, 0]


@pytest.mark.parametrize("marked", [(), (0, 1)])
def test_where_neither_says_which_it_is_asked_for(marked):
    two = [dou(1, "zhuanwan", tile, void=place in marked) for place, tile in enumerate(("九万", "二筒"))]
    assert refusal(win(robbed(), dou=two)) == [("bad_deal.robbed_which", "dou")]


def test_a_winning_tile_of_which_no_kong_was_recorded_voids_none():
    assert paid(win(robbed(tile="六条"), dou=[dou(1, "zhuanwan", "九万")])) == [4, -2, -1, -1]
    assert paid(win(robbed(pattern="pinghu"))) == [1, -1, 0, 0]
    assert paid(win(robbed(), dou=[dou(1, "men", "九万")])) == [5 - 2, -5 + 6, -2, -2]


def test_the_winning_tile_is_a_tile_written_in_any_way():
    two = [dou(1, "zhuanwan", "一条"), dou(1, "zhuanwan", "二筒")]
    assert paid(win(robbed(tile="幺鸡"), dou=two)) == [4, -2, -1, -1]
    assert refusal(win(robbed(tile="东风"))) == [("bad_tiles.unknown", "wins.0.tile")]
    assert refusal(win(robbed(tile="一二条"))) == [("bad_tiles.one_expected", "wins.0.tile")]


def test_several_winners_won_the_same_tile():
    kong = [dou(1, "zhuanwan", "九万"), dou(1, "zhuanwan", "二筒")]
    both = win(robbed(tile="九万"), robbed(winner=2), dou=kong)
    assert paid(both) == [5 - 1, -10 + 3, 5 - 1, -1]
    assert refusal(win(robbed(tile="九万"), robbed(winner=2, tile="八万"))) == [("bad_deal.one_tile", "wins")]


def test_the_winning_tile_is_among_the_tiles_of_the_winner():
    assert refusal(win(robbed(pattern=None, tiles=TRIPLETS, tile="九万"))) == []
    assert refusal(win(robbed(pattern=None, tiles=TRIPLETS, tile="九条"))) == [
        ("bad_tiles.not_held", "wins.0.tile")
    ]


def test_three_of_a_robbed_kong_are_left_and_count_as_ji():
    kong = [dou(1, "zhuanwan", "六条")]
    turned = ji("五条", (1, "六条", 3))
    assert paid(win(robbed(), dou=kong, ji=turned)) == [5 - 3, -5 + 9, -3, -3]
    four = win(robbed(), dou=kong, ji=ji("五条", (1, "六条", 4)))
    assert refusal(four) == [("bad_tiles.ji_count", "ji.held.0.count")]
    with pytest.raises(Refused) as caught:
        played(four)
    assert caught.value.problems[0].params["expected"] == 3


def test_the_tile_that_was_won_is_seen_once():
    tiles = "四五六万 一一一条 七七七筒 二二二筒 九九万"
    mine = robbed(3, 0, None, tiles=tiles)
    assert refusal(win(mine, dou=[dou(3, "zhuanwan", "五万")])) == []
    assert refusal(win(mine, dou=[dou(3, "men", "五万")])) == [("too_many_copies", "")]


def test_where_only_the_ready_are_paid_a_robbed_kong_is_void_all_the_same():
    ready = win(robbed(pattern="qingyise"), dou=[dou(1, "zhuanwan", "九万")], ready=[1])
    assert paid(ready, preset="family_b") == [10, -10, 0, 0]
