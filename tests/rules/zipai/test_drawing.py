"""翻牌定庄: both ways to find the first dealer and the seats (docs/rules/common.md#first-dealer)."""

from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.rules import messages
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.zipai.cards import CARDS, COPIES, parse_cards
from zipai_ledger.rules.zipai.drawing import (
    COUNTING,
    DECK,
    EACH,
    HIGHEST,
    TEXTS,
    WAYS,
    Drawing,
    DrawState,
    begins,
    draw,
    remaining,
    strength,
    value,
)

NAMES = ("老王", "小李", "阿芳", "老赵")


def drawn(way: str, players: int, cards: str, turner: int = 0) -> DrawState:
    return draw(Drawing(way, players, parse_cards(cards, "cards"), turner))


def labels(items: tuple[Item, ...]) -> list[str]:
    return [messages.label(item, texts=TEXTS, names=NAMES) for item in items]


def called(cards: str) -> str:
    return messages.label(value(parse_cards(cards, "cards")), texts=TEXTS)


def refused(way: str, players: int, cards: str, turner: int = 0) -> tuple[Problem, ...]:
    with pytest.raises(Refused) as caught:
        drawn(way, players, cards, turner)
    return caught.value.problems


# ---- each turns one card ----------------------------------------------------------------------------------------


def test_the_highest_card_deals_and_the_others_sit_by_rank():
    found = drawn(HIGHEST, 4, "八三拾肆")
    assert found.order == (2, 0, 3, 1)
    assert found.turning is None
    assert labels(found.items) == ["阿芳最大，头一盘归阿芳"]


def test_number_comes_before_size_and_big_above_small():
    order = "拾十玖九捌八柒七陆六伍五肆四叁三贰二壹一"
    for higher, lower in pairwise(order):
        assert drawn(HIGHEST, 2, lower + higher).order == (1, 0)


def test_equal_cards_turn_again_and_rank_only_among_themselves():
    waiting = drawn(HIGHEST, 3, "八八拾")
    assert waiting.tied == ((0, 1),)
    assert waiting.turning == 0
    assert waiting.order == ()
    assert labels((*waiting.items, waiting.now)) == ["老王、小李一样大，再各翻一张", "老王翻到哪张？"]
    # 老王's second card beats 拾 of nobody: 阿芳 has her place already.
    assert drawn(HIGHEST, 3, "八八拾一二").order == (2, 1, 0)


def test_equal_again_is_turned_again():
    found = drawn(HIGHEST, 2, "八八九九三二")
    assert found.order == (0, 1)
    assert [one.round for one in found.draws] == [0, 0, 1, 1, 2, 2]


def test_two_pairs_of_equals_turn_again_in_one_round_the_higher_pair_first():
    found = drawn(HIGHEST, 4, "八九八九")
    assert found.tied == ((1, 3), (0, 2))
    assert labels(found.items) == ["小李、老赵一样大，再各翻一张", "老王、阿芳一样大，再各翻一张"]
    assert drawn(HIGHEST, 4, "八九八九一二三四").order == (3, 1, 2, 0)


def test_who_turns_again_is_named_until_he_has():
    assert drawn(HIGHEST, 4, "").again == drawn(HIGHEST, 4, "八九八").again == frozenset()
    assert drawn(HIGHEST, 4, "八九八九").again == {0, 1, 2, 3}
    assert drawn(HIGHEST, 4, "八九八九一").again == {0, 2, 3}
    assert drawn(HIGHEST, 3, "八八拾").again == {0, 1}
    assert drawn(HIGHEST, 3, "八八拾一二").again == frozenset()


def test_before_anybody_has_turned_all_are_equal():
    found = drawn(HIGHEST, 4, "")
    assert found.tied == ((0, 1, 2, 3),)
    assert found.turning == 0
    assert found.items == ()


# ---- counting, then two cards ----------------------------------------------------------------------------------


def test_the_example_of_s4():
    """一五 = 6, 二捌 = 0, 六六, 贰贰: 六六 deals, 贰贰 sits 下手, 一五 上手, 二捌 is 数算."""
    found = drawn(COUNTING, 4, "一一五二捌六六贰贰")
    assert found.order == (2, 3, 0, 1)
    assert [messages.label(one.value, texts=TEXTS) for one in found.draws if one.value] == [
        "6 点",
        "10，闭死",
        "小六豹子",
        "大二豹子",
    ]
    assert labels(found.items) == [
        "老王翻到一，数 1",
        "数到老王，从老王起逆时针抓",
        "阿芳最大，头一盘归阿芳",
    ]


