"""Taking turns: what would run at once runs in one thread, each until it waits, and the world chooses who goes on.

A task is a greenlet: the program in it knows nothing of that, and no thread of the machine decides anything.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from greenlet import getcurrent, greenlet

from .clock import Clock


class Died(BaseException):
    """The process of this task was killed; no `except Exception` of the program may notice."""


class Fault(Enum):
    """What becomes of a call at the storage."""

    NONE = "goes on"
    ERROR = "fails"
    LOST = "is done, and its answer lost"
    KILLED = "is the last of its process"
    KILLED_AFTER = "is done, and the last of its process"


class Task:
    """Something that runs in turn. ``work`` is called in a greenlet of its own."""

    def __init__(self, name: str, work: Callable[[], Any]) -> None:
        self.name = name
        self.greenlet = greenlet(lambda: work())
        self.waits_at = ""
        self.is_free: Callable[[], bool] = lambda: True
        self.until: float | None = None

    def can_go_on(self, clock: Clock) -> bool:
        """Whether what it waits for has come, or it has waited long enough."""
        return self.is_free() or (self.until is not None and clock.now >= self.until)

    @property
    def is_over(self) -> bool:
        return self.greenlet.dead

    def go_on(self, fault: Fault = Fault.NONE) -> None:
        """Run until it waits again, or is over."""
        self.greenlet.switch(fault) if self.greenlet else self.greenlet.switch()

    def kill(self) -> None:
        """Unwind it; whatever it calls meanwhile is as dead as it is."""
        if self.greenlet:
            self.greenlet.throw(Died)


class Turns:
    """Who has the turn; called from inside of tasks."""

    def __init__(self) -> None:
        self.task: Task | None = None

    def give(self, task: Task, fault: Fault = Fault.NONE) -> None:
        self.task = task
        try:
            task.go_on(fault)
        finally:
            self.task = None

    def wait(self, at: str, is_free: Callable[[], bool] = lambda: True, until: float | None = None) -> Fault:
        """Hand the turn back to the world; gives what it decides when it comes again. Outside of tasks nobody waits."""
        task = self.task
        if task is None:
            return Fault.NONE
        task.waits_at, task.is_free, task.until = at, is_free, until
        fault: Fault = getcurrent().parent.switch()
        return fault


class TurnLock:
    """A lock of the program's own (`threading.Lock`), for which tasks wait instead of threads."""

    def __init__(self, turns: Turns, clock: Clock) -> None:
        self._turns, self._clock, self._is_held = turns, clock, False

    def acquire(self, timeout: float) -> bool:
        until = self._clock.now + timeout
        while self._is_held:
            if self._clock.now >= until:
                return False
            self._turns.wait("the turn of this process", lambda: not self._is_held, until)
        self._is_held = True
        return True

    def release(self) -> None:
        self._is_held = False
