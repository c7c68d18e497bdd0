"""House rules (options): what a table may choose, with the words that explain each choice.

A table's choices are stored as a mapping, code → value. A game reads them as a frozen dataclass of its own
(`OptionSet.read`), a field for each code: ``o.min_hu``.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeGuard, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

from .problems import Collector, Param, Problem, Refused
from .traditional import traditional

RowValue = dict[str, int | str | dict[str, int | str]]
"""A row of a table with named columns (`rowtable.RowTable`)."""
Value = (
    int
    | str
    | list[str]
    | list[int]
    | dict[str, int]
    | list[list[int]]
    | dict[str, list[int]]
    | list[RowValue]
)
Options = Mapping[str, Value]
Chosen = TypeVar("Chosen")
"""The dataclass that a game reads its options as; lists are tuples there."""
Parsed = TypeVar("Parsed")
Entry = TypeVar("Entry", int, str, list[int])
Frozen = int | str | Mapping[str, object] | tuple["Frozen", ...]

MOST_UNKNOWN = 20
"""As many unknown options are named."""

QUOTED = 40
"""As much of what was entered as an error repeats."""

_DIGITS = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Words:
    """One text in the languages the rules speak themselves; Chinese first, traditional where that is requested."""

    zh: str
    en: str

    def in_language(self, lang: str) -> str:
        if lang == "en":
            return self.en
        return traditional(self.zh) if lang == "zh-hant" else self.zh


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and what it is called."""

    value: int | str
    name: Words


@dataclass(frozen=True, slots=True)
class Option:
    """规矩 (guiju): one house rule: its code, default, choices and explanation.

    Without ``choices`` the value is an integer from ``least`` to ``greatest`` in ``step``s; ``many`` allows any number of the
    choices, stored as a list in their order; with ``parts`` the value is a number for each of them, and whoever sets
    some keeps the others. ``source``: where the rule is from (docs/rules/index.md#sources). ``players``: it says something
    only where so many sit, 0 wherever anybody does.
    """

    code: str
    default: Value
    name: Words
    meaning: Words
    source: str
    choices: tuple[Choice, ...] = ()
    many: bool = False
    least: int = 0
    greatest: int = 1000
    parts: tuple[Choice, ...] = ()
    step: int = 1
    players: int = 0

    @property
    def kind(self) -> str:
        """Its kind of field: ``number``, ``one`` or ``many`` of the choices, ``parts``, ``series``, or ``bands``."""
        if self.parts:
            return "parts"
        if self.many:
            return "many"
        return "one" if self.choices else "number"

    def parse(self, value: object) -> Value:
        """The value as a stage stores it; raises `Refused` (``bad_option``), naming what is allowed."""
        if self.many:
            return self._parse_many(value)
        if self.parts:
            return self._parse_parts(value)
        if self.choices:
            return self._parse_choice(value)
        return self._parse_int(value)

    def choice(self, value: int | str) -> Choice:
        """The choice that has this stored value."""
        return next(choice for choice in self.choices if choice.value == value)

    def _parse_int(self, value: object) -> int:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
        if not is_whole(number) or not self.least <= number <= self.greatest:
            raise self._refusal("range", value, least=self.least, greatest=self.greatest)
        if number % self.step:
            raise self._refusal("step", value, step=self.step)
        return number

    def _parse_choice(self, value: object) -> int | str:
        if isinstance(value, bool):
            value = "on" if value else "off"
        for choice in self.choices:
            if type(value) in (int, str) and str(choice.value) == str(value):
                return choice.value
        raise self._refusal("choice", value, known=self._known())

    def _parse_many(self, value: object) -> list[str]:
        known = [choice.value for choice in self.choices]
        if (
            not isinstance(value, list | tuple)
            or len(value) > len(known)
            or any(o not in known for o in value)
        ):
            raise self._refusal("many", value, known=self._known())
        return [str(one) for one in known if one in value]

    def _parse_parts(self, value: object) -> dict[str, int]:
        given, found, numbers = self._by_part(value), Collector(), dict[str, int]()
        for part in self.parts:
            code = str(part.value)
            number = found.attempt(_at(partial(self._parse_int, given[code]), code, part.name))
            if number is not None:
                numbers[code] = number
        found.finish()
        return numbers

    def _by_part(self, value: object) -> Mapping[str, object]:
        """What is written of each part, what is usual where nothing is."""
        codes = [str(part.value) for part in self.parts]
        if not isinstance(value, Mapping) or any(code not in codes for code in value):
            raise self._refusal("parts", value, known=self._known())
        usual = self.default if isinstance(self.default, dict) else {}
        return {code: value.get(code, usual.get(code)) for code in codes}

    def _within(self, value: object, least: int, greatest: int) -> int:
        if not is_whole(value) or not least <= value <= greatest:
            raise self._refusal("range", value, least=least, greatest=greatest)
        return value

    def _known(self) -> str:
        return " | ".join(str(choice.value) for choice in self.choices or self.parts)

    def _refusal(self, why: str, value: object, **expected: int | str) -> Refused:
        return Refused(
            Problem(
                "bad_option", self.code, why, {"option": self.code, "got": repr(value)[:QUOTED], **expected}
            )
        )