def test_four_players_count_1_5_9_self_2_6_10_next_3_7_opposite_4_8_before():
    counted = {n: begins(n - 1, 0, 4) for n in range(1, 11)}
    assert counted == {1: 0, 5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 3: 2, 7: 2, 4: 3, 8: 3}


def test_three_players_count_1_4_7_10_self_2_5_8_next_3_6_9_before():
    counted = {n: begins(n - 1, 0, 3) for n in range(1, 11)}
    assert counted == {1: 0, 4: 0, 7: 0, 10: 0, 2: 1, 5: 1, 8: 1, 3: 2, 6: 2, 9: 2}


def test_two_players_count_to_and_fro():
    assert [begins(n - 1, 0, 2) for n in range(1, 11)] == [0, 1] * 5


def test_counting_begins_with_whoever_turned_the_card_whatever_its_size():
    assert begins(11, 3, 4) == begins(1, 3, 4) == 0
    assert drawn(COUNTING, 4, "", 3).turning == 3
    assert drawn(COUNTING, 4, "贰", 3).turning == 0


def test_cards_are_drawn_counter_clockwise_two_each():
    for cards, turning in (("三", 2), ("三一", 2), ("三一二", 0), ("三一二三四", 1)):
        assert drawn(COUNTING, 3, cards).turning == turning
    halfway, whole = drawn(COUNTING, 3, "三一"), drawn(COUNTING, 3, "三一二")
    assert halfway.draws[0].value is None
    assert labels((halfway.now, whole.now)) == ["阿芳还有一张是？", "老王抓了哪两张？"]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("一五", "6 点"),
        ("七六", "13，算 3 点"),
        ("二捌", "10，闭死"),
        ("十拾", "20，闭死"),
        ("伍五", "10，闭死"),
        ("五五", "小五豹子"),
        ("拾拾", "大十豹子"),
        ("陆", "大六"),
        ("十", "小十"),
    ],
)
def test_what_draws_are_called(cards: str, name: str):
    assert called(cards) == name


def test_a_pair_of_both_sizes_is_no_bao():
    assert drawn(COUNTING, 2, "一六陆一一").order == (1, 0)
    assert drawn(COUNTING, 2, "一六陆二七").order == (1, 0)


def test_bao_beat_every_sum_and_rank_by_number_then_size():
    assert drawn(COUNTING, 2, "一四五贰贰").order == (1, 0)
    assert drawn(COUNTING, 2, "一贰贰六六").order == (1, 0)
    assert drawn(COUNTING, 2, "一六六陆陆").order == (1, 0)


def test_equal_sums_draw_two_again():
    waiting = drawn(COUNTING, 3, "一" + "一五" + "二四" + "十八")
    assert waiting.ranking == ((2,), (0, 1))
    assert labels(waiting.items)[-1] == "老王、小李一样大，再各抓两张"
    assert drawn(COUNTING, 3, "一" + "一五二四十八" + "一二" + "七九").order == (2, 1, 0)


@pytest.mark.parametrize(
    ("way", "cards"), [(HIGHEST, "八八拾"), (COUNTING, ""), (COUNTING, "一一五二四十八")]
)
def test_a_drawing_moves_no_points(way: str, cards: str):
    found = drawn(way, 3, cards)
    assert [item.units for item in (*found.items, found.now)] == [0] * (len(found.items) + 1)


def test_equal_bao_draw_again():
    waiting = drawn(COUNTING, 2, "一六六六六")
    assert waiting.tied == ((0, 1),)


def test_those_equal_draw_again_in_the_order_they_drew():
    found = drawn(COUNTING, 3, "二" + "一五二四十八")
    assert [one.player for one in found.draws] == [1, 2, 0]
    assert found.tied == ((1, 2),)
    assert found.turning == 1


# ---- what cannot be --------------------------------------------------------------------------------------------


def test_a_fifth_copy_is_refused_over_all_rounds():
    assert drawn(HIGHEST, 2, "八八八八").turning == 0
    assert refused(HIGHEST, 2, "八八八八八") == (
        Problem("too_many_copies", "cards", "", {"card": "八", "got": 5, "most": 4}),
    )


def test_the_counted_card_is_one_of_the_four():
    assert refused(COUNTING, 2, "八八八八八")[0].code == "too_many_copies"


