"""Many that listen: a full house, a server that is killed, phones that stop reading and phones that are torn away."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.conftest import PLACES
from tests.faults.oracle import Entries, check, opened
from tests.faults.writers import writing
from tests.live.ears import Ears
from tests.live.lines import Line
from tests.live.phones import Phone, comes_true
from tests.live.test_streams import head_of, revoke
from tests.servers import Server, descriptors, free_port, serving
from zipai_ledger.http.cancelled import SILENT
from zipai_ledger.live.hub import MOST_OF_SESSION

PAGES_OF_ONE = 4


@pytest.fixture
def server(patient_server: Server) -> Server:
    """One for all tables here, so that its start is paid once."""
    return patient_server


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Closed at the end of the test."""
    with ExitStack() as stack:
        yield stack


def house(owner: Phone, table: str, streams: int) -> Ears:
    """So many open pages, four of each phone."""
    phones = owner.invite_many(table, streams // PAGES_OF_ONE)
    return Ears(phones, table, int(head_of(owner, table)), PAGES_OF_ONE)


def open_files(server: Server) -> int:
    """Its descriptors but those of the database: each thread that stays for pages keeps a connection."""
    database = str(server.database.resolve())
    return sum(not path.startswith(database) for path in descriptors(server.process.pid))


def memory(server: Server) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def answer_to(phone: Phone, path: str) -> int:
    """The status of an answer of which no more is read."""
    with Line(phone) as line:
        return int(line.ask(path).status)


@pytest.mark.parametrize(
    ("at", "most"),
    [
        ("patient_server", PLACES),
        pytest.param("shared_server", MOST_OF_SESSION, marks=pytest.mark.fault),
    ],
)
def test_one_more_than_a_full_house_asks_instead_and_nothing_breaks(
    request: pytest.FixtureRequest, at: str, most: int
):
    owner, entries = opened(request.getfixturevalue(at))
    table = entries.table
    late = owner.invite(table)
    with house(owner, table, most) as crowd:
        assert answer_to(late, f"{table}live/?rev=1") == 429
        seen, key = head_of(late, table), int(owner.record(table))
        assert comes_true(lambda: crowd.have_received(key))
        assert f"deal-{key}" in late.ask("GET", f"{table}news/?rev={seen}&show=table")[2]
        assert all(one.rows == {f"deal-{key}": 1} for one in crowd.ears)
    assert comes_true(lambda: answer_to(late, f"{table}live/?rev={key}") == 200)


@pytest.mark.parametrize("streams", [8, pytest.param(100, marks=pytest.mark.fault)])
def test_listeners_come_back_after_the_server_was_killed_without_gap_or_double(
    tmp_path: Path, collected_static: Path, lines: ExitStack, streams: int
):
    port = free_port()
    with serving(tmp_path, collected_static, port=port) as server:
        owner, entries = opened(server)
        table = entries.table
        crowd = lines.enter_context(house(owner, table, streams))
        keys = [int(owner.record(table)) for _ in range(3)]
        assert comes_true(lambda: crowd.have_received(keys[-1]))
        keys.append(int(owner.record(table)))
        server.process.kill()
        server.process.wait()
    with serving(tmp_path, collected_static, port=port) as server:
        keys += [int(owner.record(table)) for _ in range(3)]
        assert comes_true(lambda: crowd.have_received(keys[-1]))
        keys.append(int(owner.record(table)))
        assert comes_true(lambda: crowd.have_received(keys[-1]))
        assert all(one.rows == {f"deal-{key}": 1 for key in keys} for one in crowd.ears)
        assert {one.comes for one in crowd.ears} == {2}


def stuck(stack: ExitStack, phones: list[Phone], table: str) -> None:
    """A stream of each phone, allowed and then never read."""
    lines = [stack.enter_context(Line(phone)).ask(f"{table}live/") for phone in phones]
    assert {line.status for line in lines} == {"200"}


@pytest.mark.parametrize(
    ("count", "pages", "most"), [(20, 30, 10), pytest.param(40, 60, 20, marks=pytest.mark.fault)]
)
def test_phones_that_stop_reading_cost_little_and_hold_up_nobody(
    server: Server, lines: ExitStack, count: int, pages: int, most: int
):
    owner, entries = opened(server)
    table = entries.table
    for _ in range(5):
        owner.record(table)
    with house(owner, table, 8) as crowd:
        stuck(lines, owner.invite_many(table, count), table)
        before, head = memory(server), int(head_of(owner, table))
        for number in range(pages):
            head += 1
            assert owner.post(f"{table}rename/", name=f"桌{number}")[0] < 500
            assert comes_true(lambda head=head: crowd.have_received(head))
        grown = memory(server) - before
    print(f"{grown:.1f} MB more for {count} stuck phones and {pages} whole pages")
    assert grown < most


@pytest.mark.fault
def test_phones_that_never_read_again_are_let_go(server: Server, lines: ExitStack):
    owner, entries = opened(server)
    for _ in range(30):
        owner.record(entries.table)
    stuck(lines, owner.invite_many(entries.table, 10), entries.table)
    held = open_files(server)
    for number in range(200):
        owner.post(f"{entries.table}rename/", name=f"桌{number}")
        head_of(owner, entries.table)
    assert comes_true(lambda: open_files(server) <= held - 8, 3 * SILENT)


def all_held(stack: ExitStack, phones: list[Phone], table: str) -> list[Line]:
    """As many streams of each phone as it may have, all of them begun."""
    lines = [stack.enter_context(Line(phone)).ask(f"{table}live/") for phone in phones * PAGES_OF_ONE]
    assert [line.status for line in lines] == ["200"] * len(lines)
    return lines


@pytest.mark.fault
def test_phones_that_are_torn_away_leave_nothing_behind(
    tmp_path: Path, collected_static: Path, lines: ExitStack
):
    with serving(tmp_path, collected_static) as server:
        owner, entries = opened(server)
        table = entries.table
        owner.record(table)
        phones = owner.invite_many(table, 25)
        before = open_files(server)
        for _ in range(2):
            held = all_held(lines, phones, table)
            assert open_files(server) >= PAGES_OF_ONE * len(phones)
            assert answer_to(phones[0], f"{table}live/?tab=more") == 429
            for line in held:
                line.tear()
            assert comes_true(lambda: open_files(server) <= before + 2)
        again = phones[0].listen(table, "tab=more")
        again.next("update")
        again.close()


def test_phones_that_are_torn_away_before_they_are_answered_keep_no_place(server: Server, lines: ExitStack):
    owner, entries = opened(server)
    path = f"{entries.table}live/"
    phones = owner.invite_many(entries.table, 4)
    everywhere = phones * PAGES_OF_ONE
    for answered in [0, 1, 4, len(everywhere) - 1] * 3:
        with ExitStack() as torn:
            asking = [torn.enter_context(Line(phone)).ask(path) for phone in everywhere]
            # When these are answered, the others wait for their view, are in it, or behind it.
            assert [line.status for line in asking[:answered]] == ["200"] * answered
            for line in asking:
                line.tear()
    assert len(all_held(lines, phones, entries.table)) == len(everywhere)


def test_a_phone_sent_away_loses_its_stream_while_everybody_writes(server: Server):
    owner, entries = opened(server)
    busy = Entries(owner.open_table())
    with house(owner, entries.table, 4) as crowd, writing(owner, busy, 4):
        assert comes_true(lambda: len(busy.acknowledged) > 5)
        revoke(owner, entries.table)
        assert comes_true(lambda: all(one.last == "gone" for one in crowd.ears))
        meanwhile = len(busy.acknowledged)
        assert comes_true(lambda: len(busy.acknowledged) > meanwhile + 5)
    assert len(check(server, busy)) > 10
