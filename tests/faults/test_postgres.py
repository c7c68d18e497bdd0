"""PostgreSQL beside the server: it may be stopped at any moment, and two servers share it."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.oracle import Entries, check, opened, stored
from tests.faults.writers import Writers
from tests.live.phones import Phone, fresh_id
from tests.live.test_streams import head_of
from tests.postgres import Cluster
from tests.servers import Server, serving


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def server(tmp_path: Path, collected_static: Path, address: str) -> Iterator[Server]:
    with serving(tmp_path / "one", collected_static, ZIPAI_DATABASE_URL=address) as running:
        yield running


def stop_and_start(cluster: Cluster, phone: Phone, entries: Entries, seconds: float) -> float:
    """Nothing is saved while it is away, and whoever sends or asks is told so; how soon it is when it is back."""
    cluster.stop()
    away, entry = time.monotonic(), fresh_id()
    try:
        while time.monotonic() - away < seconds:
            began = time.monotonic()
            status, text = entries.send(phone, 20, entry)
            assert (status, "没有记上" in text) == (503, True)
            assert phone.ask("GET", entries.table)[0] == 503
            # A phone waits eight seconds for each.
            assert time.monotonic() - began < 16
    finally:
        cluster.start()
    began = time.monotonic()
    entries.send_until_saved(phone, 20, entry)
    assert phone.ask("GET", entries.table)[0] == 200
    return time.monotonic() - began


@pytest.mark.parametrize("seconds", [1, pytest.param(10, marks=pytest.mark.fault)])
def test_a_database_server_that_is_stopped_and_started_loses_nothing(
    cluster: Cluster, server: Server, seconds: float
):
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    back = stop_and_start(cluster, phone, entries, seconds)
    print(f"saved {back:.2f} s after PostgreSQL was back")
    assert back < 8
    check(server, entries)


@pytest.mark.fault
def test_a_database_server_that_dies_under_writers_loses_nothing(cluster: Cluster, server: Server):
    phone, entries = opened(server)
    writers = Writers(phone, entries, 8)
    for _ in range(3):
        time.sleep(1)
        cluster.stop()
        time.sleep(0.5)
        cluster.start()
    time.sleep(1)
    writers.stop()
    assert len(check(server, entries)) > 50


def test_phones_at_two_servers_hear_of_each_other_within_a_second(
    tmp_path: Path, collected_static: Path, address: str, server: Server
):
    phone, entries = opened(server)
    with serving(
        tmp_path / "two", collected_static, ZIPAI_DATABASE_URL=address, ZIPAI_SECRET_KEY="another"
    ) as other:
        listening = phone.listen(entries.table, f"rev={head_of(phone, entries.table)}")
        listening.next("hello")
        late = []
        for _ in range(10):
            began = time.monotonic()
            phone.at(other).record(entries.table)
            listening.next("update")
            late.append(time.monotonic() - began)
        listening.close()
    print(
        f"from the tap at one server to the phone at the other: {sorted(late)[5]:.2f} s, longest {max(late):.2f} s"
    )
    assert max(late) < 1


@pytest.mark.fault
def test_writers_at_two_servers_take_turns(
    tmp_path: Path, collected_static: Path, address: str, server: Server
):
    phone, entries = opened(server)
    with serving(tmp_path / "two", collected_static, ZIPAI_DATABASE_URL=address) as other:
        there = Phone(other, phone.cookies)
        there.ask("GET", "/new/")
        writers = [Writers(phone, entries, 4), Writers(there, entries, 4)]
        threading.Event().wait(3)
        for one in writers:
            one.stop()
        assert stored(server, entries).keys() == entries.acknowledged
        assert len(check(other, entries)) > 20
