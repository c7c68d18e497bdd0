"""Threads in which pages are made, one request after another.

Who ended last begins first: a quiet server answers everything in one thread, whose connection to the database is open
and knows the statements already. Behind a crowd only `KEPT` stay.
"""

import asyncio
import contextvars
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")
Word = Callable[[], None]
"""Says how a job ended."""
Job = Callable[[], Word]

KEPT = 8
"""Threads that stay while nothing is asked."""


class Threads:
    """As many as there are jobs at once: whoever hands them out bounds them. ``ended`` is called in one that ends."""

    def __init__(self, ended: Callable[[], None], kept: int = KEPT) -> None:
        self._ended, self._most_idle = ended, kept
        self._idle: list[SimpleQueue[Job]] = []
        self._lock = Lock()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function gives or raises. It comes to its end, whether or not somebody still waits for it."""
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()
        answer: asyncio.Future[T] = loop.create_future()

        def work() -> Word:
            try:
                result = context.run(function, *args, **kwargs)
            except BaseException as error:
                return word(answer.set_exception, error)
            return word(answer.set_result, result)

        def word(settle: Callable[[V], None], what: V) -> Word:
            def give() -> None:
                # A loop that is closed has nobody left to tell.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(lambda: None if answer.done() else settle(what))

            return give

        self._hand_out(work)
        return await answer

    def _hand_out(self, job: Job) -> None:
        with self._lock:
            jobs = self._idle.pop() if self._idle else None
        if jobs is None:
            jobs = SimpleQueue()
            # The end of the server waits for nobody's page: what was not committed by then is not stored.
            Thread(target=self._work, args=(jobs,), name="pages", daemon=True).start()
        jobs.put(job)

    def _work(self, jobs: "SimpleQueue[Job]") -> None:
        stays = True
        while stays:
            give = jobs.get()()
            with self._lock:
                stays = len(self._idle) < self._most_idle
                if stays:
                    self._idle.append(jobs)
            # It can be handed the next one before anybody knows of this one's end.
            give()
        self._ended()
