"""A stream and its line, step by step: no server, no database, and a clock that jumps."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from tests.live import clock
from tests.live.bodies import taken_in
from zipai_ledger.database import connections
from zipai_ledger.http.body_limits import Application, Message
from zipai_ledger.http.cancelled import SILENT
from zipai_ledger.live import Hub, Page, PageState, Subscription, leases, reads
from zipai_ledger.live.endpoint import SLOT, streaming
from zipai_ledger.live.hub import MOST_OF_DEVICE, MOST_OF_SESSION
from zipai_ledger.models import GameSession, Grant

VIEWED = 0.05
"""Seconds that the view takes."""
HEAD = {"type": "http.response.start", "status": 200, "headers": [(b"Content-Type", b"text/event-stream")]}
FACE = tuple(getattr(Grant(), name) for name in Grant.FACE)


class Tables:
    """What the watcher finds in the database: one table, which has come to ``head``, and everybody may look."""

    def __init__(self) -> None:
        self.head, self.revoked = 1, set[int]()
        self.trouble: Exception | None = None
        self.erased = False

    def enter(self, hub: Hub) -> None:
        """A deal, at this server."""
        self.head += 1
        hub.ring("table-1", self.head)

    def look(self, known: Mapping[int, int], grants: Mapping[int, int], everybody: bool) -> reads.Look:
        if self.trouble:
            raise self.trouble
        queried = [one for one in grants if everybody or min(known.values()) != self.head]
        found = {one: FACE for one in queried if one not in self.revoked}
        heads = {} if self.erased else dict.fromkeys(known, self.head)
        return reads.Look(heads, found, frozenset(queried))

    def draw(self, page: Page, grant: Grant, since: int, head: int) -> tuple[int, str]:
        if self.erased:
            raise GameSession.DoesNotExist
        return self.head, f"from {since}"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    found = Tables()
    monkeypatch.setattr(reads, "look", found.look)
    monkeypatch.setattr(reads, "entering", lambda _sessions: {})
    monkeypatch.setattr(connections, "close_all", lambda: None)
    # Whatever happens here happens at another process.
    monkeypatch.setattr(reads, "version", count().__next__)
    return found


@pytest.fixture
def hub(tables: Tables) -> Hub:
    return Hub(tables)


def wanted(device: int = 1, tab: str = "", rev: int = 1, session: int = 1) -> Subscription:
    page = Page(session, f"table-{session}", "table", "zh-hans", device, tab)
    return Subscription(page, Grant(pk=device, session_id=session), PageState(rev), head=1, packs=False)


def site(subscription: Subscription, status: int = 200) -> Application:
    """What Django does with the request for a stream."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if not await taken_in(receive):
            return
        await asyncio.sleep(VIEWED)
        scope[SLOT].subscription = subscription
        await send({**HEAD, "status": status})
        await send({"type": "http.response.body", "body": b""})

    return answer


class Wire:
    """A phone's side of a request, in two pieces; what is sent to nobody is lost without a word, as uvicorn has it."""

    def __init__(self, hub: Hub, subscription: Subscription, **about: int) -> None:
        self.sent: list[Message] = []
        self.when: list[float] = []
        self.stuck = False
        self._torn, self._pieces = asyncio.Event(), [True, False]
        application = streaming(site(subscription, **about), hub)
        self.task = asyncio.create_task(application({"type": "http"}, self._receive, self._send))

    async def _receive(self) -> Message:
        await asyncio.sleep(0)
        if self._pieces and not self._torn.is_set():
            return {"type": "http.request", "body": b"", "more_body": self._pieces.pop(0)}
        await self._torn.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await asyncio.sleep(0)
        if self.stuck:
            await asyncio.get_running_loop().create_future()
        if not self._torn.is_set():
            self.sent.append(message)
            self.when.append(asyncio.get_running_loop().time())

    def tear(self) -> None:
        self._torn.set()

    @property
    def status(self) -> int:
        return self.sent[0]["status"] if self.sent else 0

    @property
    def names(self) -> list[str]:
        """Of the messages, without those that say nothing."""
        bodies = (one.get("body", b"").decode() for one in self.sent[1:])
        return [line[7:] for body in bodies for line in body.split("\n") if line.startswith("event: ")]


def nothing_left(hub: Hub) -> bool:
    return (
        not hub._streams and (hub._watcher is None or hub._watcher.done()) and len(asyncio.all_tasks()) == 1
    )


ENTERED = 5.0
"""Seconds until a deal is entered."""
MOMENTS = [
    (seconds, steps) for seconds in (0.0, VIEWED, ENTERED, ENTERED + 10, ENTERED + 20) for steps in range(20)
]
"""Seconds, and then steps of the loop: before the request is whole, in the view, around each word of the stream."""


