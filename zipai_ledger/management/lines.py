"""Commands that read requests from a file or standard input and answer on standard output, line by line."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from zipai_ledger.rules import lines, scoring


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """The file, or standard input for ``-``; UTF-8 with broken bytes replaced, so that a bad line is only a bad line."""
    if name == "-":
        if isinstance(sys.stdin, TextIO) and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        yield sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as stream:
            yield stream
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


class ScoringCommand(BaseCommand):
    """One JSON answer for every JSON request line; never touches a database."""

    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say it
    answers: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a file of JSON lines; standard input if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        with opened(options["file"]) as stream:
            for line in lines.requests(stream):
                self.stdout.write(lines.dump(scoring.answer(self.answers, line)))
                self.stdout.flush()
