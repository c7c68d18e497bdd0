"""How the memory of a server that has many threads stays small, and is not asked for again and again."""

import ctypes
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

M_ARENA_MAX = -8
"""The number of the setting in glibc's malloc.h."""


def share_one_heap() -> None:
    """Let all threads take memory from one heap, where the system is one that would give each its own.

    What a thread has let go of stays in its heap, where no other takes it: a dozen that make PDFs and workbooks came to
    310 MiB, with one heap to 190, in the same time, as they wait for the interpreter's lock anyway.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


ROOM = 1 << 14
"""Values in a frame: 128 KiB, for which CPython takes 256; the deepest page needs some thirty."""


def with_room(function: F) -> F:
    """Let whatever a Python function calls have its frames in one piece of memory.

    CPython takes frames from pieces of 16 KiB. Where a loop happens to run at the end of one, every call in it asks the
    system for another piece and gives it back (https://github.com/python/cpython/issues/142183): pages of many templates
    within each other took up to a half more of the processor, others nothing, as chance had it. For a frame that is
    larger than a piece CPython takes a larger one, and what is called next has the rest of it.
    """
    function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return function
