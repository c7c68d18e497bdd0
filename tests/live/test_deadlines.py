"""Heads and bodies that do not come, and more connections than there is room for: a wire, and a clock that jumps."""

import asyncio
import resource
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.live import clock
from tests.live.bodies import taken_in
from zipai_ledger.http.body_limits import HEADERS, Receive, Scope, Send
from zipai_ledger.http.deadlines import BODY, HEAD, PACE, Bounded, raise_descriptors

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
ANSWERED = 60.0
"""Seconds that an answer takes: longer than any deadline."""


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    """Take the body in, think for long, answer."""
    if not await taken_in(receive):
        return
    await asyncio.sleep(ANSWERED)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


class Wire(asyncio.Transport):
    """A phone's side: what it was sent, and when the line was ended."""

    def __init__(self, site: "Site") -> None:
        super().__init__()
        self.sent, self.ended = b"", -1.0
        self._loop = asyncio.get_running_loop()
        self.protocol = Bounded(config=site.config, server_state=site.state, app_state={}, _loop=self._loop)
        self.protocol.connection_made(self)

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def abort(self) -> None:
        if self.ended < 0:
            self.ended = self._loop.time()
            self._loop.call_soon(self.protocol.connection_lost, None)

    close = abort

    def is_closing(self) -> bool:
        return self.ended >= 0

    def pause_reading(self) -> None:
        """Nothing comes but what a test lets come."""

    resume_reading = pause_reading

    def come(self, data: bytes) -> None:
        self.protocol.data_received(data)


class Site:
    """What uvicorn's server keeps for all its connections."""

    def __init__(self) -> None:
        self.config = uvicorn.Config(site, log_config=None, proxy_headers=False)
        self.state = ServerState()


