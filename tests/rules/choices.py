"""Every value that a house rule may have, and a table of each."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.rules.needed import resolved
from zipai_ledger.rules.options import Bands, NumberOrAs, Option, Value
from zipai_ledger.rules.ruleset import Ruleset


def other_rows(option: Any) -> list[Value]:
    """One of the rows switched, and one more."""
    first, *rest = option.default
    own = {"code": "own_1", "zh": "背靠背", "en": "twins", "when": "said=1", "value": "hux2", "on": True}
    return [[{**first, "on": not first["on"]}, *rest], [first, *rest, own]]


TABLES: dict[str, Callable[[Any], list[Value]]] = {
    "steps": lambda option: [[[10, 1], [12, 2]]],
    "pairs": lambda option: [{**option.default, "sao": [4, 8]}],
    "rows": other_rows,
}
"""Kind of option that is a table of several columns → other values of it."""


def others(option: Option) -> list[Value]:
    """Other values that the option may have: every choice, and a few where there is no list."""
    if option.many:
        values: list[Value] = [[str(choice.value)] for choice in option.choices] + [[]]
        return [value for value in values if value != option.default]
    if isinstance(option, Bands):
        return [[[100, -1], [200, 3], [option.greatest, 7]]]
    if option.kind in TABLES:
        return TABLES[option.kind](option)
    if isinstance(option, NumberOrAs):
        return [7]
    if option.parts:
        usual = option.default
        numbers = list(usual.values()) if isinstance(usual, dict) else list(usual)  # type: ignore[call-overload]
        changed = []
        for place in range(len(numbers)):
            more = [number + (at == place) for at, number in enumerate(numbers)]
            changed.append(dict(zip(usual, more, strict=True)) if isinstance(usual, dict) else more)
        return changed
    if option.choices:
        return [choice.value for choice in option.choices if choice.value != option.default]
    return [option.default + 3 * option.step]  # type: ignore[operator, list-item]


@cache
def tables(ruleset: Ruleset) -> tuple[dict[str, Value], ...]:
    """The usual table, and for each option one for every other value."""
    return (
        ruleset.options.resolve({}),
        *(
            resolved(ruleset, {option.code: value})
            for option in ruleset.options.options
            for value in others(option)
        ),
    )


def every_choice(ruleset: Ruleset) -> Iterator[tuple[Option, Value, dict[str, Value]]]:
    """Each option at its usual value and at every other, with the options of a table that has it so."""
    for option in ruleset.options.options:
        for value in (option.default, *others(option)):
            yield option, value, resolved(ruleset, {option.code: value})
