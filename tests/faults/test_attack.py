"""Every attack of ``make attack`` for a moment, on a server that others leave alone: what it must not do, and no times."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.runner import ATTACKS, PROGRAM, Attack, attacked
from tests.attack.target import servers
from tests.servers import Server

MOMENT = 0.5
"""Seconds."""
SEED = 20261122


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[tuple[Server, ...]]:
    folder = tmp_path_factory.mktemp("attacked")
    with servers(1, folder, collected_static, forked=True, program=PROGRAM) as started:
        yield started


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_nothing_breaks_and_nobody_is_refused(attack: Attack, running: tuple[Server, ...]):
    assert attacked(attack, running, SEED, MOMENT, timed=False) == []
