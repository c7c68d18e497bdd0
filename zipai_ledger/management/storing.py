"""Commands that read or write sessions: they find a database that is ready, and never end in a traceback."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


class StoringCommand(BaseCommand):
    """Prepares a database that is new, and says in one line what the database says of one that is broken."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            _prepare()
            return super().execute(*args, **options)
        except (DatabaseError, UnicodeDecodeError) as error:  # the latter where the file's own schema is hurt
            raise CommandError(f"database: {error}", returncode=1) from error


def _prepare() -> None:
    """Bring the database to today's tables, as ``serve`` does."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
