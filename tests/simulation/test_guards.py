"""What an evening from a seed is worth: whatever guard is taken away, it soon finds a promise broken."""

from pathlib import Path

import pytest

from .guards import GUARDS, Guard, broken_without, opened_in
from .world import Opened

SEEDS = 16
"""The first is known to find it soon; where a change of the program makes it miss, the next ones only take longer."""
opened_once: list[tuple[bytes, Opened]] = []


@pytest.fixture
def opened(empty: Path) -> Opened:
    """A table at which nothing was played yet; ``empty`` is the file that it stands in from now on."""
    if not opened_once:
        opened_once.append(opened_in(empty))
    file, table = opened_once[0]
    empty.write_bytes(file)
    return table


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.name)
def test_without_a_guard_a_promise_is_soon_broken(empty: Path, opened: Opened, guard: Guard):
    file = empty.read_bytes()
    for seed in range(guard.seed, guard.seed + SEEDS):
        empty.write_bytes(file)
        broken, _ = broken_without(guard, seed, empty, opened)
        if guard.promise in broken:
            return
    raise AssertionError(f"{SEEDS} evenings, and nobody missed it")
