"""What is attacked: one or several servers on the same data, the phones that know a table there, what was answered."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from threading import Lock

from tests.live.phones import Phone
from tests.servers import Server, serving

SETTINGS = {"ZIPAI_PROXIES": "1", "ZIPAI_SECRET_KEY": "attacked-" * 8}
"""Requests come from the addresses that a proxy in front would name; several processes have one key."""
GIVEN_UP = 30.0
"""Seconds after which an answer that is not there does not come any more."""
SENTENCES = ("没有记上", "等几秒再", "什么都没有记", "nothing was saved")
"""What a 503 says, on one of its pages or without one."""


class Visitor(Phone):
    """A phone that does not wait without end, so that no attack lasts much longer than it shall."""

    patience = GIVEN_UP


@dataclass
class Answers:
    """What came of the requests of one attack."""

    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """What must not be: answers 5xx that are no 503 with its sentence, with the request they answer."""
    _lock: Lock = field(default_factory=Lock)

    def add(self, status: int, request: str, text: str) -> None:
        """Count an answer; status 0 is none."""
        calm = status < 500 or (status == 503 and any(sentence in text for sentence in SENTENCES))
        with self._lock:
            self.statuses[status] += 1
            self.broken += [] if calm else [f"{status} {request}"]


@dataclass(frozen=True)
class Target:
    """Servers on the same data, and who knows the table `table` there."""

    servers: tuple[Server, ...]
    table: str
    phones: dict[str, Visitor]
    """By role: a stranger, a viewer, a scorekeeper, an owner."""
    answers: Answers
    chance: random.Random
    deadline: float
    """By the clock of this machine; no attack begins anything new after it."""

    @property
    def server(self) -> Server:
        """The first; each of them serves everything."""
        return self.servers[0]

    @property
    def over(self) -> bool:
        return time.monotonic() > self.deadline

    def left(self) -> float:
        """Seconds."""
        return max(0.0, self.deadline - time.monotonic())

    def again(self, seed: int, seconds: float) -> "Target":
        """The same table for another attack."""
        deadline = time.monotonic() + seconds
        return replace(self, answers=Answers(), chance=random.Random(seed), deadline=deadline)

    def ask(
        self,
        phone: Visitor,
        method: str,
        path: str,
        body: bytes | str = "",
        *,
        leaving: bool = False,
        **headers: str,
    ) -> tuple[int, str]:
        """One request, its answer counted: status and text; status 0 where the server hung up.

        Who is ``leaving`` hangs up once an answer begins. One that does not begin, or does not end, within the phone's
        patience must not be.
        """
        if method == "POST":
            headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
            headers["X-CSRFToken"] = phone.cookies.get("csrf", "")
        status, text, request = 0, "", f"{method} {path[:200]} {str(body)[:200]}"
        try:
            answer, connection = phone.begin(method, path, body, **headers)
            with closing(connection), answer:
                status = answer.status
                text = "" if leaving and status < 500 else whole(answer, phone.patience)
        except TimeoutError:
            self.answers.broken.append(f"no answer within {phone.patience:g} s: {request}")
            status = 0
        except (OSError, HTTPException):
            status = 0
        self.answers.add(status, request, text)
        return status, text


def whole(answer: HTTPResponse, seconds: float) -> str:
    """The text of an answer; raises IncompleteRead where it was cut off, TimeoutError where it has no end."""
    deadline, pieces = time.monotonic() + seconds, []
    while piece := answer.read1(1 << 16):
        pieces.append(piece)
        if time.monotonic() > deadline:
            raise TimeoutError
    if answer.length:
        raise IncompleteRead(b"".join(pieces), answer.length)
    return b"".join(pieces).decode(errors="replace")


@contextmanager
def servers(
    count: int, data: Path, static: Path, *, forked: bool, **extra: str
) -> Iterator[tuple[Server, ...]]:
    """So many processes on the same data, each started as a user starts it unless they are forked."""
    with ExitStack() as stack:
        start = partial(serving, static=static, forked=forked, **SETTINGS, **extra)
        yield tuple(stack.enter_context(start(data / f"{number}")) for number in range(count))


def target(running: tuple[Server, ...], seed: int, seconds: float) -> Target:
    """A table with an owner, a scorekeeper and a viewer, and a phone that was never there."""
    owner = Visitor(running[0])
    table = owner.open_table()
    for hu in (12, 15, 21):
        owner.record(table, hu=f"{hu}")
    stranger = Visitor(running[0])
    stranger.ask("GET", "/new/")
    phones = {
        "stranger": stranger,
        "viewer": owner.invite(table),
        "scorekeeper": owner.invite(table, "scorekeeper"),
        "owner": owner,
    }
    deadline = time.monotonic() + seconds
    return Target(running, table, phones, Answers(), random.Random(seed), deadline)


def at_once(count: int, what: object, *arguments: object) -> None:
    """Call it from so many threads, each with its number; what one of them raises is raised."""
    with ThreadPoolExecutor(count) as pool:
        for done in [pool.submit(what, number, *arguments) for number in range(count)]:  # type: ignore[arg-type]
            done.result()


def address(number: int) -> dict[str, str]:
    """The header by which a request comes from another address each time, of networks far apart."""
    return {"X-Forwarded-For": f"2001:db8:{number % 65536:x}:{number // 65536:x}::{number % 9 + 1:x}"}
