"""Evenings in the tests: on copies of the tests' own database, in a folder that costs no time to write to."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from .migrated import RAM, copied, migrated


@pytest.fixture
def empty(db: None) -> Iterator[Path]:
    """A migrated database with nothing in it."""
    with tempfile.TemporaryDirectory(dir=RAM) as folder:
        path = Path(folder) / "migrated.sqlite3"
        yield copied(connection.connection, path) if connection.vendor == "sqlite" else migrated(path)
