"""桂林字牌: 天胡, 地胡, 三笼五坎 (docs/rules/cards.md#opening-wins)."""

import pytest

from tests.rules.guilin.at import (
    DEALT,
    THREE_QUADS,
    TWELVE,
    deltas,
    played,
    refusal,
    scored,
    seated,
    sits,
    told,
    units,
    win,
)
from zipai_ledger.rules.problems import Refused

OFF = {"xing": "none"}
FIVE_TRIPLES = "手一一一三三三五五五玖玖玖拾拾拾四六八贰肆 起手"
FOUR_TRIPLES_AND_A_QUAD = "手一一一一三三三五五五玖玖玖拾拾拾四六八贰 起手"
# One 扫穿 laid, a pair: 21 cards, complete, 12 + 3 胡.
DEALT_WITH_A_QUAD = "扫穿壹壹壹壹 手一二三四五六七八九六七八伍陆柒玖玖 起手"
# Five triples and 二七十: complete as 天胡 too (7 groups).
BOTH = "手一一一三三三五五五玖玖玖拾拾拾二七十贰叁肆 起手"
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
    ("hand", "hu"), [(THREE_QUADS, 30), (FIVE_TRIPLES, 21), (FOUR_TRIPLES_AND_A_QUAD, 27)]
)
def test_three_quads_or_five_triples_dealt_win_whatever_the_rest(hand, hu):
    assert found(hand)[:2] == (("sanlongwukan",), hu)
    assert played(seated(**OFF), win(hand, winner=1)).wins[0].marks == ("sanlongwukan",)


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
    assert found(hand)[:2] == (("sanlongwukan",), 30)


def test_the_dealer_has_one_card_more():
    assert units(seated(**OFF), win(THREE_QUADS.replace(" 起手", "捌 起手"))) == 6
    assert refusal(seated(**OFF), win(THREE_QUADS)) == [("wrong_card_count.dealt", "hand.concealed")]


def test_on_its_own_a_dealt_hand_may_be_the_dealers_or_another_players():
    assert found(THREE_QUADS)[0] == found(THREE_QUADS.replace(" 起手", "捌 起手"))[0] == ("sanlongwukan",)
    with pytest.raises(Refused) as refused:
        found("手一二三 起手")
    assert refused.value.problems[0].key == "wrong_card_count.opening"


def test_tianhu_excludes_sanlongwukan():
    assert found(BOTH) == (("tianhu",), 24, 4)


def test_sanlongwukan_counts_once_however_many_of_it_are_there():
    four_quads = "手一一一一三三三三五五五五玖玖玖玖四六八贰 起手"
    codes = [item.code for item in scored(four_quads, **OFF).items]
    assert codes == ["base", "sanlongwukan"]


def test_the_mark_found_may_be_said_and_a_contradiction_is_refused():
    assert refusal(seated(**OFF), win(DEALT, marks=["tianhu"])) == []
    assert refusal(seated(**OFF), win(DEALT, marks=["sanlongwukan"])) == [("bad_marks.differs", "marks")]
    deal = win(THREE_QUADS, winner=1, marks=["tianhu"])
    assert refusal(seated(**OFF), deal) == [("bad_marks.needs_dealer", "marks")]


def test_a_dealt_win_told_by_its_hu_has_to_name_its_mark():
    assert refusal(seated(), told(15, source="dealt")) == [("bad_marks.missing", "marks")]


def test_tianhu_told_needs_the_dealer():
    deal = told(15, source="dealt", marks=["tianhu"], winner=1)
    assert refusal(seated(), deal) == [("bad_marks.needs_dealer", "marks")]
    assert refusal(seated(), deal, sits(1, None)) == []


@pytest.mark.parametrize("mark", ["tianhu", "sanlongwukan"])
def test_what_is_dealt_needs_the_source_dealt(mark):
    assert refusal(seated(), told(15, marks=[mark])) == [("bad_marks.needs_dealt", "marks")]


def test_dihu_needs_the_dealers_discard_and_another_winner():
    dihu = {"marks": ["dihu"], "source": "discard"}
    assert refusal(seated(), told(10, winner=1, from_=0, **dihu)) == []
    assert refusal(seated(), told(10, winner=1, from_=2, **dihu)) == [("bad_marks.needs_discard", "marks")]
    assert refusal(seated(), told(10, winner=0, from_=1, **dihu)) == [
        ("bad_marks.needs_discard", "marks"),
        ("bad_marks.dealer_wins", "marks"),
    ]
    assert refusal(seated(), told(10, winner=1, marks=["dihu"])) == [("bad_marks.needs_discard", "marks")]
    assert refusal(seated(), told(10, winner=1, source="discard", marks=["dihu"])) == [
        ("bad_deal.from_missing", "from")
    ]


def test_a_dihu_hand_is_scored_by_its_cards():
    deal = win(f"{TWELVE} 点炮", "玖", winner=1, from_=0, marks=["dihu"])
    assert deltas(seated(), deal) == (-4, 4, 0)
    assert scored(f"{TWELVE} 点炮", "玖", marks=["dihu"]).units == 2


def test_at_most_one_of_the_three_marks():
    deal = told(15, source="dealt", marks=["tianhu", "sanlongwukan"])
    assert refusal(seated(), deal) == [("bad_marks.one", "marks")]
    assert units(seated(), told(15, source="dealt", marks=["tianhu", "tianhu"])) == 3


def test_marks_of_other_games_are_unknown():
    assert refusal(seated(), told(15, marks=["honghu"])) == [("bad_marks.unknown", "marks")]


def test_a_dealt_hand_has_no_winning_card_and_comes_from_nobody():
    deal = win(DEALT, from_=1)
    assert refusal(seated(**OFF), deal) == [("bad_deal.from_extra", "from")]
    card = {"exposed": [], "concealed": "一" * 3, "winning_card": "四", "source": "dealt"}
    assert ("bad_source.dealt_with_card", "hand.source") in refusal(seated(**OFF), win(card))
