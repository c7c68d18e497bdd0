"""Facts and JSON: one strict reader and writer for frozen dataclasses, driven by their annotations.

A field that may be absent is annotated ``X | None`` and is left out of the JSON when it is None; a field with
``metadata={"null": True}`` must be present and may be null. A trailing underscore keeps Python's keywords apart
(``from_`` is written ``from``).
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Literal, NewType, TypeVar, get_args, get_origin, get_type_hints

from .problems import Collector, Param, Problem, Refused

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
JsonValue = bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
"""What JSON has."""
if TYPE_CHECKING:
    Json = Mapping[str, JsonValue]
    FactValue = JsonValue | DataclassInstance | tuple["FactValue", ...]
else:
    Json = Mapping  # a field's annotation is read here, and an alias that names itself cannot be
Seat = NewType("Seat", int)
"""A seat of the stage, counted from 0 counter-clockwise."""
Count = NewType("Count", int)
"""A number that is never negative: 胡, units, cards, points."""
Sum = NewType("Sum", int)
"""What many deals come to, or money in minor units; no number of them all is too great for it."""

GREATEST = 1_000_000
"""No number of one deal exceeds this, so that sums of 20,000 deals stay far inside the database's integers."""
GREATEST_SUM = 2**53
"""No other number is greater: JSON readers elsewhere would not keep it."""

NULL = {"null": True}
"""The metadata of a field that must be present and may be null."""
QUOTED = 40
"""As much of what was entered as an error repeats."""

MOST_UNKNOWN = 20
"""As many unknown keys of one object are named."""

Reader = Callable[[object], object]


def _wrong(why: str, got: object, **params: int | str) -> Refused:
    return Refused(Problem("bad_json", "", why, {"got": _quote(got), **params}))


