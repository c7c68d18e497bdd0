"""``manage.py export_circle ID``: a whole circle, with all its evenings, as one archive."""

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from zipai_ledger.exports import circle_archive
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.models import Circle


class Command(StoringCommand):
    """Exports a circle; exit status 1 where a table's chain does not hold."""

    help = "Export a circle with all its evenings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar="ID", help="public id of the circle, as in its address")
        parser.add_argument("--output", metavar="FILE", help="where to; standard output if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        circle = Circle.objects.filter(public_id=options["id"]).first()
        if circle is None:
            raise CommandError(f"no circle {options['id']}", returncode=1)
        try:
            evenings = circle_archive.evenings_for(circle, None)
            with circle_archive.export(circle, evenings) as content:
                if options["output"] is None:
                    shutil.copyfileobj(content, sys.stdout.buffer)
                    return
                with Path(options["output"]).open("wb") as file:
                    shutil.copyfileobj(content, file)
        except Damaged as damaged:
            raise CommandError(f"damaged: {damaged}", returncode=1) from damaged
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}", returncode=1) from error
