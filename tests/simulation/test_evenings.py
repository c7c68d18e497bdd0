"""Evenings on which everything goes wrong, and all that is promised holds: short ones here, `make simulate` has long ones."""

from pathlib import Path

import pytest

from .hand import EDITS
from .storage import Way
from .world import World, evening

STEPS = 1_000
REFUSED = {name for name in EDITS if "event" in name or "posting" in name}
"""What a hand at the file is refused at every table at which something was played."""


def played(seed: int, steps: int, way: Way, empty: Path) -> World:
    """An evening of so many steps, and what follows until everything has come to rest."""
    with evening(seed, empty, empty.with_name("evening.sqlite3"), way) as world:
        world.live(steps)
        world.end()
        world.live_on_damaged(steps // 10)
    return world


@pytest.mark.parametrize("way", Way, ids=lambda way: way.value)
def test_an_evening_on_which_everything_goes_wrong_leaves_the_ledger_whole(empty: Path, way: Way):
    world = played(6, STEPS, way, empty)
    assert {200, 201, 412, 503} <= world.answers.keys()
    assert len(world.faults) == 4
    assert world.hand.refused >= REFUSED


def test_a_seed_is_an_evening(empty: Path):
    first, again, other = (played(seed, 80, Way.FILE, empty).trace.digest for seed in (7, 7, 8))
    assert first == again != other
