"""How several processes share the phones: whoever holds more than its share takes none for a moment, and lets a few go.

All take from one queue of the system. Where one ends, its phones come to those that are left, and would never leave them
again: without this, one process of four came to hold two thirds of a thousand phones, which all lost it at once when it
ended too.
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
NOT_YET: Final = -2
"""What stands in the place of a process that takes nothing yet."""
SLACK: Final = 16
"""Connections above its share from which on a process waits, and lets phones go."""
PATIENCE: Final = 0.01
"""Seconds that it waits: long enough for a process with time to spare, and hardly felt where none has any."""
AT_ONCE: Final = 16
"""Connections that are taken in one turn of the loop."""
AGAIN: Final = 1.0
"""Seconds until a process that could take none, for want of descriptors, tries again."""
FEW: Final = 4
"""Phones that a process lets go at once: they are back before the next ones go."""
PAUSE: Final = 0.125
"""Seconds between two such times."""
LONGEST: Final = 60.0
"""Seconds between them at most, where those that go come back to the same process: behind a proxy that keeps its lines."""

log = logging.getLogger(__name__)


class Shares:
    """How many connections each process holds, by its place; in memory that all of them see."""

    def __init__(self) -> None:
        self._held: MutableSequence[int] = multiprocessing.get_context("spawn").RawArray("i", [NOBODY] * MOST)

    def enter(self) -> int:
        """A place for one more process; raises ValueError where there is none left."""
        place = self._held[:].index(NOBODY)
        self._held[place] = NOT_YET
        return place

    def leave(self, place: int) -> None:
        """The process has ended."""
        self._held[place] = NOBODY

    def hold(self, place: int, count: int) -> None:
        """Say how many connections this process holds."""
        self._held[place] = count

    def excess(self, place: int) -> int:
        """How many connections the process in this place holds above its share; none where these are few."""
        held = [count for count in self._held[:] if count >= 0]
        excess = self._held[place] - sum(held) // max(len(held), 1)
        return excess if excess > SLACK else 0


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
            if self._shares.excess(self._place):
                await asyncio.sleep(PATIENCE)
            try:
                self._take_some(listening)
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                continue
            except OSError:
                log.warning("no connection could be taken", exc_info=True)
                await asyncio.sleep(AGAIN)

    def _take_some(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(AT_ONCE):
            connection, _address = listening.accept()
            connection.setblocking(False)
            begun = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._taken.add(begun)
            begun.add_done_callback(self._taken.discard)


class Leveller:
    """Lets phones of a process go that holds more than its share.

    ``held``: how many connections it has now; ``release`` lets so many of them go, which come to whoever takes them.
    """

    def __init__(
        self, shares: Shares, place: int, held: Callable[[], int], release: Callable[[int], None]
    ) -> None:
        self._shares, self._place = shares, place
        self._held, self._release = held, release

    async def level(self) -> None:
        """Until it is cancelled."""
        pause, before = PAUSE, NOBODY
        while True:
            await asyncio.sleep(pause)
            held = self._held()
            self._shares.hold(self._place, held)
            excess = self._shares.excess(self._place)
            if not excess:
                pause, before = PAUSE, NOBODY
                continue
            came_back = NOBODY < before <= held
            pause, before = min(2 * pause, LONGEST) if came_back else PAUSE, held
            self._release(min(FEW, excess))


async def _readable(listening: socket.socket) -> None:
    """Wait until somebody waits there."""
    loop = asyncio.get_running_loop()
    somebody = asyncio.Event()
    loop.add_reader(listening, somebody.set)
    try:
        await somebody.wait()
    finally:
        loop.remove_reader(listening)
