"""A database that is held, full, or copied while it is written: told as not saved, stored once later, whole wherever it is."""

import re
import resource
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.conftest import impatient
from tests.faults.oracle import Entries, check, opened, stored
from tests.faults.writers import writing
from tests.live.phones import HANGS, Phone, comes_true, fresh_id
from tests.servers import ROOT, Server, serving
from zipai_ledger import environment
from zipai_ledger.ledger.record import write

ROOM = 40_960
"""Bytes that the database may still grow by."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One that does not wait long for its database."""
    with impatient(tmp_path_factory.mktemp("database"), collected_static) as running:
        yield running


@pytest.fixture
def playing(server: Server) -> tuple[Server, Phone, Entries]:
    """A server, and a phone at its table with a deal."""
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    return server, phone, entries


def test_a_phone_waits_longer_than_its_server_waits_for_the_database():
    queue = (ROOT / "static" / "js" / "queue.js").read_text(encoding="utf-8")
    phone = int(re.search(r"PATIENCE = (\d+)", queue)[1])
    server = max(write.PATIENCE, environment.PATIENCE, environment.POOL["timeout"])
    assert phone > 1000 * server


def refused(phone: Phone, entries: Entries, entry: str) -> None:
    """Send an entry that cannot be stored just now: that is said, and pages are still read."""
    status, text = entries.send(phone, 20, entry)
    assert status == 503, text
    assert "没有记上" in text
    assert phone.ask("GET", entries.table)[0] == 200


def test_a_database_held_by_another_process_answers_later_and_is_read_meanwhile(
    playing: tuple[Server, Phone, Entries],
):
    server, phone, entries = playing
    entry = fresh_id()
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused(phone, entries, entry)
        assert entry not in stored(server, entries)
    assert entries.send(phone, 20, entry)[0] == 201
    assert check(server, entries).keys() == entries.sent.keys()


def test_a_reader_who_holds_on_keeps_nothing_out_or_is_told_of(playing: tuple[Server, Phone, Entries]):
    """A shell left open in the middle of a look: with a write-ahead log nobody notices, without one writers are told."""
    server, phone, entries = playing
    entry = fresh_id()
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        kept = other.execute("PRAGMA journal_mode").fetchone()[0]
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM zipai_ledger_event").fetchone()
        if kept == "wal":
            assert entries.send(phone, 20, entry)[0] == 201
        else:
            refused(phone, entries, entry)
        other.execute("ROLLBACK")
    assert entries.send(phone, 20, entry)[0] in (200, 201)
    assert check(server, entries).keys() == entries.sent.keys()


def test_many_that_wait_for_a_held_database_are_all_told(playing: tuple[Server, Phone, Entries]):
    server, phone, entries = playing
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda entry: refused(phone, entries, entry), [fresh_id() for _ in range(8)]))
    for entry in entries.sent.keys() - entries.acknowledged:
        assert entries.send(phone, 20, entry)[0] == 201
    assert len(check(server, entries)) == 9


def test_a_full_disk_takes_nothing_more_until_there_is_room_again(playing: tuple[Server, Phone, Entries]):
    """The system lets no file of the server grow: what SQLite meets is a write that fails halfway."""
    server, phone, entries = playing
    pid = server.process.pid
    most = server.database.stat().st_size + ROOM
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        fill_up(phone, entries)
        left = entries.sent.keys() - entries.acknowledged
        assert len(left) == 1
        assert phone.ask("GET", entries.table)[0] == 200
        assert left.isdisjoint(stored(server, entries))
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert entries.send(phone, 20, left.pop())[0] == 201
    assert check(server, entries).keys() == entries.sent.keys()


def fill_up(phone: Phone, entries: Entries) -> None:
    """Enter deals until one is not stored any more."""
    for _ in range(200):
        status, text = entries.send(phone, 20)
        if status != 201:
            assert (status, "没有记上" in text) == (503, True)
            return
    raise AssertionError("there was always room")


def test_a_copy_made_under_live_writers_is_whole_and_takes_again_what_came_after_it(
    playing: tuple[Server, Phone, Entries], tmp_path: Path, collected_static: Path
):
    server, phone, entries = playing
    (tmp_path / "copy").mkdir()
    with writing(phone, entries, 4):
        assert comes_true(lambda: len(entries.acknowledged) > 10)
        with (
            closing(sqlite3.connect(server.database, timeout=HANGS)) as original,
            closing(sqlite3.connect(tmp_path / "copy" / "ledger.sqlite3")) as copy,
        ):
            original.backup(copy, pages=8, sleep=0.01)
        copied = len(entries.acknowledged)
        assert comes_true(lambda: len(entries.acknowledged) > copied + 10)
    whole = check(server, entries)
    with serving(tmp_path / "copy", collected_static) as restored:
        then = stored(restored, entries)
        assert 1 <= len(then) < len(whole)
        assert list(then) == list(whole)[: len(then)]
        phone = phone.at(restored)
        told = [entries.send(phone, hu, entry)[0] for entry, hu in whole.items()]
        assert told == [200] * len(then) + [201] * (len(whole) - len(then))
        assert check(restored, entries) == whole
