"""The program as processes that can be killed: each with its pages, its threads, and what it keeps in memory."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from unittest.mock import patch

from zipai_ledger.circles import counting
from zipai_ledger.http.pages import Pages
from zipai_ledger.ledger.queries import changes_up_to, kept
from zipai_ledger.ledger.record import write as writing
from zipai_ledger.templatetags import deal_rows

from .network import Answer, Request
from .storage import Disk, Wrapper, connected
from .turns import Died, Fault, Task, TurnLock, Turns

THREADS = 2
"""Requests that a process answers at once; more wait."""
Done = Callable[["Work", Answer], None]


class Work(Task):
    """One request being answered by one thread of a process."""

    def __init__(self, process: "Process", wrapper: Wrapper, request: Request, number: int) -> None:
        super().__init__(f"request {number}", lambda: process.answer(self))
        self.process, self.wrapper, self.request, self.number = process, wrapper, request, number
        self.stored: list[int] = []
        """Rows of events that became visible by it."""
        self.faults: list[Fault] = []
        self.began = process.disk.clock.now
        self.error: BaseException | None = None
        """What the program could not deal with: its answer is 500."""


class Process:
    """A server process: as many connections as threads, and its memory."""

    def __init__(self, name: str, disk: Disk, turns: Turns, done: Done) -> None:
        self.name, self.disk, self.turns, self.done = name, disk, turns, done
        self.count = 0
        self.start()

    def start(self) -> None:
        """Begin with nothing but what is in the file."""
        forget()
        self.pages = Pages()
        self.lock = TurnLock(self.turns, self.disk.clock)
        self.threads = deque(self.disk.wrapper() for _ in range(THREADS))
        self.waiting: deque[Request] = deque()
        self.running: list[Work] = []

    def kill(self) -> None:
        """Lose everything at once: the file first, so that nothing that unwinds can reach it."""
        wrappers = [*self.threads, *(work.wrapper for work in self.running)]
        for wrapper in wrappers:
            wrapper.storage.lose()
        for work in self.running:
            with self.turn_of(work):
                work.kill()
        self.start()

    def take(self, request: Request) -> None:
        """A request has come."""
        self.waiting.append(request)
        self.begin()

    def begin(self) -> None:
        while self.waiting and self.threads:
            self.count += 1
            work = Work(self, self.threads.popleft(), self.waiting.popleft(), self.count)
            self.running.append(work)

    def go_on(self, work: Work, fault: Fault = Fault.NONE) -> None:
        """Let one request run until it waits again; where it is answered, its thread takes the next."""
        work.faults += [fault] if fault is not Fault.NONE else []
        with self.turn_of(work):
            self.turns.give(work, fault)
        if work.is_over and work in self.running:
            self.running.remove(work)
            self.threads.append(work.wrapper)
            self.begin()

    @contextmanager
    def turn_of(self, work: Work) -> Iterator[None]:
        with connected(work.wrapper), patch.object(writing, "_turn", self.lock):
            yield

    def answer(self, work: Work) -> None:
        """What the thread does."""
        try:
            made = self.pages._answer(scope_of(work.request), BytesIO(work.request.body))
        except Died:
            return
        body = b"".join((made.first, *made.rest))
        headers = {name.decode().lower(): value.decode("latin1") for name, value in made.headers}
        cookies = {name: morsel.value for name, morsel in made.response.cookies.items()}
        made.response.close()
        if work.wrapper.storage.is_dead:
            return
        self.done(work, Answer(made.response.status_code, headers, cookies, body))


def forget() -> None:
    """Empty what processes keep in memory."""
    kept.forget()
    for drawn in (deal_rows.rendered, counting._counted, changes_up_to):
        drawn.cache_clear()


def scope_of(request: Request) -> dict[str, Any]:
    """A request as an ASGI server has it."""
    path, _, query = request.path.partition("?")
    return {
        "type": "http",
        "method": request.method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin1")) for name, value in request.headers],
        "scheme": "http",
        "client": (f"192.0.2.{request.phone.number + 1}", 50_000),
        "server": ("127.0.0.1", 8000),
    }
