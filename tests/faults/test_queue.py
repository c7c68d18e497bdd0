"""All phones of a process that ended come at once: each waits in the system's queue for whoever serves."""

import select
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.live.phones import comes_true
from tests.servers import Server, serving

PHONES = 300


@pytest.fixture
def server(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    with serving(tmp_path, collected_static) as running:
        yield running


def test_three_hundred_phones_wait_for_a_server_that_has_no_time(server: Server):
    with stopped(server), ExitStack() as lines:
        coming = [lines.enter_context(socket.socket()) for _ in range(PHONES)]
        for one in coming:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", server.port))
        assert comes_true(lambda: len(connected(coming)) == PHONES, seconds=20), len(connected(coming))


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def connected(coming: list[socket.socket]) -> list[socket.socket]:
    """Those that stand in the queue; the others have had no answer yet."""
    return select.select([], coming, [], 0)[1]
