"""A stage as chance has it: house rules, players on seats, who begins."""

import random

from hypothesis import strategies as st

from zipai_ledger.rules import facts
from zipai_ledger.rules.options import Option, Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried, Ruleset, Table


def values_of(option: Option) -> st.SearchStrategy[Value]:
    """Any value of a house rule; of numbers more often those near the usual one, with which deals stand."""
    known = [choice.value for choice in option.choices]
    if option.many:
        return st.lists(st.sampled_from(known), unique=True).map(
            lambda chosen: [v for v in known if v in chosen]
        )
    if option.kind == "series":
        numbers = st.integers(option.least, 60)
        return st.lists(numbers, min_size=len(option.parts), max_size=len(option.parts))
    if option.kind == "bands":
        rows = st.tuples(st.integers(option.least, option.greatest), st.integers(-9, 9))
        return st.lists(rows, min_size=1, max_size=8, unique_by=lambda row: row[0]).map(option.parse)
    if option.parts:
        return st.fixed_dictionaries(
            {str(part.value): st.integers(0, min(30, option.greatest)) for part in option.parts}
        )
    if known:
        return st.sampled_from(known)
    usual = int(str(option.default))
    near = st.integers(option.least, max(2 * usual, option.least + 1))
    return st.one_of(st.just(option.default), near, near, st.integers(option.least, option.greatest))


def options_of(ruleset: Ruleset) -> st.SearchStrategy[dict[str, Value]]:
    """All house rules of a stage."""
    return st.fixed_dictionaries({option.code: values_of(option) for option in ruleset.options.options})


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
