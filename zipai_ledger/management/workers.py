"""Several processes that serve on one port, and the one that watches them (`serve --workers`).

uvicorn starts them, asks each whether it answers, and replaces those that ended. All take from one queue of the system: a
process that is gone or stopped takes nothing more, and whoever had a line to it comes to another one.
"""

import asyncio
import contextlib
import os
import socket
import tempfile
from collections.abc import Iterator

import uvicorn
from django.conf import settings
from django.db import connections
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from zipai_ledger.http import meters
from zipai_ledger.http.deadlines import QUEUE, Bounded
from zipai_ledger.http.memory import share_one_heap
from zipai_ledger.keeping import occupied, presence

from .reaching import Reaching
from .serving import Serving, configuration, set_user_timeout
from .sharing import Leveller, Shares, Taker

LAST_WORDS = 5.0
"""Seconds that a process has to end when asked; answers that are on their way have two of them."""
BRIEFLY = 0.1
"""Seconds to wait for an answer, and for a process that is stopped to go on: Ctrl+Z stops all, what follows wakes all."""
LOOK = 0.2
"""Seconds between two looks at the processes; phones of one that is stopped hear nothing until it is killed."""
MISSES = 120
"""Answers in a row that did not come, some three a second, after which a process hangs; a busy machine lets some wait."""
BEGINNING = 60
"""Seconds in which a process has to be there that is to take the place of another."""


class SharingServer(Serving):
    """A server that leaves phones to others of its kind while it holds more than its share."""

    def __init__(self, config: uvicorn.Config, where: Reaching, shares: Shares, place: int) -> None:
        super().__init__(config, where)
        self._taker = Taker(shares, place, self._held, self._protocol)
        self._leveller = Leveller(shares, place, self._held, self._release)
        self._tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take from the ports that all share, which uvicorn itself would empty whenever it can."""
        await super().startup([])
        sharing = [self._leveller.level(), *(self._taker.take(one) for one in sockets or ())]
        self._tasks = [asyncio.create_task(one) for one in sharing]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, then end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().shutdown(sockets)

    def _held(self) -> int:
        return len(self.server_state.connections)

    def _release(self, count: int) -> None:
        from zipai_ledger.views.live import hub

        hub.release(count)

    def _protocol(self) -> asyncio.Protocol:
        return Bounded(self.config, self.server_state, self.lifespan.state)


class Worker(Process):
    """A process that serves. Made in the one that watches, and sent to the new one."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], where: Reaching, shares: Shares
    ) -> None:
        self.where, self.shares, self.place = where, shares, shares.enter()
        self.misses = 0
        super().__init__(config, sockets)

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        """What the new process does."""
        # A copy, by which this process would keep its own line open when nobody watches it any more.
        self.parent_conn.close()
        share_one_heap()
        self._server = SharingServer(self.config, self.where, self.shares, self.place)
        self.where.tell_pages()
        with occupied.serving(settings.DATA):
            super().target(sockets)

    def always_pong(self) -> None:
        """Answer whoever watches; end where nobody does."""
        with contextlib.suppress(OSError, EOFError):
            super().always_pong()
        self.server.should_exit = True

    @property
    def is_stopped(self) -> bool:
        """Whether it runs no further until somebody lets it (SIGSTOP); it keeps its lines, and answers none."""
        if self.pid is None or not hasattr(os, "waitid"):
            return False
        with contextlib.suppress(ChildProcessError):
            return os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
        return False

    @property
    def is_well(self) -> bool:
        """Whether it runs, and answered lately."""
        if not self.process.is_alive():
            return False
        self.misses = 0 if self.ping(BRIEFLY) else self.misses + 1
        return self.misses < MISSES


class Workers(Multiprocess):
    """Watches the processes, until a signal comes; SIGHUP replaces one after the other."""

    processes: list[Worker]  # type: ignore[assignment]

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], where: Reaching) -> None:
        super().__init__(config, sockets)
        self.where, self.shares = where, Shares()

    def run(self) -> None:
        """Until a signal comes; uvicorn itself would look twice a second."""
        self.init_processes()
        while not self.should_exit.wait(LOOK):
            self.handle_signals()
            self.keep_subprocess_alive()
        self.terminate_all()
        self.join_all()

    def begin(self) -> Worker:
        """One more process."""
        worker = Worker(self.config, self.sockets, self.where, self.shares)
        worker.start()
        return worker

    def init_processes(self) -> None:
        """The first ones."""
        self.processes.extend(self.begin() for _ in range(self.processes_num))

    def keep_subprocess_alive(self) -> None:
        """Replace those that ended, are stopped or do not answer."""
        if any(worker.is_stopped for worker in self.processes):
            self.should_exit.wait(BRIEFLY)
        for place, worker in enumerate(self.processes):
            if worker.is_stopped or not worker.is_well:
                self.replace(place)

    def replace(self, place: int) -> None:
        """Kill what is left of a process, and begin another; none where it could not begin itself."""
        worker = self.processes[place]
        self.end(worker)
        if worker.exitcode == STARTUP_FAILURE:
            self.should_exit.set()
        if not self.should_exit.is_set():
            self.processes[place] = self.begin()

    def restart_all(self) -> None:
        """Replace each by one that answers already, without ending anything that is on its way."""
        for place, old in enumerate(self.processes):
            new = self.begin()
            if not new.wait_until_ready(BEGINNING, self.should_exit):
                self.end(new)
                return
            self.processes[place] = new
            self.retire(old)

    def join_all(self) -> None:
        """Wait for all."""
        for worker in self.processes:
            self.outlast(worker)

    def retire(self, worker: Worker) -> None:
        """Ask one to end, and wait for it."""
        worker.terminate()
        self.outlast(worker)

    def outlast(self, worker: Worker) -> None:
        """Wait for one that was asked to end; if it does not, it is killed."""
        worker.process.join(LAST_WORDS)
        self.end(worker)

    def end(self, worker: Worker) -> None:
        """Nothing of a process is left, nor of what it said of itself."""
        worker.kill()
        worker.join()
        self.shares.leave(worker.place)
        if worker.pid is not None:
            presence.forget(settings.DATA, worker.pid)
            meters.forget(worker.pid)

    def handle_ttin(self) -> None:
        """One more."""
        self.processes.append(self.begin())

    def handle_ttou(self) -> None:
        """One fewer, as long as there is another."""
        if len(self.processes) > 1:
            self.retire(self.processes.pop())


@contextlib.contextmanager
def watching(where: Reaching, count: int) -> Iterator[Workers]:
    """So many processes behind one port that is open already, as soon as somebody runs them."""
    config = configuration(where, count)
    close_database_pool()
    with contextlib.closing(config.bind_socket()) as listening, counting_together():
        set_user_timeout(listening)
        listening.listen(QUEUE)
        yield Workers(config, [listening], where)


def close_database_pool() -> None:
    """Keep no line to it: who only watches needs none."""
    # Its driver is an extra.
    from django.db.backends.postgresql.base import DatabaseWrapper

    connection = connections["default"]
    if isinstance(connection, DatabaseWrapper):
        connection.close_pool()


@contextlib.contextmanager
def counting_together() -> Iterator[None]:
    """What is counted is counted for all, where the host wants that."""
    if not settings.METRICS_TOKEN or meters.SHARED in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="zipai-meters-") as folder:
        os.environ[meters.SHARED] = folder
        try:
            yield
        finally:
            del os.environ[meters.SHARED]
