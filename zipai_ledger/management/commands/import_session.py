"""``manage.py import_session FILE``: a new session from a session document or an archive."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import transaction

from zipai_ledger.access import grants
from zipai_ledger.exports import incoming
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.models import AccessKind
from zipai_ledger.rules import lines
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.replay import DealRefused


class Command(StoringCommand):
    """Imports one session; whatever is wrong is one line of JSON and exit status 1."""

    help = (
        "Import a session document or an archive; prints the new session's id and its owner's recovery code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = self._import(options["file"])
        except (Refused, DealRefused) as refused:
            self.stdout.write(lines.dump(incoming.refusal(refused)))
            sys.exit(1)
        self.stdout.write(lines.dump(answer))

    def _import(self, name: str) -> dict[str, Any]:
        arriving = incoming.read(incoming.decode(_content(name)))
        with transaction.atomic():
            session = arriving.store().session
            code = grants.new_recovery_code(session, AccessKind.IMPORTED)
        return {"ok": True, "id": session.public_id, "recovery_code": code}


def _content(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(incoming.LONGEST_BYTES + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(incoming.LONGEST_BYTES + 1)
    except OSError as error:
        raise Refused(
            Problem("bad_file", "file", "", {"got": name[:200], "what": error.strerror or ""})
        ) from None
