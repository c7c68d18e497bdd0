"""The legal readings, case by case (docs/rules/cards.md#readings)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.zipai.dealing import SOURCES, built_hands, crowded_hand, drawn_hands, groups_of
from zipai_ledger.rules.zipai.cards import COPIES
from zipai_ledger.rules.zipai.form import FOUR_AT_ONCE, THREE_WITH_EXTRA, Form
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.melds import RED_PENG
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.readings import HandRules, Reading, best, readings

RULES = HandRules()


def groups_text(reading: Reading | None) -> str:
    assert reading is not None
    return groups_of(reading)


def held_groups(text: str, groups: int, rules: HandRules = RULES) -> list[str]:
    """Readings of a few groups alone, as they stand in a hand that is otherwise complete."""
    few = HandRules(Form(groups, 0), rules.values, rules.peng_opens_on)
    return [f"{groups_text(reading)} = {reading.hu}" for reading in readings(parse_hand(text), few)]


def test_seven_groups_of_three_win_without_a_pair():
    hand = parse_hand("碰八八八 吃一二三 手二七十捌玖拾四四肆六七八壹贰 胡叁 翻")
    assert [reading.hu for reading in readings(hand, RULES)] == [1 + 3 + 3 + 6]
    assert groups_text(best(hand, RULES)) == (
        "碰八八八 吃一二三 顺子二七十 搭子四四肆 顺子六七八 顺子壹贰叁 顺子捌玖拾"
    )


def test_a_quad_asks_for_a_pair():
    hand = parse_hand("开舵八八八八 吃一二三 手二七十捌玖拾四四肆壹贰六 胡叁 翻")
    assert readings(hand, RULES) == ()
    assert held_groups("开舵八八八八 手六 胡六 翻", 2) == ["开舵八八八八 眼六六 = 6"]
    assert held_groups("手六 胡六 翻", 1) == []


def test_a_triple_that_is_held_is_a_kan_and_never_split():
    assert held_groups("手八八八七九六五 胡四 翻", 3) == []
    assert held_groups("手八八八七九六五九 胡四 翻", 3) == []
    assert held_groups("手八八八四六 胡五 翻", 2) == ["坎八八八 顺子四五六 = 3"]


def test_four_that_are_held_are_a_saochuan_and_never_split():
    assert held_groups("手八八八八六 胡六 翻", 2) == ["扫穿八八八八 眼六六 = 9"]
    assert held_groups("手八八八八七 胡九 翻", 2) == []


def test_a_hand_that_lacks_groups_or_has_too_many_is_not_won():
    assert held_groups("碰八八八 碰九九九 手六七 胡八 翻", 2) == []
    assert held_groups("碰八八八 碰九九九 手六 胡八 翻", 1) == []
    assert held_groups("开舵八八八八 手六 胡六 翻", 1) == []
    assert readings(parse_hand("手六七 胡八 翻"), RULES) == ()
    assert readings(parse_hand("开舵八八八八 手六 胡六 翻"), RULES) == ()


def test_ones_own_draw_onto_a_held_pair_becomes_a_sao_and_nothing_else():
    assert held_groups("手八八六七 胡八 自摸", 2) == []
    assert held_groups("手八八六七五 胡八 自摸", 2) == ["扫八八八 顺子五六七 = 3"]
    assert held_groups("手八八九十六七 胡八 自摸", 2) == []


def test_another_players_card_onto_a_held_pair_is_free():
    both = "手八八九十捌 胡八 "
    assert held_groups(both + "翻", 2) == ["搭子八八捌 顺子八九十 = 0"]
    assert held_groups("手八八七六五 胡八 点炮", 2) == ["碰八八八 顺子五六七 = 1"]
    either = "开舵一一一一 手八八七九 胡八 翻"
    assert held_groups(either, 3) == ["开舵一一一一 顺子七八九 眼八八 = 6"]


def test_ones_own_draw_onto_a_held_triple_becomes_a_saochuan_and_nothing_else():
    assert held_groups("手八八八六六 胡八 自摸", 2) == ["扫穿八八八八 眼六六 = 9"]
    assert held_groups("手八八八六七 胡八 自摸", 2) == []


def test_qiangzhao_keeps_the_kan_and_uses_the_card_elsewhere():
    assert held_groups("手八八八六七 胡八 点炮", 2) == ["坎八八八 顺子六七八 = 3"]
    assert held_groups("手八八八六六 胡八 点炮", 2) == ["开舵八八八八 眼六六 = 6"]
    assert held_groups("手捌捌捌六六 胡捌 翻", 2) == ["开舵捌捌捌捌 眼六六 = 9"]


def test_ones_own_draw_onto_a_laid_sao_becomes_a_saochuan_and_nothing_else():
    assert held_groups("扫八八八 手六六 胡八 自摸", 2) == ["扫穿八八八八 眼六六 = 9"]
    assert held_groups("扫八八八 手六七 胡八 自摸", 2) == []


def test_another_players_card_onto_a_laid_sao_may_open_it_or_be_used_elsewhere():
    for source in ("翻", "点炮"):
        assert held_groups(f"扫八八八 手六六 胡八 {source}", 2) == ["开舵八八八八 眼六六 = 6"]
        assert held_groups(f"扫八八八 手六七 胡八 {source}", 2) == ["扫八八八 顺子六七八 = 3"]


@pytest.mark.parametrize(
    ("source", "opens_on", "opens"),
    [
        ("自摸", "any_draw", True),
        ("翻", "any_draw", True),
        ("点炮", "any_draw", False),
        ("自摸", "own_draw", True),
        ("翻", "own_draw", False),
        ("点炮", "own_draw", False),
    ],
)
def test_a_laid_peng_opens_by_a_drawn_card_only(source: str, opens_on: str, opens: bool):
    rules = HandRules(peng_opens_on=opens_on)  # type: ignore[arg-type]
    found = held_groups(f"碰八八八 手六六 胡八 {source}", 2, rules)
    assert found == (["开舵八八八八 眼六六 = 6"] if opens else [])


def test_a_laid_peng_opens_whatever_quad_is_held_beside_it():
    assert held_groups("碰二二二 手一一一一六六 胡二 翻", 3) == ["开舵二二二二 扫穿一一一一 眼六六 = 15"]


@pytest.mark.parametrize("source", ["自摸", "翻", "点炮"])
def test_a_laid_peng_need_not_open(source: str):
    assert held_groups(f"碰八八八 手六七 胡八 {source}", 2) == ["碰八八八 顺子六七八 = 1"]


def test_a_completed_shape_is_held_whoever_the_card_came_from():
    for source in ("自摸", "翻", "点炮"):
        assert held_groups(f"手贰柒 胡拾 {source}", 1) == ["顺子贰柒拾 = 6"]


def test_the_winning_card_can_complete_no_second_quad():
    """Before it the hand has one card too few for two quads; where it is forced to make one, nothing wins."""
    laid = "开舵一一一一 吃贰叁肆 吃贰叁肆 吃柒捌玖 手八八八六七九九 胡八 "
    assert best(parse_hand(laid + "自摸"), RULES) is None
    assert groups_text(best(parse_hand(laid + "翻"), RULES)).endswith("坎八八八 顺子六七八 眼九九")


def test_a_run_never_goes_round_and_never_mixes_sizes():
    assert held_groups("手九十 胡一 翻", 1) == []
    assert held_groups("手二叁 胡四 翻", 1) == []
    assert held_groups("手二柒 胡十 翻", 1) == []
    assert held_groups("手捌八 胡八 翻", 1) == ["搭子八八捌 = 0"]


def test_dealt_cards_win_with_one_quad_or_none():
    won = "手一二三四五六七八九壹贰叁肆伍陆柒捌玖二七十 起手"
    assert best(parse_hand(won), RULES).hu == 3 + 6 + 3
    quad = "手一一一一四五六七八九壹贰叁肆伍陆柒捌玖拾拾 起手"
    assert best(parse_hand(quad), RULES).hu == 9 + 6
    assert groups_text(best(parse_hand(quad), RULES)).startswith("扫穿一一一一 顺子四五六 ")
    laid = "扫穿一一一一 手四五六七八九壹贰叁肆伍陆柒捌玖拾拾 起手"
    assert best(parse_hand(laid), RULES).hu == 15


def test_dealt_cards_with_two_quads_need_the_card_that_dazipai_brings():
    short = "手一一一一二二二二四五六七八九壹贰叁肆伍拾拾 起手"
    assert best(parse_hand(short), RULES) is None
    full = "手一一一一二二二二四五六七八九壹贰叁肆伍陆拾拾 起手"
    assert best(parse_hand(full), HandRules(THREE_WITH_EXTRA, RED_PENG)).hu == 9 + 9 + 6


def test_a_red_peng_is_worth_more_in_dazipai():
    hand = parse_hand("碰贰贰贰 手六七 胡八 翻")
    assert best(hand, HandRules(Form(2, 0))).hu == 3
    assert best(hand, HandRules(Form(2, 0), RED_PENG)).hu == 6


def test_the_best_reading_is_worth_most():
    hand = parse_hand("手一一二二三三壹贰叁六六陆捌捌八九玖玖四五 胡六 翻")
    found = readings(hand, RULES)
    assert [reading.hu for reading in found] == sorted((reading.hu for reading in found), reverse=True)
    assert best(hand, RULES) == found[0]


def test_four_at_once_has_five_groups():
    hand = parse_hand("碰八八八 手一二三贰柒拾六六陆七八 胡九 翻")
    assert best(hand, HandRules(FOUR_AT_ONCE)).hu == 1 + 3 + 6
    assert best(hand, RULES) is None


def test_seventy_two_is_the_greatest_hand():
    hand = parse_hand(
        "扫穿壹壹壹壹 扫穿贰贰贰贰 扫穿叁叁叁叁 扫穿肆肆肆肆 扫穿伍伍伍伍 扫穿陆陆陆陆 手柒 胡柒 自摸"
    )
    assert [reading.hu for reading in readings(hand, RULES)] == [72]


def reordered(hand: Hand, chance: random.Random) -> Hand:
    laid, held = list(hand.exposed), list(hand.concealed)
    chance.shuffle(laid)
    chance.shuffle(held)
    return Hand(tuple(laid), tuple(held), hand.winning_card, hand.source)


def as_multisets(found: tuple[Reading, ...]) -> list[tuple[list[int], int]]:
    return [(sorted(meld.index for meld in reading.melds), reading.hu) for reading in found]


ANY_HAND = st.one_of(
    built_hands(), drawn_hands(), st.integers(0, 2**40).map(lambda seed: crowded_hand(random.Random(seed)))
)


@given(ANY_HAND, st.integers())
@tries(150)
def test_the_order_of_entry_does_not_matter(hand: Hand, seed: int):
    assert as_multisets(readings(hand, RULES)) == as_multisets(
        readings(reordered(hand, random.Random(seed)), RULES)
    )


@given(ANY_HAND)
@tries(150)
def test_a_reading_uses_exactly_the_cards_of_the_hand(hand: Hand):
    for reading in readings(hand, RULES):
        assert sorted(card for meld in reading.melds for card in meld.cards) == sorted(hand.cards())
        assert reading.hu == sum(RULES.values.of(meld) for meld in reading.melds)


@given(ANY_HAND)
@tries(150)
def test_no_reading_beats_the_best(hand: Hand):
    found = readings(hand, RULES)
    assert len({tuple(indexes) for indexes, _ in as_multisets(found)}) == len(found)
    if found:
        assert best(hand, RULES) == found[0]
        assert found[0].hu == max(reading.hu for reading in found)
    else:
        assert best(hand, RULES) is None


@given(ANY_HAND)
@tries(150)
def test_every_reading_has_seven_groups_and_a_pair_only_beside_a_quad(hand: Hand):
    for reading in readings(hand, RULES):
        quads = sum(meld.is_quad for meld in reading.melds)
        pairs = sum(meld.kind == "pair" for meld in reading.melds)
        assert (len(reading.melds), pairs) == (7, 1 if quads else 0)
        assert max(map(hand.cards().count, hand.cards())) <= COPIES


@given(built_hands())
@tries(100)
def test_a_discard_wins_nothing_that_another_players_draw_does_not(hand: Hand):
    by = {
        source: readings(Hand(hand.exposed, hand.concealed, hand.winning_card, source), RULES)
        for source in SOURCES
    }
    assert set(as_text(by["discard"])) <= set(as_text(by["other_draw"]))


def as_text(found: tuple[Reading, ...]) -> list[str]:
    return [" ".join(sorted(f"{meld.kind}{meld.text}" for meld in reading.melds)) for reading in found]
