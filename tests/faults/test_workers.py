"""Several processes behind one port: any of them may die or stop while people play, and so may the one that watches them."""

import os
import signal
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.faults.oracle import Entries, check, opened, stored
from tests.faults.test_postgres import more_deals
from tests.faults.workers import counted, held, holder, processes
from tests.faults.writers import writing
from tests.live.ears import Ears
from tests.live.phones import HANGS, Listening, Phone, comes_true
from tests.postgres import Cluster
from tests.servers import Server, serving
from zipai_ledger.management.sharing import FEW, SLACK

COUNT = 2
WRITERS = 2
PHONES, TABS = 16, 4
TOKEN = "counted-together"


@pytest.fixture
def server(tmp_path: Path, collected_static: Path, cluster: Cluster) -> Iterator[Server]:
    """Two processes on one database."""
    extra = {"ZIPAI_DATABASE_URL": cluster.new_database(), "ZIPAI_METRICS": TOKEN}
    with serving(tmp_path, collected_static, "--workers", str(COUNT), **extra) as running:
        assert comes_true(lambda: len(processes(running)) == COUNT)
        yield running


def streams(server: Server) -> float:
    return counted(server, TOKEN, "zipai_streams")


def deals(server: Server) -> float:
    return counted(server, TOKEN, "zipai_deals_stored_total")


def ends(stream: Listening) -> bool:
    """Whether the line is cut, whatever came before."""
    try:
        stream.until("nothing like this")
    except (AssertionError, OSError, HTTPException):
        return True
    return False


def hearing(phone: Phone, table: str, listeners: list[Listening]) -> Listening:
    """A stream that has begun."""
    listeners.append(phone.listen(table, "rev=0"))
    listeners[-1].next("hello")
    return listeners[-1]


def one_goes(
    server: Server, phone: Phone, entries: Entries, listeners: list[Listening], how: signal.Signals
) -> None:
    """Under writers, the process that a phone listens to: nothing is lost, and another takes its place."""
    before, known, there = deals(server), len(entries.acknowledged), streams(server)
    first = hearing(phone, entries.table, listeners)
    assert streams(server) == there + 1, how
    gone = holder(server, first)
    with writing(phone, entries, WRITERS):
        more_deals(entries)
        os.kill(gone, how)
        assert ends(first), how
        again = hearing(phone, entries.table, listeners)
    # Another begins while nobody writes: a new interpreter takes its time, and writers would slow it down.
    assert comes_true(lambda: gone not in processes(server) and len(processes(server)) == COUNT), how
    with writing(phone, entries, WRITERS):
        more_deals(entries)
    assert len(stored(server, entries)) >= again.next("update").rev - 1, how
    # What was stored in the moment of a death may not be counted.
    acknowledged = len(entries.acknowledged) - known
    assert acknowledged >= deals(server) - before >= acknowledged - WRITERS, how
    again.close()
    assert comes_true(lambda: streams(server) == there), how


def all_end(server: Server, stream: Listening, how: signal.Signals) -> None:
    """With the one that watches them; whoever listens hears of it."""
    there = processes(server)
    assert len(there) == COUNT, how
    server.process.send_signal(how)
    stream.next("bye")
    assert server.process.wait(HANGS) == (0 if how is signal.SIGTERM else -how)
    assert comes_true(lambda: not any(Path(f"/proc/{process}").exists() for process in there)), how
    assert "Traceback" not in server.log


def test_processes_that_die_or_stop_under_writers_are_replaced_and_with_the_one_that_watches_all_end(
    server: Server, listeners: list[Listening]
):
    phone, entries = opened(server)
    for how in (signal.SIGKILL, signal.SIGSTOP):
        one_goes(server, phone, entries, listeners, how)
    all_end(server, hearing(phone, entries.table, listeners), signal.SIGTERM)
    check(server, entries)


def test_phones_come_to_a_process_that_takes_the_place_of_another(server: Server):
    owner = Phone(server)
    table = owner.open_table()
    with Ears([owner, *(owner.invite(table) for _ in range(PHONES - 1))], table, rev=0, tabs=TABS) as ears:
        gone = min(processes(server))
        os.kill(gone, signal.SIGKILL)
        assert comes_true(lambda: gone not in processes(server) and len(processes(server)) == COUNT)
        assert comes_true(lambda: min(held(server).values()) >= PHONES * TABS // COUNT - SLACK - FEW)
        key = owner.record(table)
        assert comes_true(lambda: ears.have_received(int(key)))
    assert {one.rows[f"deal-{key}"] for one in ears.ears} == {1}


@pytest.mark.fault
def test_all_are_replaced_one_after_the_other_and_nobody_notices(server: Server):
    phone, entries = opened(server)
    old = processes(server)
    with writing(phone, entries, 2):
        server.process.send_signal(signal.SIGHUP)
        assert comes_true(lambda: len(processes(server) - old) == COUNT and not processes(server) & old)
        more_deals(entries)
    assert check(server, entries).keys() == entries.acknowledged


@pytest.mark.fault
def test_all_end_too_where_the_one_that_watches_is_killed(server: Server, listeners: list[Listening]):
    phone, entries = opened(server)
    all_end(server, hearing(phone, entries.table, listeners), signal.SIGKILL)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"workers": 2}, "needs PostgreSQL"),
        ({"workers": 0}, "expected 1 or more, got 0"),
    ],
)
def test_several_processes_are_refused_with_the_reason(options: dict[str, int], why: str):
    with pytest.raises(CommandError, match=why):
        call_command("serve", **options)
