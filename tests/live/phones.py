"""Phones without pages: forms sent straight to a real server, and streams read as they come."""

import http.client
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from http.cookies import SimpleCookie
from itertools import count
from typing import Self
from urllib.parse import urlencode

from tests.servers import Server

NEW = {
    "ruleset": "guilin",
    "seats": "3",
    "player": ("老王", "小李", "阿芳"),
    "dealer": "0",
    "name": "周五老地方",
    "rule-xing_kinds": ("上", "下"),
}
WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0", "xing_lower": "0"}
HANGS = 300
"""Seconds after which whatever was waited for has hung; no test measures anything by it."""
_numbers = count()


def fresh_id() -> str:
    return f"live-test-{next(_numbers):010d}"


class Phone:
    """One device: its cookies, and whatever it sends."""

    patience: float = HANGS
    """Seconds to wait for the next bytes of an answer."""

    def __init__(self, server: Server, cookies: Mapping[str, str] | None = None) -> None:
        self.server, self.cookies, self.port = server, dict(cookies or {}), server.port

    def at(self, server: Server) -> Self:
        """The same device at another server."""
        return type(self)(server, self.cookies)

    def ask(self, method: str, path: str, body: str = "", **headers: str):
        """Status, headers and body of an answer."""
        answer, connection = self.begin(method, path, body, **headers)
        with closing(connection), answer:
            return answer.status, answer.headers, answer.read().decode()

    def begin(self, method: str, path: str, body: str = "", **headers: str):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        try:
            connection.request(method, path, body or None, {"Cookie": self.cookie, **headers})
            answer = connection.getresponse()
        except BaseException:
            connection.close()
            raise
        self.remember(answer)
        return answer, connection

    def remember(self, answer: http.client.HTTPResponse) -> None:
        """Take its cookies."""
        for line in answer.headers.get_all("Set-Cookie", ()):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def post(self, path: str, **fields: object):
        if "csrf" not in self.cookies:
            self.ask("GET", "/new/")
        form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.cookies["csrf"]}
        return self.ask("POST", path, urlencode(fields, doseq=True), **form)

    def open_table(self) -> str:
        """Open a table; its address, such as /t/abc/."""
        status, headers, text = self.post("/new/", client_id=fresh_id(), **NEW)
        assert status == 302, text
        return headers["Location"]

    def record(self, table: str, **changes: str) -> str:
        """Record a deal; its key."""
        status, headers, text = self.post(f"{table}deals/save/", client_id=fresh_id(), **{**WIN, **changes})
        assert status == 303, text
        return headers["Location"].split("#saved-")[1]

    def invite(self, table: str, role: str = "viewer") -> Self:
        """Another device that came by an invitation."""
        return self.invite_many(table, 1, role)[0]

    def invite_many(self, table: str, count: int, role: str = "viewer") -> list[Self]:
        """So many devices that came by one invitation."""
        _status, _headers, text = self.post(f"{table}links/", role=role, label="给小李")
        secret = text.split('id="code">')[1].split("<")[0]
        guests = [type(self)(self.server) for _ in range(count)]
        for guest in guests:
            assert guest.post("/j/", secret=secret, **{"as": "viewer"})[0] == 302
        return guests

    def listen(self, table: str, query: str = "rev=0", **headers: str) -> "Listening":
        """Open a stream; it has to be allowed."""
        answer, connection = self.begin("GET", f"{table}live/?{query}", **headers)
        assert answer.status == 200, answer.status
        return Listening(answer, connection)


@dataclass(frozen=True)
class Message:
    """An event of a stream."""

    name: str
    rev: int
    text: str

    @classmethod
    def of(cls, lines: list[str]) -> "Message":
        fields = [line.partition(": ")[::2] for line in lines]
        found = dict(fields)
        return cls(found["event"], int(found["id"]), "".join(text for name, text in fields if name == "data"))


class Listening:
    """A stream that is read message by message."""

    def __init__(self, answer: http.client.HTTPResponse, connection: http.client.HTTPConnection) -> None:
        self.answer, self.connection, self.wire = answer, connection, 0
        self.messages = self._messages()
        self.deadline = time.monotonic() + HANGS

    def _pieces(self) -> Iterator[bytes]:
        unpacker = zlib.decompressobj(31) if self.answer.headers["Content-Encoding"] == "gzip" else None
        while data := self.answer.read1(65536):
            assert time.monotonic() < self.deadline
            self.wire += len(data)
            yield unpacker.decompress(data) if unpacker else data
        assert unpacker is None or unpacker.eof

    def _messages(self) -> Iterator[Message]:
        waiting = b""
        for piece in self._pieces():
            *whole, waiting = (waiting + piece).split(b"\n\n")
            yield from (Message.of(block.decode().split("\n")) for block in whole)

    def next(self, name: str) -> Message:
        """The next message of this name; those before are passed over."""
        return self.until(name)[-1]

    def until(self, name: str) -> list[Message]:
        """All messages up to the next of this name."""
        self.deadline = time.monotonic() + HANGS
        found = []
        for message in self.messages:
            found.append(message)
            if message.name == name:
                return found
        raise AssertionError(f"the stream ended without {name}: {found}")

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def comes_true(found: Callable[[], object], seconds: float = HANGS) -> bool:
    """Wait for it; False where it hangs. Looked at ever more rarely."""
    deadline, pause = time.monotonic() + seconds, 0.005
    while not found():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(0.1, 1.5 * pause)
    return True
