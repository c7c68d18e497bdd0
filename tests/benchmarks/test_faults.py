"""How long what goes wrong keeps people waiting: a server that dies, a database that is held, many taps at once."""

import sqlite3
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.conftest import cluster
from tests.faults.oracle import SAVED, Entries, opened
from tests.live.phones import Phone
from tests.live.test_streams import head_of
from tests.postgres import Cluster
from tests.servers import Server, free_port, serving

__all__ = ["cluster"]

pytestmark = pytest.mark.benchmark

TIMES = 5


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{ordered[0]:.2f} to {ordered[-1]:.2f} s, in the middle {ordered[len(ordered) // 2]:.2f} s"


def tapped(phone: Phone, entries: Entries, hu: int, wanted: Collection[int]) -> float:
    """Enter a deal, whose answer has one of these statuses; how many seconds it took."""
    began = time.monotonic()
    assert entries.send(phone, hu)[0] in wanted
    return time.monotonic() - began


@pytest.fixture
def server(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    """Everything that a server has, in an interpreter of its own."""
    with serving(tmp_path / "data", collected_static, forked=False) as running:
        yield running


def test_a_killed_server_is_back_soon(tmp_path: Path, collected_static: Path):
    port, away = free_port(), []
    with serving(tmp_path, collected_static, port=port, forked=False) as server:
        phone, entries = opened(server)
        entries.send_until_saved(phone, 12)
        server.process.kill()
    for _ in range(TIMES):
        began = time.monotonic()
        with serving(tmp_path, collected_static, port=port, forked=False) as server:
            away.append(time.monotonic() - began)
            server.process.kill()
    print(f"\nback after a death: {spread(away)}")


def test_many_taps_at_once_are_all_saved_soon(server: Server):
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    with ThreadPoolExecutor(32) as pool:
        times = list(pool.map(lambda number: tapped(phone, entries, 10 + number % 30, SAVED), range(320)))
    print(f"\n320 deals from 32 phones at once: {spread(times)}")


def test_whoever_taps_while_the_database_is_held_is_told_in_time(server: Server):
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(8) as pool:
            times = list(pool.map(lambda _: tapped(phone, entries, 20, {503}), range(8)))
    print(f"\neight refused while the database is held (a phone waits 8 s): {spread(times)}")


def test_phones_at_two_servers_hear_of_each_other_soon(
    tmp_path: Path, collected_static: Path, cluster: Cluster
):
    address = cluster.new_database()
    with (
        serving(tmp_path / "one", collected_static, forked=False, ZIPAI_DATABASE_URL=address) as one,
        serving(tmp_path / "two", collected_static, forked=False, ZIPAI_DATABASE_URL=address) as two,
    ):
        phone, entries = opened(one)
        there = Phone(two, phone.cookies)
        listening = phone.listen(entries.table, f"rev={head_of(phone, entries.table)}")
        with closing(listening):
            listening.next("hello")
            late = []
            for _ in range(4 * TIMES):
                began = time.monotonic()
                there.record(entries.table)
                listening.next("update")
                late.append(time.monotonic() - began)
    print(f"\nfrom the tap at one server to the phone at another: {spread(late)}")


def test_a_database_server_that_is_back_saves_soon(tmp_path: Path, collected_static: Path, cluster: Cluster):
    with serving(
        tmp_path, collected_static, forked=False, ZIPAI_DATABASE_URL=cluster.new_database()
    ) as server:
        phone, entries = opened(server)
        back = []
        for _ in range(TIMES):
            cluster.stop()
            assert entries.send(phone, 20)[0] == 503
            cluster.start()
            began = time.monotonic()
            entries.send_until_saved(phone, 20)
            back.append(time.monotonic() - began)
    print(f"\nsaved after PostgreSQL was back: {spread(back)}")
