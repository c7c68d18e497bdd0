"""Four processes on PostgreSQL: what a request costs there, and what phones see where one is killed or stopped every five
seconds under a thousand tables.

``ZIPAI_SECONDS=120 ZIPAI_TABLES=1000 make bench ARGS="-k test_workers"`` for all of it. Nine of ten requests read. What was
acknowledged has to be stored, what is stored was sent, each once; every phone has to hear of its table again. How soon is
printed: on a machine that others use it says more of them.
"""

import asyncio
import json
import os
import random
import signal
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.benchmarks.bars import hold
from tests.benchmarks.test_live import spread
from tests.benchmarks.test_requests import processor
from tests.faults.conftest import cluster
from tests.faults.oracle import rows, whole
from tests.faults.workers import processes
from tests.live.phones import HANGS, NEW, WIN, Phone, comes_true, fresh_id
from tests.postgres import Cluster
from tests.servers import Server, serving

__all__ = ["cluster"]

pytestmark = pytest.mark.benchmark

PROCESSES = 4
TABLES = int(os.environ.get("ZIPAI_TABLES", "200"))
SECONDS = float(os.environ.get("ZIPAI_SECONDS", "30"))
EVERY = 5.0
"""Seconds between two faults."""
AT_ONCE = 6
"""Requests at once, beside the streams."""
PAUSE = 0.1
"""Seconds that a phone looks at an answer."""
READS = 0.9
LONGEST = 30.0
"""Seconds after which a phone that was not answered asks again at the latest."""
FAULTS = (signal.SIGKILL, signal.SIGSTOP)
WANTED = 2.0
"""Seconds in which a stream has to be back."""
ROUNDS, REQUESTS = 5, 100
DEARER = 1.15
"""What a request may take of the processor in one of four processes, beside one process alone."""


class Lost(Exception):
    """The answer did not come, or not all of it."""


@dataclass
class Evening:
    """What all phones saw."""

    server: Server
    csrf: str
    is_played: bool = False
    """Whether everybody has put the cards down; they listen until all have heard of everything."""
    over: bool = False
    fault: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)

    @property
    def port(self) -> int:
        return self.server.port


@dataclass
class Seat:
    """A phone with a table of its own: what it sent, id → 胡, and what it was told is saved."""

    evening: Evening
    table: str
    cookie: str
    sent: dict[str, int] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)
    rev: int = 0
    listens: bool = False
    gone_since: float = 0.0

    async def ask(self, method: str, path: str, **fields: object) -> tuple[int, str]:
        status, _headers, text = await ask(
            self.evening, method, f"{self.table}{path}", self.cookie, urlencode(fields)
        )
        return status, text

    async def read(self) -> None:
        """Look at the table, or ask for news."""
        path = random.choice(("", f"news/?rev={self.rev}&show=table"))
        await self.until_answered("GET", path, 200, 204)

    async def write(self) -> None:
        """Enter a deal; the same one again until it is saved."""
        entry, hu = fresh_id(), random.randrange(10, 40)
        self.sent[entry] = hu
        await self.until_answered("POST", "deals/save/", 303, **{**WIN, "hu": hu, "client_id": entry})
        self.acknowledged.add(entry)

    async def until_answered(self, method: str, path: str, *wanted: int, **fields: object) -> None:
        """Ask again as `static/js/live.js` does, after a second, two, four …"""
        deadline, misses = time.monotonic() + HANGS, 0
        while time.monotonic() < deadline:
            try:
                status, text = await self.ask(method, path, **fields)
            except Lost:
                self.evening.answers["lost"] += 1
            else:
                self.evening.answers[f"{method} {status}"] += 1
                if status in wanted:
                    return
                assert status == 503, (status, text)
            misses += 1
            await asyncio.sleep(min(LONGEST, 2**misses / 2) + random.random() / 2)
        raise AssertionError(f"{method} {path} was never answered")

    async def listen(self) -> None:
        """Hold a stream as `static/js/live.js` does: one that held is opened again; else the phone asks for news first."""
        while not self.evening.over:
            with suppress(Lost):
                await self.stream()
            held, self.listens = self.listens, False
            self.gone_since = self.gone_since or self.evening.fault
            await asyncio.sleep((0 if held else 0.5) + random.random() / 2)
            if not held:
                await self.until_answered("GET", f"news/?rev={self.rev}&show=line", 200, 204)

    async def stream(self) -> None:
        path = f"{self.table}live/?rev={self.rev}&show=line"
        async with connected(self.evening.port) as (reader, writer):
            writer.write(head("GET", path, self.cookie))
            status = await reader.readline()
            if b" 200 " not in status:
                raise Lost
            while line := await reader.readline():
                self.take(line)
        raise Lost

    def take(self, line: bytes) -> None:
        """A line of a stream: that it is there, or how far the table has come; raises `Lost` where the phone has to come again."""
        if line.startswith(b"event: hello"):
            self.listens = True
            if self.gone_since:
                self.evening.back.append(time.monotonic() - self.gone_since)
            self.gone_since = 0.0
        elif line.startswith(b"event: bye"):
            self.gone_since = time.monotonic()
            raise Lost
        elif line.startswith(b"id: "):
            self.rev = int(line[4:])


