"""The worked cases of S1 and S4, as 桂林字牌 scores them (docs/rules/cards.md#examples)."""

import pytest

from tests.rules.guilin.at import GUILIN, by_hu, scored, seated, units
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.notation import parse_hand

TWENTY_ONE = "扫肆肆肆 扫伍伍伍 扫陆陆陆 扫四四四"
LAID = "扫壹壹壹 扫伍伍伍 碰八八八"


def waits(hand: str, **options: object) -> dict[str, tuple]:
    """Card → 胡 by own draw, another's draw, discard."""
    found = GUILIN.game(GUILIN.options.resolve(options)).hands.waits(parse_hand(hand).to_json())
    return {wait["card"]: (wait["self_draw"], wait["other_draw"], wait["discard"]) for wait in found}


@pytest.mark.parametrize(
    ("group", "hu"),
    [
        ("扫壹壹壹", 6),
        ("扫一一一", 3),
        ("过扫一一一", 3),
        ("碰壹壹壹", 3),
        ("碰一一一", 1),
        ("吃贰柒拾", 6),
        ("吃二七十", 3),
        ("吃壹贰叁", 6),
        ("吃一二三", 3),
        ("坎玖玖玖", 6),
        ("坎九九九", 3),
        ("顺子贰柒拾", 6),
        ("顺子一二三", 3),
        ("顺子四五六", 0),
        ("吃玖玖九", 0),
    ],
)
def test_three_cards_are_worth_what_s1_says(group, hu):
    assert scored(f"{TWENTY_ONE} 吃五六七 {group} 手八八 胡捌 翻", seen={"count": 0}).hu == 21 + hu


@pytest.mark.parametrize(
    ("group", "hu"),
    [("扫穿壹壹壹壹", 12), ("扫穿一一一一", 9), ("开舵壹壹壹壹", 9), ("开舵一一一一", 6), ("手壹壹壹壹", 12)],
)
def test_four_cards_are_worth_what_s1_says(group, hu):
    assert scored(f"{TWENTY_ONE} {group} 手五六七八 胡八 翻", seen={"count": 0}).hu == 21 + hu


@pytest.mark.parametrize(("hu", "duo"), [(10, 1), (14, 1), (15, 2), (19, 2), (20, 3), (24, 3)])
def test_hu_are_counted_in_duo_as_s1_counts_them(hu, duo):
    assert units(seated(), by_hu(hu)) == duo


def test_one_hand_of_s4_waits_for_all_small_and_half_of_the_big_cards():
    hand = "扫穿壹壹壹壹 手贰贰柒柒捌捌玖玖拾拾二三四五六七"
    assert "".join(waits(hand)) == "一二三四五六七八九十贰柒捌玖拾"


def test_the_greatest_hand_of_s4_has_72_hu():
    hand = "扫穿壹壹壹壹 扫穿贰贰贰贰 扫穿叁叁叁叁 扫穿肆肆肆肆 扫穿伍伍伍伍 扫穿陆陆陆陆 手八 胡八 自摸"
    assert scored(hand, seen={"count": 0}).hu == 72


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        (f"{LAID} 吃四四肆 吃四五六 手二三四五七", "六十"),
        (f"{LAID} 吃三三叁 吃三四五 手贰肆伍陆柒", "叁拾"),
    ],
)
def test_waits_that_players_overlook(hand, cards):
    assert "".join(waits(hand)) == cards


def test_pairs_from_seven_to_ten_wait_for_two():
    assert "二" in waits("扫壹壹壹 扫伍伍伍 碰贰贰贰 吃三四五 手七七八八九九十十")


def test_waits_of_a_source_the_table_does_not_play_are_empty():
    hand = f"{LAID} 吃四四肆 吃四五六 手二三四五七"
    assert waits(hand)["六"][2] is not None
    assert {values[2] for values in waits(hand, discard_multiple="none").values()} == {None}


def test_waits_below_the_minimum_are_left_out():
    hand = f"{LAID} 吃四四肆 吃四五六 手二三四五七"
    assert waits(hand) == {"六": (13, 13, 13), "十": (16, 16, 16)}
    assert waits(hand, min_hu=15) == {"十": (16, 16, 16)}


def test_a_question_for_waits_names_no_winning_card():
    for end in (" 胡六 翻", " 翻"):
        with pytest.raises(Refused) as refused:
            waits(f"{LAID} 吃四四肆 吃四五六 手二三四五七{end}")
        assert [p.key for p in refused.value.problems] == ["bad_card.waiting"]


def test_a_question_for_waits_needs_the_right_number_of_cards():
    with pytest.raises(Refused) as refused:
        waits("手二三四五七")
    assert [(p.key, p.field) for p in refused.value.problems] == [("wrong_card_count", "hand.concealed")]
