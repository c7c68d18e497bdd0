"""A server that dies, or whose database fails, at any moment of an entry: sent again it is stored once, and nothing is lost."""

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.faults.oracle import LOST, SAVED, Entries, check, opened, stored
from tests.faults.writers import writing
from tests.live.phones import HANGS, Phone, comes_true, fresh_id
from tests.servers import Server, free_port, serving

FAILING = "tests/faults/failing.py"
POINTS = ("received", "3", "commit", "committed", "answered")
"""Before the form is read, before a statement of the request, around the commit, and with half the answer sent.

Every statement of a verb in turn: tests/faults/test_crowd.py.
"""
EVERY_OTHER = ("received", "1", "3", "5", "7", "commit", "committed", "answered")
AROUND_THE_COMMIT = ("commit", "committed")
"""Where databases differ."""
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


def die_at_each(start: Start, points: Sequence[str]) -> None:
    """Let the server die at each of these points of an entry, start it again, and send the entry once more."""
    with start() as server:
        phone, entries = opened(server)
        last = die_at(points[0], server, phone, entries)
    for point, following in zip(points, (*points[1:], ""), strict=True):
        with start() as server:
            assert (last in stored(server, entries)) == (point in {"committed", "answered"})
            assert entries.send(phone, entries.sent[last], last)[0] in SAVED
            if following:
                last = die_at(following, server, phone, entries)
            else:
                assert len(check(server, entries)) == len(points)


def die_at(point: str, server: Server, phone: Phone, entries: Entries) -> str:
    """The id of the entry at which it died."""
    entry = fresh_id()
    order(server, f"die {point}")
    assert entries.send(phone, 10 + len(entries.sent), entry)[0] == LOST or point == "answered"
    assert server.process.wait(HANGS) == -9
    return entry


@pytest.mark.parametrize(
    ("database", "points"), [("sqlite", POINTS), ("postgresql", AROUND_THE_COMMIT)], indirect=["database"]
)
def test_a_server_killed_at_any_point_of_an_entry_stores_it_once(start: Start, points: Sequence[str]):
    die_at_each(start, points)


@both
@pytest.mark.fault
def test_the_same_again_and_again(start: Start):
    die_at_each(start, 3 * EVERY_OTHER)


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


def keep_killing(start: Start, deaths: int, writers: int) -> None:
    """Kill the whole server again and again under so many writers, each time after a few more deals."""
    chance = random.Random(deaths)
    with ExitStack() as over:
        for number in range(deaths):
            with start() as server:
                if not number:
                    phone, entries = opened(server)
                    over.enter_context(writing(phone, entries, writers))
                more_deals(entries, chance.randrange(1, 3 * writers))
                server.process.kill()
        with start() as server:
            more_deals(entries, 1)
            over.close()
            assert check(server, entries).keys() == entries.sent.keys()


def more_deals(entries: Entries, count: int) -> None:
    """Wait until so many more are told to be saved."""
    enough = len(entries.acknowledged) + count
    assert comes_true(lambda: len(entries.acknowledged) >= enough)


@sqlite
def test_a_server_killed_at_random_under_writers_loses_nothing(start: Start):
    keep_killing(start, 2, 3)


@both
@pytest.mark.fault
def test_a_server_killed_at_random_for_long_under_eight_writers_loses_nothing(start: Start):
    keep_killing(start, 30, 8)
