"""The streams of this process, and the one watcher that looks at the database for all of them.

It looks when something was stored: this process rings the bell, of others it hears by `elsewhere`. While nothing is
stored nobody looks; while nobody listens nothing runs and no connection is open.
"""

import asyncio
import logging
import math
import random
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol

from django.db import Error

from zipai_ledger.database import connections
from zipai_ledger.http import meters
from zipai_ledger.models import GameSession, Grant

from . import bell, elsewhere, leases, reads, wire
from .stream import Page, Stream, Subscription, Update

AGAIN = 0.3
"""Seconds until a look that failed is tried again."""
CHECK = 5.0
"""Seconds between two looks at every grant, where something was stored."""
LONGEST = 600.0
"""Seconds after which every grant is looked at even so: time alone ends some."""
ENTERING = 0.9
"""Seconds between two looks at who enters a deal, while nobody of this process begins or ends it."""
MOST_OF_DEVICE = 4
MOST_OF_SESSION = 200
MOST = 1_200
"""Streams of one process, where nobody says otherwise."""
KEPT = 64
"""Messages kept for the phones that want the same."""

log = logging.getLogger(__name__)


class NoPlace(Exception):
    """Too many streams of this device, at this table, or altogether."""


class Looks:
    """When the watcher looks next, in seconds of its loop: at the tables, at every grant, at who enters a deal."""

    def __init__(self, now: float) -> None:
        self.tables = self.entering = self._seen = now
        self.everybody = now + CHECK
        self.renewal = now + leases.RENEWED
        self._checked = now

    def is_due(self, now: float) -> bool:
        """Whether to look at the tables."""
        return min(self.tables, self.everybody) <= now

    @property
    def next(self) -> float:
        """When something is due though nothing rings."""
        return min(self.tables, self.everybody, self.entering, self.renewal)

    def rung(self, now: float) -> None:
        """Something was stored: nobody knows what."""
        self.tables = now
        self.everybody = min(self.everybody, max(now, self._checked + CHECK))
        self.entering = min(self.entering, max(now, self._seen + ENTERING))

    def looked(self, now: float, everybody: bool, *, answered: bool) -> None:
        """The tables were looked at, and ``everybody``'s grants; again soon where the database did not answer."""
        self.tables = math.inf if answered else now + AGAIN
        if everybody:
            self._checked = now
            self.everybody = now + (LONGEST if answered else AGAIN)

    def saw_entering(self, now: float, again: float) -> None:
        """Who enters a deal was looked at; ``again``: seconds until that is due though nothing rings."""
        self._seen, self.entering = now, now + again


class Renderer(Protocol):
    """How a message is made; called in the watcher's thread."""

    def draw(self, page: Page, grant: Grant, since: int, head: int) -> tuple[int, str]:
        """How far the trail had come, and what happened after ``since``."""


