"""桂林字牌: 天胡, 地胡, 三笼五坎 (docs/rules/cards.md#opening-wins)."""

import pytest

from tests.rules.guilin.at import (
    DEALT,
    GUILIN,
    THREE_QUADS,
    TWELVE,
    by_hu,
    deltas,
    played,
    refusal,
    scored,
    seated,
    sits,
    units,
    win,
)
from zipai_ledger.rules import registry
from zipai_ledger.rules.problems import Refused

OFF = {"xing": "none"}
FIVE_TRIPLES = "手一一一三三三五五五玖玖玖拾拾拾四六八贰肆 起手"
FOUR_TRIPLES_AND_A_QUAD = "手一一一一三三三五五五玖玖玖拾拾拾四六八贰 起手"
# One 扫穿 laid, a pair: 21 cards, complete, 12 + 3 胡.
DEALT_WITH_A_QUAD = "扫穿壹壹壹壹 手一二三四五六七八九六七八伍陆柒玖玖 起手"
# Five triples and 二七十: complete as 天胡 too (7 groups).
BOTH = "手一一一三三三五五五玖玖玖拾拾拾二七十贰叁肆 起手"
THREE_AND_TWO = "手四四四四五五五五六六六六八八八九九九壹叁 起手"
# Complete, but only 9 胡, and no 三笼五坎.
POOR = "手壹壹壹一二三四五六七八九六七八肆伍陆贰叁肆 起手"


def found(hand: str, **more: object) -> tuple[tuple[str, ...], int, int | None]:
    """Marks, 胡 and units of a dealt hand on its own."""
    result = scored(hand, **OFF, **more)
    return result.marks, result.hu, result.units


def test_the_dealers_complete_cards_are_tianhu():
    assert found(DEALT) == (("tianhu",), 15, 3)
    assert played(seated(**OFF), win(DEALT)).wins[0].marks == ("tianhu",)


def test_tianhu_may_hold_one_quad_laid_or_held():
    assert found(DEALT_WITH_A_QUAD) == (("tianhu",), 15, 3)
    held = DEALT_WITH_A_QUAD.replace("扫穿壹壹壹壹 手", "手壹壹壹壹")
    assert found(held) == (("tianhu",), 15, 3)


def test_only_the_dealer_can_win_by_tianhu():
    assert refusal(seated(**OFF), win(DEALT, winner=1)) == [("wrong_card_count.dealt", "hand.concealed")]


def test_tianhu_needs_the_minimum():
    assert refusal(seated(**OFF), win(POOR)) == [("below_minimum", "hand")]


def test_cards_dealt_that_make_nothing_are_no_win():
    hand = "手一一四四七七十十二五八壹壹肆肆柒柒拾拾贰伍 起手"
    assert refusal(seated(**OFF), win(hand)) == [("not_a_win", "hand")]


@pytest.mark.parametrize(
    ("hand", "mark", "hu"),
    [(THREE_QUADS, "sanlong", 30), (FIVE_TRIPLES, "wukan", 21), (FOUR_TRIPLES_AND_A_QUAD, "wukan", 27)],
)
def test_three_quads_or_five_triples_dealt_win_whatever_the_rest(hand, mark, hu):
    assert found(hand)[:2] == ((mark,), hu)
    assert played(seated(**OFF), win(hand, winner=1)).wins[0].marks == (mark,)
    assert played(seated(**OFF), win(hand, winner=1), ruleset=GUILIN.as_of(1)).wins[0].marks == (
        "sanlongwukan",
    )


def test_a_quad_counts_among_five_triples_only_where_the_table_says_so():
    deal = win(FOUR_TRIPLES_AND_A_QUAD, winner=1)
    assert units(seated(**OFF), deal) == 5
    assert refusal(seated(kan_counts_quads="off", **OFF), deal) == [("not_a_win", "hand")]
    assert units(seated(kan_counts_quads="off", **OFF), win(FIVE_TRIPLES, winner=1)) == 4


def test_five_small_triples_are_just_the_greater_minimum():
    table = seated(min_hu=15, **OFF)
    hand = "手一一一三三三五五五七七七九九九四六八贰肆 起手"
    assert units(table, win(hand, winner=1)) == 2


def test_dealt_quads_of_sanlongwukan_may_lie_open():
    hand = THREE_QUADS.replace("手一一一一", "扫穿一一一一 手")
    assert found(hand)[:2] == (("sanlong",), 30)


def test_the_dealer_has_one_card_more():
    assert units(seated(**OFF), win(THREE_QUADS.replace(" 起手", "捌 起手"))) == 6
    assert refusal(seated(**OFF), win(THREE_QUADS)) == [("wrong_card_count.dealt", "hand.concealed")]


