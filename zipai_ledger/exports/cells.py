"""Cells of a table that a spreadsheet opens: text that it would run as a formula is kept as text."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

Cell = str | int | Decimal
Row = Sequence[Cell]
RUNS = tuple("=+-@\t\r\n＝＋－＠")
"""What a formula starts with, and the full-width forms that some input methods and spreadsheets turn into it."""
AFTER_SEPARATOR = re.compile(rf"([;；]\s*)(?=[{re.escape(''.join(RUNS))}])")
"""Where a cell would begin in a spreadsheet that separates cells by semicolons, as in most of Europe."""


def safe(cell: Cell) -> Cell:
    """The cell with an apostrophe before whatever would be run of its text; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    quoted = AFTER_SEPARATOR.sub(r"\1'", cell)
    return f"'{quoted}" if quoted.startswith(RUNS) else quoted


class _Last:
    """A file that holds only what was written last."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text = text
        return len(text)


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as CSV, a line each."""
    last = _Last()
    writer = csv.writer(last)
    for row in rows:
        writer.writerow([safe(cell) for cell in row])
        yield last.text
