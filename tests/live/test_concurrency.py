"""More requests than can be answered at once: no server, and a clock that jumps."""

import asyncio

from tests.live import clock
from tests.live.bodies import taken_in
from zipai_ledger.http.body_limits import Message, Receive, Scope, Send
from zipai_ledger.http.concurrency import PATIENCE, Answering

SLOW = 2 * PATIENCE
"""Seconds that an answer takes."""


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    """Take the body in, think for long, answer."""
    if not await taken_in(receive):
        return
    await asyncio.sleep(SLOW)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Request:
    """A request of two pieces, the second of which comes when the test lets it."""

    def __init__(self, application: Answering, *, whole: bool = True) -> None:
        self.sent: list[Message] = []
        self.rest, self._pieces = asyncio.Event(), 0
        if whole:
            self.rest.set()
        self.task = asyncio.create_task(application({"type": "http"}, self._receive, self._send))

    async def _receive(self) -> Message:
        self._pieces += 1
        if self._pieces == 1:
            return {"type": "http.request", "body": b"a", "more_body": True}
        await self.rest.wait()
        return {"type": "http.request", "body": b"b", "more_body": False}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return self.sent[0]["status"] if self.sent else 0


def test_one_too_many_waits_and_is_refused_with_a_sentence_where_its_turn_does_not_come():
    async def crowd() -> None:
        application, now = Answering(site, most=2), asyncio.get_running_loop().time
        first = [Request(application) for _ in range(2)]
        late = Request(application)
        await late.task
        assert (late.status, now()) == (503, PATIENCE)
        assert (b"retry-after", b"5") in late.sent[0]["headers"]
        assert "什么都没有记" in late.sent[1]["body"].decode()
        await asyncio.sleep(1)
        waiting = Request(application)
        await waiting.task
        assert [one.status for one in (*first, waiting)] == [200, 200, 200]
        assert now() == 2 * SLOW

    clock.run(crowd())


def test_a_request_that_still_comes_keeps_nobody_out():
    async def crowd() -> None:
        application = Answering(site, most=1)
        slow = [Request(application, whole=False) for _ in range(5)]
        await asyncio.sleep(SLOW)
        quick = Request(application)
        await quick.task
        assert quick.status == 200
        for one in slow:
            one.rest.set()
        await asyncio.gather(*(one.task for one in slow))
        assert sorted(one.status for one in slow) == [200, 503, 503, 503, 503]

    clock.run(crowd())


def test_whoever_left_gives_the_turn_back():
    async def leave() -> None:
        application = Answering(site, most=1)
        gone = Request(application)
        await asyncio.sleep(1)
        gone.task.cancel()
        await asyncio.wait([gone.task])
        quick = Request(application)
        await quick.task
        assert quick.status == 200

    clock.run(leave())
