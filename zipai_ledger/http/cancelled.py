"""The line of one request, and what becomes of its answer when the phone has left.

Django cancels the work on a request as soon as it hears that its phone has left. Most of that work is a view in a
thread, which nothing can cancel: what it makes after that would belong to nobody and lie about, open, until it happens
to be collected. So Django does not hear of it. A view that was begun comes to its end, nothing more is sent, and Django
closes this answer as it closes every other.

Much work that stores nothing need not come to its end: inside `cancellable` it ends at its next checkpoint.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.http import HttpRequest

from zipai_ledger.http.body_limits import Message, Receive, Send

Step = TypeVar("Step")
LINE = "zipai_ledger.line"
"""The name of the `Line` in the scope of a request."""

SILENT = 60
"""Seconds after which a phone that takes nothing in any more is let go: out of reach, or frozen with a full line."""


class Line:
    """What comes from a phone and goes to it. ``gone`` is for good."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._whole = False
        self.gone = False

    async def receive(self) -> Message:
        """The request, piece by piece; behind its end nothing comes, and whoever waits for it has to be cancelled."""
        message = await self._next()
        if self.gone and self._whole:
            await asyncio.get_running_loop().create_future()
        self._whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Send it; `asyncio.CancelledError` where nobody takes it in, by which Django's answers end without a word."""
        if self.gone:
            raise asyncio.CancelledError
        try:
            async with asyncio.timeout(SILENT):
                await self._send(message)
        except TimeoutError:
            self.gone = True
            raise asyncio.CancelledError from None

    async def left(self) -> None:
        """Wait until the phone has left."""
        while not self.gone:
            await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self.gone = self.gone or message["type"] == "http.disconnect"
        return message


_line: ContextVar[Line | None] = ContextVar("line", default=None)


class Left(Exception):
    """Nobody waits for this answer any more."""


@contextmanager
def cancellable(request: HttpRequest) -> Iterator[None]:
    """Let the work inside end at a `checkpoint` once the phone has left; only for what may as well not have begun."""
    before = _line.set(getattr(request, "scope", {}).get(LINE))
    try:
        yield
    finally:
        _line.reset(before)


def checkpoint() -> None:
    """Raises `Left` inside `cancellable` where the phone has left."""
    line = _line.get()
    if line is not None and line.gone:
        raise Left


def checkpoints(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, a `checkpoint` before each."""
    for step in steps:
        checkpoint()
        yield step
