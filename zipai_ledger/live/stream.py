"""One phone that listens: what it has been sent so far, and its bytes as they come."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from zipai_ledger.models import Grant

from . import wire

BEAT = 10.0
"""Seconds of silence after which a sign of life is sent."""
RETRY = 3.0
"""Seconds until a message that could not be drawn is tried again."""
NOTHING = -1
"""What a page has seen that has seen nothing."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a stream is for: a table, what is shown of it, in which language, and to which tab of which device.

    ``enters``: a deal is entered on it, which the others see.
    """

    session: int
    public_id: str
    show: str
    language: str
    device: int
    tab: str
    enters: bool = False


@dataclass(frozen=True, slots=True)
class PageState:
    """What a page shows already: how far the trail had come, and the mark of the grant it was drawn for.

    ``mark`` is None where the page shows nothing of the grant.
    """

    rev: int
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a page wants to hear: ``head`` is how far the table has come, ``packs`` whether gzip is read."""

    page: Page
    grant: Grant
    seen: PageState
    head: int
    packs: bool


@dataclass(frozen=True, slots=True)
class Update:
    """A message ready to leave, and how far the trail had come when it was drawn."""

    rev: int
    piece: wire.Piece


class Stream:
    """What one phone is sent, as bytes; holds nothing but numbers while it waits.

    ``rev`` is what the phone has seen, ``head`` how far the table has come: a slow reader is not sent every step
    but, when it reads again, everything at once.
    """

    def __init__(self, draw: "Draw", wanted: Subscription) -> None:
        self.page, self.grant = wanted.page, wanted.grant
        self.rev, self.mark, self.head = wanted.seen.rev, wanted.seen.mark, wanted.head
        self.ending = ""
        self.entering: tuple[str, ...] = ()
        self._draw = draw
        self._form: wire.Plain | wire.Gzip = wire.Gzip() if wanted.packs else wire.Plain()
        self._changed = asyncio.Event()

    @property
    def since(self) -> int:
        """What to draw from: everything where the grant itself looks different."""
        return self.rev if self.mark in {None, self.grant.mark} else NOTHING

    def look_like(self, face: tuple[object, ...]) -> None:
        """The grant as it is now; called in the loop's thread."""
        for name, value in zip(Grant.FACE, face, strict=True):
            setattr(self.grant, name, value)
        if self.since < 0:
            self.wake()

    def see_entering(self, names: tuple[str, ...]) -> None:
        """Who else enters a deal now; called in the loop's thread."""
        if self.entering != names:
            self.entering = names
            self.wake()

    def wake(self) -> None:
        """Something changed; called in the loop's thread."""
        self._changed.set()

    def end(self, why: str) -> None:
        """Say why, and stop; called in the loop's thread."""
        self.ending = self.ending or why
        self.wake()

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Everything from the first word to the last."""
        yield self._form.head + self._put("hello")
        entering: tuple[str, ...] = ()
        while not self.ending:
            if entering != self.entering:
                entering = self.entering
                yield self._put("entering", json.dumps(entering, ensure_ascii=False))
            if self.since < self.head:
                mark = self.mark and self.grant.mark
                message = await self._draw(self)
                if message and not self.ending:
                    self.rev, self.mark = message.rev, mark
                    yield self._form.put(message.piece)
            if not await self._woken():
                yield self._put("beat")
        yield self._put(self.ending) + self._form.tail

    def _put(self, name: str, text: str = "") -> bytes:
        piece = wire.event(name, self.rev, text) if text else wire.sign(name, self.rev)
        return self._form.put(piece)

    async def _woken(self) -> bool:
        """Wait until something changes; False where nothing did for a while."""
        behind = self.since < self.head
        try:
            async with asyncio.timeout(RETRY if behind else BEAT):
                await self._changed.wait()
        except TimeoutError:
            return behind
        finally:
            self._changed.clear()
        return True


Draw = Callable[[Stream], Awaitable[Update | None]]
"""What a stream has not been sent yet, None where that cannot be said now."""
