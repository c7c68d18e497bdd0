"""Commands that read or write sessions: they find a database that is ready, and never end in a traceback."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from zipai_ledger.database.ages import TooYoung, refuse_younger


class StoringCommand(BaseCommand):
    """Prepares a database that is new, and says in one line what the database says of one that is broken.

    ``prepares``: whether it wants today's tables; what only copies leaves them as they are.
    """

    prepares = True

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            if self.prepares:
                prepare()
            return super().execute(*args, **options)
        except TooYoung as young:
            raise CommandError(str(young), returncode=1) from young
        except (DatabaseError, UnicodeDecodeError) as error:  # the latter where the file's own schema is hurt
            raise CommandError(f"database: {error}", returncode=1) from error


def prepare() -> None:
    """Bring the database to today's tables, as ``serve`` does; raises `TooYoung`."""
    refuse_younger(connection)
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
