"""The table as XLSX: what it came to, every deal, every payment and the rules, a sheet each.

Numbers are numbers, money has its format, and a text stays a text whatever it starts with.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from zipai_ledger.models import GameSession
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE

from .cells import Cell
from .table import Table
from .wording import COLUMNS, SHEETS

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

BLOCK = 1 << 16
"""Bytes handed on at a time."""
MONEY = "#,##0.00;[Red]-#,##0.00;0.00"
WIDTHS = (6, 19, 10, 12, 12, 10, 12, 7, 7, 6, 14, 30, 9, 7, 20, 40, 7)
"""Of the columns before the players', in characters."""
LONGEST = 32_767
"""Characters that one cell of a spreadsheet holds."""


def write(session: GameSession, lang: str = DEFAULT_LANGUAGE) -> Iterator[bytes]:
    """The workbook in pieces; raises `Damaged` as the table does. Rows go to disk as they are written."""
    # Two megabytes, which a server need not hold that nobody asks for a workbook.
    from xlsxwriter import Workbook

    with TemporaryFile() as file:
        with Workbook(
            file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        ) as book:
            _Book(book, Table(session, lang, has_gaps=True)).write()
        file.seek(0)
        while block := file.read(BLOCK):
            yield block


class _Book:
    """A workbook that is being written, and its formats."""

    def __init__(self, book: "Workbook", table: Table) -> None:
        self.book, self.table = book, table
        self.bold = book.add_format({"bold": True})
        self.money = book.add_format({"num_format": MONEY})
        self.large = book.add_format({"bold": True, "font_size": 16})

    def write(self) -> None:
        """Every sheet, in the order in which they stand."""
        self.totals(self.sheet("totals", (18, *(12,) * 12)))
        self.deals(self.sheet("deals", (*WIDTHS, *(10,) * (3 * len(self.table.columns)))))
        self.payments(self.sheet("payments", (18, 16, 16, 12, 8, 20)))
        self.rules(self.sheet("rules", (24, 60, 10)))

    def sheet(self, name: str, widths: Sequence[int]) -> "Worksheet":
        """A new sheet with columns so wide."""
        sheet = self.book.add_worksheet(SHEETS[name].in_language(self.table.lang))
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        return sheet

    def totals(self, sheet: "Worksheet") -> None:
        """总账: a column for each player; who pays whom; the head of the ledger."""
        table, found = self.table, self.table.settlement
        rows: list[Sequence[Cell]] = [
            [table.session.name, table.day],
            [],
            ["", "", *table.people_of(table.columns)],
        ]
        rows += [*table.sums(found), [], *table.dues(found), [], table.head()]
        for number, row in enumerate(rows):
            self.row(sheet, number, row, {0: self.large, 2: self.bold}.get(number))

    def deals(self, sheet: "Worksheet") -> None:
        """每盘: the header stays where it is while one looks further down."""
        header = self.table.header()
        self.row(sheet, 0, header, self.bold)
        sheet.freeze_panes(1, 1)
        last = 0
        for last, row in enumerate(self.table.deals(), 1):
            self.row(sheet, last, row)
        sheet.autofilter(0, 0, max(last, 1), len(COLUMNS) - 1)

    def payments(self, sheet: "Worksheet") -> None:
        """付款: what was paid, taken back, and carried from one evening to another."""
        names = ("what", "payer", "payee", "amount", "currency", "time")
        self.rows(sheet, [[SHEETS[name].in_language(self.table.lang) for name in names]], self.bold)
        self.rows(sheet, self.table.payments(), None, 1)

    def rules(self, sheet: "Worksheet") -> None:
        """规则: every house rule of every stage; those that are not as usual are marked."""
        self.rows(sheet, self._rules())

    def _rules(self) -> Iterator[Sequence[Cell]]:
        table = self.table
        for played in table.played():
            yield [table.say(played.game), table.people(played)]
            yield [SHEETS["code"].in_language(table.lang), played.code]
            if played.stake:
                price = f"{table.say(played.ruleset.unit)} = {table.price(played.stake)}"
                yield [SHEETS["stake"].in_language(table.lang), f"1 {price}"]
            for name, chosen, changed in played.every:
                mark = SHEETS["changed"].in_language(table.lang) if changed else ""
                yield [table.say(name), table.say(chosen), mark]
            yield []
        yield table.head()

    def rows(
        self, sheet: "Worksheet", rows: Iterable[Sequence[Cell]], form: Any = None, first: int = 0
    ) -> None:
        """Several rows from one on."""
        for number, row in enumerate(rows, first):
            self.row(sheet, number, row, form)

    def row(self, sheet: "Worksheet", number: int, row: Sequence[Cell], form: Any = None) -> None:
        """One row: texts as texts, never as formulas or links."""
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                if cell:
                    sheet.write_string(number, column, cell[:LONGEST], form)
            elif isinstance(cell, Decimal):
                sheet.write_number(number, column, float(cell), self.money)
            else:
                sheet.write_number(number, column, cell, form)
