from typing import Any

import pytest

from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.zipai.form import (
    FOUR_AT_ONCE,
    THREE,
    THREE_WITH_EXTRA,
    Form,
    check_count,
    expected_count,
)
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand, check_win
from zipai_ledger.rules.zipai.notation import parse_hand

EXAMPLE = {
    "exposed": [
        {"kind": "peng", "cards": "捌捌捌"},
        {"kind": "chi", "cards": "一二三", "claimed": "一"},
        {"kind": "kaiduo", "cards": "九九九九"},
    ],
    "concealed": "六六十壹贰贰叁陆柒拾",
    "winning_card": "十",
    "source": "discard",
}


def refused(document: object, field: str = "hand") -> tuple[Problem, ...]:
    with pytest.raises(Refused) as caught:
        Hand.from_json(document, field)
    return caught.value.problems


def keys(document: object) -> list[tuple[str, str]]:
    return [(problem.key, problem.field) for problem in refused(document)]


def test_a_hand_goes_to_json_as_it_came():
    hand = Hand.from_json({**EXAMPLE, "exposed": EXAMPLE["exposed"][:2]})
    document = hand.to_json()
    assert document == {**EXAMPLE, "exposed": EXAMPLE["exposed"][:2]}
    assert list(document) == ["exposed", "concealed", "winning_card", "source"]


def test_what_is_not_known_is_left_out():
    assert Hand.from_json({"concealed": "一二三"}).to_json() == {"exposed": [], "concealed": "一二三"}


def test_all_cards_of_a_hand_are_those_laid_held_and_won():
    hand = parse_hand("碰八八八 手一二 胡三 翻")
    assert hand.cards() == (7, 7, 7, 0, 1, 2)
    assert parse_hand("手一二").cards() == (0, 1)


def test_quads_lie_on_the_table_or_are_held():
    assert parse_hand("开舵八八八八 碰九九九 手一一一一 二").quads == 2


@pytest.mark.parametrize("document", [None, [], "手四", 8])
def test_a_hand_is_an_object(document: object):
    assert keys(document) == [("bad_json.not_an_object", "hand")]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"cards": "八"}, [("bad_json.unknown_key", "hand")]),
        (
            {"cards": "八", "source": "x"},
            [("bad_json.unknown_key", "hand"), ("bad_source.unknown", "hand.source")],
        ),
        (
            {"exposed": [{"kind": "peng", "cards": "八八八", "hu": 1}]},
            [("bad_json.unknown_key", "hand.exposed.0")],
        ),
        ({"exposed": {}}, [("bad_meld.not_a_list", "hand.exposed")]),
        ({"exposed": ["碰八八八"]}, [("bad_json.not_an_object", "hand.exposed.0")]),
        ({"exposed": [{"kind": "peng"}]}, [("bad_card.not_text", "hand.exposed.0.cards")]),
        ({"exposed": [{"kind": 3, "cards": "八"}]}, [("bad_meld.unknown_kind", "hand.exposed.0.kind")]),
        ({"exposed": [{"kind": "gang", "cards": "八"}]}, [("bad_meld.unknown_kind", "hand.exposed.0.cards")]),
        ({"exposed": [{"kind": "kan", "cards": "八八八"}]}, [("bad_meld.held", "hand.exposed.0.kind")]),
        ({"exposed": [{"kind": "shun", "cards": "二七十"}]}, [("bad_meld.held", "hand.exposed.0.kind")]),
        ({"exposed": [{"kind": "pair", "cards": "二二"}]}, [("bad_meld.held", "hand.exposed.0.kind")]),
        (
            {"exposed": [{"kind": "peng", "cards": "八八八", "claimed": "八"}]},
            [("bad_meld.claimed_only_chi", "hand.exposed.0.claimed")],
        ),
        (
            {"exposed": [{"kind": "chi", "cards": "二七十", "claimed": "八"}]},
            [("bad_meld.claimed_elsewhere", "hand.exposed.0.claimed")],
        ),
        ({"exposed": [{"kind": "chi", "cards": "二七十"}] * 8}, [("bad_meld.too_many", "hand.exposed")]),
        ({"concealed": None}, [("bad_card.not_text", "hand.concealed")]),
        ({"concealed": "八猫"}, [("bad_card", "hand.concealed")]),
        ({"concealed": "六六六六六"}, [("too_many_copies", "hand.concealed")]),
        ({"winning_card": "十十"}, [("bad_card.one_expected", "hand.winning_card")]),
        ({"source": "zimo"}, [("bad_source.unknown", "hand.source")]),
        ({"source": ["discard"]}, [("bad_source.unknown", "hand.source")]),
    ],
)
def test_what_is_wrong_is_said_of_its_field(change: dict[str, Any], expected: list[tuple[str, str]]):
    assert keys({**EXAMPLE, **change}) == expected


