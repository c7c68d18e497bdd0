"""How many taps a deal takes, from the table to the table, for somebody who taps the winner's seat.

The wins that a game server logged, and random legal hands; sorted by kind and as they lie; card by card, by the groups
that score, and by 胡 alone.
"""

import random
from collections.abc import Iterator
from itertools import islice
from statistics import median
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser import hands
from tests.browser.hands import CARDS
from tests.browser.tapping import PEOPLE, Finger, Plan, by_cards, by_hu, ninth, planned, report
from tests.browser.test_real_wins import REAL, cases, enter_all, stored_hu, tap_in, tap_partly
from tests.conftest import SHARED_IS_ABSENT
from tests.rules.zipai.dealing import complete_hand
from tests.servers import Server
from zipai_ledger.rules import registry
from zipai_ledger.rules.zipai.game import ZipaiGame

pytestmark = pytest.mark.benchmark

SEED = 20261123
PARTS, SIZE = 4, 50
LEAST = 10
AS_THEY_LIE = 1


class Tapped(NamedTuple):
    plan: Plan
    finger: Finger


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
@pytest.mark.parametrize(
    ("name", "seed", "most"), [("sorted by kind", None, 15), ("as they lie", AS_THEY_LIE, 17)]
)
def test_taps_of_all_logged_wins(
    phone: Page, shared_server: Server, name: str, seed: int | None, most: int
) -> None:
    order = None if seed is None else random.Random(seed)
    told(
        f"logged wins, {name}",
        enter_all(phone, shared_server, cases(), lambda page, case: tap_in(page, case, order)),
        most,
    )


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_taps_of_the_groups_that_score_alone(phone: Page, shared_server: Server) -> None:
    told("groups that score", enter_all(phone, shared_server, cases(), tap_partly), 10)


def random_plans() -> Iterator[tuple[Plan, int]]:
    """Hands that a table could see, worth ten 胡 and more, and how many those are."""
    game, chance = registry.get("guilin"), random.Random(SEED)
    valuing = game.game(game.options.resolve({})).of_kind(ZipaiGame).valuing
    while True:
        hand = complete_hand(chance)
        worth = valuing.worth(hand)
        found = planned(hand, worth.reading, valuing) if worth and worth.hu >= LEAST else None
        if found and worth:
            yield found, worth.hu


@pytest.fixture(scope="module")
def tapped() -> list[Tapped]:
    """Random hands so far."""
    return []


@pytest.mark.parametrize("part", range(PARTS))
def test_taps_of_random_hands(phone: Page, shared_server: Server, tapped: list[Tapped], part: int) -> None:
    """In parts that end within minutes, each with the hands that it always has: ``-k "random and 2"`` taps one alone."""
    print(f"\nseed {SEED}, part {part + 1} of {PARTS}")
    hands.reads_fast(phone)
    table = hands.at_table(phone, PEOPLE)
    each = list(islice(random_plans(), part * SIZE, (part + 1) * SIZE))
    found = [Tapped(plan, by_cards(phone, plan, [turned(plan)])) for plan, _hu in each]
    assert stored_hu(shared_server, table.split("/")[2]) == [hu for _plan, hu in each]
    tapped += found
    by_class(tapped)
    told(f"random hands, {len(tapped)} so far", [one.finger for one in tapped], 16)


def turned(plan: Plan) -> str:
    """A card that can still be turned: not all four of it are in the hand."""
    held = "".join(cards for _kind, cards in plan.groups)
    return next(card for card in "四" + CARDS if held.count(card) < 4)


def by_class(tapped: list[Tapped]) -> None:
    """What makes a hand long."""
    classes: dict[str, list[int]] = {}
    for plan, finger in tapped:
        kinds = {kind for kind, _cards in plan.groups}
        quads = sum(len(cards) == 4 for _kind, cards in plan.groups)
        for name in (f"{quads} quads", f"{len(kinds - {'pair'})} kinds", f"won in {plan.groups[-1][0]}"):
            classes.setdefault(name, []).append(finger.taps)
    for name, taps in sorted(classes.items()):
        print(
            f"  {name:<16} {len(taps):3} hands, median {median(taps):g}, p90 {ninth(taps)}, worst {max(taps)}"
        )


@pytest.mark.parametrize(("ruleset", "xing", "most"), [("guilin", 1, 6), ("tuozi", None, 5)])
def test_taps_of_hu_alone(phone: Page, ruleset: str, xing: int | None, most: int) -> None:
    """The second time the table remembers that it enters 胡 alone."""
    hands.at_table(phone, PEOPLE, ruleset=ruleset)
    fingers = [by_hu(phone, "self_draw", hu, xing) for hu in range(11, 31)]
    told(f"{ruleset}, 胡 alone", fingers[:1], most)
    told(f"{ruleset}, 胡 alone, again", fingers[1:], most - 1)
    assert sum(finger.scrolls for finger in fingers) == 0


def told(name: str, fingers: list[Finger], most: int) -> None:
    taps = [finger.taps for finger in fingers]
    report(name, taps, sum(finger.scrolls for finger in fingers))
    assert median(taps) <= most
    assert ninth(taps) <= max(most + 2, 17)