def head(method: str, path: str, cookie: str, length: int = 0, csrf: str = "") -> bytes:
    form = "Content-Type: application/x-www-form-urlencoded\r\n" if length else ""
    return (
        f"{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nX-CSRFToken: {csrf}\r\n{form}"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A line of its own; raises `Lost` where it is cut, wherever that is."""
    writer = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        yield reader, writer
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Lost from error
    finally:
        if writer:
            writer.transport.abort()


async def ask(
    evening: Evening, method: str, path: str, cookie: str, body: str = ""
) -> tuple[int, list[str], str]:
    """Status, headers and text of an answer; raises `Lost`."""
    async with connected(evening.port) as (reader, writer):
        writer.write(head(method, path, cookie, len(body), evening.csrf) + body.encode())
        top = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *headers = top.strip().split("\r\n")
        length = next((int(one[15:]) for one in headers if one.lower().startswith("content-length:")), 0)
        return int(first.split()[1]), headers, (await reader.readexactly(length)).decode()


async def opened(evening: Evening, number: int) -> Seat:
    """A phone that nobody has seen opens a table."""
    form = urlencode({**NEW, "client_id": fresh_id(), "name": f"第 {number} 桌"}, doseq=True)
    status, headers, text = await ask(evening, "POST", "/new/", f"csrf={evening.csrf}", form)
    assert status == 302, text
    table = next(one.split(": ")[1] for one in headers if one.lower().startswith("location:"))
    cookies = [
        one.split(": ", 1)[1].split(";")[0] for one in headers if one.lower().startswith("set-cookie:")
    ]
    return Seat(evening, table, "; ".join({f"csrf={evening.csrf}", *cookies}))


async def tables(evening: Evening) -> list[Seat]:
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Seat:
        async with turns:
            return await opened(evening, number)

    return list(await asyncio.gather(*map(one, range(TABLES))))


async def play(evening: Evening, seats: list[Seat]) -> None:
    """One phone after the other looks or writes."""
    while not evening.is_played:
        seat = random.choice(seats)
        await (seat.read() if random.random() < READS else seat.write())
        await asyncio.sleep(PAUSE)


async def disturb(evening: Evening) -> int:
    """Kill or stop one process after the other; how many."""
    count, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        # On a busy machine those that begin take longer than it takes to kill the others.
        await until(lambda: len(processes(evening.server)) > PROCESSES // 2)
        victim = random.choice(sorted(processes(evening.server)))
        os.kill(victim, FAULTS[count % len(FAULTS)])
        evening.fault = time.monotonic()
        count += 1
        await asyncio.sleep(EVERY)
    return count


async def spend(evening: Evening) -> tuple[list[Seat], int, float]:
    """The whole evening: its phones, how many processes went, and how long it took to open the tables."""
    began = time.monotonic()
    seats = await tables(evening)
    opening = time.monotonic() - began
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    await until(lambda: all(seat.listens for seat in seats))
    playing = [asyncio.create_task(play(evening, seats)) for _ in range(AT_ONCE)]
    faults = await disturb(evening)
    evening.is_played = True
    await asyncio.gather(*playing)
    heads = stored_heads(evening.server)
    await until(lambda: have_heard(seats, listening, heads))
    evening.over = True
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return seats, faults, opening


def have_heard(seats: list[Seat], listening: list[asyncio.Task[None]], heads: dict[str, int]) -> bool:
    """Whether all of them listen, and know of everything that is stored; raises what made one of them give up."""
    for task in listening:
        if task.done():
            task.result()
    return all(seat.listens and seat.rev >= heads[seat.table] for seat in seats)


async def until(found) -> None:
    """Wait for it; raises TimeoutError."""
    async with asyncio.timeout(HANGS):
        while not found():
            await asyncio.sleep(0.05)


def stored_heads(server: Server) -> dict[str, int]:
    found = rows(server, "SELECT public_id, head_seq FROM zipai_ledger_gamesession")
    return {f"/t/{public_id}/": head_seq for public_id, head_seq in found}


def check(server: Server, seats: list[Seat]) -> int:
    """Acknowledged ⊆ stored ⊆ sent, each once and as it was sent; how many are stored."""
    found: dict[str, list[tuple[str, int]]] = {seat.table: [] for seat in seats}
    query = (
        "SELECT public_id, client_id, body FROM zipai_ledger_event JOIN zipai_ledger_gamesession AS session"
        " ON session.id = session_id WHERE kind = 'deal_recorded'"
    )
    for public_id, client_id, body in rows(server, query):
        found[f"/t/{public_id}/"].append((client_id, json.loads(body)["fact"]["hu"]))
    for seat in seats:
        stored = dict(found[seat.table])
        assert len(stored) == len(found[seat.table]), "stored twice"
        assert seat.acknowledged <= stored.keys() <= seat.sent.keys()
        assert all(seat.sent[entry] == hu for entry, hu in stored.items())
    whole(server)
    return sum(map(len, found.values()))


@pytest.fixture
def server(
    tmp_path_factory: pytest.TempPathFactory, collected_static: Path, cluster: Cluster
) -> Iterator[Server]:
    data, address = tmp_path_factory.mktemp("four"), cluster.new_database()
    options = ("--workers", str(PROCESSES))
    with serving(data, collected_static, *options, forked=False, ZIPAI_DATABASE_URL=address) as running:
        assert comes_true(lambda: len(processes(running)) == PROCESSES)
        yield running


def test_workers_that_die_lose_nothing_and_phones_come_back(server: Server):
    phone = Phone(server)
    phone.ask("GET", "/new/")
    evening = Evening(server, phone.cookies["csrf"])
    mine = processor(os.getpid())
    seats, faults, opening = asyncio.run(spend(evening))
    stored = check(server, seats)
    acknowledged = sum(len(seat.acknowledged) for seat in seats)
    assert acknowledged, "no deal was saved in all this time: it says nothing of what could have been lost"
    late = sum(seconds > WANTED for seconds in evening.back)
    hold("streams of a process that died back, longest", max(evening.back, default=0.0), WANTED, "s")
    answers = ", ".join(f"{count} × {name}" for name, count in sorted(evening.answers.items()))
    print(
        f"\n{len(seats)} tables opened in {opening:.0f} s, {faults} of {PROCESSES} processes killed or stopped in turn"
    )
    print(f"answers      {answers}")
    print(f"deals        {acknowledged} acknowledged, {stored} stored, none lost, none twice")
    print(
        f"stream back  {spread(evening.back)}, {late} of {len(evening.back)} after more than {WANTED:.0f} s"
    )
    print(
        f"load         {os.getloadavg()[0]:.1f}; the phones took {processor(os.getpid()) - mine:.0f} s of the processor"
    )


def test_a_request_costs_about_as_much_in_one_of_four_processes(
    server: Server, tmp_path: Path, collected_static: Path
):
    address = server.environment["ZIPAI_DATABASE_URL"]
    with serving(tmp_path, collected_static, forked=False, ZIPAI_DATABASE_URL=address) as alone:
        phone = Phone(alone)
        table = phone.open_table()
        phone.record(table)
        sides = [(phone, {alone.process.pid}), (phone.at(server), processes(server))]
        for one, _ in sides:
            ask_at_once(one, table)
        pairs = [[cost(one, table, taking) for one, taking in sides] for _ in range(ROUNDS)]
    ratio = statistics.median(four / one for one, four in pairs)
    hold("table page in one of four processes: of the time of one alone", ratio, DEARER)
    print(
        f"\ntable page, ms of the processor: {statistics.median(one for one, _ in pairs):.1f} in one process alone,"
    )
    print(
        f"{statistics.median(four for _, four in pairs):.1f} in one of {PROCESSES}: {ratio:.2f} times as much"
    )


def cost(phone: Phone, table: str, taking: set[int]) -> float:
    """Milliseconds of the processor that a request takes these processes."""
    before = sum(map(processor, taking))
    ask_at_once(phone, table)
    return (sum(map(processor, taking)) - before) / REQUESTS * 1000


def ask_at_once(phone: Phone, table: str) -> None:
    with ThreadPoolExecutor(PROCESSES) as pool:
        answers = pool.map(lambda _: phone.ask("GET", table)[0], range(REQUESTS))
        assert set(answers) == {200}