def test_on_its_own_a_dealt_hand_may_be_the_dealers_or_another_players():
    assert found(THREE_QUADS)[0] == found(THREE_QUADS.replace(" 起手", "捌 起手"))[0] == ("sanlong",)
    with pytest.raises(Refused) as refused:
        found("手一二三 起手")
    assert refused.value.problems[0].key == "wrong_card_count.opening"


def test_tianhu_and_five_triples_both_count_or_one():
    assert found(BOTH) == (("tianhu", "wukan"), 24, 5)
    assert found(BOTH, special_counts="once") == (("tianhu", "wukan"), 24, 4)
    assert found(BOTH, special="double")[2] == 12
    first = played(seated(**OFF), win(BOTH), ruleset=GUILIN.as_of(1)).wins[0]
    assert (first.marks, first.units) == (("tianhu",), 4)


def test_three_quads_and_five_triples_both_count_or_one():
    assert found(THREE_AND_TWO) == (("sanlong", "wukan"), 33, 7)
    assert found(THREE_AND_TWO, special_counts="once")[2] == 6
    assert found(THREE_AND_TWO, special="double")[2] == 20
    assert found(THREE_AND_TWO, kan_counts_quads="off")[0::2] == (("sanlong",), 6)
    first = played(seated(**OFF), win(THREE_AND_TWO, winner=1), ruleset=GUILIN.as_of(1)).wins[0]
    assert (first.marks, first.units) == (("sanlongwukan",), 6)


def test_each_kind_counts_once_however_many_quads_are_there():
    four_quads = "手一一一一三三三三五五五五玖玖玖玖四六八贰 起手"
    assert [item.code for item in scored(four_quads, **OFF).items] == ["base", "sanlong"]


@pytest.mark.parametrize("marks", [["sanlong"], ["wukan"], ["sanlong", "wukan"], ["sanlongwukan"], None])
def test_what_is_told_of_shown_cards_is_completed_from_them(marks):
    deal = win(THREE_AND_TWO, winner=1, marks=marks)
    assert played(seated(**OFF), deal).wins[0].marks == ("sanlong", "wukan")


@pytest.mark.parametrize(
    ("hand", "marks"),
    [(FIVE_TRIPLES, ["sanlong"]), (THREE_QUADS, ["wukan"]), (FIVE_TRIPLES, ["sanlong", "wukan"])],
)
def test_what_the_cards_do_not_show_is_refused(hand, marks):
    assert refusal(seated(**OFF), win(hand, winner=1, marks=marks)) == [("bad_marks.differs", "marks")]


@pytest.mark.parametrize(
    ("hand", "mark", "shows"),
    [(DEALT, "sanlongwukan", "tianhu"), (FIVE_TRIPLES.replace(" 起", "捌 起"), "tianhu", "sanlongwukan")],
)
def test_the_first_edition_told_what_the_cards_show_where_another_mark_was_claimed(hand, mark, shows):
    with pytest.raises(Refused) as refused:
        played(seated(**OFF), win(hand, marks=[mark]), ruleset=GUILIN.as_of(1))
    (problem,) = refused.value.problems
    assert (problem.key, problem.params) == ("bad_marks.differs", {"found": shows, "got": mark})


def test_a_table_that_stores_nothing_of_it_counts_one():
    assert registry.played("guilin", 1, {})["special_counts"] == "once"
    assert registry.played("guilin", 2, {})["special_counts"] == "each"


FIRST = {"must_open": "off", "qiangzhao": "any"}


@pytest.mark.parametrize(
    ("slug", "first"),
    [
        ("guilin", {**FIRST, "peng_opens_on": "any_draw", "sao_opens_on": "any_card"}),
        *[(slug, FIRST) for slug in ("dazipai", "tuozi", "bopi", "gaohuzi", "huashi")],
    ],
)
def test_a_table_of_before_leaves_every_fourth_card_to_the_player(slug, first):
    older, old, now = (registry.played(slug, version, {}) for version in (1, 2, 3))
    assert {code: older[code] for code in first} == {code: old[code] for code in first} == first
    assert {code: now[code] for code in first} != first


def test_the_mark_found_may_be_said_and_a_contradiction_is_refused():
    assert refusal(seated(**OFF), win(DEALT, marks=["tianhu"])) == []
    assert refusal(seated(**OFF), win(DEALT, marks=["sanlongwukan"])) == [("bad_marks.differs", "marks")]
    deal = win(THREE_QUADS, winner=1, marks=["tianhu"])
    assert refusal(seated(**OFF), deal) == [("bad_marks.needs_dealer", "marks")]


