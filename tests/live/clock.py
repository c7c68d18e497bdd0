"""A clock that jumps: seconds pass only while nobody has anything to do, and then at once."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any


class Waiting(selectors.DefaultSelector):
    """Waits for nothing but itself: what would be waited for comes at once, and takes that long by its clock."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever come")
        self.now += 0 if ready else max(0, timeout or 0)
        return ready


class Clock(asyncio.SelectorEventLoop):
    """A loop on such a clock, of one thread: what others give to a thread is done at once."""

    def __init__(self) -> None:
        self._waiting = Waiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it to its end on a clock of its own."""
    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(coroutine)
