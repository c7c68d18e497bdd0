"""How long this thread waits for the database where another process holds it.

SQLite alone: there one writer at a time holds the whole of it. PostgreSQL queues by row, within the limits of its pool.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """Wait so long at most inside the block: 0 for what can as well be done with the next request."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    usual = connection.settings_dict["OPTIONS"]["timeout"]
    _wait(max(0, seconds))
    try:
        yield
    finally:
        _wait(usual)


def _wait(seconds: float) -> None:
    """A connection that was lost meanwhile begins anew with the usual patience."""
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