def test_a_phone_torn_away_at_any_moment_leaves_nothing(hub: Hub, tables: Tables):
    reached = set()

    async def tear(seconds: float, steps: int) -> None:
        wire = Wire(hub, wanted())
        asyncio.get_running_loop().call_at(ENTERED, tables.enter, hub)
        await asyncio.sleep(seconds)
        for _ in range(steps):
            await asyncio.sleep(0)
        reached.add((wire.status, *wire.names))
        wire.tear()
        await wire.task
        await asyncio.sleep(0.01)
        assert nothing_left(hub)

    for moment in MOMENTS:
        tables.head = 1
        clock.run(tear(*moment))
    messages = ("hello", "update", "beat", "beat")
    assert reached == {(0,), *((200, *messages[:count]) for count in range(5))}


def test_a_place_is_free_at_once_for_whoever_comes_back(hub: Hub):
    async def come_and_go() -> None:
        for _ in range(3):
            wires = [Wire(hub, wanted()) for _ in range(MOST_OF_DEVICE)]
            await asyncio.sleep(1)
            assert {wire.status for wire in wires} == {200}
            for wire in wires:
                wire.tear()
            await asyncio.gather(*(wire.task for wire in wires))

    clock.run(come_and_go())


@pytest.mark.parametrize("moment", [0.0, VIEWED / 2, VIEWED])
def test_phones_torn_away_before_they_are_answered_are_in_nobodys_way(hub: Hub, moment: float):
    async def come_and_go() -> None:
        wires = [Wire(hub, wanted()) for _ in range(10 * MOST_OF_DEVICE)]
        await asyncio.sleep(moment)
        for wire in wires:
            wire.tear()
        back = [Wire(hub, wanted()) for _ in range(MOST_OF_DEVICE)]
        await asyncio.sleep(1)
        assert {wire.status for wire in back} == {200}

    clock.run(come_and_go())


async def begun(hub: Hub, *wanted: Subscription) -> list[Wire]:
    """Streams that have said hello, one after the other."""
    wires = []
    for one in wanted:
        wires.append(Wire(hub, one))
        await asyncio.sleep(0.1)
        assert wires[-1].status == 200
    return wires


def test_a_place_that_a_busy_server_gives_back_late_is_waited_for(hub: Hub):
    async def come_back() -> None:
        left, *_others = await begun(hub, *(wanted(tab=tab) for tab in "abcd"))
        back = Wire(hub, wanted(tab="e"))
        await asyncio.sleep(1)
        left.tear()
        await asyncio.sleep(2)
        assert back.status == 200

    clock.run(come_back())


def test_whoever_finds_no_place_is_told_when_to_come_again(hub: Hub):
    async def crowd() -> None:
        await begun(hub, *(wanted(tab=tab) for tab in "abcd"))
        late = Wire(hub, wanted(tab="e"))
        await late.task
        assert late.status == 429
        assert late.sent[0]["headers"] == [(b"Retry-After", b"60"), (b"Content-Length", b"0")]
        assert late.sent[1:] == [{"type": "http.response.body"}]
        other = Wire(hub, wanted(device=2))
        await asyncio.sleep(0.1)
        assert other.status == 200

    clock.run(crowd())


def test_a_table_has_so_many_places(hub: Hub):
    async def crowd() -> None:
        wires = [Wire(hub, wanted(device)) for device in range(MOST_OF_SESSION)]
        await asyncio.sleep(1)
        assert {wire.status for wire in wires} == {200}
        late, elsewhere = Wire(hub, wanted(device=999)), Wire(hub, wanted(device=999, session=2))
        await late.task
        assert (late.status, elsewhere.status) == (429, 200)

    clock.run(crowd())


def test_a_tab_that_comes_again_takes_the_place_of_its_ghost(hub: Hub):
    async def come_again() -> None:
        ghost, *others = await begun(hub, *(wanted(tab=tab) for tab in "abcd"))
        await begun(hub, wanted(tab="a"))
        await ghost.task
        assert ghost.names == ["hello", "bye"]
        assert {tuple(one.names) for one in others} == {("hello",)}

    clock.run(come_again())


def test_an_answer_that_is_no_stream_after_all_is_handed_on(hub: Hub):
    async def fail() -> None:
        wire = Wire(hub, wanted(), status=500)
        await wire.task
        assert wire.sent == [{**HEAD, "status": 500}, {"type": "http.response.body", "body": b""}]
        assert nothing_left(hub)

    clock.run(fail())


def test_a_phone_that_takes_nothing_in_any_more_loses_its_place(hub: Hub):
    async def freeze() -> None:
        wires = await begun(hub, *(wanted(tab=tab) for tab in "abcd"))
        wires[0].stuck = True
        await asyncio.sleep(10 + SILENT - 1)
        assert not wires[0].task.done()
        await asyncio.sleep(2)
        assert wires[0].task.done()
        await begun(hub, wanted(tab="e"))
        assert [wire.task.done() for wire in wires[1:]] == [False] * 3

    clock.run(freeze())


