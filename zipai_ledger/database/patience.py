"""How long this thread waits for the database where another process holds it.

SQLite alone: there one writer at a time holds the whole of it. PostgreSQL queues by row, within the limits of its pool.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

from django.db import connection

NOTICEABLE = 0.25
"""Seconds from which on a statement counts as one that waited."""
_left: ContextVar[float | None] = ContextVar("left", default=None)
"""Seconds that are left of what a request may wait."""


@contextmanager
def together() -> Iterator[None]:
    """Let all statements inside wait as long as one may: a request asks for many things, its phone waits for all."""
    if connection.vendor != "sqlite":
        yield
        return
    before = _left.set(_usual())
    try:
        with connection.execute_wrapper(_counted):
            yield
    finally:
        _left.reset(before)
        _wait(_most())


def _counted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    began = monotonic()
    try:
        return execute(sql, params, many, context)
    finally:
        spent = monotonic() - began
        if spent > NOTICEABLE:
            _left.set(max(0.0, _most() - spent))
            _wait(_most())


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """Wait so long at most inside the block: 0 for what can as well be done with the next request."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    _wait(at_most(seconds))
    try:
        yield
    finally:
        _wait(_most())


def at_most(seconds: float) -> float:
    """So many seconds, or what is left of them for this request."""
    return max(0.0, min(seconds, _most()))


def _most() -> float:
    left = _left.get()
    return _usual() if left is None else left


def _usual() -> float:
    return float(connection.settings_dict["OPTIONS"]["timeout"])


def _wait(seconds: float) -> None:
    """A connection that was lost meanwhile begins anew with the usual patience."""
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
