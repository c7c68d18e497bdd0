"""Entries sent at once, late, and again because the answer was lost: over a real line to a real server."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.faults.cutting import CuttingProxy
from tests.faults.oracle import LOST, SAVED, Entries, check, opened, rows, stored
from tests.live.phones import Phone, fresh_id
from tests.servers import Server

Playing = tuple[Server, Phone, Entries]
often = pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.fault)])
"""What many do at once, they do a few times, or many times."""


@pytest.fixture
def playing(at: Server) -> Playing:
    return at, *opened(at)


def at_once(count: int, send) -> Counter[int]:
    """Call ``send(number)`` from so many phones at the same moment; how many got which status."""
    start = Barrier(count)

    def one(number: int) -> int:
        start.wait()
        return send(number)

    with ThreadPoolExecutor(count) as pool:
        return Counter(pool.map(one, range(count)))


@often
@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.fault), 16])
def test_the_same_form_sent_at_once_is_saved_once_and_all_others_hear_the_same(
    playing: Playing, count: int, times: int
):
    server, phone, entries = playing
    for _ in range(times):
        entry = fresh_id()
        told = at_once(count, lambda _number, entry=entry: entries.send(phone, 20, entry)[0])
        assert told == {201: 1, 200: count - 1}
    assert len(check(server, entries)) == times


def seen(server: Server, entries: Entries) -> str:
    """How far the ledger has come, as a page shows it."""
    public_id = entries.table.split("/")[2]
    query = f"SELECT ledger_seq FROM zipai_ledger_gamesession WHERE public_id = '{public_id}'"
    return str(rows(server, query)[0][0])


@often
@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.fault), 16])
def test_of_many_that_build_on_the_same_ledger_one_is_saved_and_the_others_are_told_what_changed(
    playing: Playing, count: int, times: int
):
    server, phone, entries = playing
    for turn in range(times):
        base = seen(server, entries)
        answers = []

        def send(number: int, base=base, answers=answers) -> int:
            answers.append(entries.send(phone, 10 + number, base=base))
            return answers[-1][0]

        assert at_once(count, send) == {201: 1, 412: count - 1}
        hu = [*stored(server, entries).values()][-1]
        refused = [text for status, text in answers if status == 412]
        assert all(f"第 {turn + 1} 盘" in text and f"{hu} 胡" in text for text in refused)
    assert len(check(server, entries)) == times


@often
def test_a_queue_sent_late_is_stored_in_order_behind_what_others_entered(playing: Playing, times: int):
    server, phone, entries = playing
    for _ in range(times):
        base, queue = seen(server, entries), [fresh_id() for _ in range(3)]
        for hu in (30, 31):
            assert entries.send(phone, hu)[0] == 201
        status, text = entries.send(phone, 20, queue[0], base)
        assert (status, "31 胡" in text) == (412, True)
        assert entries.send(phone, 21, queue[1], f"after:{queue[0]}")[0] == 412
        # "Add it anyway": from here on each builds on the one before, and nobody is asked again.
        told = [
            entries.send(phone, 20 + number, entry, f"after:{queue[number - 1]}" if number else "")[0]
            for number, entry in enumerate(queue)
        ]
        assert told == [201] * 3
        assert [*stored(server, entries).values()][-5:] == [30, 31, 20, 21, 22]
    assert len(check(server, entries)) == 5 * times


@pytest.fixture
def proxy(at: Server) -> Iterator[CuttingProxy]:
    running = CuttingProxy(at.port)
    yield running
    running.close()


def test_an_entry_whose_answer_is_lost_on_the_way_is_stored_once(playing: Playing, proxy: CuttingProxy):
    server, phone, entries = playing
    direct, phone.port = phone.port, proxy.port
    for hu in range(10, 18):
        entry = fresh_id()
        assert entries.send(phone, hu, entry)[0] == LOST
        assert entry in stored(server, entries)
        assert entries.send(phone, hu, entry)[0] in SAVED
    phone.port = direct
    assert len(check(server, entries)) == 8
    assert entry in re.search(r'data-saved="([^"]*)"', phone.ask("GET", entries.table)[2])[1].split()
