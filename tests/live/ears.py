"""Many phones that listen as the page's script does: from one loop, coming back by themselves when the line is cut."""

import asyncio
import random
import re
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

from tests.live.phones import Phone, comes_true

EVENT = re.compile(rb"event: (\w+)\nid: (\d+)\n((?:data: [^\n]*\n)+)\n")
ROW = re.compile(rb'<details class="deal[^"]*" id="(deal-\d+)"')


@dataclass
class Ear:
    """One open page: how far it has come, and which rows it was sent how often."""

    cookie: str
    port: int
    path: str
    rev: int
    rows: Counter[str] = field(default_factory=Counter)
    comes: int = 0
    """How often a stream was begun."""
    last: str = ""

    async def listen(self) -> None:
        """Listen until the phone is told that it is sent away, and begin again when the line is cut."""
        while self.last != "gone":
            try:
                await self._once()
            except (OSError, asyncio.IncompleteReadError, ValueError):
                await asyncio.sleep(random.uniform(0.1, 0.5))

    async def _once(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(
                f"GET {self.path}&rev={self.rev} HTTP/1.1\r\nHost: x\r\nCookie: {self.cookie}\r\n\r\n".encode()
            )
            if b" 200 " not in await reader.readline():
                raise ValueError("no stream")
            await reader.readuntil(b"\r\n\r\n")
            self.comes += 1
            await self._read(reader)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        waiting = b""
        while size := int(await reader.readline(), 16):
            waiting += (await reader.readexactly(size + 2))[:-2]
            while found := EVENT.match(waiting):
                waiting = waiting[found.end() :]
                self._take(found[1].decode(), int(found[2]), found[3])

    def _take(self, name: str, rev: int, text: bytes) -> None:
        self.last = name
        if name == "update":
            self.rev = rev
            self.rows.update(row.decode() for row in ROW.findall(text))


class Ears:
    """The ears of a crowd, in a loop of their own thread, for as long as the block lasts."""

    def __init__(self, phones: list[Phone], table: str, rev: int, tabs: int) -> None:
        self.ears = [
            Ear(phone.cookie, phone.port, f"{table}live/?tab={number}", rev)
            for phone in phones
            for number in range(tabs)
        ]
        self._over, self._trouble = threading.Event(), list[Exception]()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()))

    def __enter__(self) -> Self:
        """Come back when all have heard their first word."""
        self._thread.start()
        try:
            assert comes_true(lambda: all(one.last for one in self.ears))
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *about: object) -> None:
        self.close()

    async def _listen(self) -> None:
        listening = [asyncio.create_task(one.listen()) for one in self.ears]
        await asyncio.to_thread(self._over.wait)
        for one in listening:
            one.cancel()
        found = await asyncio.gather(*listening, return_exceptions=True)
        self._trouble = [one for one in found if isinstance(one, Exception)]

    def have_received(self, rev: int) -> bool:
        """Whether all have come so far."""
        return all(one.rev >= rev for one in self.ears)

    def close(self) -> None:
        """Cut every line."""
        self._over.set()
        self._thread.join()
        assert self._trouble == []
