"""名堂表 (mingtang biao): a table of rows as a form shows it: usual rows to switch and re-value, one's own to make."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import word
from zipai_ledger.forms.row_table import OWN
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.conditions import OPERATORS, Comparison, Condition
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.rowtable import SIGNS, Row, RowTable, read_row
from zipai_ledger.rules.zipai.row_words import HOW, VALUES, condition_words

from .rows import TemplateRow

SPARE = 1
"""Empty rows of one's own below the others."""
COMPARED = 2
"""As many comparisons has a row that is made in the form."""


@dataclass(frozen=True, slots=True)
class Compared(TemplateRow):
    """One comparison of a row of one's own, "" where there is none."""

    at: int
    name: str
    how: str
    number: int | str


@dataclass(frozen=True, slots=True)
class OfferedRow(TemplateRow):
    """One row. ``stored``: a usual one as it is sent back; one's own has ``compared`` instead.

    ``when``: the condition in words; ``is_new``: an empty row to fill in.
    """

    code: str
    name: str
    when: str
    sign: str
    number: int | str
    is_on: bool
    stored: str = ""
    compared: tuple[Compared, ...] = ()
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class OfferedTable(TemplateRow):
    """The rows, and what may be chosen in them: (code, in words) each."""

    usual: tuple[OfferedRow, ...]
    own: tuple[OfferedRow, ...]
    names: tuple[tuple[str, str], ...]
    hows: tuple[tuple[str, str], ...]
    signs: tuple[tuple[str, str], ...]


def offered_table(option: RowTable, value: JsonValue) -> OfferedTable:
    """The table as it was typed; rows that cannot be read are left out, since what is wrong with them stands above."""
    rows = [row for row in (_read(option, each) for each in _listed(value)) if row]
    own = [row for row in rows if is_own(row)]
    return OfferedTable(
        usual=tuple(_usual(row) for row in rows if not is_own(row)),
        own=(*map(_own, own), *[_spare()] * SPARE),
        names=tuple((str(each.value), word(each.name)) for each in option.names),
        hows=tuple((how, _plain(HOW[how])) for how in OPERATORS),
        signs=tuple((sign, _plain(VALUES[kind])) for sign, kind in SIGNS.items() if kind in option.kinds),
    )


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else ()


def _read(option: RowTable, row: JsonValue) -> Row | None:
    try:
        return read_row(row, option.known) if isinstance(row, dict) else None
    except Refused:
        return None


def is_own(row: Row) -> bool:
    """Whether the form can make such a row: its code says so, and it holds by few comparisons at once."""
    return row.code.startswith(OWN) and len(row.when.ways) == 1 and len(row.when.ways[0]) <= COMPARED


def _plain(words: Words) -> str:
    """A wording without its gaps."""
    return word(Words(*(text.format(name="", n="…").strip() for text in (words.zh, words.en))))


def _sign(row: Row) -> str:
    return next(sign for sign, kind in SIGNS.items() if kind == row.kind)


def _usual(row: Row) -> OfferedRow:
    return OfferedRow(
        code=row.code,
        name=word(row.name),
        when=word(condition_words(row.when)),
        sign=_sign(row),
        number=row.number,
        is_on=row.on,
        stored=json.dumps(row.to_json(), ensure_ascii=False, separators=(",", ":")),
    )


def _own(row: Row) -> OfferedRow:
    return OfferedRow(
        code=row.code,
        name=row.name.zh,
        when=word(condition_words(row.when)),
        sign=_sign(row),
        number=row.number,
        is_on=row.on,
        compared=_compared(row.when),
    )


def _compared(when: Condition) -> tuple[Compared, ...]:
    comparisons: list[Comparison | None] = [*when.ways[0], None, None]
    return tuple(
        Compared(at, one.name if one else "", one.how if one else ">=", one.number if one else "")
        for at, one in enumerate(comparisons[:COMPARED], 1)
    )


def _spare() -> OfferedRow:
    empty = tuple(Compared(at, "", ">=", "") for at in range(1, COMPARED + 1))
    return OfferedRow("", "", "", "", "", is_on=True, compared=empty, is_new=True)
