"""The table as CSV: the deals, then totals, payments, rules and the head of the ledger below them."""

from collections.abc import Iterator, Sequence

from zipai_ledger.models import GameSession
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE

from . import cells
from .cells import Cell
from .table import Table
from .wording import COLUMNS

BOM = "\ufeff"
"""Without it Excel takes UTF-8 for the local encoding."""


def write(session: GameSession, lang: str = DEFAULT_LANGUAGE) -> Iterator[str]:
    """The table in pieces; raises `Damaged` where the deals do not add up to the totals of the trail."""
    yield BOM
    yield from cells.lines(_rows(Table(session, lang)))


def _rows(table: Table) -> Iterator[Sequence[Cell]]:
    """Header and deals; totals in the players' columns; who pays whom; rules and head."""
    found = table.settlement
    yield table.header()
    yield from table.deals()
    yield []
    for what, unit, *numbers in table.sums(found):
        yield [what, *[""] * (len(COLUMNS) - 2), unit, *numbers]
    yield []
    yield from table.dues(found)
    yield from table.payments()
    yield []
    yield from table.rules()
    yield table.head()
