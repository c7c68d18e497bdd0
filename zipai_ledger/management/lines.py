"""Commands that read requests from a file or standard input and answer on standard output, line by line."""

import io
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from zipai_ledger.rules import lines, scoring

READ_AS = "utf-8-sig"
"""UTF-8 whatever the terminal speaks, also with the mark that some editors put in front."""


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """The file, or standard input for ``-``; broken bytes stay visible, so that `lines.parse` refuses their line alone."""
    if name == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding=READ_AS, errors="surrogateescape")
        yield sys.stdin
        return
    with _open(name) as stream:
        yield stream


def _open(name: str) -> TextIO:
    try:
        return Path(name).open(encoding=READ_AS, errors="surrogateescape")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


class AnsweringCommand(BaseCommand):
    """Answers each text that it is asked with one line of JSON; never touches a database."""

    requires_system_checks: list[str] = []

    def answer(self, texts: Iterable[str], answer: Callable[[str], str]) -> None:
        """Write each answer before the next text is read; stop quietly where nobody reads on."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            for text in texts:
                self.stdout.write(answer(text))
                self.stdout.flush()
        except BrokenPipeError:
            # Python would complain once more when it closes what is left of its output.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ScoringCommand(AnsweringCommand):
    """One JSON answer for every JSON request line."""

    answers: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the requests stand."""
        parser.add_argument(
            "file", nargs="?", default="-", help="a file of JSON lines; standard input if left out"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer line by line."""
        with opened(options["file"]) as stream:
            self.answer(lines.requests(stream), partial(scoring.answer_line, self.answers))