def _quote(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


def _read_int(least: int, greatest: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= greatest:
            raise _wrong("integer", value, least=least, greatest=greatest)
        return value

    return read


def _read_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong("boolean", value)
    return value


def read_str(value: object) -> str:
    """A text; raises `Refused` (``bad_json``), as all of these do."""
    if not isinstance(value, str):
        raise _wrong("text", value)
    return value


def read_object(value: object) -> Json:
    """A JSON object, whatever is in it."""
    if not isinstance(value, dict):
        raise _wrong("object", value)
    return value


def _read_choice(choices: tuple[str, ...]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in choices or not isinstance(value, str):
            raise _wrong("choice", value, choices=" | ".join(choices))
        return value

    return read


def read_many(read_one: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """What reads a list whose every entry ``read_one`` reads."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _wrong("list", value)
        try:
            return tuple(map(read_one, value))
        except Refused:
            found = Collector()
            for place, each in enumerate(value):
                found.attempt(partial(read_one, each), str(place))
                if found.full:
                    break
            raise Refused(*found.problems) from None

    return read


read_int = _read_int(-GREATEST, GREATEST)
"""A whole number."""

PLAIN: Mapping[object, Reader] = {
    int: read_int,
    Count: _read_int(0, GREATEST),
    Seat: _read_int(0, 7),
    Sum: _read_int(-GREATEST_SUM, GREATEST_SUM),
    bool: _read_bool,
    str: read_str,
    Json: read_object,
}


def _reader(hint: object) -> Reader:
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return partial(read, hint)
    origin = get_origin(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is tuple:
        return read_many(_reader(get_args(hint)[0]))
    if origin is Literal:
        return _read_choice(get_args(hint))
    raise TypeError(f"no JSON reader for {hint!r}")


@dataclasses.dataclass(frozen=True, slots=True)
class _Field:
    name: str
    key: str
    read: Reader
    optional: bool
    nullable: bool


def _without_none(hint: object) -> tuple[object, bool]:
    if isinstance(hint, UnionType) or (get_origin(hint) is not None and NoneType in get_args(hint)):
        inner = [arg for arg in get_args(hint) if arg is not NoneType]
        return inner[0], True
    return hint, False


@cache
def _required(cls: Callable[..., object]) -> frozenset[str]:
    return frozenset(spec.name for spec in _fields(cls).values() if not spec.optional)


@cache
def _fields(cls: Callable[..., object]) -> Mapping[str, _Field]:
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"no dataclass: {cls!r}")
    hints = get_type_hints(cls)
    found = {}
    for spec in dataclasses.fields(cls):
        hint, optional = _without_none(hints[spec.name])
        key = spec.name.rstrip("_")
        nullable = bool(spec.metadata.get("null"))
        found[key] = _Field(spec.name, key, _reader(hint), optional and not nullable, nullable)
    return found


def read(cls: Callable[..., T], value: object) -> T:
    """The ``cls`` that a JSON object describes.

    Raises `Refused` with every problem found (code ``bad_json``; whys ``missing``, ``unknown_key``, ``integer`` …), the
    field of each a dotted path inside ``value``.
    """
    fields = _fields(cls)
    given = read_object(value)
    values = _read_straight(fields, given)
    if values is None or not values.keys() >= _required(cls):
        raise _refusal(fields, given)
    return cls(**values)


def _read_straight(fields: Mapping[str, _Field], given: Json) -> dict[str, object] | None:
    """The values where nothing is wrong, as nearly always; None where something is."""
    values: dict[str, object] = {}
    try:
        for key, value in given.items():
            spec = fields[key]
            if value is not None:
                values[spec.name] = spec.read(value)
            elif spec.nullable:
                values[spec.name] = None
    except (KeyError, Refused):
        return None
    return values


def _refusal(fields: Mapping[str, _Field], given: Json) -> Refused:
    """Everything that is wrong."""
    found = Collector()
    for key in [key for key in given if key not in fields][:MOST_UNKNOWN]:
        params: dict[str, Param] = {"key": key[:QUOTED], "known": ", ".join(fields)}
        found.add(Problem("bad_json", key[:QUOTED], "unknown_key", params))
    for key, spec in fields.items():
        if given.get(key) is not None:
            found.attempt(partial(spec.read, given[key]), key)
        elif not spec.optional and not (spec.nullable and key in given):
            found.add(Problem("bad_json", key, "missing"))
    return Refused(*found.problems)


def write(value: "FactValue") -> JsonValue:
    """The JSON of a fact, of a part of one, or of what is JSON already: the reverse of `read`."""
    if isinstance(value, tuple):
        return [write(each) for each in value]
    if dataclasses.is_dataclass(value):
        return write_fact(value)
    return value


def write_fact(fact: "DataclassInstance") -> dict[str, JsonValue]:
    """The JSON object of a fact, fields in the order they are declared."""
    fields = _fields(type(fact))
    pairs = ((spec, getattr(fact, spec.name)) for spec in fields.values())
    return {spec.key: write(v) for spec, v in pairs if v is not None or spec.nullable}


Finder = Callable[..., Iterator[tuple[str, int]]]
"""The seats inside a value that stands at a dotted place."""


def seats(fact: "DataclassInstance", within: str = "") -> Iterator[tuple[str, int]]:
    """Every seat that a fact names, however deep inside, with its dotted place."""
    for name, key, find in _seated(type(fact)):
        inner = getattr(fact, name)
        if inner is not None:
            yield from find(inner, f"{within}.{key}" if within else key)


@cache
def _seated(cls: type) -> tuple[tuple[str, str, Finder], ...]:
    """The fields in which a seat may be: name, key, and what finds it there."""
    hints = {name: _without_none(hint)[0] for name, hint in get_type_hints(cls).items()}
    found = ((name, name.rstrip("_"), _finder(hint)) for name, hint in hints.items())
    return tuple((name, key, find) for name, key, find in found if find is not None)


def _finder(hint: object) -> Finder | None:
    """What finds the seats in a value of this annotation, None where there can be none."""
    if hint is Seat:
        return _itself
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return seats if _seated(hint) else None
    inner = _finder(get_args(hint)[0]) if get_origin(hint) is tuple else None
    return partial(_in_each, inner) if inner is not None else None


def _itself(seat: int, place: str) -> Iterator[tuple[str, int]]:
    yield place, seat


def _in_each(find: Finder, values: Sequence[object], place: str) -> Iterator[tuple[str, int]]:
    for number, value in enumerate(values):
        yield from find(value, f"{place}.{number}")
