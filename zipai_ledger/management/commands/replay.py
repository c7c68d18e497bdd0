"""``manage.py replay [FILE]``: what a session document comes to, without a database."""

from argparse import ArgumentParser
from typing import Any

from zipai_ledger.management.lines import AnsweringCommand, opened
from zipai_ledger.rules import lines, replay


class Command(AnsweringCommand):
    """Replays session documents."""

    help = (
        "Replays one session document (or, with --lines, one document a line) and prints the outcome as JSON."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the documents stand, and how."""
        parser.add_argument("file", nargs="?", default="-", help="the document; standard input if left out")
        parser.add_argument(
            "--lines", action="store_true", help="one document a line in, one answer a line out"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer the one document, or document by document."""
        with opened(options["file"]) as stream:
            texts = lines.requests(stream, replay.LONGEST) if options["lines"] else [stream.read()]
            self.answer(texts, lambda text: lines.dump(replay.answer_text(text)))
