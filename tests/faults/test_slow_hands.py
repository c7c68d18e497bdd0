"""A thousand hands built to be slow to read: few numbers, no card laid, so that they can be grouped in many ways."""

import random
import time

from tests.rules.zipai.dealing import crowded_hand
from zipai_ledger.rules.zipai import Hand, HandRules, readings

COUNT = 1_000
LONGEST = 0.05
RULES = HandRules()


def seconds(hand: Hand) -> float:
    """The processor's time for all readings of a hand, looked at for the first time."""
    begun = time.process_time()
    readings(hand, RULES)
    return time.process_time() - begun


def test_no_hand_takes_long_to_read():
    chance = random.Random(20261121)
    first, *hands = {crowded_hand(chance) for _ in range(COUNT + 1)}
    readings(first, RULES)  # makes the tables that all hands share
    slowest = max(map(seconds, hands))
    print(f"slowest {1000 * slowest:.1f} ms")
    assert slowest < LONGEST
    assert len(hands) == COUNT
    assert max(len(readings(hand, RULES)) for hand in hands) > 5
