"""System checks on what the machine really gives us."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from zipai_ledger.database.journal import journal_pragmas, pair_is_safe


@register(Tags.database)
def journal_is_safe(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a SQLite connection whose journal may lose or damage what was called saved (E001)."""
    found = [journal_problem(connections[alias]) for alias in databases or ()]
    return [problem for problem in found if problem is not None]


def journal_problem(connection: BaseDatabaseWrapper) -> CheckMessage | None:
    """Judge the pair that a connection really has; None when it is safe or not SQLite."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        sync = cursor.execute("PRAGMA synchronous").fetchone()[0]
    version = sqlite3.sqlite_version_info
    if pair_is_safe(version, mode, sync):
        return None
    return Error(
        f"SQLite {sqlite3.sqlite_version} with journal_mode={mode}, synchronous={sync} is not safe here.",
        hint=f"Expected: {journal_pragmas(version)}.",
        id="zipai_ledger.E001",
    )
