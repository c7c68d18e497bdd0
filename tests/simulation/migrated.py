"""A migrated database with nothing in it, of which every evening has a copy."""

import sqlite3
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from zipai_ledger.environment import sqlite_database

from .storage import DatabaseWrapper, connected, settings_of

_RAM = Path("/dev/shm")
RAM = _RAM if _RAM.is_dir() else None
"""Where files are synced in no time, if there is such a place."""


def migrated(path: Path) -> Path:
    """Made by the migrations."""
    with connected(DatabaseWrapper(settings_of(sqlite_database(path)), "default")):
        call_command("migrate", verbosity=0)
        connection.close()
    return path


def copied(source: sqlite3.Connection, path: Path) -> Path:
    """Made from a database that is migrated already."""
    path.write_bytes(source.serialize())
    return path
