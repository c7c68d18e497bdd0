"""Phones torn away at any moment of a stream, while others play at the same table: nothing of them is left."""

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import le
from pathlib import Path

import pytest

from tests.live.hurried import BEAT
from tests.live.lines import Line, request
from tests.live.phones import Phone, comes_true
from tests.servers import Server, descriptors
from zipai_ledger.http.threads import KEPT
from zipai_ledger.live.hub import MOST_OF_DEVICE

PHONES = 4


@dataclass(frozen=True)
class Tearing:
    """A phone at a table; ``spent`` is about how many seconds an answer takes to begin."""

    phone: Phone
    path: str
    spent: float
    chance: random.Random
    play: Callable[[], None]
    """A deal is entered by somebody else, some time soon."""

    def in_the_head(self, line: Line) -> None:
        text = request(self.phone, self.path)
        line.send(text[: self.chance.randrange(len(text) - 1)])

    def in_the_body(self, line: Line) -> None:
        line.ask(self.path, "Content-Length: 9").send("x" * self.chance.randrange(9))

    def before_the_view(self, line: Line) -> None:
        line.ask(self.path)

    def before_the_first_byte(self, line: Line) -> None:
        """In the view, between it and the answer, or a little late."""
        line.ask(self.path)
        time.sleep(self.chance.uniform(0, 1.5 * self.spent))

    def behind_the_first_byte(self, line: Line) -> None:
        assert line.ask(self.path).status == "200"

    def in_an_update(self, line: Line) -> None:
        line.ask(self.path).read_to("event: update")

    def in_a_beat(self, line: Line) -> None:
        line.ask(self.path).read_to("event: beat")
        time.sleep(self.chance.uniform(0.9, 1.1) * BEAT)

    def tear(self, rounds: int) -> None:
        """Fill all places of the phone, tear it away from all of them, and begin again at once."""
        for number in range(rounds):
            moment = MOMENTS[number % len(MOMENTS)]
            self.play()
            with ExitStack() as stack:
                lines = [stack.enter_context(Line(self.phone)) for _ in range(MOST_OF_DEVICE)]
                for line in lines:
                    moment(self, line)
                for line in lines:
                    line.tear()

    def hold(self, stack: ExitStack) -> list[str]:
        """The answers to as many requests as the phone has places."""
        lines = [stack.enter_context(Line(self.phone)).ask(self.path) for _ in range(MOST_OF_DEVICE)]
        return [line.status for line in lines]


MOMENTS: tuple[Callable[[Tearing, Line], None], ...] = (
    Tearing.in_an_update,
    Tearing.in_a_beat,
    Tearing.behind_the_first_byte,
    Tearing.in_the_head,
    Tearing.in_the_body,
    Tearing.before_the_first_byte,
    Tearing.before_the_view,
)


def kept_by(server: Server) -> tuple[int, int, int]:
    """Descriptors and threads of a server, and how many of the descriptors are its database."""
    opened = descriptors(server.process.pid)
    threads = [*Path(f"/proc/{server.process.pid}/task").iterdir()]
    return len(opened), len(threads), opened.count(str(server.database.resolve()))


@contextmanager
def playing(phone: Phone, table: str) -> Iterator[Callable[[], None]]:
    """Gives what lets one deal more be entered, behind those before it."""
    played: list[Future[str]] = []
    with ThreadPoolExecutor(1) as pool:
        yield lambda: played.append(pool.submit(phone.record, table))
    for one in played:
        one.result()


def spent(phone: Phone, path: str) -> float:
    """Seconds until an answer begins."""
    began = time.monotonic()
    with Line(phone) as line:
        assert line.ask(path).status == "200"
    return time.monotonic() - began


@pytest.mark.parametrize("rounds", [len(MOMENTS), pytest.param(200, marks=pytest.mark.fault)])
def test_phones_torn_away_at_any_moment_leave_nothing_behind(hurried_server: Server, rounds: int):
    server, owner = hurried_server, Phone(hurried_server)
    table = owner.open_table()
    path = f"{table}live/?rev=0"
    phones = owner.invite_many(table, PHONES)
    once = spent(phones[0], path)
    # Each thread that stays for pages keeps a connection: as many descriptors of the database as threads may come.
    before = kept_by(server)
    most = tuple(count + KEPT for count in before)
    chances = map(random.Random, range(rounds, rounds + PHONES))
    with playing(owner, table) as play, ThreadPoolExecutor(PHONES) as pool:
        tearing = [
            Tearing(phone, path, once, chance, play) for phone, chance in zip(phones, chances, strict=True)
        ]
        list(pool.map(lambda one: one.tear(rounds), tearing))
        with ExitStack() as stack:
            assert [one.hold(stack) for one in tearing] == [["200"] * MOST_OF_DEVICE] * PHONES
    assert comes_true(lambda: all(map(le, kept_by(server), most))), (before, kept_by(server))


def test_a_phone_torn_away_with_another_request_behind_is_missed_at_the_next_sign_of_life(
    hurried_server: Server,
):
    """The server reads no further then, and learns it only when it writes."""
    owner = Phone(hurried_server)
    path = f"{owner.open_table()}live/"
    for _ in range(MOST_OF_DEVICE):
        with Line(owner) as line:
            assert line.ask(path).ask(path).status == "200"
            line.tear()

    def answered() -> bool:
        with Line(owner) as line:
            return line.ask(path).status == "200"

    assert comes_true(answered)


def test_a_descriptor_that_is_closed_meanwhile_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    read = os.readlink
    closed = tmp_path / "closed"

    def close_and_read(descriptor: Path) -> str:
        if read(descriptor) == str(closed):
            os.close(int(descriptor.name))
        return read(descriptor)

    kept = os.open(tmp_path, os.O_RDONLY)
    os.open(closed, os.O_RDONLY | os.O_CREAT)
    monkeypatch.setattr(os, "readlink", close_and_read)
    found = descriptors(os.getpid())
    os.close(kept)
    assert str(tmp_path) in found
    assert str(closed) not in found
