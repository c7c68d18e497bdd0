"""A stage as chance has it: house rules, players on seats, who begins."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from tests.rules.evenings import rows
from zipai_ledger.rules import facts
from zipai_ledger.rules.options import NumberOrAs, Option, Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried, Ruleset, Table


def any_value(option: Option, chance: random.Random) -> Value:
    """Any value of a house rule; of numbers more often those near the usual one, with which deals stand."""
    known = [choice.value for choice in option.choices]
    if option.kind in TABLES:
        return TABLES[option.kind](option, chance)
    if option.many:
        return [value for value in known if chance.random() < 0.5]
    if isinstance(option, NumberOrAs):
        return chance.choice((option.default_word, chance.randint(option.least, 30)))
    return chance.choice(known) if known else _any_number(option, chance)


def _bands(option: Any, chance: random.Random) -> Value:
    if option.instead is not None and chance.random() < 0.5:
        return option.instead.value
    tops = chance.sample(range(option.least, option.greatest + 1), chance.randint(1, 8))
    return option.parse([[top, chance.randint(-9, 9)] for top in tops])


def _steps(option: Option, chance: random.Random) -> Value:
    starts = chance.sample(range(60), chance.randint(0, 4))
    return option.parse([[hu, chance.randint(0, 9)] for hu in starts])


def _pairs(option: Option, chance: random.Random) -> Value:
    return {str(part.value): [chance.randint(0, 9), chance.randint(0, 12)] for part in option.parts}


def _parts(option: Option, chance: random.Random) -> Value:
    return {str(part.value): chance.randint(option.least, min(30, option.greatest)) for part in option.parts}


def _series(option: Option, chance: random.Random) -> Value:
    return [chance.randint(option.least, 60) for _ in option.parts]


TABLES: Mapping[str, Callable[[Any, random.Random], Value]] = {
    "bands": _bands,
    "steps": _steps,
    "pairs": _pairs,
    "parts": _parts,
    "series": _series,
    "rows": lambda option, chance: rows.any_rows(option.default, chance),
}
"""Kind of option that is a table → any value of it."""


def _any_number(option: Option, chance: random.Random) -> int:
    usual = int(str(option.default))
    near = chance.randint(option.least, min(option.greatest, max(2 * usual, option.least + 1)))
    far = chance.choice((option.least, option.greatest, chance.randint(option.least, option.greatest)))
    return chance.choice((usual, near, near, far)) // option.step * option.step


def another_value(option: Option, chance: random.Random, now: Value) -> Value:
    """Any but the one there is."""
    if option.kind == "rows":
        return rows.another_table(now, chance)
    while (value := any_value(option, chance)) == now:
        pass
    return value


def any_options(ruleset: Ruleset, chance: random.Random) -> dict[str, Value]:
    """All house rules of a stage; a table of rows with changes of the usual one."""
    chosen = {option.code: any_value(option, chance) for option in ruleset.options.options}
    for need in ruleset.options.needs:
        if need.problem(chosen, ruleset.options.by_code[need.code]):
            chosen[need.other] = need.value
    for option in ruleset.options.usual(chosen):
        if option.kind == "rows":
            chosen[option.code] = any_value(option, chance)
    return chosen


def options_of(ruleset: Ruleset) -> st.SearchStrategy[dict[str, Value]]:
    """The same, as hypothesis chooses them."""
    return st.integers(0, 2**32).map(lambda number: any_options(ruleset, random.Random(number)))


def table_of(ruleset: Ruleset, options: dict[str, Value], chance: random.Random) -> Table:
    """Players in any order on the seats that the options ask for, one of the session's players at home."""
    seats = ruleset.places(ruleset.options.resolve(options))
    players = tuple(chance.sample(range(seats + 1), seats))
    first = chance.randrange(seats)
    if facts.EndRound in ruleset.results and chance.random() < 0.3:
        try:
            return ruleset.table(options, players, seats + 1, first, None, _carried(players, chance))
        except Refused:
            # Where a round ends with so little, it has ended.
            pass
    return ruleset.table(options, players, seats + 1, first, None)


def _carried(players: tuple[int, ...], chance: random.Random) -> Carried:
    """A round in the middle: 胡 and wins of those who sit here."""
    tally, wins = [0] * (len(players) + 1), [0] * (len(players) + 1)
    for player in players:
        wins[player] = chance.randrange(3)
        tally[player] = 10 * wins[player]
    return Carried(tally=tuple(tally), wins=tuple(wins))
