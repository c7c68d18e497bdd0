"""The evening as PDF, on A4: what it came to, who pays whom, the rules, and a line for each deal.

With a font of the host's, of which only the characters used go into the file.
"""

import gc
from collections.abc import Iterable, Sequence
from typing import IO

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from zipai_ledger.http.cancelled import checkpoints

from .fonts import Font
from .paper import Sheet, StageRules

FAMILY = "table"
MARGIN = 16.0
"""Millimetres, as everything here."""
SIZES = {"title": 20.0, "head": 13.0, "text": 10.5, "small": 8.0}
"""Points."""
HEIGHTS = {"title": 11.0, "head": 8.0, "text": 6.0, "small": 4.6}
GREY = 90


class _Pages(FPDF):
    """Pages with the ledger's head and a number below."""

    foot = ""

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font(FAMILY, size=SIZES["small"])
        self.set_text_color(GREY)
        self.cell(0, HEIGHTS["small"], self.foot)
        self.cell(0, HEIGHTS["small"], str(self.page_no()), align="R")
        self.set_text_color(0)


def write(sheet: Sheet, font: Font, head: str, file: IO[bytes]) -> None:
    """Lay the sheet out; ``head`` is what stands before the ledger's head, ``file`` takes the PDF."""
    _write(sheet, font, head, file)
    # The whole font, 80 MB of it, hangs in a circle and would wait for the collector.
    gc.collect()


def _write(sheet: Sheet, font: Font, head: str, file: IO[bytes]) -> None:
    pages = _Pages(format="A4")
    pages.foot = f"{head} {sheet.head}"
    pages.add_font(FAMILY, fname=font.path, collection_font_number=font.number)
    pages.set_margins(MARGIN, MARGIN)
    pages.set_auto_page_break(True, MARGIN + 4)
    pages.set_title(sheet.title)
    pages.add_page()
    _text(pages, sheet.title, "title")
    _text(pages, sheet.about, "text")
    _totals(pages, sheet)
    for played in sheet.played:
        _rules(pages, played)
    _deals(pages, sheet)
    pages.output(file)  # type: ignore[call-overload]


def _text(pages: FPDF, text: str, size: str) -> None:
    pages.set_font(FAMILY, size=SIZES[size])
    pages.multi_cell(0, HEIGHTS[size], text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _rows(pages: FPDF, rows: Iterable[Sequence[str]], size: str, shares: Sequence[float]) -> None:
    """Rows of cells whose widths are shares of the page; the first from the left, the others from the right."""
    pages.set_font(FAMILY, size=SIZES[size])
    for row in rows:
        cells = [(share * pages.epw, text) for share, text in zip(shares, row, strict=True)]
        for number, (width, text) in enumerate(cells):
            pages.cell(width, HEIGHTS[size], _cut(pages, text, width), align="R" if number else "L")
        pages.ln(HEIGHTS[size])


def _cut(pages: FPDF, text: str, width: float) -> str:
    """As much of a text as a cell holds."""
    room = width - 2 * pages.c_margin
    if pages.get_string_width(text) <= room:
        return text
    while text and pages.get_string_width(text + "…") > room:
        text = text[:-1]
    return text + "…"


def _totals(pages: FPDF, sheet: Sheet) -> None:
    pages.ln(3)
    rows = [
        (place.name, place.wins, "  ".join(points.text for points in place.points), "  ".join(place.money))
        for place in sheet.places
    ]
    _rows(pages, rows, "head", (0.34, 0.16, 0.25, 0.25))
    dues = [(f"{due.payer} → {due.payee}", due.amount) for due in sheet.dues]
    for title, lines in ((sheet.dues_title, dues), ("", sheet.paid)):
        if title or lines:
            pages.ln(2)
            _rows(pages, [(title, "")] if title else [], "text", (0.7, 0.3))
            _rows(pages, lines, "text", (0.7, 0.3))
    for sentence in filter(None, (sheet.unsettled, sheet.best)):
        pages.ln(2)
        _text(pages, sentence, "text")


def _rules(pages: FPDF, played: StageRules) -> None:
    pages.ln(3)
    _text(pages, " ・ ".join([played.name, played.people, played.deals, played.stake]), "text")
    _text(pages, played.sentence, "small")


def _deals(pages: FPDF, sheet: Sheet) -> None:
    """A line for each deal; two where what it did to everybody leaves no room to say what happened."""
    pages.ln(4)
    pages.set_font(FAMILY, size=SIZES["small"])
    number, least = 0.06 * pages.epw, 0.4 * pages.epw
    for line in checkpoints(sheet.deals):
        description = " ・ ".join(filter(None, (line.title, line.about)))
        figures = "  ".join(f"{name} {figure}" for name, figure in line.figures)
        wide = pages.get_string_width(figures) + 2 * pages.c_margin
        room = pages.epw - number - wide
        pages.cell(number, HEIGHTS["small"], line.number)
        if room < least:
            room = pages.epw - number
            pages.cell(room, HEIGHTS["small"], _cut(pages, description, room))
            pages.ln(HEIGHTS["small"])
            wide = pages.epw
        else:
            pages.cell(room, HEIGHTS["small"], _cut(pages, description, room))
        pages.cell(wide, HEIGHTS["small"], figures, align="R")
        pages.ln(HEIGHTS["small"])
