"""What nobody may do: a trail without its triggers, to be damaged, or cleared after a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from zipai_ledger.database.triggers import install, remove


@contextmanager
def lifted() -> Iterator[None]:
    """Let rows be changed and deleted inside one transaction."""
    with transaction.atomic():
        remove(connection)
        yield
        install(connection)
