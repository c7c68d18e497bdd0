"""``manage.py export_session ID``: a session as session document, table for a spreadsheet, or archive."""

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from zipai_ledger.exports import incoming, outgoing
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.management.storing import StoringCommand
from zipai_ledger.rules import lines
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE, LANGUAGES


class Command(StoringCommand):
    """Exports one session; whatever is wrong is one line of JSON and exit status 1."""

    help = "Export a session. Nothing leaves a ledger whose chain does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", help="public id or primary key")
        parser.add_argument("--format", choices=list(outgoing.FORMATS), default="json")
        parser.add_argument("--output", metavar="FILE", help="where to; standard output if left out")
        parser.add_argument("--force", action="store_true", help="even where the chain is damaged")
        parser.add_argument(
            "--lang",
            default=DEFAULT_LANGUAGE,
            choices=LANGUAGES,
            help="of the table's words",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if outgoing.FORMATS[options["format"]].binary and options["output"] is None:
                raise Refused(Problem("needs_file", "output", "", {"got": options["format"]}))
            with self._export(options) as content:
                self._deliver(content, options["output"])
        except Refused as refused:
            self.stdout.write(lines.dump(incoming.refusal(refused)))
            sys.exit(1)

    def _export(self, options: dict[str, Any]) -> IO[bytes]:
        session = outgoing.find_session(options["id"])
        if session is None:
            raise Refused(Problem("unknown_session", "id", "", {"got": options["id"][:40]}))
        export = outgoing.export_unchecked if options["force"] else outgoing.export
        self.stderr.write(
            f"{session.public_id}: ledger head {session.head_hash[:16]}, event {session.head_seq}"
        )
        try:
            return export(session, options["format"], options["lang"])
        except Damaged as damaged:
            raise Refused(Problem("damaged", "", "", {"what": str(damaged)[:400]})) from None

    def _deliver(self, content: IO[bytes], output: str | None) -> None:
        if output is None:
            for line in content:
                self.stdout.write(line.decode(), ending="")
            return
        try:
            with Path(output).open("wb") as file:
                shutil.copyfileobj(content, file)
        except OSError as error:
            params = {"got": output[:200], "what": error.strerror or ""}
            raise Refused(Problem("bad_file", "output", "", params)) from None
