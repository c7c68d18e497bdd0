"""`python manage.py erase_again FOLDER`: what was erased, and came back with a restored backup, is erased again."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from zipai_ledger.keeping import ended
from zipai_ledger.management.storing import StoringCommand


class Command(StoringCommand):
    """Reads what ``restore`` wrote down beside what it replaced."""

    help = "Erase again what had been erased since a backup that was restored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", help="the folder of what the backup replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = ended.read_erased(Path(options["folder"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{options['folder']}: {error}", returncode=1) from error
        self.stdout.write(f"又抹掉了 Erased again: {ended.erase_again(found)}")
