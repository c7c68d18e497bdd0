"""PostgreSQL beside the server: it may be stopped at any moment, and two servers share it."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.conftest import impatient, patient
from tests.faults.oracle import Entries, check, opened, stored
from tests.faults.writers import writing
from tests.live.phones import NEW, Listening, Phone, comes_true, fresh_id
from tests.live.test_streams import head_of
from tests.postgres import Cluster
from tests.servers import Server
from zipai_ledger.database import triggers


@pytest.fixture(scope="module")
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, collected_static: Path, address: str
) -> Iterator[Server]:
    """One that does not wait long for its database."""
    with impatient(tmp_path_factory.mktemp("one"), collected_static, ZIPAI_DATABASE_URL=address) as running:
        yield running


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory, collected_static: Path, address: str) -> Iterator[Server]:
    """Another server on the same database, which waits for it; not even their secrets are the same."""
    data = tmp_path_factory.mktemp("two")
    with patient(data, collected_static, ZIPAI_DATABASE_URL=address, ZIPAI_SECRET_KEY="another") as running:
        yield running


def stop_and_start(cluster: Cluster, phone: Phone, entries: Entries, tries: int) -> None:
    """Nothing is saved while it is away, and whoever sends or asks is told so; it is when it is back."""
    cluster.stop()
    entry = fresh_id()
    try:
        for _ in range(tries):
            status, text = entries.send(phone, 20, entry)
            assert (status, "没有记上" in text) == (503, True)
            assert phone.ask("GET", entries.table)[0] == 503
    finally:
        cluster.start()
    entries.send_until_saved(phone, 20, entry)
    assert phone.ask("GET", entries.table)[0] == 200


@pytest.mark.parametrize("tries", [1, pytest.param(5, marks=pytest.mark.fault)])
def test_a_database_server_that_is_stopped_and_started_loses_nothing(
    cluster: Cluster, server: Server, tries: int
):
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    stop_and_start(cluster, phone, entries, tries)
    check(server, entries)


def test_whoever_waits_for_another_program_s_lock_is_told_so_and_pages_are_read_meanwhile(
    address: str, server: Server
):
    phone, entries = opened(server)
    entry = fresh_id()
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE zipai_ledger_event IN EXCLUSIVE MODE")
        status, text = entries.send(phone, 20, entry)
        assert (status, "没有记上" in text) == (503, True)
        assert phone.ask("GET", entries.table)[0] == 200
        other.rollback()
    entries.send_until_saved(phone, 20, entry)
    check(server, entries)


@pytest.mark.fault
def test_a_database_server_that_dies_under_writers_loses_nothing(cluster: Cluster, server: Server):
    phone, entries = opened(server)
    with writing(phone, entries, 8):
        for _ in range(3):
            more_deals(entries)
            cluster.stop()
            cluster.start()
        more_deals(entries)
    assert len(check(server, entries)) > 50


def more_deals(entries: Entries) -> None:
    enough = len(entries.acknowledged) + 15
    assert comes_true(lambda: len(entries.acknowledged) >= enough)


def test_phones_at_two_servers_hear_of_each_other(server: Server, other: Server, listeners: list[Listening]):
    phone, entries = opened(server)
    listeners.append(phone.listen(entries.table, f"rev={head_of(phone, entries.table)}"))
    listeners[0].next("hello")
    for _ in range(3):
        key = phone.at(other).record(entries.table)
        assert listeners[0].next("update").rev == int(key)


@pytest.mark.fault
def test_writers_at_two_servers_take_turns(server: Server, other: Server):
    phone, entries = opened(server)
    there = Phone(other, phone.cookies)
    there.ask("GET", "/new/")
    with writing(phone, entries, 4), writing(there, entries, 4):
        assert comes_true(lambda: len(entries.acknowledged) > 40)
    assert stored(server, entries).keys() == entries.acknowledged
    assert len(check(other, entries)) > 20


def test_a_table_is_erased_beside_whoever_reads_and_writes(address: str, other: Server):
    """It waits for nobody, and nobody waits for it: that is how two of them come to wait for each other.

    More than its connections are asked for at once: an impatient server would refuse one of them on a busy machine.
    """
    phone, entries = opened(other)
    owner = Phone(other)
    with psycopg.connect(address) as reader:
        for table in triggers.TABLES:
            reader.execute(f"SELECT count(*) FROM {table}")
        with writing(phone, entries, 4):
            for _ in range(3):
                table = owner.open_table()
                owner.record(table)
                assert owner.post(f"{table}purge/", client_id=fresh_id(), name=NEW["name"])[0] == 302
                assert owner.ask("GET", table)[0] == 404
            more_deals(entries)
    check(other, entries)


def test_what_is_stored_of_another_table_cannot_be_erased_and_nothing_can_be_changed(
    address: str, server: Server
):
    kept, erased = opened(server)[1].table, opened(server)[1].table
    with psycopg.connect(address) as database:
        numbers = {
            public_id: number
            for number, public_id in database.execute("SELECT id, public_id FROM zipai_ledger_gamesession")
        }
        of_kept, of_erased = (numbers[table.split("/")[2]] for table in (kept, erased))
        for statement, table in (
            ("DELETE FROM zipai_ledger_event WHERE session_id = %s", of_kept),
            ("UPDATE zipai_ledger_event SET body = body WHERE session_id = %s", of_erased),
        ):
            database.execute("SELECT set_config('zipai.erasing', %s, true)", [str(of_erased)])
            with pytest.raises(psycopg.errors.RestrictViolation, match="append-only"), database.transaction():
                database.execute(statement, [table])
            database.rollback()
        # What was allowed ends with its transaction.
        with pytest.raises(psycopg.errors.RestrictViolation):
            database.execute("DELETE FROM zipai_ledger_event WHERE session_id = %s", [of_erased])
