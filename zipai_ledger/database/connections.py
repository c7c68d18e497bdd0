"""Connections that a thread keeps from one request to the next."""

import os
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

FILE = "zipai_ledger_file"
"""The name under which a connection to SQLite knows its file."""


def close_stale() -> None:
    """Close what is kept where another file took its place, as after a backup was put back, or where something failed."""
    for connection in connections.all(initialized_only=True):
        if connection.connection is None:
            continue
        if connection.errors_occurred or getattr(connection, FILE, None) != file_of(connection):
            connection.close()


def close_all() -> None:
    """Close all connections of this thread."""
    connections.close_all()


def file_of(connection: BaseDatabaseWrapper) -> tuple[int, int] | None:
    """By which a file is known whatever its name, None where there is none."""
    if connection.vendor != "sqlite":
        return None
    try:
        found = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return found.st_dev, found.st_ino


@receiver(connection_created)
def remember_its_file(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Note which file was opened."""
    setattr(connection, FILE, file_of(connection))
