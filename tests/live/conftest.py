"""Servers for tests of streams, and what they must not leave open."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, serving


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """What is collected unclosed warns, and fails this module and no other."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def hurried_server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """A server whose streams give a sign of life all the time; see tests/live/hurried.py."""
    data = tmp_path_factory.mktemp("hurried")
    with serving(data, collected_static, program="tests/live/hurried.py") as running:
        yield running
