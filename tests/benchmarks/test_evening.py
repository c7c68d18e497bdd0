"""What an evening costs whoever hosts it: the processor, disk, memory. `docs/operations.md` reckons with these figures.

    make bench ARGS="-k an_evening"

On each database: tables of three phones whose pages stay open. For a deal one of them opens the form, looks at what it
comes to six times, saves and sees the table; the others are brought it.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.benchmarks.test_live import memory
from tests.benchmarks.test_requests import CARDS, processor
from tests.faults.conftest import cluster
from tests.live.phones import Listening, Phone, fresh_id
from tests.postgres import Cluster
from tests.servers import Server, serving

__all__ = ["cluster"]

pytestmark = pytest.mark.benchmark

TABLES = 20
DEALS = 10
PREVIEWS = 6
LISTENERS = 2
"""Beside the phone that enters."""
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Host:
    """A server and its database. ``engine``: the process that the database's are children of, None: the server itself."""

    server: Server
    engine: int | None
    size: "partial[int]"

    def engine_seconds(self) -> float:
        """Seconds of the processor of the database's processes, those that have ended among them."""
        if self.engine is None:
            return 0.0
        fields = Path(f"/proc/{self.engine}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ended = (int(fields[13]) + int(fields[14])) / TICK
        children = (
            Path(f"/proc/{self.engine}/task/{self.engine}/children").read_text(encoding="ascii").split()
        )
        return ended + sum(processor(int(child)) for child in (str(self.engine), *children))


def size_of_files(data: Path) -> int:
    """Bytes of what SQLite keeps."""
    return sum(one.stat().st_size for one in data.glob("ledger.sqlite3*"))


def size_of_database(address: str) -> int:
    """Bytes of what PostgreSQL keeps, its log of writes aside."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert found
    return int(found[0])


@contextmanager
def sqlite(data: Path, static: Path, _cluster: Cluster) -> Iterator[Host]:
    with serving(data, static) as server:
        yield Host(server, None, partial(size_of_files, data))


@contextmanager
def postgresql(data: Path, static: Path, cluster: Cluster) -> Iterator[Host]:
    address = cluster.new_database()
    with serving(data, static, ZIPAI_DATABASE_URL=address) as server:
        yield Host(server, cluster.process, partial(size_of_database, address))


@dataclass(frozen=True)
class Table:
    """Somebody's phone, and the pages of others that stay open."""

    owner: Phone
    address: str
    others: tuple[Listening, ...]

    @classmethod
    def opened(cls, server: Server, stack: ExitStack) -> "Table":
        owner = Phone(server)
        address = owner.open_table()
        guests = owner.invite_many(address, LISTENERS)
        others = tuple(guest.listen(address, "rev=0&show=table") for guest in guests)
        for one in others:
            stack.callback(one.close)
        return cls(owner, address, others)

    def play(self) -> None:
        """A deal, from the form to the phones of the others."""
        self.owner.ask("GET", f"{self.address}deals/new/")
        for _ in range(PREVIEWS):
            self.owner.post(f"{self.address}deals/preview/", **CARDS)
        status, _headers, text = self.owner.post(f"{self.address}deals/save/", client_id=fresh_id(), **CARDS)
        assert status == 303, text
        self.owner.ask("GET", self.address)
        for one in self.others:
            one.next("update")


@pytest.mark.parametrize("database", [sqlite, postgresql], ids=["sqlite", "postgresql"])
def test_what_an_evening_takes(database, tmp_path: Path, collected_static: Path, cluster: Cluster):
    with ExitStack() as stack:
        host = stack.enter_context(database(tmp_path / "data", collected_static, cluster))
        Table.opened(host.server, stack).play()
        pid = host.server.process.pid
        empty = memory(host.server)
        tables = [Table.opened(host.server, stack) for _ in range(TABLES)]
        held = memory(host.server) - empty
        before = processor(pid), host.engine_seconds(), host.size()
        for _ in range(DEALS):
            for one in tables:
                one.play()
        after = processor(pid), host.engine_seconds(), host.size()
    server, engine, stored = (
        (late - early) / (TABLES * DEALS) for early, late in zip(before, after, strict=True)
    )
    print(f"\n{database.__name__}: a deal with {PREVIEWS} previews and {1 + LISTENERS} phones")
    print(f"  {server * 1000:8.1f} ms of the server's processor")
    print(f"  {engine * 1000:8.1f} ms of the database's own processes")
    print(f"  {stored:8.0f} bytes stored")
    print(f"  {held * 1024 / (TABLES * LISTENERS):8.0f} kB of memory for a page that stays open")
