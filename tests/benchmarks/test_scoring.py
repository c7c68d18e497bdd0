"""How fast hands are scored beside a mature scoring library of another game: with units, and as lines of JSON."""

import gc
import json
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from mahjong.hand_calculating.hand_config import HandConfig

from tests.benchmarks.bars import hold
from tests.benchmarks.test_readings import HANDS, estimate, mahjong_hand, rate
from tests.rules.requests import ask
from tests.rules.test_scoring import BROKEN, STRANGE
from tests.rules.zipai.dealing import complete_hand
from zipai_ledger.rules import registry, scoring
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.call import Call
from zipai_ledger.rules.zipai.cards import CARDS
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.xing import Xing

pytestmark = pytest.mark.benchmark

GUILIN = registry.get("guilin")
ROUNDS = 5
SLOWEST_LOOKED_AT = 200
T = TypeVar("T")


def turned(chance: random.Random, hand: Hand) -> str:
    """A card that may still be turned for 醒."""
    return CARDS[chance.choice([card for card in range(20) if hand.cards().count(card) < 4])]


def request_of(hand: Hand, flipped: str) -> str:
    return json.dumps(
        {"id": flipped, "ruleset": "guilin", "hand": hand.to_json(), "xing": {"flipped": [flipped]}},
        ensure_ascii=False,
    )


def scored_line(line: str) -> str:
    return scoring.answer_line("score", line)


def waits_line(line: str) -> str:
    return scoring.answer_line("waits", line)


def replayable(hand: Hand) -> str:
    asked = Hand(hand.exposed, hand.concealed).to_json()
    return json.dumps({"ruleset": "guilin", "hand": asked}, ensure_ascii=False)


def priced(call: Call) -> tuple[int, int] | None:
    """胡 and units of the best reading; None where a hand does not win."""
    try:
        read, found = VALUING.read(call, call.hand)
        reading, price = VALUING.pricing.best(VALUING.limits, read, found)
    except Refused:
        return None
    return reading.hu, price.units


VALUING = GUILIN.game(GUILIN.options.resolve({})).of_kind(ZipaiGame).valuing


def best_rate(run: Callable[[T], object], items: Sequence[T]) -> float:
    """The best of a few rounds over all items; nothing is remembered from hand to hand."""
    return max(rate(run, items) for _ in range(ROUNDS))


def slowest(run: Callable[[T], object], items: Sequence[T]) -> float:
    """Seconds for the slowest item, best of five looks at each of those that seemed slowest."""
    timed = sorted(items, key=lambda item: rate(run, [item]))[:SLOWEST_LOOKED_AT]
    return max(1 / max(rate(run, [item]) for _ in range(5)) for item in timed)


def wins(line: str) -> bool:
    return bool(ask("score", line)["ok"])


def test_scoring_is_fast_beside_mahjong():
    chance = random.Random(20260706)
    drawn = list(dict.fromkeys(complete_hand(chance) for _ in range(3 * HANDS)))
    dealt = [(hand, turned(chance, hand)) for hand in drawn]
    every = [request_of(hand, flip) for hand, flip in dealt]
    winning = [at for at, line in enumerate(every) if wins(line)][:HANDS]
    calls = [Call(hand.source or "", hand, xing=Xing(flipped=(flip,))) for hand, flip in dealt]
    assert len(winning) == len({dealt[at] for at in winning}) == HANDS
    config = HandConfig(is_tsumo=True)
    foreign = [mahjong_hand(chance) for _ in range(HANDS // 4)]
    gc.collect()
    gc.freeze()

    peer = best_rate(lambda each: estimate(each, config), foreign)
    own = best_rate(lambda each: estimate(each, HandConfig(is_tsumo=True)), foreign)
    print(f"\n{'':46}{'hands/s':>10}{'ratio':>8}{'slowest, us':>14}")
    print(f"{'mahjong, one config for all hands':46}{peer:10,.0f}{1:8.1f}")
    print(f"{'mahjong, a config for each hand':46}{own:10,.0f}{own / peer:8.1f}")
    report("Hand to best reading with 胡 and units", priced, [calls[at] for at in winning], peer, 4)
    report("JSON line to explained JSON answer", scored_line, [every[at] for at in winning], peer, 1)
    report("the same, with hands that do not win", scored_line, every[:HANDS], peer)
    waiting = [replayable(hand) for hand in drawn[: HANDS // 10]]
    report("JSON line to waits, three sources", waits_line, waiting, peer)
    gc.unfreeze()


def report(name: str, run: Callable[[T], object], items: Sequence[T], peer: float, least: float = 0) -> None:
    """``least``: how many times as fast as the peer it has to be; its slowest hand has a millisecond then."""
    speed, longest = best_rate(run, items), slowest(run, items)
    if least:
        hold(f"{name}: of the time of mahjong", peer / speed, 1 / least)
        hold(f"{name}: its slowest hand", 1000 * longest, 1, "ms")
    print(f"{name:46}{speed:10,.0f}{speed / peer:8.2f}{longest * 1e6:14.0f}")


@pytest.mark.parametrize("line", [*STRANGE, *BROKEN.values()], ids=lambda line: line[:48])
def test_large_and_strange_requests_are_refused_within_a_second(line: str):
    assert slowest(scored_line, [line]) < 1
