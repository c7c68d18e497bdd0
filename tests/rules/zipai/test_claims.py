import pytest

from zipai_ledger.rules.zipai.claims import ClaimRule, unlaid_claims
from zipai_ledger.rules.zipai.notation import parse_hand


def warned(text: str, rule: ClaimRule) -> list[tuple[str, object]]:
    warnings = unlaid_claims(parse_hand(text), rule)
    assert {warning.key for warning in warnings} <= {f"unlaid_claim.{rule.value}"}
    return [(warning.field, warning.params["card"]) for warning in warnings]


@pytest.mark.parametrize("rule", ClaimRule)
def test_nothing_is_checked_without_the_claimed_card(rule: ClaimRule):
    assert warned("吃一二三 手一一壹 胡四 翻", rule) == []


@pytest.mark.parametrize(
    ("held", "every_copy", "makes_a_shape"),
    [
        ("一四六", True, False),
        ("一二三", True, True),
        ("一一壹", True, True),
        ("一壹壹", True, True),
        ("一一五", True, False),
        ("一二二二三", True, False),
        ("二二三", False, False),
    ],
)
def test_an_equal_card_may_not_stay_in_the_hand(held: str, every_copy: bool, makes_a_shape: bool):
    hand = f"吃一二三(一) 手{held} 胡四 翻"
    expected = [("exposed.0", "一")]
    assert warned(hand, ClaimRule.EVERY_COPY) == (expected if every_copy else [])
    assert warned(hand, ClaimRule.MAKES_A_SHAPE) == (expected if makes_a_shape else [])


def test_cards_of_a_kan_may_stay():
    assert warned("吃一二三(一) 手一一一二三 胡四 翻", ClaimRule.EVERY_COPY) == []


def test_the_winning_card_is_not_held():
    assert warned("吃一二三(一) 手二三 胡一 翻", ClaimRule.EVERY_COPY) == []


def test_each_offending_claim_is_named():
    hand = "吃一二三(二) 吃四四肆(四) 吃贰柒拾(贰) 手二三四肆肆 胡四 翻"
    assert warned(hand, ClaimRule.MAKES_A_SHAPE) == [("exposed.0", "二"), ("exposed.1", "四")]
    (warning, *_) = unlaid_claims(parse_hand(hand), ClaimRule.EVERY_COPY)
    assert warning.params == {"card": "二", "cards": "一二三"}