def test_all_that_is_wrong_is_said_at_once():
    document = {
        "exposed": [{"kind": "chi", "cards": "九十一"}, {"kind": "peng", "cards": "八八X"}],
        "concealed": "猫",
        "winning_card": "",
        "source": "x",
    }
    assert keys(document) == [
        ("bad_meld.no_shape", "hand.exposed.0.cards"),
        ("bad_card", "hand.exposed.1.cards"),
        ("bad_card", "hand.concealed"),
        ("bad_card.one_expected", "hand.winning_card"),
        ("bad_source.unknown", "hand.source"),
    ]


def test_a_fifth_copy_names_the_card_and_the_count():
    (problem,) = refused({**EXAMPLE, "concealed": "六六捌捌", "winning_card": "十"}, "")
    assert (problem.field, problem.params) == ("concealed", {"card": "捌", "got": 5, "most": 4})


def test_a_fifth_copy_may_be_the_winning_card():
    laid = [{"kind": "kaiduo", "cards": "八八八八"}]
    (problem,) = refused({"exposed": laid, "concealed": "一二", "winning_card": "八", "source": "discard"})
    assert (problem.code, problem.field) == ("too_many_copies", "hand.exposed")


def test_more_cards_than_any_game_has_are_refused():
    (problem,) = refused({"concealed": "一二三四五六七八九十" * 3 + "壹", "winning_card": "贰"})
    assert (problem.key, problem.params) == ("wrong_card_count.limit", {"got": 32, "most": 30})


def test_dealt_cards_have_no_winning_card_and_only_quads_on_the_table():
    document = {**EXAMPLE, "source": "dealt", "exposed": EXAMPLE["exposed"][1:]}
    assert [problem.key for problem in refused(document)] == [
        "bad_source.dealt_with_card",
        "bad_meld.dealt_only_saochuan",
        "bad_meld.dealt_only_saochuan",
    ]


def count_problem(text: str, form: Form) -> Problem:
    with pytest.raises(Refused) as caught:
        check_count(parse_hand(text), form)
    (problem,) = caught.value.problems
    return problem


SIX_RUNS = "一二三四五六七八九壹贰叁肆伍陆柒捌玖"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        (f"手{SIX_RUNS}十十 胡十 翻", THREE, 20),
        (f"手{SIX_RUNS}十十十十", THREE, 20),
        ("扫穿十十十十 开舵拾拾拾拾 手一二三", THREE, 21),
        ("扫穿十十十十 开舵拾拾拾拾 手一二三九九九九", THREE, 22),
        (f"手{SIX_RUNS}十十十 起手", THREE, 21),
        (f"手{SIX_RUNS}十十十十拾拾拾拾 起手", THREE, 21),
        (f"手{SIX_RUNS}十十十十拾拾拾拾 起手", THREE_WITH_EXTRA, 22),
        (f"手{SIX_RUNS}十十十十 起手", THREE_WITH_EXTRA, 21),
        ("手一二三 胡四 翻", FOUR_AT_ONCE, 14),
        ("扫穿十十十十 扫穿拾拾拾拾 手一二三 胡四 翻", FOUR_AT_ONCE, 15),
        ("手一二三 起手", FOUR_AT_ONCE, 15),
    ],
)
def test_every_quad_after_the_first_brings_a_card(text: str, form: Form, expected: int):
    assert expected_count(parse_hand(text), form) == expected


def test_a_wrong_number_of_cards_says_what_was_expected():
    problem = count_problem("碰八八八 手一二三 胡四 翻", THREE)
    assert (problem.key, problem.field) == ("wrong_card_count", "concealed")
    assert problem.params == {"expected": 20, "got": 6, "quads": 0}
    assert count_problem("手一二三 起手", THREE).key == "wrong_card_count.dealt"


def test_the_right_number_of_cards_passes():
    check_count(parse_hand(f"手{SIX_RUNS}十十 胡十 翻"), THREE)


def test_a_win_says_which_card_won_and_where_it_came_from():
    check_win(parse_hand("手一二 胡三 翻"))
    check_win(parse_hand("手一二三 起手"))
    with pytest.raises(Refused) as caught:
        check_win(parse_hand("手一二三"))
    assert [(problem.key, problem.field) for problem in caught.value.problems] == [
        ("bad_source.missing", "source"),
        ("bad_card.missing", "winning_card"),
    ]


def test_a_group_on_the_table_is_checked_when_it_is_made():
    with pytest.raises(Refused):
        ExposedMeld("peng", (7, 7, 8))
    with pytest.raises(Refused):
        ExposedMeld("kan", (7, 7, 7))
    assert ExposedMeld("chi", (17, 7, 17), 7).meld.text == "捌捌八"
