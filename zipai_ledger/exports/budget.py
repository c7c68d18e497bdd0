"""How much work a stranger may ask for at once."""

import time


class Overrun(Exception):
    """More work than was granted; nothing of it counts."""


class Budget:
    """So many steps, and so many seconds of this thread's processor time; a call takes steps. Raises `Overrun`."""

    def __init__(self, *, steps: int, seconds: float) -> None:
        self._left = steps
        self._end = time.thread_time() + seconds

    def __call__(self, steps: int, /) -> None:
        self._left -= steps
        if self._left < 0 or time.thread_time() > self._end:
            raise Overrun
