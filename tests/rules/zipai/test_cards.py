import pytest

from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import (
    CARDS,
    card_name,
    is_big,
    is_red,
    name_aloud,
    number,
    other_size,
    parse_card,
    parse_cards,
    step,
)


def problems(text: object) -> list[tuple[str, object]]:
    with pytest.raises(Refused) as refused:
        parse_cards(text, "concealed")
    assert {problem.field for problem in refused.value.problems} == {"concealed"}
    return [(problem.key, problem.params.get("text")) for problem in refused.value.problems]


def test_the_deck_runs_from_small_one_to_big_ten():
    assert parse_cards(CARDS, "") == tuple(range(20))
    assert [card_name(card) for card in (0, 9, 10, 19)] == ["一", "十", "壹", "拾"]
    assert [number(card) for card in (0, 9, 10, 19)] == [1, 10, 1, 10]
    assert [is_big(card) for card in (9, 10)] == [False, True]


def test_two_seven_and_ten_are_red_in_both_sizes():
    assert "".join(card_name(card) for card in range(20) if is_red(card)) == "二七十贰柒拾"


def test_the_neighbour_is_found_in_a_circle_of_its_own_size():
    around = {"十": "一", "一": "二", "拾": "壹", "玖": "拾"}
    for card, following in around.items():
        assert card_name(step(parse_card(card, ""), 1)) == following
        assert card_name(step(parse_card(following, ""), -1)) == card


def test_the_same_number_has_two_sizes():
    assert [card_name(other_size(card)) for card in (7, 17)] == ["捌", "八"]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("小八大八", "八捌"),
        ("大捌 小捌", "捌八"),
        ("貳參叄陸", "贰叁叁陆"),
        ("参貮弐", "叁贰贰"),
        ("八，捌、七 ; 十", "八捌七十"),
        ("　六　", "六"),
        ("\uf9d1\uf973", "六拾"),
        ("", ""),
    ],
)
def test_cards_are_read_as_they_are_typed_and_spoken(text: str, cards: str):
    assert "".join(map(card_name, parse_cards(text, ""))) == cards


def test_every_spoken_name_is_read_back():
    assert parse_cards("".join(map(name_aloud, range(20))), "") == tuple(range(20))
    assert (name_aloud(7), name_aloud(17)) == ("小八", "大八")


def test_what_is_no_card_is_quoted():
    assert problems("八X捌百万七") == [("bad_card", "X"), ("bad_card", "百万")]
    assert problems("八大") == [("bad_card", "大")]
    assert problems("八零 零") == [("bad_card", "零"), ("bad_card", "零")]
    assert problems("兩") == [("bad_card", "兩")]
    assert problems("ﬁ") == [("bad_card", "ﬁ")]


def test_a_long_quotation_is_cut():
    assert problems("猫" * 50) == [("bad_card", "猫" * 12 + "…")]
    assert problems("猫" * 10_000) == [("bad_card.too_long", "猫" * 12 + "…")]


@pytest.mark.parametrize("text", [None, 8, ["八"], {"八": 1}])
def test_cards_that_are_no_text_are_refused(text: object):
    assert problems(text) == [("bad_card.not_text", None)]


@pytest.mark.parametrize(("text", "got"), [("", 0), ("八八", 2)])
def test_a_single_card_is_exactly_one(text: str, got: int):
    with pytest.raises(Refused) as refused:
        parse_card(text, "winning_card")
    (problem,) = refused.value.problems
    assert (problem.key, problem.field) == ("bad_card.one_expected", "winning_card")
    assert problem.params == {"text": text, "got": got}
