"""What many tests begin with is made once: afterwards its rows are put back, which takes a tenth of the time.

Each test still has a database of its own, which is rolled back; only the way there is shorter.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction

from zipai_ledger.ledger.queries import kept
from zipai_ledger.models import Circle, Device, FailedCode, GameSession

T = TypeVar("T")
Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by the statement that inserts them."""

FRESH = 60.0
"""Seconds after which it is made anew: no test meets anything that happened longer ago than this."""


@dataclass(frozen=True)
class Made:
    """What a maker gave, its rows, and when that was."""

    result: Any
    rows: Rows
    at: float


_made: dict[str, Made] = {}


def once(name: str, make: Callable[[], T]) -> T:
    """What ``make`` gives, a copy for each test, and its rows in a database that has none; ``name`` is its own.

    Where there are rows already it is made beside them.
    """
    if has_rows():
        return make()
    known = _made.get(name)
    if known is None or time.monotonic() - known.at > FRESH:
        result = make()
        _made[name] = Made(deepcopy(result), stored(), time.monotonic())
        return result
    # The same table again, which a test before may have looked at.
    kept.forget()
    with connection.cursor() as cursor:
        for statement, rows in known.rows.items():
            cursor.executemany(statement, rows)
    return deepcopy(known.result)


def has_rows() -> bool:
    """Whether somebody has come, opened or tried anything: asked of all tables at once."""
    tables = (model._meta.db_table for model in (Device, GameSession, Circle, FailedCode))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {' OR '.join(f'EXISTS (SELECT 1 FROM {table})' for table in tables)}")
        return bool(cursor.fetchone()[0])


def stored() -> Rows:
    """Every row that there is."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("zipai_ledger").get_models():
            fields = model._meta.concrete_fields
            columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
            table = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"SELECT {columns} FROM {table}")
            if rows := cursor.fetchall():
                places = ", ".join(["%s"] * len(fields))
                found[f"INSERT INTO {table} ({columns}) VALUES ({places})"] = rows
    return found


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is stored inside is taken back at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
