"""Many that listen: a full house, a server that is killed, phones that stop reading and phones that are torn away."""

import re
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.faults.oracle import Entries, check, opened
from tests.faults.writers import Writers
from tests.live.ears import Ears
from tests.live.phones import Phone, within
from tests.live.test_streams import head_of, revoke
from tests.servers import Server, free_port, serving
from zipai_ledger.management.commands.serve import SILENT

PAGES_OF_ONE = 4
FULL_HOUSE = 200
"""Streams that one table has at most."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One for all tables here, so that its start is paid once."""
    with serving(tmp_path_factory.mktemp("listeners"), collected_static) as running:
        yield running


@pytest.fixture
def ears() -> Iterator[ExitStack]:
    """Closed at the end of the test."""
    with ExitStack() as stack:
        yield stack


def house(stack: ExitStack, owner: Phone, table: str, streams: int) -> Ears:
    """So many open pages, four of each phone."""
    phones = owner.invite_many(table, streams // PAGES_OF_ONE)
    return stack.enter_context(closing(Ears(phones, table, int(head_of(owner, table)), PAGES_OF_ONE)))


def open_files(server: Server) -> int:
    return len([*Path(f"/proc/{server.process.pid}/fd").iterdir()])


def memory(server: Server) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def answer_to(phone: Phone, path: str) -> int:
    """The status of an answer of which no more is read."""
    answer, connection = phone.begin("GET", path)
    answer.close()
    connection.close()
    return answer.status


def test_one_more_than_a_full_house_asks_instead_and_nothing_breaks(server: Server, ears: ExitStack):
    owner, entries = opened(server)
    table = entries.table
    crowd = house(ears, owner, table, FULL_HOUSE)
    late = owner.invite(table)
    assert answer_to(late, f"{table}live/?rev=1") == 429
    seen, began = head_of(late, table), time.monotonic()
    key = int(owner.record(table))
    saved = time.monotonic()
    assert within(5, lambda: crowd.have_heard(key))
    print(
        f"saved after {saved - began:.2f} s, all {FULL_HOUSE} told after {max(one.heard[key] for one in crowd.ears) - began:.2f} s"
    )
    assert f"deal-{key}" in late.ask("GET", f"{table}news/?rev={seen}&show=table")[2]
    assert all(one.rows == {f"deal-{key}": 1} for one in crowd.ears)
    crowd.close()
    ears.pop_all()
    assert within(15, lambda: answer_to(late, f"{table}live/?rev={key}") == 200)


def test_a_hundred_listeners_come_back_after_the_server_was_killed_without_gap_or_double(
    tmp_path: Path, collected_static: Path, ears: ExitStack
):
    port = free_port()
    with serving(tmp_path, collected_static, port=port) as server:
        owner, entries = opened(server)
        table = entries.table
        crowd = house(ears, owner, table, 100)
        keys = [int(owner.record(table)) for _ in range(3)]
        assert within(10, lambda: crowd.have_heard(keys[-1]))
        keys.append(int(owner.record(table)))
        server.process.kill()
        server.process.wait()
    with serving(tmp_path, collected_static, port=port) as server:
        keys += [int(owner.record(table)) for _ in range(3)]
        assert within(20, lambda: crowd.have_heard(keys[-1]))
        keys.append(int(owner.record(table)))
        assert within(10, lambda: crowd.have_heard(keys[-1]))
        assert all(one.rows == {f"deal-{key}": 1 for key in keys} for one in crowd.ears)
        assert {one.comes for one in crowd.ears} == {2}


def stuck(phone: Phone, table: str) -> socket.socket:
    """A phone that asks for a stream and never reads what comes."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", phone.port))
    line.sendall(f"GET {table}live/ HTTP/1.1\r\nHost: x\r\nCookie: {phone.cookie}\r\n\r\n".encode())
    return line


def test_phones_that_stop_reading_cost_little_and_hold_up_nobody(server: Server, ears: ExitStack):
    owner, entries = opened(server)
    table = entries.table
    for _ in range(5):
        owner.record(table)
    crowd = house(ears, owner, table, 8)
    for phone in owner.invite_many(table, 40):
        ears.enter_context(stuck(phone, table))
    time.sleep(1)
    before, slowest, head = memory(server), 0.0, 0
    for number in range(60):
        began = time.monotonic()
        assert owner.post(f"{table}rename/", name=f"桌{number}")[0] < 500
        assert head < (head := int(head_of(owner, table)))
        assert within(5, lambda head=head: crowd.have_heard(head))
        slowest = max(slowest, time.monotonic() - began)
    grown = memory(server) - before
    print(f"{grown:.1f} MB more for 40 stuck phones and 60 whole pages, slowest {slowest:.2f} s")
    assert grown < 20


@pytest.mark.fault
def test_phones_that_never_read_again_are_let_go(server: Server, ears: ExitStack):
    owner, entries = opened(server)
    for _ in range(30):
        owner.record(entries.table)
    phones = owner.invite_many(entries.table, 10)
    before = open_files(server)
    for phone in phones:
        ears.enter_context(stuck(phone, entries.table))
    assert within(5, lambda: open_files(server) >= before + 10)
    began = time.monotonic()
    for number in range(200):
        owner.post(f"{entries.table}rename/", name=f"桌{number}")
        head_of(owner, entries.table)
    assert within(2 * SILENT, lambda: open_files(server) <= before + 2)
    print(f"let go after {time.monotonic() - began:.0f} s")


def held(phone: Phone, table: str) -> socket.socket:
    """A stream of which only the status is looked at; asked for again while older ones of the phone are being let go."""
    line = stuck(phone, table)
    for _ in range(100):
        line.settimeout(20)
        if line.recv(12, socket.MSG_PEEK).endswith(b"200"):
            return line
        line.close()
        time.sleep(0.2)
        line = stuck(phone, table)
    raise AssertionError("refused for good")


def all_held(stack: ExitStack, phones: list[Phone], table: str) -> list[socket.socket]:
    """As many streams of each phone as it may have, all of them begun."""
    with ThreadPoolExecutor(8) as pool:
        lines = [*pool.map(lambda phone: held(phone, table), phones * PAGES_OF_ONE)]
    return [stack.enter_context(line) for line in lines]


def torn(line: socket.socket) -> None:
    """End a line as a phone does that is gone: reset, nothing said."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


@pytest.mark.fault
def test_phones_that_are_torn_away_leave_nothing_behind(
    tmp_path: Path, collected_static: Path, ears: ExitStack
):
    with serving(tmp_path, collected_static) as server:
        owner, entries = opened(server)
        table = entries.table
        owner.record(table)
        phones = owner.invite_many(table, 25)
        before = open_files(server)
        for _ in range(2):
            lines = all_held(ears, phones, table)
            assert open_files(server) >= PAGES_OF_ONE * len(phones)
            assert answer_to(phones[0], f"{table}live/?tab=more") == 429
            for line in lines:
                torn(line)
            assert within(20, lambda: open_files(server) <= before + 2)
        again = phones[0].listen(table, "tab=more")
        again.next("update")
        again.close()


def test_phones_that_are_torn_away_before_they_are_answered_keep_no_place(server: Server, ears: ExitStack):
    owner, entries = opened(server)
    phones = owner.invite_many(entries.table, 4)
    for wait in [0.0, 0.01, 0.05] * 4:
        lines = [stuck(phone, entries.table) for phone in phones for _ in range(PAGES_OF_ONE)]
        time.sleep(wait)
        for line in lines:
            torn(line)
    assert len(all_held(ears, phones, entries.table)) == PAGES_OF_ONE * len(phones)


def test_a_phone_sent_away_loses_its_stream_in_time_while_everybody_writes(server: Server, ears: ExitStack):
    owner, entries = opened(server)
    crowd = house(ears, owner, entries.table, 4)
    busy = Entries(owner.open_table())
    writers = Writers(owner, busy, 8)
    time.sleep(0.5)
    revoke(owner, entries.table)
    began = time.monotonic()
    assert within(15, lambda: all(one.last == "gone" for one in crowd.ears))
    print(f"gone after {time.monotonic() - began:.1f} s, {len(busy.acknowledged)} deals entered meanwhile")
    writers.stop()
    assert len(check(server, busy)) > 20
