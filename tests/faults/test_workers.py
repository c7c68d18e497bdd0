"""Several processes behind one port: any of them may die or stop while people play, and so may the one that watches them."""

import os
import signal
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.faults.oracle import check, opened
from tests.faults.test_postgres import more_deals
from tests.faults.workers import counted, holder, processes
from tests.faults.writers import writing
from tests.live.phones import HANGS, Listening, comes_true
from tests.postgres import Cluster
from tests.servers import Server, serving

COUNT = 2
TOKEN = "counted-together"


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, collected_static: Path, cluster: Cluster
) -> Iterator[Server]:
    """Two processes on one database."""
    data, address = tmp_path_factory.mktemp("workers"), cluster.new_database()
    extra = {"ZIPAI_DATABASE_URL": address, "ZIPAI_METRICS": TOKEN}
    with serving(data, collected_static, "--workers", str(COUNT), **extra) as running:
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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_dies_or_stops_under_writers_loses_nothing_and_is_replaced(
    server: Server, listeners: list[Listening], how: signal.Signals
):
    phone, entries = opened(server)
    before, there = deals(server), streams(server)
    listeners.append(phone.listen(entries.table, "rev=0"))
    listeners[0].next("hello")
    assert streams(server) == there + 1
    gone = holder(server, listeners[0])
    with writing(phone, entries, 4):
        more_deals(entries)
        os.kill(gone, how)
        assert ends(listeners[0])
        listeners.append(phone.listen(entries.table, "rev=0"))
        listeners[1].next("hello")
        more_deals(entries)
        assert comes_true(lambda: gone not in processes(server) and len(processes(server)) == COUNT)
        more_deals(entries)
    assert len(check(server, entries)) >= listeners[1].next("update").rev - 1
    # What was stored in the moment of a death may not be counted.
    assert len(entries.acknowledged) >= deals(server) - before >= len(entries.acknowledged) - 4
    listeners[1].close()
    assert comes_true(lambda: streams(server) == there)


@pytest.mark.fault
def test_all_are_replaced_one_after_the_other_and_nobody_notices(server: Server):
    phone, entries = opened(server)
    old = processes(server)
    with writing(phone, entries, 2):
        server.process.send_signal(signal.SIGHUP)
        assert comes_true(lambda: len(processes(server) - old) == COUNT and not processes(server) & old)
        more_deals(entries)
    assert check(server, entries).keys() == entries.acknowledged


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.fault)])
def test_with_the_one_that_watches_them_all_end(
    tmp_path: Path,
    collected_static: Path,
    cluster: Cluster,
    listeners: list[Listening],
    how: signal.Signals,
):
    address = cluster.new_database()
    with serving(tmp_path, collected_static, "--workers", "2", ZIPAI_DATABASE_URL=address) as server:
        phone, entries = opened(server)
        listeners.append(phone.listen(entries.table, "rev=0"))
        listeners[0].next("hello")
        assert comes_true(lambda: len(processes(server)) == COUNT)
        there = processes(server)
        server.process.send_signal(how)
        listeners[0].next("bye")
        assert server.process.wait(HANGS) == (0 if how is signal.SIGTERM else -how)
        assert comes_true(lambda: not any(Path(f"/proc/{process}").exists() for process in there))
        assert "Traceback" not in server.log


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