def test_everything_wrong_is_said_together():
    found = refused("dice", 5, "八八八八八")
    assert [problem.key for problem in found] == ["bad_drawing.way", "bad_drawing.players", "too_many_copies"]
    assert [problem.field for problem in found] == ["way", "players", "cards"]
    texts = [messages.problem_text(problem, texts=TEXTS) for problem in found]
    assert texts == [
        "没有“dice”这种定法，有：highest | counting",
        "翻牌定庄要 2 到 4 个人，不是 5 个",
        "八有 5 张，一副牌只有 4 张",
    ]


def test_a_card_that_stands_for_others_is_turned_again():
    (problem,) = refused(HIGHEST, 2, "八飞")
    assert messages.problem_text(problem, texts=TEXTS) == "飞代替别的牌，比不出大小，重翻一张"


def test_whoever_turns_the_counting_card_sits_at_the_table():
    assert refused(COUNTING, 3, "", 3)[0].key == "bad_drawing.turner"


def test_cards_after_the_end_are_refused():
    (problem,) = refused(HIGHEST, 2, "八九一六")
    assert problem.key == "bad_drawing.decided"
    assert messages.problem_text(problem, texts=TEXTS) == "已经分出来了，多了 2 张牌"


def test_a_deck_that_is_used_up_decides_nothing_more():
    found = drawn(HIGHEST, 2, "".join(card * COPIES for card in CARDS))
    assert not found.decided
    assert found.turning is None
    assert labels((found.now,)) == ["牌翻完了还没分出来，洗牌重来"]


def test_input_and_result_are_frozen():
    drawing = Drawing(HIGHEST, 2)
    for frozen, field in ((drawing, "way"), (draw(drawing), "turning")):
        with pytest.raises(FrozenInstanceError):
            setattr(frozen, field, None)


@given(st.sampled_from(sorted(WAYS)), st.integers(2, 4), st.integers(0, 3), st.permutations(range(DECK)))
@tries(50)
def test_any_deck_ends_in_a_total_order_or_names_the_tied(
    way: str, players: int, turner: int, deck: list[int]
):
    cards: tuple[int, ...] = ()
    for place in deck:
        found = draw(Drawing(way, players, cards, turner % players))
        assert sorted(player for equal in found.ranking for player in equal) == list(range(players))
        assert found.decided == (found.turning is None) == (not found.tied)
        if found.decided:
            assert sorted(found.order) == list(range(players))
            break
        assert any(found.turning in equal for equal in found.tied)
        cards = (*cards, place % len(CARDS))
    assert all(left >= 0 for left in remaining(cards).values())


@given(st.sampled_from(sorted(WAYS)), st.integers(2, 4), st.permutations(range(DECK)))
@tries(50)
def test_nobody_ranks_above_whoever_drew_better_in_the_first_round(way: str, players: int, deck: list[int]):
    cards = tuple(place % len(CARDS) for place in deck[: EACH[way] * players + (way == COUNTING)])
    found = draw(Drawing(way, players, cards))
    first = {one.player: strength(one.cards) for one in found.draws if one.round == 0}
    ranked = [[first[player] for player in equal] for equal in found.ranking]
    assert all(len(set(equal)) == 1 for equal in ranked)
    assert [equal[0] for equal in ranked] == sorted({*first.values()}, reverse=True)


@pytest.mark.parametrize("lang", messages.LANGUAGES)
@pytest.mark.parametrize("cards", ["", "三", "三一", "三一五二捌六六", "三一五二四六六"])
def test_every_line_has_its_words(lang: str, cards: str):
    found = drawn(COUNTING, 3, cards)
    for item in (*found.items, found.now, *(one.value for one in found.draws if one.value)):
        assert "{" not in messages.label(item, lang, texts=TEXTS, names=NAMES)
        assert item.units == 0, "a draw for the seats costs nothing"


# ---- which games draw -----------------------------------------------------------------------------------------


def test_every_game_says_how_its_first_dealer_is_found():
    for ruleset in all_rulesets().values():
        assert ruleset.first_deal.text.zh
        assert ruleset.first_deal.text.en
        assert set(ruleset.first_deal.ways) <= set(WAYS)


@pytest.mark.parametrize("slug", ["guilin", "tuozi", "bopi", "gaohuzi", "huashi"])
def test_games_of_s4_and_guilin_draw_cards(slug: str):
    assert set(all_rulesets()[slug].first_deal.ways) == set(WAYS)


@pytest.mark.parametrize("slug", ["dazipai", "dalin", "guiyang"])
def test_the_others_say_how(slug: str):
    assert all_rulesets()[slug].first_deal.ways == ()
