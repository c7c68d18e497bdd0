"""Connections that are bounded: a head and a body have to come in time, and whoever is slowest makes room for others.

uvicorn waits for an unfinished request for ever; a thousand of them would be a server that answers nobody.
"""

import re
import sys
from asyncio import TimerHandle, Transport
from enum import IntEnum
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zipai_ledger.http import concurrency
from zipai_ledger.http.body_limits import HEADERS

HEAD = 10.0
"""Seconds in which the head of a request has to come."""
BODY = 30.0
"""Seconds in which its body has to come, and as much longer as it has brought at this pace:"""
PACE = 8 << 10
"""Bytes a second."""
BACKLOG = 100
"""Connections that the loop takes in one turn, before it looks whether there is room for them."""
QUEUE = 1_024
"""Connections that wait for the loop; who finds no room there is heard again only after a second, then after two more."""
RESERVED = 64 + BACKLOG + 3 * concurrency.MOST
"""Descriptors that are no connections, or not yet: files, pipes, and the database's file, log and index for each thread."""
MOST = 4_000
"""Connections at once, where there are descriptors for so many."""
LEAST = 100
"""Connections, where there are no descriptors for so many."""
LONGEST_HEAD = 64 << 10
"""Bytes."""
ODD_LINE = re.compile(rb"(?<!\r)\n|\n[ \t]")
"""Of a head: a line that ends in a line feed alone, or goes on in the next."""
LENGTH = b"content-length"


class Awaited(IntEnum):
    """What a connection has to bring next; those that make room first come first."""

    NEXT = 1
    """Another request, or none: uvicorn ends the connection by itself."""
    HEAD = 2
    BODY = 3
    NOTHING = 4
    """The request is whole; it is our turn."""


def raise_descriptors() -> int:
    """Take as many descriptors as the system allows, and say for how many connections they are enough."""
    if sys.platform == "win32":
        return MOST
    # Windows has no such module, and no such limit.
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = MOST + RESERVED
    wanted = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(LEAST, min(MOST, soft - RESERVED))


class Strict(h11.Connection):
    """h11 without its leniency: what a proxy may read as another request than we do is none."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The same; raises `h11.RemoteProtocolError` for a head that can be read in two ways."""
        if self.their_state is not h11.IDLE:
            return super().next_event()
        before = self.trailing_data[0]
        event = super().next_event()
        if isinstance(event, h11.Request):
            head = before[: len(before) - len(self.trailing_data[0])]
            if ODD_LINE.search(head) or not _is_plain(event):
                raise h11.RemoteProtocolError("this head can be read in two ways")
        return event


def _is_plain(request: h11.Request) -> bool:
    """Whether a method is in capitals, a version is one that there is, and a body has one length."""
    names = {name for name, _ in request.headers}
    return (
        request.method.upper() == request.method
        and request.http_version in (b"1.0", b"1.1")
        and (b"transfer-encoding" not in names or (LENGTH not in names and request.http_version == b"1.1"))
    )


class Bounded(H11Protocol):
    """uvicorn's protocol with deadlines. ``most`` connections at once: one more ends the one awaited for longest.

    What is awaited is read off h11: IDLE wants a head, SEND_BODY a body; in any other state it is our turn.
    """

    most = MOST

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = Strict(h11.SERVER, LONGEST_HEAD)
        self.awaited = Awaited.NOTHING
        self.since = 0.0
        self._taken = 0
        self._timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Find room for it, and wait for its head."""
        super().connection_made(transport)
        self._await(Awaited.HEAD)
        if len(self.connections) > self.most:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._await(Awaited.NOTHING)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take it in, and look what is awaited now."""
        self._taken += len(data)
        super().data_received(data)
        self._await(self._wanted())

    def on_response_complete(self) -> None:
        """What has come of the next request already, if anything, has its own time."""
        super().on_response_complete()
        begun = bool(self.conn.trailing_data[0])
        wanted = self._wanted()
        self._await(Awaited.NEXT if wanted is Awaited.HEAD and not begun else wanted)

    def send_400_response(self, msg: str) -> None:
        """Tell whoever speaks no HTTP so, with the headers that every answer has, and end the line."""
        begun = h11.Response(status_code=400, headers=list(HEADERS), reason=b"Bad Request")
        for event in (begun, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wanted(self) -> Awaited:
        states = {h11.IDLE: Awaited.HEAD, h11.SEND_BODY: Awaited.BODY}
        return states.get(self.conn.their_state, Awaited.NOTHING)

    def _await(self, what: Awaited) -> None:
        """Set the time for something else; that of what is awaited already goes on."""
        if what is self.awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.awaited, self.since, self._taken = what, self.loop.time(), 0
        if what in (Awaited.HEAD, Awaited.BODY):
            self._timer = self.loop.call_later(HEAD if what is Awaited.HEAD else BODY, self._late)

    def _late(self) -> None:
        """What was awaited has not come: end the connection, unless a body keeps coming at a pace."""
        left = self.since + BODY + self._taken / PACE - self.loop.time()
        if self.awaited is Awaited.BODY and left > 0:
            self._timer = self.loop.call_later(left, self._late)
            return
        self.transport.abort()

    def _make_room(self) -> None:
        """End the connection that has been awaited for longest; where all are being answered, this one."""
        others = [one for one in self.connections if isinstance(one, Bounded) and one is not self]
        waiting = [one for one in others if one.awaited is not Awaited.NOTHING]
        slowest = min(waiting, key=lambda one: (one.awaited, one.since), default=self)
        # What is aborted is lost only at the loop's next turn, and more may come before.
        self.connections.discard(slowest)
        slowest.transport.abort()
