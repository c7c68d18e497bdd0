"""Which of several processes takes the next phone: whoever holds more than its share waits a moment for the others.

All take from one queue of the system. Where one ends, its phones come to those that are left, and never leave them again:
without this, one process of four came to hold two thirds of a thousand phones, which all lost it at once when it ended too.
"""

import asyncio
import logging
import multiprocessing
import socket
from collections.abc import Callable, MutableSequence
from typing import Final

MOST: Final = 256
"""Processes that share one port."""
NOBODY: Final = -1
"""What stands in a place that no process has."""
SLACK: Final = 16
"""Connections above its share from which on a process waits."""
PATIENCE: Final = 0.01
"""Seconds that it waits: long enough for a process with time to spare, and hardly felt where none has any."""
AT_ONCE: Final = 16
"""Connections that are taken in one turn of the loop."""
AGAIN: Final = 1.0
"""Seconds until a process that could take none, for want of descriptors, tries again."""

log = logging.getLogger(__name__)


class Shares:
    """How many connections each process holds, by its place; in memory that all of them see."""

    def __init__(self) -> None:
        self._held: MutableSequence[int] = multiprocessing.get_context("spawn").RawArray("i", [NOBODY] * MOST)

    def enter(self) -> int:
        """A place for one more process; raises ValueError where there is none left."""
        place = self._held[:].index(NOBODY)
        self._held[place] = 0
        return place

    def leave(self, place: int) -> None:
        """The process has ended."""
        self._held[place] = NOBODY

    def hold(self, place: int, count: int) -> None:
        """Say how many connections this process holds."""
        self._held[place] = count

    def is_above(self, place: int) -> bool:
        """Whether the process in this place holds more than its share."""
        held = [count for count in self._held[:] if count != NOBODY]
        return self._held[place] > sum(held) / len(held) + SLACK


class Taker:
    """Takes connections from a listening socket for one process, as long as it runs.

    ``held``: how many connections the process has now; ``protocol`` makes what answers one.
    """

    def __init__(
        self, shares: Shares, place: int, held: Callable[[], int], protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        self._shares, self._place = shares, place
        self._held, self._protocol = held, protocol
        self._taken: set[asyncio.Task[object]] = set()

    async def take(self, listening: socket.socket) -> None:
        """Until it is cancelled."""
        listening.setblocking(False)
        while True:
            await _readable(listening)
            self._shares.hold(self._place, self._held())
            above = self._shares.is_above(self._place)
            if above:
                await asyncio.sleep(PATIENCE)
            try:
                self._take_some(listening, 1 if above else AT_ONCE)
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                continue
            except OSError:
                log.warning("no connection could be taken", exc_info=True)
                await asyncio.sleep(AGAIN)

    def _take_some(self, listening: socket.socket, most: int) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(most):
            connection, _address = listening.accept()
            connection.setblocking(False)
            begun = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._taken.add(begun)
            begun.add_done_callback(self._taken.discard)


async def _readable(listening: socket.socket) -> None:
    """Wait until somebody waits there."""
    loop = asyncio.get_running_loop()
    somebody = asyncio.Event()
    loop.add_reader(listening, somebody.set)
    try:
        await somebody.wait()
    finally:
        loop.remove_reader(listening)
