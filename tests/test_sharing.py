"""Several processes behind one port: whoever holds more than its share leaves the next phones to the others."""

import asyncio
import errno
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.live.phones import HANGS
from zipai_ledger.management.sharing import SLACK, Shares, Taker

RESET = struct.pack("ii", 1, 0)
"""Of SO_LINGER: a line that is closed is reset."""


@pytest.fixture
def queue() -> Iterator[socket.socket]:
    """A port where phones wait."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as listening:
        yield listening


class Ending(asyncio.Protocol):
    """What a process has to say to a phone here: nothing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class Process:
    """What one of them holds: connections it had already, and those it takes."""

    def __init__(self, shares: Shares, had: int) -> None:
        self.had, self.taken = had, 0
        self.place = shares.enter()
        self.taker = Taker(shares, self.place, lambda: self.had + self.taken, self.protocol)
        shares.hold(self.place, had)

    def protocol(self) -> asyncio.Protocol:
        self.taken += 1
        return Ending()


def phones_come(queue: socket.socket, processes: list[Process], count: int) -> list[int]:
    """So many phones one after the other; how many of them each process took."""

    async def come() -> None:
        # A loop waits once for each socket; processes have one each for the same queue.
        sockets = [queue, *(queue.dup() for _ in processes[1:])]
        taking = [
            asyncio.create_task(one.taker.take(own)) for one, own in zip(processes, sockets, strict=True)
        ]
        lines = []
        for number in range(1, count + 1):
            lines.append(await asyncio.open_connection(*queue.getsockname()))
            async with asyncio.timeout(HANGS):
                while sum(one.taken for one in processes) < number:
                    await asyncio.sleep(0)
        for task in taking:
            task.cancel()
        await asyncio.gather(*taking, return_exceptions=True)
        for _, writer in lines:
            writer.close()
        for own in sockets[1:]:
            own.close()

    asyncio.run(come())
    return [one.taken for one in processes]


def test_who_holds_more_than_its_share_leaves_phones_to_who_holds_less(
    queue: socket.socket, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("zipai_ledger.management.sharing.PATIENCE", HANGS)
    shares = Shares()
    processes = [Process(shares, had) for had in (4 * SLACK, 0, 4 * SLACK)]
    assert phones_come(queue, processes, 10) == [0, 10, 0]


def test_a_process_takes_more_than_its_share_where_no_other_takes_any(queue: socket.socket):
    shares = Shares()
    alone, stopped = Process(shares, 3 * SLACK), Process(shares, 0)
    assert shares.is_above(alone.place)
    assert phones_come(queue, [alone], 3) == [3]
    assert stopped.taken == 0


def test_a_line_that_is_torn_while_it_waits_and_want_of_descriptors_end_nothing(
    queue: socket.socket, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("zipai_ledger.management.sharing.AGAIN", 0.01)
    process = Process(Shares(), 0)
    with closing(socket.create_connection(queue.getsockname())) as torn:
        torn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    with closing(Failing(queue)) as failing:
        phones_come(failing, [process], 2)
        assert failing.failures == []
    assert process.taken >= 2


class Failing(socket.socket):
    """A queue from which nothing can be taken a few times, as where a process has no descriptor left."""

    def __init__(self, queue: socket.socket) -> None:
        super().__init__(queue.family, queue.type, queue.proto, os.dup(queue.fileno()))
        self.failures: list[OSError] = [
            OSError(errno.EMFILE, "too many open files"),
            ConnectionAbortedError(),
        ]

    def accept(self) -> tuple[socket.socket, object]:
        if self.failures:
            raise self.failures.pop()
        return super().accept()


def test_a_place_is_free_again_once_its_process_has_ended():
    shares = Shares()
    first, second = shares.enter(), shares.enter()
    shares.hold(first, 3 * SLACK)
    assert shares.is_above(first)
    assert not shares.is_above(second)
    shares.leave(second)
    assert not shares.is_above(first), "nobody is left to wait for"
    assert shares.enter() == second
