"""The search against a brute force written from the rules' sentences."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.zipai.dealing import built_hands, complete_hand, crowded_hand, dealt_hand, drawn_hands
from tests.rules.zipai.oracle import Groups, oracle, worth, written
from zipai_ledger.rules.zipai.cards import card_name, card_text
from zipai_ledger.rules.zipai.form import FOUR_AT_ONCE
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.melds import RED_PENG
from zipai_ledger.rules.zipai.readings import HandRules, Reading, best, readings
from zipai_ledger.rules.zipai.waits import waits

RULES = (
    HandRules(),
    HandRules(values=RED_PENG),
    HandRules(peng_opens_on="own_draw", sao_opens_on="any_draw"),
    HandRules(must_open=("self_draw",), qiangzhao="discard"),
    HandRules(must_open=("self_draw", "other_draw"), qiangzhao="none"),
)


def laid_of(hand: Hand) -> Groups:
    return tuple((laid.kind, written(tuple(card_text(laid.cards)))) for laid in hand.exposed)


def second_opinion(hand: Hand, rules: HandRules) -> dict[Groups, int]:
    won = None if hand.winning_card is None else card_name(hand.winning_card)
    found = oracle(
        laid_of(hand),
        card_text(hand.concealed),
        won,
        str(hand.source),
        rules,
    )
    return {groups: worth(groups, rules.values is RED_PENG) for groups in found}


def plainly(reading: Reading) -> Groups:
    return tuple(sorted((meld.kind, written(tuple(meld.text))) for meld in reading.melds))


def agree(hand: Hand, rules: HandRules) -> int:
    expected = second_opinion(hand, rules)
    found = readings(hand, rules)
    assert {plainly(reading): reading.hu for reading in found} == expected
    assert len(found) == len(expected)
    assert best(hand, rules) == (found[0] if found else None)
    return len(found)


@given(built_hands(), st.sampled_from(RULES))
@tries(150)
def test_built_hands_have_exactly_the_readings_of_the_brute_force(hand: Hand, rules: HandRules):
    agree(hand, rules)


@given(drawn_hands(), st.sampled_from(RULES))
@tries(60)
def test_hands_drawn_at_random_have_exactly_the_readings_of_the_brute_force(hand: Hand, rules: HandRules):
    agree(hand, rules)


@pytest.mark.parametrize("rules", RULES)
def test_a_seeded_bulk_agrees_with_the_brute_force(rules: HandRules):
    chance = random.Random(20260701)
    counts = [agree(complete_hand(chance), rules) for _ in range(250)]
    counts += [agree(crowded_hand(chance), rules) for _ in range(25)]
    assert counts.count(0) > 25
    assert max(counts) > 3


def test_dealt_hands_agree_with_the_brute_force():
    chance = random.Random(20260702)
    assert sum(agree(dealt_hand(chance), HandRules()) > 0 for _ in range(200)) > 30


def test_hands_of_four_at_once_agree_with_the_brute_force():
    chance = random.Random(20260703)
    rules = HandRules(form=FOUR_AT_ONCE)
    assert sum(agree(complete_hand(chance, groups=5), rules) > 0 for _ in range(200)) > 100


def test_waits_are_the_winning_cards_of_the_brute_force():
    chance = random.Random(20260704)
    for rules in RULES:
        for _ in range(4):
            hand = complete_hand(chance)
            expected = {}
            for card in range(20):
                if hand.cards().count(card) - (hand.winning_card == card) == 4:
                    continue
                worths = [
                    max(
                        second_opinion(Hand(hand.exposed, hand.concealed, card, source), rules).values(),
                        default=None,
                    )
                    for source in ("self_draw", "other_draw", "discard")
                ]
                passed = tuple(hu if hu is not None and hu >= 10 else None for hu in worths)
                if passed != (None, None, None):
                    expected[card] = passed
            assert {wait.card: tuple(wait[1:]) for wait in waits(hand, rules, 10)} == expected
