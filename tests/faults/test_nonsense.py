"""Hundreds of malformed requests: none breaks anything or costs a second, and the ledger stays whole."""

import os
import random
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote_plus, urlencode

import pytest
from django.urls import URLPattern, URLResolver

from tests.attack import hands
from tests.faults.oracle import FORM, Entries, opened, whole
from tests.live.phones import HANGS, NEW, WIN, Phone, fresh_id
from tests.servers import Server
from zipai_ledger.http.body_limits import MOST
from zipai_ledger.urls import urlpatterns
from zipai_ledger.views import importing

LONGEST = 1.0
"""Seconds of the server's processor for one request."""
SLOW = (*"六七七八八九十壹叁伍陆柒捌拾", "拾", "玖", "飞", "飞", "飞", "秤二七十")
"""Cards that take a twentieth of a second to read."""
VALUES = (
    "",
    "\0",
    "%ED%A0%80",
    "%FF%FE",
    "1e999",
    "-1",
    "9" * 400,
    "NaN",
    "١٢",
    "𠮷",
    "\u202e",
    "null",
    '{"a": 1, "a": 2}',
    "[" * 5_000,
    "捌" * 3_000,
    "碰捌捌捌 " * 500,
    "'; DROP TABLE zipai_ledger_event; --",
    "{{ 7 * 7 }}",
    "<script>alert(1)</script>",
)
FIELDS = sorted(
    {*NEW, *WIN, "client_id", "base", "secret", "code", "said", "groups", "note", "confirm", "keep", "units"}
)


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address of the site, with its parameters still in angle brackets."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, before + str(one.pattern))
        else:
            yield "/" + before + str(one.pattern)


def fields(chance: random.Random) -> bytes:
    """A form of known fields with strange values, some of them twice."""
    chosen = chance.choices(FIELDS, k=chance.randrange(1, 20))
    return "&".join(f"{name}={encoded(chance.choice(VALUES))}" for name in chosen).encode()


def encoded(value: str) -> str:
    return value if value.startswith("%") else quote_plus(value)


def half_right(chance: random.Random) -> bytes:
    """A win in which one field is strange."""
    changed = {**WIN, chance.choice([*WIN, "client_id", "base", "note"]): chance.choice(VALUES)}
    return "&".join(f"{name}={encoded(value)}" for name, value in changed.items()).encode()


BODIES: tuple[Callable[[random.Random], bytes], ...] = (
    fields,
    fields,
    half_right,
    half_right,
    lambda chance: b"x=" + b"y" * (2 << 20),
    lambda chance: b"&".join(b"f%d=1" % number for number in range(10_000)),
    lambda chance: chance.randbytes(chance.randrange(3_000)),
    lambda chance: b'{"ruleset": "guilin", "ruleset": 1e999, "deals": [' + b"[" * 3_000,
    lambda chance: (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="\0"\r\n\r\n' + chance.randbytes(500)
    ),
)
TYPES = (
    FORM["Content-Type"],
    "multipart/form-data; boundary=x",
    "application/json",
    "text/plain; charset=utf-7",
    "x" * 200,
)


def aimed(address: str, entries: Entries, chance: random.Random) -> str:
    """An address with its parameters filled in, most of them rightly."""
    table = entries.table.split("/")[2]
    filled = address.replace("<str:public_id>", table)
    filled = re.sub(r"<int:\w+>", lambda _: chance.choice(["1", "3", "99999999999999999999"]), filled)
    filled = re.sub(r"<slug:\w+>", "guilin", filled)
    return filled + chance.choice(["", "", "?replace=3", "?before=%FF", "?rev=1e9", "?winner=99"])


@pytest.mark.parametrize("count", [150, pytest.param(1_000, marks=pytest.mark.fault)])
def test_malformed_requests_are_answered_calmly_and_leave_the_ledger_whole(server: Server, count: int):
    # Its own server: ten of these requests are wrong codes, after which this address may try none for a while.
    phone, entries = opened(server)
    entries.send_until_saved(phone, 12)
    chance, told, slowest, broken = random.Random(20261121), Counter(), 0.0, []
    everywhere = [one for one in addresses(urlpatterns) if "live/" not in one]
    for number in range(count):
        path = aimed(everywhere[number % len(everywhere)], entries, chance)
        body, kind = chance.choice(BODIES)(chance), chance.choice([*TYPES, *3 * TYPES[:1]])
        before = spent_by(server)
        status = sent(phone, path, body, kind)
        spent = spent_by(server) - before
        broken += [(path, kind, body[:200])] if status >= 500 else []
        told[status], slowest = told[status] + 1, max(slowest, spent)
    assert broken == []
    print(dict(told), f"slowest {slowest:.3f} s")
    assert slowest < LONGEST
    assert "Internal Server Error" not in server.log
    whole(server)


def spent_by(server: Server) -> float:
    """Seconds of the processor that a server has had, whatever else the machine does."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def sent(phone: Phone, path: str, body: bytes, kind: str) -> int:
    """The status; a line that the server closes on a body too long counts as refused."""
    headers = {"Content-Type": kind, "X-CSRFToken": phone.cookies["csrf"]}
    try:
        return phone.ask("POST", path, body, **headers)[0]
    except (BrokenPipeError, ConnectionResetError):
        return 413


def begun(phone: Phone, *headers: str, to: str = "/new/") -> socket.socket:
    """A form whose body is still to come."""
    line = socket.create_connection(("127.0.0.1", phone.port), timeout=HANGS)
    told = [f"Cookie: {phone.cookie}", f"X-CSRFToken: {phone.cookies['csrf']}", "Host: x", *headers]
    line.sendall("\r\n".join([f"POST {to} HTTP/1.1", *told, "", ""]).encode())
    return line


def test_a_body_without_end_is_refused_while_it_comes(shared_server: Server):
    phone, _entries = opened(shared_server)
    piece = b"100000\r\n" + b"y" * (1 << 20) + b"\r\n"
    with begun(phone, "Transfer-Encoding: chunked", f"Content-Type: {FORM['Content-Type']}") as line:
        with suppress(ConnectionResetError, BrokenPipeError):
            for _ in range(MOST // (1 << 20) + 2):
                line.sendall(piece)
        # There is more to come, and yet it is answered.
        assert line.recv(64).startswith(b"HTTP/1.1 413")


def test_a_body_announced_as_huge_is_not_waited_for(shared_server: Server):
    phone, _entries = opened(shared_server)
    with begun(phone, f"Content-Length: {10 << 30}") as line:
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"content-security-policy" in answer


def look(text: str) -> str:
    """A form that shows what would be brought in."""
    return urlencode({"text": text, "do": "look", "client_id": fresh_id()})


def is_busy(phone: Phone) -> bool:
    """Whether somebody brings something in just now."""
    headers = {**FORM, "X-CSRFToken": phone.cookies["csrf"]}
    return phone.ask("POST", "/import/", look("{}"), **headers)[0] == 429


def test_work_ends_soon_after_its_phone_has_hung_up(shared_server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hands, "DEALS", 100)
    phone, _entries = opened(shared_server)
    form, before = look(hands.document(list(SLOW))).encode(), spent_by(shared_server)
    about = (f"Content-Type: {FORM['Content-Type']}", f"Content-Length: {len(form)}")
    with begun(phone, *about, to="/import/") as line:
        line.sendall(form)
        while spent_by(shared_server) < before + importing.SECONDS / 10:
            pass
    while is_busy(phone):
        pass
    assert spent_by(shared_server) - before < importing.SECONDS / 2
