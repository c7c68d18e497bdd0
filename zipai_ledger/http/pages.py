"""Pages as an ASGI application: a request is made into its answer as a whole, in one thread.

Django's own handler goes to and fro between its loop and a thread that is new for each request, and with it a connection
to the database: that took more of the processor than most pages. Here middleware and views run one after another, as
they do behind WSGI; the loop takes requests in and sends answers.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from zipai_ledger.database import connections
from zipai_ledger.http.body_limits import Receive, Scope, Send
from zipai_ledger.http.threads import Threads

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of which nothing is sent yet: its first piece, and the pieces behind it."""

    response: HttpResponseBase
    first: bytes
    rest: Iterator[bytes]
    is_whole: bool
    """Whether its first piece is all of it; it is closed then."""

    @property
    def headers(self) -> Headers:
        """As ASGI wants them, cookies among them."""
        cookies = (morsel.output(header="").strip() for morsel in self.response.cookies.values())
        pairs = [*self.response.items(), *(("Set-Cookie", cookie) for cookie in cookies)]
        return [(name.encode("ascii"), value.encode("latin1")) for name, value in pairs]


class Pages(ASGIHandler):
    """Middleware and views, behind ASGI."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()
        self._threads = Threads(connections.close_all)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once it is whole."""
        await self.handle(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The same; `asyncio.CancelledError` from ``send``, where nobody takes the answer in, ends it without a word."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        # Behind a request comes only that its phone is gone; `cancelled.Line` learns of it as soon as somebody listens.
        leaving = asyncio.ensure_future(receive())
        try:
            with suppress(asyncio.CancelledError):
                await self._send(await self._threads.run(self._answer, scope, body), send)
        finally:
            leaving.cancel()

    def _answer(self, scope: Scope, body: IO[bytes]) -> Answer:
        """The whole of a request's work, in one thread."""
        connections.close_stale()
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        if request is not None:
            return begun(self.get_response(request))
        body.close()
        return begun(refusal or HttpResponseBadRequest())

    async def _send(self, answer: Answer, send: Send) -> None:
        try:
            status = answer.response.status_code
            await send({"type": "http.response.start", "status": status, "headers": answer.headers})
            piece = answer.first
            while not answer.is_whole and piece:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await self._threads.run(next, answer.rest, b"")
            await send({"type": "http.response.body", "body": piece})
        finally:
            if not answer.is_whole:
                await asyncio.shield(self._threads.run(answer.response.close))


def begun(response: HttpResponseBase) -> Answer:
    """The answer with its first piece; closed, where that is all of it or there is none."""
    try:
        if isinstance(response, HttpResponse):
            return closed(response, response.content)
        if isinstance(response, FileResponse):
            response.block_size = max(response.block_size, ASGIHandler.chunk_size)
        pieces: Iterator[bytes] = iter(response)
        first = next(pieces, b"")
        if not first or response.headers.get("Content-Length") == str(len(first)):
            return closed(response, first)
        return Answer(response, first, pieces, is_whole=False)
    except BaseException:
        response.close()
        raise


def closed(response: HttpResponseBase, content: bytes) -> Answer:
    """All of an answer."""
    response.close()
    return Answer(response, content, iter(()), is_whole=True)
