"""Hands with 飞王 and 秤子 against a brute force that lets them stand for everything."""

import random
from dataclasses import replace

import pytest

from tests.rules.zipai.dealing import complete_hand, dealt_hand
from tests.rules.zipai.oracle import Groups, written
from tests.rules.zipai.special_dealing import with_specials
from tests.rules.zipai.special_oracle import oracle
from zipai_ledger.rules.zipai.cards import card_name
from zipai_ledger.rules.zipai.form import FOUR_AT_ONCE, THREE
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.readings import HandRules, Reading, best, readings
from zipai_ledger.rules.zipai.specials import Search

RULES = (
    HandRules(FOUR_AT_ONCE),
    HandRules(FOUR_AT_ONCE, peng_opens_on="own_draw", sao_opens_on="any_draw"),
    HandRules(FOUR_AT_ONCE, must_open=("self_draw",), qiangzhao="discard"),
    HandRules(FOUR_AT_ONCE, must_open=("self_draw", "other_draw"), qiangzhao="none"),
)


def plainly(reading: Reading) -> Groups:
    return tuple(sorted((meld.kind, written(tuple(meld.text))) for meld in reading.melds))


def second_opinion(hand: Hand, rules: HandRules) -> dict[Groups, int]:
    return oracle(
        [(laid.kind, tuple(map(card_name, laid.cards))) for laid in hand.exposed],
        [card_name(card) for card in hand.concealed],
        None if hand.winning_card is None else card_name(hand.winning_card),
        str(hand.source),
        rules,
    )


def agree(hand: Hand, rules: HandRules) -> int:
    expected = second_opinion(hand, rules)
    found = readings(hand, rules)
    assert {plainly(reading): reading.hu for reading in found} == expected
    assert len(found) == len(expected)
    assert best(hand, rules) == (found[0] if found else None)
    assert Search(hand, rules).best() == max(expected.values(), default=None)
    return len(found)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.peng_opens_on}-{rules.qiangzhao}")
def test_one_special_card_makes_exactly_the_readings_of_the_brute_force(rules):
    chance = random.Random(20261120)
    hands = [with_specials(chance, complete_hand(chance, groups=5), 1) for _ in range(100)]
    counts = [agree(hand, rules) for hand in hands]
    assert counts.count(0) > 2
    assert max(counts) > 4


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.peng_opens_on}-{rules.qiangzhao}")
def test_two_special_cards_make_exactly_the_readings_of_the_brute_force(rules):
    chance = random.Random(20261121)
    hands = [with_specials(chance, complete_hand(chance, groups=5), 2) for _ in range(40)]
    counts = [agree(hand, rules) for hand in hands if len(hand.concealed) < 12]
    assert max(counts) > 8


def test_dealt_hands_with_a_special_card_agree_with_the_brute_force():
    chance = random.Random(20261122)
    rules = HandRules()
    hands = [with_specials(chance, dealt_hand(chance), 1) for _ in range(10)]
    assert sum(agree(hand, rules) > 0 for hand in hands) > 2


def test_hands_without_special_cards_are_read_as_ever():
    chance = random.Random(20261123)
    for rules in (HandRules(), *(replace(each, form=THREE) for each in RULES[1:])):
        for _ in range(100):
            hand = complete_hand(chance)
            found = {plainly(reading): reading.hu for reading in Search(hand, rules).readings()}
            assert found == {plainly(reading): reading.hu for reading in readings(hand, rules)}


def test_a_winning_special_card_beside_a_held_one_agrees_with_the_brute_force():
    """Which of the two stands for what is told apart."""
    chance = random.Random(20261124)
    for _ in range(30):
        hand = with_specials(chance, complete_hand(chance, groups=5), 1, (20,))
        won = chance.choice([21, 22, 23, 24, 20])
        if len(hand.concealed) < 12:
            agree(Hand(hand.exposed, hand.concealed, won, hand.source), RULES[0])