def on_a_clock(test: Callable[[Site], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs where time passes only while nobody has anything to do."""

    def run() -> None:
        clock.run(test(Site()))

    run.__doc__ = test.__doc__
    return run


async def trickle(wire: Wire, piece: bytes, every: float, seconds: float) -> None:
    """A piece now and then, as long as the line is there."""
    for _ in range(int(seconds / every)):
        await asyncio.sleep(every)
        if wire.is_closing():
            return
        wire.come(piece)


@on_a_clock
async def test_a_head_has_to_be_whole_in_time_however_it_trickles(site: Site) -> None:
    wire = Wire(site)
    wire.come(b"GET / HTTP/1.1\r\nHost: x\r\nX-a: ")
    await trickle(wire, b"y", 1.0, 3 * HEAD)
    assert wire.ended == HEAD


@on_a_clock
async def test_a_line_on_which_nothing_is_said_ends_too(site: Site) -> None:
    wire = Wire(site)
    await asyncio.sleep(2 * HEAD)
    assert wire.ended == HEAD


@on_a_clock
async def test_a_body_that_hardly_comes_ends_its_line(site: Site) -> None:
    wire = Wire(site)
    wire.come(POST % 200_000)
    await trickle(wire, b"y" * 100, 15.0, 4 * BODY)
    assert BODY <= wire.ended < BODY + 1


@on_a_clock
async def test_a_body_that_comes_at_a_pace_has_its_time(site: Site) -> None:
    wire, pieces = Wire(site), 200
    wire.come(POST % (pieces * PACE))
    await trickle(wire, b"y" * PACE, 1.0, pieces)
    await asyncio.sleep(ANSWERED + 1)
    assert wire.sent.startswith(b"HTTP/1.1 200")
    assert not 0 <= wire.ended < pieces


@on_a_clock
async def test_what_takes_its_time_is_answered_and_so_is_the_next_on_this_line(site: Site) -> None:
    wire = Wire(site)
    for count in (1, 2):
        wire.come(GET)
        await asyncio.sleep(ANSWERED + 1)
        assert wire.sent.count(b"HTTP/1.1 200") == count
        assert not wire.is_closing()


@on_a_clock
async def test_a_second_request_on_a_line_has_a_deadline_of_its_own(site: Site) -> None:
    wire = Wire(site)
    wire.come(GET)
    wire.come(b"GET /half ")
    await asyncio.sleep(ANSWERED + HEAD + 1)
    assert wire.sent.startswith(b"HTTP/1.1 200")
    assert ANSWERED < wire.ended <= ANSWERED + HEAD


@on_a_clock
async def test_where_there_is_no_more_room_whoever_was_awaited_for_longest_goes(site: Site) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Bounded, "most", 3)
        slow, body, answered = Wire(site), Wire(site), Wire(site)
        body.come(POST % 200_000)
        answered.come(GET)
        await asyncio.sleep(1)
        late = Wire(site)
        assert [one.is_closing() for one in (slow, body, answered, late)] == [True, False, False, False]
        late.come(GET)
        later = Wire(site)
        assert body.is_closing()
        later.come(GET)
        none_left = Wire(site)
        assert none_left.is_closing()
        await asyncio.sleep(2 * ANSWERED)
        assert all(b"200 OK" in one.sent for one in (answered, late, later))


@on_a_clock
async def test_a_line_between_two_requests_makes_room_first(site: Site) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Bounded, "most", 2)
        idle = Wire(site)
        idle.come(GET)
        await asyncio.sleep(ANSWERED + 1)
        begun, late = Wire(site), Wire(site)
        assert [one.is_closing() for one in (idle, begun, late)] == [True, False, False]


@pytest.mark.parametrize(
    ("soft", "hard", "set_to", "most"),
    [
        (1_024, 1_048_576, 4_464, 4_000),
        (1_024, 1_024, None, 560),
        (65_536, 65_536, None, 4_000),
        (1_024, resource.RLIM_INFINITY, 4_464, 4_000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, 4_000),
        (100, 100, None, 100),
    ],
)
def test_as_many_descriptors_as_there_may_be_are_taken(monkeypatch, soft, hard, set_to, most):
    taken = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: taken.append(limits))
    assert raise_descriptors() == most
    assert taken == ([] if set_to is None else [(set_to, hard)])


@on_a_clock
async def test_what_is_no_http_is_refused_with_every_header(site: Site) -> None:
    for garbage in (
        b"\x16\x03\x01\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno\r\n",
    ):
        wire = Wire(site)
        wire.come(garbage)
        head = wire.sent.lower().partition(b"\r\n\r\n")[0].split(b"\r\n")
        assert head[0] == b"http/1.1 400 bad request"
        assert {b"%b: %b" % (name, value.lower()) for name, value in HEADERS} <= set(head)
        assert wire.ended >= 0


STRANGE = {
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks before 1.1": b"POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "small letters": b"get / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a version that is none": b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    "an older version": b"GET / HTTP/0.9\r\nHost: x\r\n\r\n",
    "a bare line feed": b"GET / HTTP/1.1\r\nHost: x\nX-a: y\r\n\r\n",
    "bare line feeds at the end": b"GET / HTTP/1.1\r\nHost: x\n\n",
    "a folded line": b"GET / HTTP/1.1\r\nHost: x\r\nX-a: y\r\n  z\r\n\r\n",
    "a folded line of tabs": b"GET / HTTP/1.1\r\nHost: x\r\nX-a: y\r\n\tz\r\n\r\n",
}


@pytest.mark.parametrize("pieces", [1, 1000], ids=["at once", "byte by byte"])
@pytest.mark.parametrize("what", STRANGE)
def test_what_a_proxy_may_read_otherwise_is_refused_and_the_line_closed(what: str, pieces: int) -> None:
    async def come(site: Site) -> None:
        wire, sent = Wire(site), STRANGE[what] + GET
        size = -(-len(sent) // pieces)
        for at in range(0, len(sent), size):
            if not wire.is_closing():
                wire.come(sent[at : at + size])
        await asyncio.sleep(2 * ANSWERED)
        assert wire.sent.startswith(b"HTTP/1.1 400")
        assert wire.sent.count(b"HTTP/1.1 ") == 1
        assert wire.ended == 0

    on_a_clock(come)()


@on_a_clock
async def test_what_follows_behind_a_good_request_is_read_as_strictly(site: Site) -> None:
    wire = Wire(site)
    wire.come(GET + STRANGE["two lengths"] + GET)
    await asyncio.sleep(3 * ANSWERED)
    assert [part[:3] for part in wire.sent.split(b"HTTP/1.1 ")[1:]] == [b"200", b"400"]
    assert wire.is_closing()


@on_a_clock
async def test_line_feeds_in_a_body_and_older_clients_are_fine(site: Site) -> None:
    for good in (
        POST % 8 + b"a\nb\n c\n\t",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\na\n b\r\n0\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n",
    ):
        wire = Wire(site)
        wire.come(good)
        await asyncio.sleep(ANSWERED + 1)
        assert wire.sent.startswith(b"HTTP/1.1 200")