def test_a_dealt_win_told_by_its_hu_has_to_name_its_mark():
    assert refusal(seated(), by_hu(15, source="dealt")) == [("bad_marks.missing", "marks")]


def test_tianhu_told_needs_the_dealer():
    deal = by_hu(15, source="dealt", marks=["tianhu"], winner=1)
    assert refusal(seated(), deal) == [("bad_marks.needs_dealer", "marks")]
    assert refusal(seated(), deal, sits(1, None)) == []


@pytest.mark.parametrize("mark", ["tianhu", "sanlong", "wukan", "sanlongwukan"])
def test_what_is_dealt_needs_the_source_dealt(mark):
    assert refusal(seated(), by_hu(15, marks=[mark])) == [("bad_marks.needs_dealt", "marks")]


def test_dihu_needs_the_dealers_discard_and_another_winner():
    dihu = {"marks": ["dihu"], "source": "discard"}
    assert refusal(seated(), by_hu(10, winner=1, from_=0, **dihu)) == []
    assert refusal(seated(), by_hu(10, winner=1, from_=2, **dihu)) == [("bad_marks.needs_discard", "marks")]
    assert refusal(seated(), by_hu(10, winner=0, from_=1, **dihu)) == [
        ("bad_marks.needs_discard", "marks"),
        ("bad_marks.dealer_wins", "marks"),
    ]
    assert refusal(seated(), by_hu(10, winner=1, marks=["dihu"])) == [("bad_marks.needs_discard", "marks")]
    assert refusal(seated(), by_hu(10, winner=1, source="discard", marks=["dihu"])) == [
        ("bad_deal.from_missing", "from")
    ]


def test_a_dihu_hand_is_scored_by_its_cards():
    deal = win(f"{TWELVE} 点炮", "玖", winner=1, from_=0, marks=["dihu"])
    assert deltas(seated(), deal) == (-4, 4, 0)
    assert scored(f"{TWELVE} 点炮", "玖", marks=["dihu"]).units == 2


@pytest.mark.parametrize(
    "marks",
    [
        *(["tianhu", "sanlongwukan"], ["tianhu", "sanlong"], ["tianhu", "dihu"], ["dihu", "wukan"]),
        *(["sanlong", "sanlongwukan"], ["tianhu", "sanlong", "wukan"]),
    ],
)
def test_marks_that_cannot_go_together(marks):
    assert refusal(seated(), by_hu(30, source="dealt", marks=marks)) == [("bad_marks.one", "marks")]


def test_two_marks_told_of_a_hu_both_count():
    assert units(seated(), by_hu(33, source="dealt", marks=["sanlong", "wukan"])) == 7
    assert units(seated(), by_hu(27, source="dealt", marks=["tianhu", "wukan"])) == 6
    assert units(seated(special_counts="once"), by_hu(27, source="dealt", marks=["tianhu", "wukan"])) == 5
    apart = by_hu(40, source="dealt", marks=["sanlong", "wukan"])
    assert refusal(seated(kan_counts_quads="off"), apart) == [("bad_marks.quads_apart", "marks")]


def test_which_of_two_marks_was_named_first_changed_their_lines_and_does_not_now():
    table = seated(special="double")
    one, other = (
        by_hu(27, source="dealt", marks=marks) for marks in (["tianhu", "wukan"], ["wukan", "tianhu"])
    )
    assert played(table, one).items == played(table, other).items
    assert played(table, other).wins[0].marks == ("tianhu", "wukan")
    third = GUILIN.as_of(3)
    former = played(table, one, ruleset=third), played(table, other, ruleset=third)
    assert [item.code for item in former[1].items][-2:] == ["wukan", "tianhu"]
    assert former[0].deltas(3) == former[1].deltas(3) == played(table, other).deltas(3)


def test_a_mark_told_twice_is_one():
    assert units(seated(), by_hu(15, source="dealt", marks=["tianhu", "tianhu"])) == 3


def test_marks_of_other_games_are_unknown():
    assert refusal(seated(), by_hu(15, marks=["honghu"])) == [("bad_marks.unknown", "marks")]


def test_a_dealt_hand_has_no_winning_card_and_comes_from_nobody():
    deal = win(DEALT, from_=1)
    assert refusal(seated(**OFF), deal) == [("bad_deal.from_extra", "from")]
    card = {"exposed": [], "concealed": "一" * 3, "winning_card": "四", "source": "dealt"}
    assert ("bad_source.dealt_with_card", "hand.source") in refusal(seated(**OFF), win(card))
