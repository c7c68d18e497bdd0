"""名堂表 (mingtang biao): an option that is a table of rows, each with a condition and what it is worth.

A row is stored whole: ``{"code", "zh", "en", "when", "value", "on"}`` and, where it has them, ``each``, ``group``, ``min``,
``last``, ``alone``. A table is written as its changes against the usual rows: rows of known codes with what is different in them,
and rows of its own.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Literal

from .conditions import Condition, parse_condition
from .facts import known
from .options import Choice, Option, RowValue, Value, Words
from .problems import Collector, Param, Problem, Refused

Kind = Literal["hu", "worth", "hu_times", "hu_plus", "plus", "times"]
"""What a value does: the 胡 are so many, each such row is worth so many, times and plus on the 胡; plus and times on the units."""

SIGNS: Final[Mapping[str, Kind]] = {
    "hu=": "hu",
    "worth=": "worth",
    "hux": "hu_times",
    "hu+": "hu_plus",
    "+": "plus",
    "x": "times",
}
"""How a value begins → what it does."""
ON_UNITS: Final = frozenset(("plus", "times"))
MOST_ROWS: Final = 40
GREATEST: Final = 9999
"""Of a value."""
GREATEST_HU: Final = 99
"""Of the 胡 that a row needs, and of the numbers of ``each``."""
LONGEST_NAME: Final = 12
LONGEST_LATIN: Final = 40

_CODE: Final = re.compile(r"[a-z0-9_]{1,24}")
_VALUE: Final = re.compile(r"(hu=|worth=|hux|hu\+|\+|x)([0-9]{1,4})")
_KEYS: Final = ("code", "zh", "en", "when", "value", "on", "each", "group", "min", "last", "alone")
_NEEDED: Final = ("zh", "when", "value")
_WHOLE: Final = frozenset(("zh", "en", "when", "value", "on"))
"""A row with all of these is whole, and takes nothing over from the usual one."""


@dataclass(frozen=True, slots=True)
class Each:
    """The value grows by ``add`` for each of ``of`` above ``over``."""

    of: str
    over: int
    add: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """名堂 (mingtang): one row; see the docstring of the module for how it is written.

    ``group``: of its rows that hold only the greatest counts. ``alone``: if it holds no other row counts. ``least``: the 胡
    that a hand with it needs in place of the minimum. ``last``: a ``times`` that is applied by itself after all others.
    """

    code: str
    name: Words
    when: Condition
    kind: Kind
    number: int
    on: bool = True
    each: Each | None = None
    group: str = ""
    least: int | None = None
    last: bool = False
    alone: bool = False

    @property
    def names(self) -> frozenset[str]:
        """Every number that it needs."""
        return self.when.names | ({self.each.of} if self.each else frozenset())

    def worth(self, numbers: Mapping[str, int]) -> int:
        """Its number, with what it grew by."""
        each = self.each
        return self.number + (each.add * max(0, numbers[each.of] - each.over) if each else 0)

    @property
    def value(self) -> str:
        """As it is written: ``x2``."""
        return f"{next(sign for sign, kind in SIGNS.items() if kind == self.kind)}{self.number}"

    def to_json(self) -> RowValue:
        """The row whole, as a table stores it."""
        row: RowValue = {
            "code": self.code,
            "zh": self.name.zh,
            "en": self.name.en,
            "when": str(self.when),
            "value": self.value,
            "on": self.on,
        }
        if self.each:
            row["each"] = {"of": self.each.of, "over": self.each.over, "add": self.each.add}
        if self.group:
            row["group"] = self.group
        if self.least is not None:
            row["min"] = self.least
        return row | {name: True for name in ("last", "alone") if getattr(self, name)}


def read_row(row: Mapping[str, object], names: Collection[str]) -> Row:
    """The row that is written so, whole; raises `Refused` (``bad_option``) with everything that is wrong in it."""
    found = Collector()
    found.extend(_wrong("row_key", key, known=" ".join(_KEYS)) for key in row if key not in _KEYS)
    code = found.attempt(partial(_named, "row_code", row.get("code")))
    zh = found.attempt(partial(_text, row.get("zh"), LONGEST_NAME))
    en = found.attempt(partial(_text, row.get("en") or row.get("zh"), LONGEST_LATIN))
    when = found.attempt(partial(parse_condition, row.get("when"), names))
    value = found.attempt(partial(_value, row.get("value")))
    each = found.attempt(partial(_each, row.get("each"), names))
    least = found.attempt(partial(_minimum, row.get("min")))
    group = found.attempt(partial(_named, "row_group", row["group"])) if row.get("group") else ""
    on, last, alone = (
        found.attempt(partial(_flag, name, row.get(name, name == "on"))) for name in ("on", "last", "alone")
    )
    if value and last and value[0] != "times":
        found.add(_wrong("row_last", row.get("value")))
    found.finish()
    (kind, number), chinese = known(value), known(zh)
    return Row(
        code=known(code),
        name=Words(chinese, en or chinese),
        when=known(when),
        kind=kind,
        number=number,
        on=bool(on),
        each=each,
        group=group or "",
        least=least,
        last=bool(last),
        alone=bool(alone),
    )


def _named(why: str, code: object) -> str:
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise Refused(_wrong(why, code))
    return code


def _text(text: object, most: int) -> str:
    if not isinstance(text, str) or not 0 < len(text.strip()) <= most:
        raise Refused(_wrong("row_name", text, most=most))
    return text.strip()


def _flag(name: str, flag: object) -> bool:
    if not isinstance(flag, bool):
        raise Refused(_wrong("row_flag", flag, key=name))
    return flag


def _wrong(why: str, got: object, **more: Param) -> Problem:
    return Problem("bad_option", "", why, {"row": "", "got": str(got)[:40], **more})


def _value(text: object) -> tuple[Kind, int]:
    found = _VALUE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise Refused(_wrong("row_value_missing" if text in SIGNS else "row_value", text))
    return SIGNS[found[1]], int(found[2])


def _minimum(value: object) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value <= GREATEST_HU):
        raise Refused(_wrong("row_min", value, most=GREATEST_HU))
    return value if type(value) is int else None


def _each(value: object, names: Collection[str]) -> Each | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or value.keys() != {"of", "over", "add"}:
        raise Refused(_wrong("row_each", value))
    found, of = Collector(), value["of"]
    if of not in names:
        found.add(_wrong("when_name", of, known=" ".join(names)))
    over, add = (found.attempt(partial(_each_number, name, value[name])) for name in ("over", "add"))
    found.finish()
    return Each(str(of), over or 0, add or 0)


def _each_number(name: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= GREATEST_HU:
        raise Refused(_wrong("row_each_number", value, key=name, most=GREATEST_HU))
    return value


@dataclass(frozen=True, slots=True)
class RowTable(Option):
    """A table of rows. ``names``: the numbers that conditions may compare, with what they are called.

    ``default`` are the usual rows, whole. ``kinds``: what values may do here; ``say``: a row in one sentence.
    """

    names: tuple[Choice, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    say: Callable[[Row], Words] = field(kw_only=True)

    @property
    def kind(self) -> str:
        return "rows"

    @property
    def known(self) -> tuple[str, ...]:
        """The codes of ``names``."""
        return tuple(str(name.value) for name in self.names)

    @property
    def by_itself(self) -> "RowTable":
        """The same beside no usual rows: it reads tables that were stored whole, under whatever preset."""
        return replace(self, default=[])

    def parse(self, value: object) -> Value:
        """Every row whole: the usual ones with their changes, then the table's own; problems name the row."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_ROWS:
            raise self._refusal("rows", value, most=MOST_ROWS)
        rows = self._merged(value)
        if len(rows) > MOST_ROWS:
            raise self._refusal("rows", f"{len(rows)}", most=MOST_ROWS)
        found = Collector()
        read = [row for row in (found.attempt(partial(self._read, row)) for row in rows) if row]
        found.extend(self._clashes(read))
        found.finish()
        return [row.to_json() for row in read]

    def _merged(self, changes: Iterable[object]) -> list[Mapping[str, object]]:
        rows: dict[str, Mapping[str, object]] = {str(row["code"]): row for row in rows_of(self.default)}
        seen: set[str] = set()
        for change in changes:
            if not isinstance(change, Mapping):
                raise self._refusal("rows", change, most=MOST_ROWS)
            code = str(change.get("code"))
            if code in seen:
                raise self._of_row(code, Refused(_wrong("row_twice", code)))
            seen.add(code)
            usual = rows.get(code)
            if usual is None:
                missing = [_wrong(f"row_missing_{key}", "") for key in _NEEDED if not change.get(key)]
                if missing:
                    raise self._of_row(code, Refused(*missing))
            whole = usual is None or change.keys() >= _WHOLE
            rows[code] = change if whole else {**(usual or {}), **change}
        return list(rows.values())

    def _read(self, row: Mapping[str, object]) -> Row:
        code = str(row.get("code"))
        try:
            read = read_row(row, self.known)
            if read.kind not in self.kinds:
                raise Refused(_wrong("row_units", row.get("value")))
        except Refused as refused:
            raise self._of_row(code, refused) from None
        return read

    def _clashes(self, rows: Iterable[Row]) -> Iterable[Problem]:
        """Rows whose group has values of another kind."""
        kinds: dict[str, Kind] = {}
        for row in rows:
            if row.group and kinds.setdefault(row.group, row.kind) != row.kind:
                yield from self._of_row(row.code, Refused(_wrong("row_kinds", row.group))).problems

    def _of_row(self, code: str, refused: Refused) -> Refused:
        """The problems with the row named."""
        named: dict[str, Param] = {"option": self.code, "row": code[:40]}
        return Refused(*(replace(p, field=self.code, params={**p.params, **named}) for p in refused.problems))

    def changes(self, value: Value) -> list[RowValue]:
        """The rows that are not as usual, with what is different in them: the shortest list that `parse` reads as ``value``."""
        usual = {str(row["code"]): row for row in rows_of(self.default)}
        return [
            _difference(usual[code], row) if (code := str(row["code"])) in usual else row
            for row in rows_of(value)
            if usual.get(code := str(row["code"])) != row
        ]

    def changes_in_words(self, value: Value) -> tuple[Words, ...]:
        """The rows that are not as usual, each in a few words: 不算红胡; a row that counts in a sentence."""
        usual = {str(row["code"]): row for row in rows_of(self.default)}
        changed = [row for row in rows_of(value) if usual.get(str(row["code"])) != row]
        return tuple(self._change(row, usual.get(str(row["code"]))) for row in changed)

    def _change(self, row: RowValue, usual: RowValue | None) -> Words:
        read = read_row(row, self.known)
        if read.on:
            return self.say(read)
        if usual is None or usual["on"]:
            return Words(f"不算{read.name.zh}", f"no {read.name.en}")
        return Words(f"不算的{read.name.zh}改过", f"{read.name.en}, which does not count, is changed")

    def following(self, value: object, before: Value) -> Value:
        """The usual rows here with what ``value`` changed of ``before``, where that still has a place among them."""
        usual = {str(row["code"]) for row in rows_of(self.default)}
        old = replace(self, default=before)
        try:
            changed = old.changes(old.parse(value))
        except Refused:
            return self.default
        kept = [row for row in changed if str(row["code"]) in usual or ("when" in row and "zh" in row)]
        try:
            return self.parse(kept)
        except Refused:
            return self.default


def _difference(usual: RowValue, row: RowValue) -> RowValue:
    """What is written of a row that changes a usual one: all of it where something was taken away from it."""
    if usual.keys() - row.keys():
        return row
    return {"code": row["code"], **{key: row[key] for key in row if usual.get(key) != row[key]}}


def rows_of(value: Value) -> list[RowValue]:
    """The rows of a value that is a table of them."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def read_rows(stored: Iterable[Mapping[str, object]], names: Collection[str]) -> tuple[Row, ...]:
    """The rows of a table as they were stored."""
    return tuple(read_row(row, names) for row in stored)
