"""A thousand requests that are never finished: everybody else is answered as ever."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.live.phones import HANGS, Phone
from tests.servers import Server, serving

HALF_OPEN = 1_200
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-a: "


@pytest.fixture
def server(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    with serving(tmp_path, collected_static, program="tests/faults/few_descriptors.py") as running:
        yield running


@pytest.fixture
def descriptors() -> Iterator[None]:
    """Enough of them for this side."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * HALF_OPEN, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("descriptors")
def test_a_page_is_answered_beside_more_half_open_requests_than_there_are_descriptors(server: Server):
    phone = Phone(server)
    table = phone.open_table()
    with ExitStack() as lines:
        for number in range(HALF_OPEN):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port), HANGS))
            line.sendall(HALF)
            if number % 300 == 0:
                assert phone.ask("GET", table)[0] == 200
        assert phone.record(table)
        assert phone.ask("GET", table)[0] == 200
    assert "Too many open files" not in server.log
    assert len(server.log) < 10_000
