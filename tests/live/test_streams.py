"""Every phone at the table hears of a deal, and only those phones: a real server, a database file, open streams."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.phones import HANGS, Listening, Message, Phone, comes_true
from tests.servers import Server, descriptors, free_port, serving


@pytest.fixture
def server(hurried_server: Server) -> Server:
    """One for all tables here."""
    return hurried_server


@pytest.fixture
def owner(server: Server) -> Phone:
    return Phone(server)


@pytest.fixture
def table(owner: Phone) -> str:
    return owner.open_table()


@pytest.fixture
def head(owner: Phone, table: str) -> str:
    """How far the table has come."""
    return head_of(owner, table)


def head_of(phone: Phone, table: str) -> str:
    return re.search(r'data-rev="(\d+)"', phone.ask("GET", table)[2])[1]


def order(message: Message) -> list[str]:
    return re.search(r'data-order="([^"]*)"', message.text)[1].split()


def rows(message: Message) -> list[str]:
    return re.findall(r'<details class="deal[^"]*" id="([^"]+)"', message.text)


def test_every_phone_hears_of_a_deal(owner: Phone, table: str, head: str, listeners: list[Listening]):
    phones = [owner, owner.invite(table), owner.invite(table, "scorekeeper")]
    listeners += [phone.listen(table, f"rev={head}") for phone in phones]
    assert [one.next("hello").rev for one in listeners] == [int(head)] * 3
    key = owner.record(table)
    received = [one.next("update") for one in listeners]
    assert {message.rev for message in received} == {int(key)}
    assert [rows(message) for message in received] == [[f"deal-{key}"]] * 3
    assert all("+6" in message.text and "老王 16\u00a0胡" in message.text for message in received)


def test_what_is_sent_depends_on_who_looks(owner: Phone, table: str, head: str, listeners: list[Listening]):
    viewer = owner.invite(table)
    listeners += [phone.listen(table, f"rev={head}") for phone in (owner, viewer)]
    owner.record(table)
    keeping, looking = (one.next("update").text for one in listeners)
    assert "deals/new/" in keeping
    assert "/void/" in keeping
    assert "deals/new/" not in looking
    assert "更正" not in looking


def test_a_language_is_kept(owner: Phone, table: str, head: str, listeners: list[Listening]):
    listeners.append(owner.listen(table, f"rev={head}", **{"Accept-Language": "en"}))
    owner.record(table)
    assert "Deal 1" in listeners[0].next("update").text


def test_a_packed_stream_says_the_same(owner: Phone, table: str, head: str, listeners: list[Listening]):
    for way in ({}, {"Accept-Encoding": "gzip"}):
        listeners.append(owner.listen(table, f"rev={head}", **way))
        listeners[-1].next("hello")
    owner.record(table)
    plain, packed = (one.next("update") for one in listeners)
    assert plain == packed
    assert listeners[1].answer.headers["Content-Encoding"] == "gzip"
    assert listeners[1].wire < listeners[0].wire / 2


@pytest.fixture
def second(server: Server, collected_static: Path) -> Iterator[Server]:
    """Another process on the same database file."""
    with serving(server.data, collected_static, port=free_port()) as running:
        yield running


def test_a_deal_entered_at_another_process_arrives(
    owner: Phone, table: str, head: str, second: Server, listeners: list[Listening]
):
    listeners.append(owner.listen(table, f"rev={head}"))
    listeners[0].next("hello")
    owner.at(second).record(table)
    assert "老王 16\u00a0胡" in listeners[0].next("update").text


def test_a_command_reaches_phones(
    server: Server, owner: Phone, table: str, head: str, listeners: list[Listening]
):
    listeners.append(owner.listen(table, f"rev={head}"))
    code = (
        "from zipai_ledger.ledger import record; from zipai_ledger.models import GameSession;"
        f"s = GameSession.objects.get(public_id={table.split('/')[2]!r});"
        "record.rename_session(session=s, sent=record.Sent(role='owner'), name='换个地方')"
    )
    assert server.manage("shell", "-v0", "-c", code).returncode == 0
    message = listeners[0].next("update")
    assert "data-whole" in message.text
    assert "换个地方" in message.text


def test_a_stranger_learns_nothing(server: Server, owner: Phone, table: str):
    stranger, member = Phone(server), Phone(server)
    member.open_table()
    unknown = "/t/AAAAAAAAAAAAAAAAAAAAAA/"
    for phone in (stranger, member):
        for path in ("live/", "news/?rev=0"):
            status, _headers, text = phone.ask("GET", table + path)
            assert (status, text) == (404, phone.ask("GET", unknown + path)[2])


def revoke(owner: Phone, table: str) -> None:
    """End every grant but the owner's."""
    _status, _headers, page = owner.ask("GET", f"{table}links/")
    devices = set(re.findall(rf"{table}devices/\d+/", page))
    answers = [owner.post(f"{device}revoke/")[0] for device in devices]
    assert 302 in answers


def test_a_revoked_phone_is_shown_nothing_more_and_its_stream_ends(
    owner: Phone, table: str, head: str, listeners: list[Listening]
):
    guest = owner.invite(table)
    listeners.append(guest.listen(table, f"rev={head}"))
    listeners[0].next("hello")
    revoke(owner, table)
    owner.record(table)
    events = listeners[0].until("gone")
    assert {message.name for message in events} <= {"beat", "gone"}
    assert list(listeners[0].messages) == []
    assert guest.ask("GET", f"{table}live/")[0] == 404


