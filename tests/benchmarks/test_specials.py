"""How long hands with 飞王 and 秤子 take: to all readings that are listed, and to the waits."""

import random
import time
from collections.abc import Callable

import pytest

from tests.rules.zipai.dealing import complete_hand
from tests.rules.zipai.special_dealing import with_specials
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.readings import HandRules, readings
from zipai_ledger.rules.zipai.waits import waits

pytestmark = pytest.mark.benchmark

HANDS = 100
RULES = HandRules()


def some_hands(chance: random.Random, number: int) -> list[Hand]:
    """Hands with so many special cards, none more than four times; with many, not all can be exchanged."""
    found: list[Hand] = []
    while len(found) < HANDS:
        hand = with_specials(chance, complete_hand(chance), 2 * number)
        if len(hand.specials) == number and max(map(hand.specials.count, hand.specials)) <= 4:
            found.append(hand)
    return found


def seconds(run: Callable[[Hand], object], hand: Hand) -> float:
    """The processor's time, the better of two looks."""
    looks = []
    for _ in range(2):
        begun = time.process_time()
        run(hand)
        looks.append(time.process_time() - begun)
    return min(looks)


def test_hands_with_special_cards_are_read_in_time():
    chance = random.Random(20261126)
    print(f"\n{'special cards':16}{'mean, ms':>10}{'slowest':>10}{'readings':>10}{'waits, slowest':>16}")
    for number in (1, 2, 3, 4, 6, 8):
        hands = some_hands(chance, number)
        times = [seconds(lambda hand: readings(hand, RULES), hand) for hand in hands]
        most = max(len(readings(hand, RULES)) for hand in hands)
        awaited = [
            seconds(lambda hand: waits(hand, RULES, 10), Hand(hand.exposed, hand.concealed))
            for hand in hands[:20]
        ]
        mean, slowest = 1000 * sum(times) / len(times), 1000 * max(times)
        print(f"{number:<16}{mean:10.2f}{slowest:10.1f}{most:10}{1000 * max(awaited):16.0f}")
        assert slowest < 500
