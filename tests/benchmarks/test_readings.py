"""How fast hands are read, beside a mature scoring library of another game, in one run on one machine."""

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.tile import TilesConverter

from tests.rules.zipai.dealing import any_hand, complete_hand, crowded_hand
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.readings import HandRules, best, readings
from zipai_ledger.rules.zipai.waits import waits

pytestmark = pytest.mark.benchmark

HANDS = 20_000
SLOWEST_LOOKED_AT = 200
RULES = HandRules()
T = TypeVar("T")
Mahjong = tuple[list[int], int]


def mahjong_hand(chance: random.Random) -> Mahjong:
    """Four runs or triplets and a pair, as 136 tiles, and the tile that won."""
    while True:
        tiles = [0] * 34
        for _ in range(4):
            if chance.random() < 0.7:
                lowest = 9 * chance.randrange(3) + chance.randrange(7)
                for tile in range(lowest, lowest + 3):
                    tiles[tile] += 1
            else:
                tiles[chance.randrange(34)] += 3
        tiles[chance.randrange(34)] += 2
        if max(tiles) <= 4:
            physical: list[int] = TilesConverter.to_136_array(tiles)
            return physical, chance.choice(physical)


def rate(run: Callable[[T], object], items: Sequence[T]) -> float:
    """Items a second of processor time."""
    start = time.process_time()
    for item in items:
        run(item)
    return len(items) / (time.process_time() - start)


def slowest(run: Callable[[Hand], object], hands: Sequence[Hand]) -> float:
    """Seconds for the slowest hand: the worst after one look at each are measured again, best of five."""
    worst = sorted(hands, key=lambda hand: -once(run, hand))[:SLOWEST_LOOKED_AT]
    return max(min(once(run, hand) for _ in range(5)) for hand in worst)


def once(run: Callable[[Hand], object], hand: Hand) -> float:
    start = time.process_time()
    run(hand)
    return time.process_time() - start


def test_hands_are_read_fast_beside_mahjong():
    chance = random.Random(20260705)
    config = HandConfig(is_tsumo=True)
    foreign = [mahjong_hand(chance) for _ in range(HANDS // 4)]
    built = [complete_hand(chance) for _ in range(HANDS)]
    hands = {
        "complete hands": built,
        "complete, nothing laid": [each for each in built if not each.exposed],
        "cards at random": [any_hand(chance) for _ in range(HANDS // 4)],
        "many readings each": [crowded_hand(chance) for _ in range(HANDS // 10)],
    }
    assert len(set(built)) == HANDS
    assert sum(best(hand, RULES) is not None for hand in built) > HANDS // 2
    assert all(estimate(each, config).error is None for each in foreign[:500])

    peer = rate(lambda each: estimate(each, config), foreign)
    print(f"\n{'':46}{'hands/s':>10}{'ratio':>8}{'slowest, us':>14}")
    print(f"{'mahjong, estimate_hand_value':46}{peer:10,.0f}{1:8.1f}")
    for name, some in hands.items():
        report(f"Hand to best reading, {name}", lambda hand: best(hand, RULES), some, peer)
    report("Hand to all readings", lambda hand: readings(hand, RULES), built, peer)
    report("waits, three sources", lambda hand: waits(hand, RULES, 10), built[: HANDS // 10], peer)


def estimate(hand: Mahjong, config: HandConfig) -> HandResponse:
    return HandCalculator.estimate_hand_value(hand[0], hand[1], config=config)


def report(name: str, run: Callable[[Hand], object], hands: Sequence[Hand], peer: float) -> None:
    speed = rate(run, hands)
    print(f"{name:46}{speed:10,.0f}{speed / peer:8.1f}{slowest(run, hands) * 1e6:14.0f}")
