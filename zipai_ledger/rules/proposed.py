"""照规矩 (zhao guiju): what the rule fills in of a deal, and a deal that follows it once an earlier one is corrected."""

from dataclasses import replace

from .facts import Deal
from .ruleset import Ruleset
from .state import State, Table

PROPOSED = ("dealer", "sitting", "min_hu")
"""What `Ruleset.complete` fills in. Who deals comes first: who sits out hangs on it."""


def follow(ruleset: Ruleset, table: Table, deal: Deal, before: State, now: State) -> Deal:
    """The deal as the rule has it after ``now``, where it was as the rule had it after ``before``.

    What was set by hand, other than the rule proposed it then, stands (docs/rules/common.md#facts).
    """
    followed = deal
    for name in PROPOSED:
        fact = getattr(deal, name, None)
        if fact is not None and fact == getattr(ruleset.complete(table, before, left_open(deal, name)), name):
            followed = ruleset.complete(table, now, left_open(followed, name))
    return followed


def left_open(deal: Deal, *names: str) -> Deal:
    """The deal without these of `PROPOSED`."""
    return replace(deal, **dict.fromkeys(names))
