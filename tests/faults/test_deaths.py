"""A server that dies, or whose database fails, at any moment of an entry: sent again it is stored once, and nothing is lost."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from tests.faults.oracle import LOST, SAVED, Entries, check, opened, stored
from tests.faults.writers import Writers
from tests.live.phones import Phone, fresh_id
from tests.servers import Server, free_port, serving

FAILING = "tests/faults/failing.py"
POINTS = ("received", "1", "3", "5", "7", "commit", "committed", "answered")
"""Before the form is read, before statements of the request, around the commit, and with half the answer sent."""
Start = Callable[[], AbstractContextManager[Server]]


both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
mostly = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.fault)], indirect=True
)
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def start(tmp_path: Path, collected_static: Path, database: dict[str, str]) -> Start:
    """Starts a server that can be told to fail, always at the same address and on the same data."""
    return partial(
        serving, tmp_path / "data", collected_static, port=free_port(), program=FAILING, **database
    )


def order(server: Server, fault: str) -> None:
    """What happens to the next entry; see tests/faults/failing.py."""
    (server.data / "fault").write_text(fault, encoding="ascii")


def die_at_each(start: Start, points: Sequence[str]) -> tuple[list[float], float]:
    """Let the server die at each of these points of an entry, start it again, and send the entry once more.

    How many seconds it was away each time; and how long it may be: 2 s, or what a machine that is busy with other
    tests takes to start any server, and half of that again.
    """
    away = []
    began = time.monotonic()
    with start() as server:
        longest = max(2.0, 1.5 * (time.monotonic() - began))
        phone, entries = opened(server)
        last = die_at(points[0], server, phone, entries)
    for point, following in zip(points, (*points[1:], ""), strict=True):
        began = time.monotonic()
        with start() as server:
            away.append(time.monotonic() - began)
            assert (last in stored(server, entries)) == (point in {"committed", "answered"})
            assert entries.send(phone, entries.sent[last], last)[0] in SAVED
            if following:
                last = die_at(following, server, phone, entries)
            else:
                assert len(check(server, entries)) == len(points)
    return away, longest


def die_at(point: str, server: Server, phone: Phone, entries: Entries) -> str:
    """The id of the entry at which it died."""
    entry = fresh_id()
    order(server, f"die {point}")
    assert entries.send(phone, 10 + len(entries.sent), entry)[0] == LOST or point == "answered"
    assert server.process.wait(5) == -9
    return entry


@both
def test_a_server_killed_at_any_point_of_an_entry_stores_it_once(start: Start):
    away, longest = die_at_each(start, POINTS)
    # The rest of the machine is busy with other tests: the quickest start tells most of the server's own time.
    assert min(away) < longest


@both
@pytest.mark.fault
def test_the_same_again_and_again(start: Start):
    times, longest = die_at_each(start, 3 * POINTS)
    away = sorted(times)
    print(f"back after {away[0]:.2f} to {away[-1]:.2f} s")
    assert away[len(away) // 2] < longest


@mostly
def test_an_entry_whose_nth_statement_fails_is_not_saved_and_is_stored_once_when_sent_again(start: Start):
    with start() as server:
        phone, entries = opened(server)
        for place in (*map(str, range(1, 11)), "commit"):
            entry, hu = fresh_id(), 10 + len(entries.sent)
            order(server, f"fail {place}")
            status, text = entries.send(phone, hu, entry)
            assert (status, place) == (503, place), text
            assert "没有记上" in text
            assert entry not in stored(server, entries)
            assert phone.ask("GET", entries.table)[0] == 200
            assert entries.send(phone, hu, entry)[0] == 201
        check(server, entries)


def keep_killing(start: Start, seconds: float) -> int:
    """Kill the whole server at random moments under eight writers; how many deals were stored."""
    with start() as server:
        phone, entries = opened(server)
        writers = Writers(phone, entries, 8)
        deadline, chance = time.monotonic() + seconds, random.Random(seconds)
        time.sleep(chance.uniform(0.2, 1))
        server.process.kill()
    deaths = 1
    while time.monotonic() < deadline:
        with start() as server:
            time.sleep(chance.uniform(0.2, 1))
            server.process.kill()
        deaths += 1
    with start() as server:
        time.sleep(0.5)
        writers.stop()
        found = check(server, entries)
    assert found.keys() == entries.sent.keys()
    print(f"{deaths} deaths, {len(found)} deals")
    return len(found)


@sqlite
def test_a_server_killed_at_random_under_eight_writers_loses_nothing(start: Start):
    assert keep_killing(start, 5) > 20


@both
@pytest.mark.fault
def test_a_server_killed_at_random_for_long_loses_nothing(start: Start):
    assert keep_killing(start, 20) > 80
