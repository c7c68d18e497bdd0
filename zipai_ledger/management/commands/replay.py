"""``manage.py replay [FILE]``: what a session document comes to, without a database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from zipai_ledger.management.lines import opened
from zipai_ledger.rules import lines, replay


class Command(BaseCommand):
    """Replays session documents."""

    help = "Replays one session document (or, with --lines, one document a line) and prints the outcome as JSON."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="the document; standard input if left out")
        parser.add_argument("--lines", action="store_true", help="one document a line in, one answer a line out")

    def handle(self, *args: Any, **options: Any) -> None:
        with opened(options["file"]) as stream:
            texts = lines.requests(stream, replay.LONGEST) if options["lines"] else iter([stream.read()])
            for text in texts:
                self.stdout.write(lines.dump(replay.answer_text(text)))