@dataclass(frozen=True, slots=True)
class Series(Option):
    """Several whole numbers, one for each of ``parts`` in their order; stored as an array."""

    @property
    def kind(self) -> str:
        return "series"

    def parse(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or len(value) != len(self.parts):
            raise self._refusal("series", value, count=len(self.parts))
        found = Collector()
        numbers = [
            found.attempt(_at(partial(self._parse_int, one), str(place), self.parts[place].name))
            for place, one in enumerate(value)
        ]
        found.finish()
        return [number for number in numbers if number is not None]


@dataclass(frozen=True, slots=True)
class Bands(Option):
    """A table of steps, entered as a whole: rows of [the greatest number of the band, what it is worth].

    Numbers run from ``least`` to ``greatest``, worth from minus to plus ``most``. Rows are kept in rising order; the
    last band is open at its end, so its number may be null and is stored as ``greatest``. ``columns`` names the two
    numbers of a row. ``instead`` may stand in the place of a table, where there need be none.
    """

    columns: tuple[Words, ...] = ()
    most: int = 1000
    rows: int = 40
    instead: Choice | None = None

    @property
    def kind(self) -> str:
        return "bands"

    def parse(self, value: object) -> Value:
        if self.instead is not None and value == self.instead.value:
            return self.instead.value
        if not isinstance(value, list | tuple) or not 0 < len(value) <= self.rows:
            raise self._wrong("bands", value)
        rows = _rising(value, self._row, partial(self._wrong, "bands_twice"))
        rows[-1][0] = self.greatest
        return rows

    def _row(self, row: object) -> list[int]:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise self._wrong("bands", row)
        end, worth = row
        return _together(
            self.columns,
            partial(self._within, self.greatest if end is None else end, self.least, self.greatest),
            partial(self._within, worth, -self.most, self.most),
        )

    def _wrong(self, why: str, value: object) -> Refused:
        return self._refusal(why, value, rows=self.rows)


def _at(parse: Callable[[], Parsed], place: int | str, part: Words | None = None) -> Callable[[], Parsed]:
    """The same, where what is refused names its row of a table, or its part."""
    named: dict[str, Param] = {"part": part.zh, "part_en": part.en} if part else {}
    return _marked(parse, {"at": place, **named})


def _below(parse: Callable[[], Parsed], column: Words) -> Callable[[], Parsed]:
    """The same, where what is refused names its column."""
    return _marked(parse, {"column": column.zh, "column_en": column.en})


def _marked(parse: Callable[[], Parsed], where: Mapping[str, Param]) -> Callable[[], Parsed]:
    def parse_there() -> Parsed:
        try:
            return parse()
        except Refused as refused:
            raise Refused(
                *(replace(one, params={**one.params, **where}) for one in refused.problems)
            ) from None

    return parse_there


def _together(columns: Sequence[Words], *parses: Callable[[], int]) -> list[int]:
    """The numbers of a row, each below its column; raises `Refused` with each that cannot be."""
    found = Collector()
    pairs = zip(parses, columns, strict=True)
    numbers = [found.attempt(_below(parse, column)) for parse, column in pairs]
    found.finish()
    return [number for number in numbers if number is not None]


def _rising(
    value: Sequence[object], read: Callable[[object], list[int]], twice: Callable[[int], Refused]
) -> list[list[int]]:
    """Rows by their first number, which rises; raises `Refused` with each that cannot be, by its number."""
    found, rows = Collector(), dict[int, list[int]]()

    def add(given: object) -> None:
        row = read(given)
        if row[0] in rows:
            raise twice(row[0])
        rows[row[0]] = row

    for number, given in enumerate(value, start=1):
        found.attempt(_at(partial(add, given), number))
    found.finish()
    return [rows[first] for first in sorted(rows)]


@dataclass(frozen=True, slots=True)
class Steps(Option):
    """A ladder: rows of [from how many on, what it is worth] in rising order; none where another rule decides it.

    ``columns`` names the two numbers of a row, ``most`` is the greatest worth.
    """

    columns: tuple[Words, ...] = ()
    most: int = 1000
    rows: int = 20

    @property
    def kind(self) -> str:
        return "steps"

    def parse(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or len(value) > self.rows:
            raise self._wrong("steps", value)
        return _rising(value, self._step, partial(self._wrong, "steps_twice"))

    def _step(self, row: object) -> list[int]:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise self._wrong("steps", row)
        start, worth = row
        return _together(
            self.columns,
            partial(self._within, start, self.least, self.greatest),
            partial(self._within, worth, 0, self.most),
        )

    def _wrong(self, why: str, value: object) -> Refused:
        return self._refusal(why, value, rows=self.rows)


@dataclass(frozen=True, slots=True)
class Pairs(Option):
    """A table of two whole numbers for each of ``parts``; whoever sets some keeps the others."""

    columns: tuple[Words, ...] = ()

    @property
    def kind(self) -> str:
        return "pairs"

    def parse(self, value: object) -> Value:
        given, found, pairs = self._by_part(value), Collector(), dict[str, list[int]]()
        for part in self.parts:
            code = str(part.value)
            pair = found.attempt(_at(partial(self._pair, given[code]), code, part.name))
            if pair is not None:
                pairs[code] = pair
        found.finish()
        return pairs

    def _pair(self, value: object) -> list[int]:
        if not isinstance(value, list | tuple) or len(value) != len(self.columns):
            raise self._refusal("series", value, count=len(self.columns))
        return _together(self.columns, *(partial(self._parse_int, one) for one in value))


@dataclass(frozen=True, slots=True)
class NumberOrAs(Option):
    """A whole number, or the code of the option whose number it takes over."""

    def parse(self, value: object) -> Value:
        return self.default_word if value in ("", None, self.default_word) else self._parse_int(value)

    @property
    def default_word(self) -> str:
        """The code of the other option: the one choice beside numbers."""
        return str(self.choices[0].value)

    @property
    def kind(self) -> str:
        return "number"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number, which True and False are not."""
    return type(value) is int


def entries(value: Value, kind: type[Entry]) -> list[Entry]:
    """The entries of a value that is a list of them."""
    return [each for each in value if isinstance(each, kind)] if isinstance(value, list) else []


def worth(bands: Sequence[Sequence[int]], number: int) -> int:
    """What the first band that reaches up to ``number`` is worth, the last where none does."""
    for end, value in bands:
        if number <= end:
            return value
    return bands[-1][1]


Pair = tuple[str, str]
"""A text in Chinese and in English."""


def number(
    code: str,
    default: int,
    name: Pair,
    meaning: Pair,
    source: str,
    *,
    least: int = 0,
    greatest: int = 1000,
    step: int = 1,
    players: int = 0,
) -> Option:
    """An option that is a whole number."""
    return Option(
        code,
        default,
        Words(*name),
        Words(*meaning),
        source,
        least=least,
        greatest=greatest,
        step=step,
        players=players,
    )


def one_of(
    code: str, default: int | str, name: Pair, meaning: Pair, source: str, choices: Mapping[int | str, Pair]
) -> Option:
    """An option that is one of a few values, each with what it is called."""
    listed = tuple(Choice(value, Words(*words)) for value, words in choices.items())
    return Option(code, default, Words(*name), Words(*meaning), source, listed)


def some_of(
    code: str, default: list[str], name: Pair, meaning: Pair, source: str, choices: Mapping[int | str, Pair]
) -> Option:
    """An option that is any number of a few values."""
    listed = tuple(Choice(value, Words(*words)) for value, words in choices.items())
    return Option(code, default, Words(*name), Words(*meaning), source, listed, many=True)


def flag(code: str, default: str, name: Pair, meaning: Pair, source: str) -> Option:
    """An option that is on or off."""
    return one_of(code, default, name, meaning, source, {"on": ("是", "Yes"), "off": ("否", "No")})


def numbers(
    code: str,
    default: dict[str, int],
    name: Pair,
    meaning: Pair,
    source: str,
    parts: Mapping[str, Pair],
    *,
    greatest: int = 1000,
) -> Option:
    """An option that is a table of whole numbers, each part with what it is called."""
    listed = tuple(Choice(part, Words(*words)) for part, words in parts.items())
    return Option(code, default, Words(*name), Words(*meaning), source, greatest=greatest, parts=listed)


def series(
    code: str, default: list[int], name: Pair, meaning: Pair, source: str, parts: tuple[Pair, ...]
) -> Option:
    """An option that is several whole numbers, each with what it is called."""
    listed = tuple(Choice(place, Words(*words)) for place, words in enumerate(parts))
    return Series(code, default, Words(*name), Words(*meaning), source, parts=listed)


def bands(
    code: str,
    default: list[list[int]] | str,
    name: Pair,
    meaning: Pair,
    source: str,
    columns: tuple[Pair, Pair],
    *,
    greatest: int,
    instead: Pair | None = None,
) -> Option:
    """An option that is a table of steps, open at its end; ``instead``: what it is called where there is none, the default."""
    named = tuple(Words(*words) for words in columns)
    other = Choice(default, Words(*instead)) if instead and isinstance(default, str) else None
    return Bands(
        code,
        default,
        Words(*name),
        Words(*meaning),
        source,
        greatest=greatest,
        columns=named,
        instead=other,
    )


@dataclass(frozen=True, slots=True)
class Need:
    """An option of which no value but the first is played unless another one has this value."""

    code: str
    other: str
    value: Value

    def problem(self, values: Mapping[str, Value], option: Option) -> Problem | None:
        """What is wrong with these values, if anything."""
        if values.get(self.code, option.default) == option.default:
            return None
        if values.get(self.other, self.value) == self.value:
            return None
        return Problem("bad_option", self.code, f"needs_{self.other}", {"option": self.code})


Defaults = Callable[[Mapping[str, object]], Mapping[str, Value]]
"""What is as usual beside these choices: code → default."""


@dataclass(frozen=True)
class OptionSet:
    """All options of one ruleset, in the order they are listed.

    Where one of them is a ``preset``, its value chooses the defaults of others (``presets``: value → code → default).
    ``needs``: options that go with a value of another one only.
    ``further`` gives defaults that depend on several choices; ``leads`` are all those that others follow.
    """

    options: tuple[Option, ...]
    preset: str = ""
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    beside: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    """Other options whose values choose defaults: code → value → code → default."""
    leads: tuple[str, ...] = ()
    further: Defaults | None = None
    by_code: Mapping[str, Option] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_code", {option.code: option for option in self.options})
        if not self.leads:
            object.__setattr__(self, "leads", (*filter(None, [self.preset]), *self.beside))

    def usual(self, given: Mapping[str, object]) -> tuple[Option, ...]:
        """The options with the defaults that the preset among ``given`` sets, and what else follows from those."""
        defaults = dict(self.presets.get(str(given.get(self.preset, "")), {}))
        for code, chosen in self.beside.items():
            defaults |= chosen.get(str(given.get(code, "")), {})
        if self.further:
            plain = {option.code: option.default for option in self.options}
            defaults |= self.further({**plain, **defaults, **given})
        return self._with(defaults) if defaults else self.options

    def _with(self, defaults: Mapping[str, Value]) -> tuple[Option, ...]:
        return tuple([self._with_default(option, defaults) for option in self.options])

    @staticmethod
    def _with_default(option: Option, defaults: Mapping[str, Value]) -> Option:
        default = defaults.get(option.code, option.default)
        return option if default is option.default else replace(option, default=default)

    def with_usual(self, defaults: Mapping[str, Value]) -> "OptionSet":
        """The same options, with some of their defaults."""
        return replace(self, options=self._with(defaults))

    def filled(self, stored: Options) -> Options:
        """A table's choices with what is as usual for the rules that it does not store."""
        return {**{option.code: option.default for option in self.usual(stored)}, **stored}

    def resolve(self, given: object) -> dict[str, Value]:
        """Every option with its value: the one given, else the default.

        Raises `Refused` (``bad_option``) with each unknown option and each value that is not allowed, or not beside
        the others.
        """
        if not isinstance(given, Mapping):
            raise Refused(Problem("bad_option", "", "object", {"got": repr(given)[:QUOTED]}))
        found = Collector()
        for code in [str(code)[:QUOTED] for code in given if code not in self.by_code][:MOST_UNKNOWN]:
            params: dict[str, Param] = {"got": code, "known": " ".join(self.by_code)}
            found.add(Problem("bad_option", code, "unknown", params))
        values: dict[str, Value] = {}
        for option in self.usual(given):
            value = found.attempt(partial(option.parse, given.get(option.code, option.default)))
            if value is not None:
                values[option.code] = value
        for need in self.needs:
            problem = need.problem(values, self.by_code[need.code])
            found.extend([problem] if problem else [])
        found.finish()
        return values

    def read(self, chosen: Callable[..., Chosen], options: Options) -> Chosen:
        """Resolved options as a game's own dataclass; a rule that came after they were stored is as usual."""
        return chosen(**{each.code: _frozen(options.get(each.code, each.default)) for each in self.options})


def _frozen(value: Value | RowValue) -> Frozen:
    if isinstance(value, dict):
        return {code: tuple(each) if isinstance(each, list) else each for code, each in value.items()}
    return tuple([_frozen(each) for each in value]) if isinstance(value, list) else value


def as_options(chosen: "DataclassInstance") -> dict[str, Value]:
    """A game's own dataclass as the mapping that its table stores: the reverse of `OptionSet.read`."""
    return {each.name: _thawed(getattr(chosen, each.name)) for each in dataclasses.fields(chosen)}


def _thawed(value: Value) -> Value:
    if isinstance(value, dict) and any(isinstance(each, tuple) for each in value.values()):
        return {code: [*pair] for code, pair in value.items() if isinstance(pair, list | tuple)}
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value
