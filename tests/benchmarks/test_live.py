"""How soon the phones at a table see a deal, what that costs on the wire, and how much memory listeners want."""

import asyncio
import re
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.benchmarks.bars import hold
from tests.live.phones import WIN, Phone
from tests.servers import Server, serving
from zipai_ledger.access.grants import BY_ONE_LINK

pytestmark = pytest.mark.benchmark

DEALS = 40
PAUSE = 0.15
BETWEEN = 0.02
"""Seconds between two phones that come."""
CARDS = {
    "winner": "0",
    "source": "self_draw",
    "mode": "cards",
    "groups": "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡八@6",
    "flipped": "肆",
}
EVENT = re.compile(rb"event: update\nid: (\d+)\n")


@dataclass
class Listener:
    """A stream, and when which event had come whole."""

    cookie: str
    seen: dict[int, float] = field(default_factory=dict)
    wire: int = 0

    async def listen(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 14)
        try:
            await self._read(reader, writer, path)
        finally:
            writer.close()
            await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
        headers = f"Host: x\r\nCookie: {self.cookie}\r\nAccept-Encoding: gzip\r\n"
        writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        unpacker, tail = zlib.decompressobj(31), b""
        while size := int(await reader.readline(), 16):
            data = await reader.readexactly(size + 2)
            self.wire += size
            tail = (tail + unpacker.decompress(data[:-2]))[-20_000:]
            for found in EVENT.finditer(tail):
                self.seen.setdefault(int(found[1]), time.perf_counter())


class Crowd:
    """Listeners in a loop of their own thread."""

    def __init__(self, cookies: list[str], port: int, path: str) -> None:
        self.listeners = [Listener(cookie) for cookie in cookies]
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        # Kept, or the loop forgets them.
        self.running = []
        for number, one in enumerate(self.listeners):
            coming = one.listen(port, f"{path}&tab={number}")
            self.running.append(asyncio.run_coroutine_threadsafe(coming, self.loop))
            time.sleep(BETWEEN)

    def stop(self) -> None:
        async def end() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def heard(self, rev: int) -> int:
        return sum(rev in one.seen for one in self.listeners)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """Started for the second time: the first compresses the static files, and keeps what memory that took."""
    data = tmp_path_factory.mktemp("live")
    with serving(data, collected_static):
        pass
    with serving(data, collected_static) as running:
        yield running


def memory(server: Server) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def guests(owner: Phone, table: str, count: int) -> list[str]:
    """Cookies of so many devices; no invitation brings more than its share."""
    shares = [min(BY_ONE_LINK, count - begun) for begun in range(0, count, BY_ONE_LINK)]
    found = [guest for share in shares for guest in owner.invite_many(table, share)]
    return ["; ".join(f"{name}={value}" for name, value in guest.cookies.items()) for guest in found]


def wait(found, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    middle, last = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {middle * 1000:6.1f} ms   p99 {last * 1000:6.1f} ms   longest {ordered[-1] * 1000:6.1f} ms"


@pytest.mark.parametrize(("count", "most"), [(8, 0.1), (200, 0.15)])
def test_a_saved_deal_reaches_every_phone(server: Server, count: int, most: float):
    owner = Phone(server)
    table = owner.open_table()
    owner.record(table)
    cookies = guests(owner, table, count)
    before = memory(server)
    crowd = Crowd(cookies, server.port, f"{table}live/?rev=0")
    wait(lambda: all(one.seen for one in crowd.listeners))
    told, saved = [], []
    for number in range(DEALS):
        time.sleep(PAUSE)
        began = time.perf_counter()
        rev = int(owner.record(table, **(CARDS if number % 2 else WIN)))
        saved.append(time.perf_counter() - began)
        wait(lambda rev=rev: crowd.heard(rev) == count)
        told += [one.seen[rev] - began for one in crowd.listeners]
    hold(f"{count} listeners: from the tap to the phone, p99", sorted(told)[int(len(told) * 0.99)], most, "s")
    hold(f"{count} listeners: memory", memory(server), 110, "MB")
    print(f"\n{count:>4} listeners: from the tap to the phone  {spread(told)}")
    print(f"{'':16}from the tap to 'saved'   {spread(saved)}")
    print(f"{'':16}memory {before:.0f} MB without, {memory(server):.0f} MB with listeners")
    crowd.stop()


def test_a_live_update_is_small(server: Server):
    owner = Phone(server)
    table = owner.open_table()
    print()
    for name, entry in (("by 胡", WIN), ("by cards, with every line", CARDS)):
        for packing in ("gzip", "identity"):
            rev = re.search(r'data-rev="(\d+)"', owner.ask("GET", table)[2])[1]
            listening = owner.listen(table, f"rev={rev}", **{"Accept-Encoding": packing})
            listening.next("hello")
            before = listening.wire
            owner.record(table, **entry)
            listening.next("update")
            size = listening.wire - before
            print(f"one live update {name:<28}{packing:<10}{size:>7} bytes")
            assert packing == "identity" or size <= 3_000
            listening.close()
    status, headers, _text = owner.ask("GET", f"{table}news/?rev={owner_head(owner, table)}")
    print(f"asking where nothing is new: {status}, {len(str(headers))} bytes of headers")


def owner_head(owner: Phone, table: str) -> str:
    return re.search(r'data-rev="(\d+)"', owner.ask("GET", table)[2])[1]
