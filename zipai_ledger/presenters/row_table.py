"""名堂表 (mingtang biao): a table of rows as a form offers it: usual rows to switch and re-value, one's own to make."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import word
from zipai_ledger.forms.row_table import COMPARISONS, JOINS, OWN
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.conditions import OPERATORS, parse_condition
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.rowtable import SIGNS, RowTable
from zipai_ledger.rules.zipai.row_words import HOW, VALUES, condition_words

from .template_values import TemplateValue

SPARE = 1
"""Empty rows of one's own below the others."""
OPEN = 2
"""As many comparisons stand open in a row; the others are folded with what a row need not have."""
OWN_GROUP = "own"
"""The group of rows of one's own, where they are in none of the others."""

_COMPARED = re.compile(r"([a-z_]*) ?(<=|>=|!=|=|<|>)? ?(.*)", re.DOTALL)
_SIGNED = re.compile(
    "(" + "|".join(map(re.escape, sorted(SIGNS, key=len, reverse=True))) + ")?(.*)", re.DOTALL
)

SentRow = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Compared(TemplateValue):
    """One comparison of a row of one's own, "" where there is none."""

    at: int
    name: str = ""
    how: str = ">="
    number: str = ""


@dataclass(frozen=True, slots=True)
class Grown(TemplateValue):
    """What a value grows by: ``add`` for each of ``of`` above ``over``; "" where it does not."""

    of: str = ""
    over: str = ""
    add: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedRow(TemplateValue):
    """One row as it was typed. ``stored``: a usual one as it is sent back; one's own has ``compared`` instead.

    ``english``: its English name, "" where it is the same; ``when``: the condition in words, "" where it cannot be read;
    ``join``: one of `JOINS`; ``minimum``: the 胡 that it needs; ``is_new``: an empty row to fill in.
    """

    code: str = ""
    name: str = ""
    english: str = ""
    when: str = ""
    sign: str = ""
    number: str = ""
    is_on: bool = True
    stored: str = ""
    compared: tuple[Compared, ...] = ()
    join: str = JOINS[0]
    each: Grown = Grown()
    group: str = ""
    minimum: str = ""
    is_alone: bool = False
    is_last: bool = False
    is_new: bool = False
    is_wrong: bool = False

    @property
    def foremost(self) -> tuple[Compared, ...]:
        """The comparisons that stand open."""
        return self.compared[:OPEN]

    @property
    def others(self) -> tuple[Compared, ...]:
        """Those that are folded."""
        return self.compared[OPEN:]

    @property
    def has_more(self) -> bool:
        """Whether something that is folded is filled in."""
        folded = (self.each.of, self.group, self.minimum, *(one.name for one in self.others))
        return self.is_alone or self.is_last or any(folded)


@dataclass(frozen=True, slots=True)
class OfferedTable(TemplateValue):
    """The rows, and what may be chosen in them: (code, in words) each; of ``groups`` the names of their rows."""

    usual: tuple[OfferedRow, ...]
    own: tuple[OfferedRow, ...]
    names: tuple[tuple[str, str], ...]
    hows: tuple[tuple[str, str], ...]
    signs: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


def offered_table(option: RowTable, value: JsonValue, wrong: Collection[str] = ()) -> OfferedTable:
    """The table as it was typed, whatever is wrong with it; ``wrong``: codes of the rows that cannot be so."""
    rows = [row for row in (value if isinstance(value, list) else ()) if isinstance(row, dict)]
    own = [row for row in rows if is_own(row)]
    return OfferedTable(
        usual=tuple(_usual(option, row, wrong) for row in rows if not is_own(row)),
        own=(*(_own(row, wrong) for row in own), *[_spare()] * SPARE),
        names=tuple((str(each.value), word(each.name)) for each in option.names),
        hows=tuple((how, _plain(HOW[how])) for how in OPERATORS),
        signs=tuple((sign, _plain(VALUES[kind])) for sign, kind in SIGNS.items() if kind in option.kinds),
        groups=_groups(rows),
    )


def _groups(rows: Sequence[SentRow]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every group with the names of its usual rows, that of one's own rows last."""
    groups: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if row.get("group") and _text(row, "group") != OWN_GROUP:
            name = () if is_own(row) else (word(Words(_text(row, "zh"), _text(row, "en"))),)
            groups[_text(row, "group")] = (*groups.get(_text(row, "group"), ()), *name)
    return (*groups.items(), (OWN_GROUP, ()))


def is_own(row: SentRow) -> bool:
    """Whether the form can make such a row: its code says so, and few comparisons are joined in one way."""
    ways = _ways(row)
    few = len(ways) <= len(COMPARISONS) and all(len(way) == 1 for way in ways)
    return _text(row, "code").startswith(OWN) and (
        few or (len(ways) == 1 and len(ways[0]) <= len(COMPARISONS))
    )


def _ways(row: SentRow) -> list[list[str]]:
    return [way.split(" and ") for way in " ".join(_text(row, "when").split()).split(" or ")]


def _text(row: SentRow, key: str) -> str:
    value = row.get(key)
    return "" if value is None or isinstance(value, bool) else str(value)


def _plain(words: Words) -> str:
    """A wording without its gaps."""
    return word(Words(*(text.format(name="", n="…").strip() for text in (words.zh, words.en))))


def _usual(option: RowTable, row: SentRow, wrong: Collection[str]) -> OfferedRow:
    sign, number = _value(row)
    return OfferedRow(
        code=_text(row, "code"),
        name=word(Words(_text(row, "zh"), _text(row, "en") or _text(row, "zh"))),
        when=_in_words(option, row),
        sign=sign,
        number=number,
        is_on=row.get("on") is not False,
        stored=json.dumps(row, ensure_ascii=False, separators=(",", ":")),
        is_wrong=_text(row, "code") in wrong,
    )


def _in_words(option: RowTable, row: SentRow) -> str:
    try:
        return word(condition_words(parse_condition(row.get("when"), option.known)))
    except Refused:
        return ""


def _value(row: SentRow) -> tuple[str, str]:
    """The sign of a value and what follows it."""
    found = _SIGNED.match(_text(row, "value"))
    return (found[1] or "", found[2]) if found else ("", "")


def _own(row: SentRow, wrong: Collection[str]) -> OfferedRow:
    sign, number = _value(row)
    english = _text(row, "en")
    return OfferedRow(
        code=_text(row, "code"),
        name=_text(row, "zh"),
        english="" if english == _text(row, "zh") else english,
        sign=sign,
        number=number,
        is_on=row.get("on") is not False,
        compared=_compared([one for way in _ways(row) for one in way]),
        join=JOINS[len(_ways(row)) > 1],
        each=_each(row.get("each")),
        group=_text(row, "group"),
        minimum=_text(row, "min"),
        is_alone=row.get("alone") is True,
        is_last=row.get("last") is True,
        is_wrong=_text(row, "code") in wrong,
    )


def _compared(comparisons: Sequence[str]) -> tuple[Compared, ...]:
    """As many as a row of the form has, those that were chosen first."""
    found = [match for match in map(_COMPARED.fullmatch, comparisons) if match and match[1]]
    chosen = [Compared(at, one[1], one[2] or ">=", one[3]) for at, one in enumerate(found, 1)]
    return (*chosen, *(Compared(at) for at in COMPARISONS[len(chosen) :]))


def _each(each: JsonValue) -> Grown:
    return (
        Grown(_text(each, "of"), _text(each, "over"), _text(each, "add"))
        if isinstance(each, dict)
        else Grown()
    )


def _spare() -> OfferedRow:
    return OfferedRow(compared=_compared(()), is_new=True)