class Hub:
    """Every stream of this process, ``most`` at once; all of it belongs to the loop's thread, but for `ring`."""

    def __init__(self, drawing: Renderer, most: int = MOST) -> None:
        self.most = most
        self._drawing = drawing
        self._streams: set[Stream] = set()
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rung = asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None
        self._looks = Looks(0.0)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        self._leases = leases.Leases(self._wake_from_outside)
        self._messages: dict[Hashable, asyncio.Future[Update | None]] = {}
        bell.listen_everywhere(self.ring)

    @property
    def listening(self) -> int:
        """How many streams there are."""
        return len(self._streams)

    @contextmanager
    def place(self, wanted: Subscription) -> Iterator[Stream]:
        """A place for a stream, as long as the block lasts; an older one of the same tab ends. Raises `NoPlace`."""
        stream = Stream(self.update, wanted)
        self._end(self._ghosts(stream.page), "bye")
        self._streams.add(stream)
        open_page = leases.OpenPage(stream.grant.pk, stream.page.tab)
        if stream.page.enters:
            self._leases.begin(open_page)
        try:
            self._begin(stream)
            with meters.streaming():
                yield stream
        finally:
            self._streams.discard(stream)
            if stream.page.enters:
                self._leases.end(open_page)
            if not self._streams:
                self._rung.set()

    def _ghosts(self, page: Page) -> list[Stream]:
        """Who was this tab before; raises `NoPlace` where there is no place beside the others."""
        others = self._listening()
        same = [one for one in others if one.page.device == page.device]
        ghosts = [one for one in same if page.tab and one.page.tab == page.tab]
        there = sum(one.page.session == page.session for one in others)
        limits = ((len(same), MOST_OF_DEVICE), (there, MOST_OF_SESSION), (len(others), self.most))
        if any(count - len(ghosts) >= most for count, most in limits):
            raise NoPlace
        return ghosts

    def _begin(self, stream: Stream) -> None:
        """Let somebody watch for it, in this loop; where all are about to leave it hears so at once."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop or self._watcher is None or self._watcher.done():
            self._loop, self._rung = loop, asyncio.Event()
            self._watcher = loop.create_task(self._watch())
        # What was stored between the look at its table and now rang for nobody.
        self._rung.set()
        if self._stopping:
            stream.end("bye")

    def ring(self, public_id: str, seq: int) -> None:
        """Something was stored in this process; called in any thread."""
        loop = self._loop
        if self._streams and loop is not None:
            # A loop that is closed has nobody left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._wake, public_id)

    def _wake_from_outside(self) -> None:
        """Somebody begins to enter a deal, or ends it; called in the thread of the leases."""
        loop = self._loop
        if self._streams and loop is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._look_who_enters)

    def _look_who_enters(self) -> None:
        self._looks.entering = 0.0
        self._rung.set()

    def _wake(self, public_id: str) -> None:
        if any(one.page.public_id == public_id for one in self._listening()):
            self._rung.set()

    def end_all(self) -> None:
        """The server stops: every phone has to come again, whoever comes now too."""
        self._stopping = True
        self._end(self._listening(), "bye")

    def release(self, count: int) -> None:
        """Let so many phones come again, be it to another process; nobody who enters a deal, which others see."""
        calm = [one for one in self._listening() if not one.page.enters]
        self._end(random.sample(calm, min(count, len(calm))), "bye")

    def _end(self, streams: Iterable[Stream], why: str) -> None:
        for one in streams:
            one.end(why)

    def _listening(self) -> list[Stream]:
        return [one for one in self._streams if not one.ending]

    async def update(self, stream: Stream) -> Update | None:
        """What a stream has not been sent yet, drawn once for all who want the same."""
        page, grant, since = stream.page, stream.grant, stream.since
        key = (page.session, page.show, page.language, *grant.face, since, stream.head)
        message = self._messages.get(key)
        if message is None:
            while len(self._messages) >= KEPT:
                del self._messages[next(iter(self._messages))]
            run = asyncio.get_running_loop().run_in_executor
            message = run(self._thread, self._draw, page, grant, since, stream.head)
            self._messages[key] = message
        found = await asyncio.shield(message)
        if found is None:
            self._messages.pop(key, None)
        return found

    def _draw(self, page: Page, grant: Grant, since: int, head: int) -> Update | None:
        try:
            rev, text = self._drawing.draw(page, grant, since, head)
        except Error:
            log.warning("a message could not be drawn", exc_info=True)
            connections.close_all()
            return None
        except GameSession.DoesNotExist:
            # Erased since it was looked at; the next look ends the stream.
            return None
        return Update(rev, wire.event("update", rev, text))

    async def _watch(self) -> None:
        """Look, tell, wait; until nobody listens."""
        loop = asyncio.get_running_loop()
        looks = self._looks = Looks(loop.time())
        listening = loop.create_task(elsewhere.listen(self._rung.set, self._thread))
        try:
            while streams := self._listening():
                if looks.is_due(loop.time()):
                    everybody = looks.everybody <= loop.time()
                    looks.looked(loop.time(), everybody, answered=await self._look(streams, everybody))
                if looks.entering <= loop.time():
                    again = await self._look_at_entering(streams)
                    looks.saw_entering(loop.time(), again)
                if looks.renewal <= loop.time():
                    self._leases.renew()
                    looks.renewal = loop.time() + leases.RENEWED
                if await self._is_rung(looks.next):
                    looks.rung(loop.time())
        finally:
            # Nobody is left, but where the watcher failed.
            listening.cancel()
            self._end(self._listening(), "bye")
            self._messages.clear()
            self._thread.submit(connections.close_all)

    async def _is_rung(self, until: float) -> bool:
        """Wait until something rings, or until this moment of the loop."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._rung.wait()
        rung = self._rung.is_set()
        self._rung.clear()
        return rung

    async def _look(self, streams: list[Stream], everybody: bool) -> bool:
        """Whether the database answered."""
        known: dict[int, int] = {}
        for one in streams:
            known[one.page.session] = min(one.head, known.get(one.page.session, one.head))
        grants = {one.grant.pk: one.page.session for one in streams}
        run = asyncio.get_running_loop().run_in_executor
        try:
            seen = await run(self._thread, reads.look, known, grants, everybody)
        except Error:
            log.warning("the watcher could not look", exc_info=True)
            await run(self._thread, connections.close_all)
            return False
        for one in streams:
            tell(one, seen)
        return True

    async def _look_at_entering(self, streams: list[Stream]) -> float:
        """Tell every stream who else enters a deal at its table; seconds until the next look, if nothing rings."""
        loop = asyncio.get_running_loop()
        try:
            seen = await loop.run_in_executor(
                self._thread, reads.entering, {one.page.session for one in streams}
            )
        except Error:
            log.warning("the watcher could not see who enters a deal", exc_info=True)
            await loop.run_in_executor(self._thread, connections.close_all)
            return AGAIN
        for one in streams:
            one.see_entering(reads.others(one.grant.pk, seen.get(one.page.session, ())))
        # What a process leaves behind that was killed runs out without a word.
        return leases.RENEWED if seen else LONGEST


def tell(stream: Stream, seen: reads.Look) -> None:
    """What a look means for one stream."""
    grant, head = seen.grants.get(stream.grant.pk), seen.heads.get(stream.page.session)
    if head is None or (grant is None and stream.grant.pk in seen.queried):
        stream.end("gone")
        return
    if grant is not None:
        stream.look_like(grant)
    if head != stream.head:
        stream.head = head
        stream.wake()
