"""``manage.py import_circle FILE``: a circle, with all its evenings, from its archive."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from zipai_ledger.access import grants
from zipai_ledger.exports import circle_archive, incoming
from zipai_ledger.ledger.record.sessions import new_public_id
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.models import AccessKind, Circle
from zipai_ledger.rules import lines
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import DealRefused


class Command(StoringCommand):
    """Imports a circle; whatever is wrong is one line of JSON and exit status 1."""

    help = "Import a circle; prints the ids of circle and tables, and the recovery code of each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with Path(options["file"]).open("rb") as file:
                content = file.read(incoming.LONGEST_BYTES + 1)
            answer = _import(incoming.decode(content))
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=1) from error
        except (Refused, DealRefused) as refused:
            self.stdout.write(lines.dump(incoming.refusal(refused)))
            sys.exit(1)
        self.stdout.write(lines.dump(answer))


def _import(text: str) -> dict[str, Any]:
    arriving = circle_archive.read(text)
    with transaction.atomic():
        public_id = new_public_id()
        circle = Circle.objects.create(public_id=public_id, opening_id=public_id, name=arriving.head.name)
        tables = [
            {"id": session.public_id, "recovery_code": grants.new_recovery_code(session, AccessKind.IMPORTED)}
            for session in arriving.store_for(circle)
        ]
        code = grants.new_recovery_code(circle, AccessKind.IMPORTED)
    return {"ok": True, "id": circle.public_id, "recovery_code": code, "tables": tables}
