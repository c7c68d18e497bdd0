import copy
import pickle

import pytest

from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import card_name, parse_cards
from zipai_ledger.rules.zipai.melds import KINDS, MELDS, RED_PENG, SHAPES, STANDARD, Meld, meld, rest
from zipai_ledger.rules.zipai.words import DAZIPAI, DENG, GUILIN


def made(kind: str, cards: str) -> Meld:
    return meld(kind, parse_cards(cards, ""))


@pytest.mark.parametrize(
    ("kind", "cards", "worth"),
    [
        ("peng", "八八八", 1),
        ("peng", "捌捌捌", 3),
        ("peng", "二二二", 1),
        ("kan", "二二二", 3),
        ("kan", "贰贰贰", 6),
        ("sao", "五五五", 3),
        ("sao", "伍伍伍", 6),
        ("kaiduo", "五五五五", 6),
        ("kaiduo", "伍伍伍伍", 9),
        ("saochuan", "五五五五", 9),
        ("saochuan", "伍伍伍伍", 12),
        ("chi", "一二三", 3),
        ("chi", "壹贰叁", 6),
        ("shun", "二七十", 3),
        ("shun", "贰柒拾", 6),
        ("chi", "二三四", 0),
        ("shun", "捌玖拾", 0),
        ("chi", "二二贰", 0),
        ("shun", "捌捌八", 0),
        ("pair", "拾拾", 0),
    ],
)
def test_groups_are_worth_what_the_table_of_values_says(kind: str, cards: str, worth: int):
    assert STANDARD.of(made(kind, cards)) == worth


@pytest.mark.parametrize(("cards", "worth"), [("二二二", 3), ("贰贰贰", 6), ("八八八", 1), ("捌捌捌", 3)])
def test_a_red_peng_is_worth_more_in_dazipai(cards: str, worth: int):
    assert RED_PENG.of(made("peng", cards)) == worth


def test_only_a_peng_differs_between_the_tables_of_values():
    differing = {each.kind for each in MELDS if STANDARD.of(each) != RED_PENG.of(each)}
    assert differing == {"peng"}
    assert repr(RED_PENG) == "Values('red_peng')"


def test_there_are_sixteen_runs_two_red_ones_and_twenty_da():
    assert len(SHAPES) == len({tuple(sorted(shape)) for shape in SHAPES}) == 38
    da = [shape for shape in SHAPES if shape[0] == shape[1]]
    assert len(da) == 20
    assert all(shape[0] % 10 == shape[2] % 10 for shape in da)


def test_every_shape_of_two_sizes_is_a_da():
    mixed = [shape for shape in SHAPES if len({card // 10 for card in shape}) == 2]
    assert len(mixed) == 20


def test_a_group_is_one_object_however_it_comes_about():
    eight = made("shun", "捌八捌")
    assert eight is made("shun", "八捌捌")
    assert eight.text == "捌捌八"
    assert copy.deepcopy(eight) is eight
    assert pickle.loads(pickle.dumps(eight)) is eight
    assert [each.index for each in MELDS] == list(range(200))


def test_the_rest_of_an_opening_win_is_a_group_of_its_own():
    left = rest(parse_cards("拾五二", ""))
    assert (left.kind, left.text, STANDARD.of(left), left.is_quad) == ("rest", "二五拾", 0, False)
    assert pickle.loads(pickle.dumps(left)) == left


@pytest.mark.parametrize(
    ("kind", "cards", "why"),
    [
        ("chi", "九十一", "no_shape"),
        ("chi", "二叁肆", "no_shape"),
        ("chi", "八八", "no_shape"),
        ("chi", "八八八", "no_shape"),
        ("shun", "二柒十", "no_shape"),
        ("peng", "八八九", "not_identical"),
        ("peng", "八八捌", "not_identical"),
        ("kaiduo", "八八八", "not_identical"),
        ("gang", "八八八八", "unknown_kind"),
    ],
)
def test_cards_that_do_not_make_the_group_are_refused(kind: str, cards: str, why: str):
    with pytest.raises(Refused) as refused:
        meld(kind, parse_cards(cards, ""), "exposed.0")
    (problem,) = refused.value.problems
    assert (problem.code, problem.field, problem.why) == ("bad_meld", "exposed.0", why)
    assert problem.params.get("cards", problem.params.get("text")) in {cards, kind}


def test_a_refusal_says_how_many_cards_the_group_has():
    with pytest.raises(Refused) as refused:
        meld("kaiduo", parse_cards("八八八", ""))
    assert refused.value.problems[0].params == {"kind": "kaiduo", "cards": "八八八", "expected": 4}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (GUILIN, ["扫穿", "开舵", "扫", "坎", "碰", "吃", "顺子", "眼", "散牌"]),
        (DAZIPAI, ["龙", "开招", "罩", "手中三张", "碰", "吃", "比", "眼睛", "散牌"]),
        (DENG, ["清倒", "开招", "锥倒", "坎", "碰倒", "吃", "比子", "对", "散牌"]),
    ],
)
def test_each_family_has_its_own_words(words, expected: list[str]):
    assert [words.names[kind] for kind in KINDS] == expected
    assert set(words.short) == {"peng", "sao", "kaiduo", "saochuan", "shun", "da", "pair"}


def test_the_card_that_differs_comes_last_in_a_da():
    assert card_name(made("shun", "捌捌八").cards[2]) == "八"
