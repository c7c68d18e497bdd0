"""Streams as an ASGI endpoint of their own, behind Django.

Whether a stream may be had is said by a view like any other: it hands in a `Subscription` and answers with nothing but
headers. These are sent once Django has done with the request, its thread and its connection to the database, and what
follows is written here. Only then a place is taken, and the same function gives it back, whatever happens.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from typing import Any

from django.http import HttpRequest

from zipai_ledger.http.body_limits import Application, Message, Receive, Scope, Send
from zipai_ledger.http.cancelled import LINE, Line

from .hub import Hub, NoPlace
from .stream import Stream, Subscription

SLOT = "zipai.live"
"""The name of the `Handover` in the scope of a request."""
RETRY_AFTER = 60
"""Seconds until a page that was refused a stream may ask for one again."""
SOON = (0.0, 0.1, 0.4, 1.5)
"""Seconds before each look for a place: one that was left a moment ago is given back within the loop's next turns.

On a busy machine these take long; a phone waits eight seconds for its answer.
"""
OF_STREAMS = {b"content-type", b"content-encoding", b"x-accel-buffering"}
"""Headers that say how a stream comes."""


class Handover:
    """Where a view hands in what is wanted, and where the head of its answer waits for its turn."""

    subscription: Subscription | None = None
    head: Message | None = None

    def keeps(self, message: Message) -> bool:
        """Whether a part of the view's answer is not sent now: of one that is to go on."""
        begins = message["type"] == "http.response.start"
        if begins and self.subscription is not None and message["status"] == 200:
            self.head = message
        return self.head is not None


def subscribe(request: HttpRequest, subscription: Subscription) -> bool:
    """Let a stream follow the answer to this request; False where this kind of server has none."""
    slot: Handover | None = getattr(request, "scope", {}).get(SLOT)
    if slot is None:
        return False
    slot.subscription = subscription
    return True


def streaming(application: Application, hub: Hub) -> Application:
    """The application, and behind it the streams of this hub."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        line, slot = Line(receive, send), Handover()

        async def sent(message: Message) -> None:
            if not slot.keeps(message):
                await line.send(message)

        await application({**scope, SLOT: slot, LINE: line}, line.receive, sent)
        if slot.subscription is not None and slot.head is not None and not line.gone:
            await stream(line, slot.head, slot.subscription, hub)

    return answer


async def stream(line: Line, head: Message, subscription: Subscription, hub: Hub) -> None:
    """Hold a place as long as something is said and somebody listens; 429 where there is none."""
    for wait in SOON:
        await asyncio.sleep(wait)
        with suppress(NoPlace), hub.place(subscription) as place:
            await while_there(line, say(line, head, place))
            return
    await while_there(line, refuse(line, head))


async def while_there(line: Line, sending: Coroutine[Any, Any, None]) -> None:
    """Send, and stop wherever that is when the phone has left."""
    async with asyncio.TaskGroup() as both:
        speaking, leaving = both.create_task(sending), both.create_task(line.left())
        speaking.add_done_callback(lambda _: leaving.cancel())
        leaving.add_done_callback(lambda _: speaking.cancel())


async def say(line: Line, head: Message, place: Stream) -> None:
    """A stream from its headers to its end."""
    await line.send(head)
    async with aclosing(place.pieces()) as pieces:
        async for piece in pieces:
            await line.send({"type": "http.response.body", "body": piece, "more_body": True})
    await line.send({"type": "http.response.body"})


async def refuse(line: Line, head: Message) -> None:
    """429 with the headers that every answer has."""
    kept = [(name, value) for name, value in head["headers"] if name.lower() not in OF_STREAMS]
    again = [(b"Retry-After", b"%d" % RETRY_AFTER), (b"Content-Length", b"0")]
    await line.send({**head, "status": 429, "headers": [*kept, *again]})
    await line.send({"type": "http.response.body"})
