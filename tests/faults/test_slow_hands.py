"""A thousand hands built to be slow to read: few numbers, no card laid, so that they can be grouped in many ways."""

import random
import sys

from tests.rules.zipai.dealing import crowded_hand
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.readings import HandRules, readings

COUNT = 1_000
MOST = 1_000
"""Calls of functions; what is there needs two hundred."""
RULES = HandRules()


def calls(hand: Hand) -> int:
    """How many functions are called, and left again, for all readings of a hand that is looked at for the first time."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        readings(hand, RULES)
    finally:
        sys.setprofile(before)
    return count // 2


def test_no_hand_takes_long_to_read():
    chance = random.Random(20261121)
    first, *hands = {crowded_hand(chance) for _ in range(COUNT + 1)}
    readings(first, RULES)  # makes the tables that all hands share
    assert max(map(calls, hands)) < MOST
    assert len(hands) == COUNT
    assert max(len(readings(hand, RULES)) for hand in hands) > 5
