"""How a process hears that something was stored, by itself or by another one, without looking for it.

PostgreSQL says so: triggers notify whoever listens once what they wrote is stored (`database.triggers`). SQLite counts for
each connection how often others have stored anything: every `LOOK` seconds that number is read, and no row.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from django.db import Error, connection

from zipai_ledger.database.triggers import CHANNEL

from . import reads

LOOK = 0.3
"""Seconds between two readings of SQLite's number."""
AGAIN = 1.0
"""Seconds until somebody who cannot listen to PostgreSQL tries again."""
OF_DJANGO = {"cursor_factory", "context", "prepare_threshold"}
"""What Django says of its own connections; this one reads nothing."""
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""By which a line that nobody holds any more is noticed, in seconds."""

log = logging.getLogger(__name__)
Wake = Callable[[], None]


async def listen(wake: Wake, thread: Executor) -> None:
    """Call ``wake`` in this loop whenever anything was stored, until this is cancelled; once too often does no harm.

    ``thread``: where the database is asked.
    """
    if connection.vendor == "postgresql":
        await _notified(wake)
    else:
        await _counted(wake, thread)


async def _counted(wake: Wake, thread: Executor) -> None:
    known: int | None = None
    while True:
        try:
            number = await asyncio.get_running_loop().run_in_executor(thread, reads.version)
        except Error:
            # Whoever looks now finds out what is wrong.
            number = None
        if number is None or number != known:
            wake()
        known = number
        await asyncio.sleep(LOOK)


async def _notified(wake: Wake) -> None:
    # An extra: who keeps everything in a file has no driver.
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                # What was stored before anybody listened.
                wake()
                async for _ in line.notifies():
                    wake()
        except psycopg.Error:
            log.warning("nobody listens to the database", exc_info=True)
        wake()
        await asyncio.sleep(AGAIN)


def _address() -> dict[str, Any]:
    params = connection.get_connection_params()
    return {name: value for name, value in params.items() if name not in OF_DJANGO} | ALIVE
