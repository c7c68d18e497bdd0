"""How many taps a deal takes, from the table to the table, for somebody who taps the winner's seat.

The wins that a game server logged, and random legal hands; sorted by kind and as they lie; card by card, by the groups
that score, and by 胡 alone.
"""

import random
from collections.abc import Iterator
from statistics import median

import pytest
from playwright.sync_api import Page

from tests.browser import hands
from tests.browser.tapping import PEOPLE, Finger, Plan, by_cards, by_hu, ninth, planned, report
from tests.browser.test_real_wins import REAL, cases, enter_all, tap_in, tap_partly
from tests.conftest import SHARED_IS_ABSENT
from tests.rules.zipai.dealing import complete_hand
from tests.servers import Server
from zipai_ledger.rules import registry
from zipai_ledger.rules.zipai.game import ZipaiGame

pytestmark = pytest.mark.benchmark

SEED = 20261123
HANDS = 200
LEAST = 10
AS_THEY_LIE = 1


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


def random_plans() -> Iterator[Plan]:
    """Hands that a table could see, worth ten 胡 and more."""
    game, chance = registry.get("guilin"), random.Random(SEED)
    valuing = game.game(game.options.resolve({})).of_kind(ZipaiGame).valuing
    while True:
        hand = complete_hand(chance)
        worth = valuing.worth(hand)
        found = planned(hand, worth.reading, valuing) if worth and worth.hu >= LEAST else None
        if found:
            yield found


def test_taps_of_random_hands(phone: Page) -> None:
    print(f"\nseed {SEED}")
    hands.at_table(phone, PEOPLE)
    plans = random_plans()
    told("random hands", [by_cards(phone, next(plans), "四") for _ in range(HANDS)], 16)


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