def test_a_revoked_phone_of_a_quiet_table_loses_its_stream(
    owner: Phone, table: str, head: str, listeners: list[Listening]
):
    listeners.append(owner.invite(table).listen(table, f"rev={head}"))
    listeners[0].next("hello")
    revoke(owner, table)
    assert listeners[0].next("gone")


def test_a_sign_of_life_comes_while_nothing_happens(
    owner: Phone, table: str, head: str, listeners: list[Listening]
):
    listeners.append(owner.listen(table, f"rev={head}"))
    for name in ("hello", "beat", "beat"):
        assert listeners[0].next(name).rev == int(head)


def test_what_was_missed_comes_at_once_and_nothing_twice(
    owner: Phone, table: str, head: str, listeners: list[Listening]
):
    keys = [owner.record(table) for _ in range(3)]
    listeners.append(owner.listen(table, f"rev={head}"))
    message = listeners[0].next("update")
    assert message.rev == int(keys[-1])
    assert rows(message) == [f"deal-{key}" for key in reversed(keys)]
    listeners.append(owner.listen(table, "rev=1", **{"Last-Event-ID": keys[1]}))
    assert rows(listeners[1].next("update")) == [f"deal-{keys[2]}"]


def test_restarting_the_server_in_between_leaves_no_gap(
    tmp_path: Path, collected_static: Path, listeners: list[Listening]
):
    port = free_port()
    with serving(tmp_path, collected_static, port=port) as server:
        owner = Phone(server)
        table = owner.open_table()
        listeners.append(owner.listen(table, f"rev={head_of(owner, table)}"))
        first = owner.record(table)
        assert listeners[0].next("update").rev == int(first)
    assert listeners[0].next("bye").rev == int(first)
    with serving(tmp_path, collected_static, port=port) as server:
        owner = owner.at(server)
        second = owner.record(table)
        listeners.append(owner.listen(table, f"rev={first}"))
        message = listeners[1].next("update")
        assert (rows(message), order(message)) == ([f"deal-{second}"], [f"deal-{second}", f"deal-{first}"])


def test_a_server_that_stops_lets_its_streams_go_at_once(
    tmp_path: Path, collected_static: Path, listeners: list[Listening]
):
    with serving(tmp_path, collected_static, forked=False) as server:
        owner = Phone(server)
        table = owner.open_table()
        before = server.log
        listeners.append(owner.listen(table))
        listeners[0].next("update")
        server.process.terminate()
        assert listeners[0].next("bye")
        server.process.wait(HANGS)
        # What it had to cut, it would complain about.
        assert server.log == before


def test_a_device_has_at_most_four_streams(owner: Phone, table: str, listeners: list[Listening]):
    for tab in "abcd":
        listeners.append(owner.listen(table, f"tab={tab}"))
        listeners[-1].next("hello")
    status, headers, _text = owner.ask("GET", f"{table}live/?tab=e")
    assert (status, headers["Retry-After"]) == (429, "60")
    listeners.append(owner.listen(table, "tab=a"))
    listeners[-1].next("hello")
    assert listeners[0].next("bye")
    listeners[1].close()
    assert comes_true(lambda: status_of(owner, table, listeners) == 200)


def status_of(phone: Phone, table: str, listeners: list[Listening]) -> int:
    answer, connection = phone.begin("GET", f"{table}live/?tab=f")
    listeners.append(Listening(answer, connection))
    return answer.status


def handles(server: Server) -> int:
    """How many times the server has its database open."""
    return descriptors(server.process.pid).count(str(server.database.resolve()))


def threads(server: Server) -> int:
    return len([*Path(f"/proc/{server.process.pid}/task").iterdir()])


def test_no_stream_holds_a_database_connection_or_a_thread(
    server: Server, owner: Phone, table: str, listeners: list[Listening]
):
    guests = owner.invite_many(table, 6)
    # Those of the thread that makes pages, which stay.
    held, before = handles(server), threads(server)
    listeners += [guest.listen(table, f"tab={tab}") for guest in guests for tab in "abc"]
    for one in listeners:
        one.next("update")
    # The watcher's own.
    assert comes_true(lambda: handles(server) <= held + 1 and threads(server) <= before + 1)
    owner.record(table)
    for one in listeners:
        one.next("update")
    assert comes_true(lambda: handles(server) <= held + 1)
    for one in listeners:
        one.close()
    assert comes_true(lambda: handles(server) <= held)


def test_streams_are_as_protected_as_pages(owner: Phone, table: str, listeners: list[Listening]):
    listeners.append(owner.listen(table))
    headers = listeners[0].answer.headers
    assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Set-Cookie"] is None


def test_a_table_that_is_erased_is_gone_for_every_phone(
    server: Server, owner: Phone, table: str, head: str, listeners: list[Listening]
):
    guest = owner.invite(table)
    listeners += [phone.listen(table, f"rev={head}") for phone in (owner, guest)]
    for one in listeners:
        one.next("hello")
    code = (
        "from zipai_ledger.ledger import record; from zipai_ledger.models import GameSession;"
        f"s = GameSession.objects.get(public_id={table.split('/')[2]!r});"
        "record.purge(session=s, sent=record.Sent(role='owner'))"
    )
    erased = server.manage("shell", "-v0", "-c", code)
    assert erased.returncode == 0, erased.stderr
    assert [one.next("gone").name for one in listeners] == ["gone", "gone"]
    assert guest.ask("GET", f"{table}news/?rev=0")[0] == 404
    assert "Traceback" not in server.log