def test_a_sign_of_life_comes_every_ten_seconds(hub: Hub):
    async def listen() -> None:
        wire = Wire(hub, wanted())
        await asyncio.sleep(35)
        assert wire.names == ["hello", *["beat"] * 3]
        hello, *beats = wire.when[1:]
        assert [round(beat - hello) for beat in beats] == [10, 20, 30]

    clock.run(listen())


def test_what_is_entered_here_is_told_at_once_and_what_is_entered_elsewhere_at_the_next_look(
    hub: Hub, tables: Tables
):
    async def enter(tell: Callable[[str, int], None]) -> float:
        wire = Wire(hub, wanted(rev=tables.head))
        await asyncio.sleep(2.1)
        tables.head += 1
        entered = asyncio.get_running_loop().time()
        tell("table-1", tables.head)
        await asyncio.sleep(2)
        assert wire.names == ["hello", "update"]
        return wire.when[-1] - entered

    async def both() -> None:
        assert await enter(hub.ring) == 0
        assert 0 < await enter(lambda *_: None) <= 0.3

    clock.run(both())


@pytest.mark.parametrize("entered", [False, True])
def test_a_revoked_phone_loses_its_stream_and_is_told_nothing_more(hub: Hub, tables: Tables, entered: bool):
    async def revoke() -> None:
        sent_away, other = await begun(hub, wanted(1), wanted(2))
        await asyncio.sleep(0.7)
        tables.revoked.add(1)
        revoked = asyncio.get_running_loop().time()
        if entered:
            tables.enter(hub)
        await sent_away.task
        assert sent_away.names == ["hello", "gone"]
        assert sent_away.when[-1] - revoked <= (0 if entered else 6)
        await asyncio.sleep(1)
        assert other.names == ["hello", "update"] if entered else ["hello"]

    clock.run(revoke())


def test_a_table_erased_while_its_news_is_drawn_is_gone(hub: Hub, tables: Tables):
    async def erase() -> None:
        wire = Wire(hub, wanted(rev=0))
        tables.erased = True
        await wire.task
        assert wire.names == ["hello", "gone"]

    clock.run(erase())


@pytest.mark.parametrize("trouble", [OperationalError("locked"), InterfaceError("connection already closed")])
def test_a_database_that_is_away_for_a_while_costs_nobody_the_stream(
    hub: Hub, tables: Tables, trouble: Exception
):
    async def be_away() -> None:
        (wire,) = await begun(hub, wanted())
        tables.trouble = trouble
        await asyncio.sleep(3)
        tables.trouble = None
        tables.enter(hub)
        await asyncio.sleep(1)
        assert wire.names == ["hello", "update"]

    clock.run(be_away())


def test_where_nobody_can_watch_any_more_the_phones_are_sent_to_come_again(hub: Hub, tables: Tables):
    async def fail() -> None:
        wires = await begun(hub, wanted(1), wanted(2))
        watcher = hub._watcher
        tables.trouble = RuntimeError("a fault of ours")
        await asyncio.gather(*(wire.task for wire in wires))
        assert {tuple(wire.names) for wire in wires} == {("hello", "bye")}
        with pytest.raises(RuntimeError, match="of ours"):
            await watcher
        assert nothing_left(hub)
        tables.trouble = None
        (again,) = await begun(hub, wanted(1))
        tables.enter(hub)
        await asyncio.sleep(1)
        assert again.names == ["hello", "update"]

    clock.run(fail())


def test_whoever_comes_while_the_server_stops_is_sent_to_come_again_like_all_others(hub: Hub):
    async def stop() -> None:
        wires = [*await begun(hub, wanted(1)), Wire(hub, wanted(2))]
        hub.end_all()
        await asyncio.gather(*(wire.task for wire in wires))
        assert [wire.names for wire in wires] == [["hello", "bye"]] * 2
        assert nothing_left(hub)

    clock.run(stop())


def test_some_are_let_go_but_nobody_who_enters_a_deal(hub: Hub, monkeypatch: pytest.MonkeyPatch):
    for name in ("keep", "drop"):
        monkeypatch.setattr(leases, name, lambda _pages: None)

    async def release() -> None:
        entering = wanted(4)
        entering = replace(entering, page=replace(entering.page, enters=True))
        *calm, busy = await begun(hub, wanted(1), wanted(2), wanted(3), entering)
        hub.release(2)
        await asyncio.sleep(1)
        assert sorted(wire.names for wire in calm) == [["hello"], ["hello", "bye"], ["hello", "bye"]]
        hub.release(9)
        await asyncio.sleep(1)
        assert {tuple(wire.names) for wire in calm} == {("hello", "bye")}
        assert busy.names == ["hello"]
        busy.tear()
        await busy.task

    clock.run(release())
