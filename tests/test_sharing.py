"""Several processes behind one port: whoever holds more than its share leaves phones to the others, and lets some go."""

import asyncio
import errno
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise

import pytest

from tests.live import clock
from tests.live.phones import HANGS
from zipai_ledger.management.sharing import FEW, LONGEST, PAUSE, SLACK, Leveller, Shares, Taker

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
    assert shares.excess(alone.place)
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
    shares.hold(second, 0)
    assert shares.excess(first)
    assert not shares.excess(second)
    shares.leave(second)
    assert not shares.excess(first), "nobody is left to wait for"
    assert shares.enter() == second
    assert not shares.excess(first), "nobody takes anything there yet"


class Crowd:
    """The phones of two processes: who is let go by the first comes to the second, or ``back`` to the first."""

    def __init__(self, *held: int, back: bool = False) -> None:
        self.shares, self.held, self.back = Shares(), list(held), back
        self.places = [self.shares.enter() for _ in held]
        self.released: list[tuple[float, int]] = []
        for place, count in zip(self.places, held, strict=True):
            self.shares.hold(place, count)

    def release(self, count: int) -> None:
        self.released.append((asyncio.get_running_loop().time(), count))
        if not self.back:
            self.held[0] -= count
            self.held[1] += count
            self.shares.hold(self.places[1], self.held[1])

    def level(self, seconds: float) -> None:
        async def leveling() -> None:
            leveller = Leveller(self.shares, self.places[0], lambda: self.held[0], self.release)
            with suppress(TimeoutError):
                await asyncio.wait_for(leveller.level(), seconds)

        clock.run(leveling())

    @property
    def pauses(self) -> list[float]:
        times = [seconds for seconds, _ in self.released]
        return [later - earlier for earlier, later in pairwise(times)]


def test_phones_are_let_go_a_few_at_a_time_until_a_process_holds_hardly_more_than_its_share():
    crowd = Crowd(4 * SLACK, 0)
    crowd.level(60)
    assert {count for _, count in crowd.released} == {FEW}
    assert set(crowd.pauses) == {PAUSE}
    assert sum(crowd.held) == 4 * SLACK
    assert SLACK - FEW <= crowd.held[0] - 2 * SLACK <= SLACK


@pytest.mark.parametrize("held", [(SLACK, SLACK), (2 * SLACK, 0), (0, 4 * SLACK), (9 * SLACK,)])
def test_nobody_is_let_go_by_a_process_that_holds_no_more_than_its_share_and_a_few(held: tuple[int, ...]):
    crowd = Crowd(*held)
    crowd.level(60)
    assert crowd.released == []


def test_phones_that_come_back_to_the_same_process_are_let_go_ever_more_seldom():
    crowd = Crowd(9 * SLACK, 0, back=True)
    crowd.level(1000)
    assert crowd.pauses == sorted(crowd.pauses)
    assert crowd.pauses[:3] == [PAUSE, 2 * PAUSE, 4 * PAUSE]
    assert crowd.pauses[-1] == LONGEST
