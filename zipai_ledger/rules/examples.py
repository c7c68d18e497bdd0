"""OptionExample examples, played under the chosen rules: the deal that a ruleset names for an option, and those of its rulebook."""

from dataclasses import dataclass

from .options import Options
from .problems import Problem, Refused
from .rulebook import Case
from .ruleset import Carried, Flow, Item, MeldRead, Outcome, Ruleset


@dataclass(frozen=True, slots=True)
class OptionExample:
    """What an example comes to: its 胡, the groups it is read as, the lines to show, and their sum in units.

    ``hu`` is None where the example has no hand; the first line then describes it.
    ``paid`` holds the payments where the option is about who pays; ``units`` is then what each of them is.
    """

    hu: int | None
    melds: tuple[MeldRead, ...]
    items: tuple[Item, ...]
    units: int
    paid: tuple[Flow, ...] = ()


def play_example(ruleset: Ruleset, options: Options, code: str) -> OptionExample | None:
    """The example of an option under resolved options, None where it has none that these rules allow."""
    example = ruleset.game(options).example(code)
    if example is None:
        return None
    count = ruleset.places(options)
    try:
        table = ruleset.table(options, tuple(range(count)), count, 0, None)
        outcome = ruleset.play(table, ruleset.open(table), example.deal)
    except Refused:
        return None
    won = next(iter(outcome.wins), None)
    lines = won.items if won else outcome.items
    items = tuple(item for item in lines if not example.items or item.code in example.items)
    paid = outcome.flows if example.paid else ()
    units = paid[0].units if paid else sum(item.units for item in items)
    hu, melds = (won.hu, won.melds) if won else (None, ())
    return OptionExample(hu, melds, items, units, paid)


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What an example comes to under the rules chosen: its last outcome, or why that deal cannot be."""

    outcome: Outcome | None
    problems: tuple[Problem, ...] = ()


def play_case(ruleset: Ruleset, options: Options, case: Case) -> CaseOutcome:
    """An example played at a fresh table, 甲 dealing first."""
    count = ruleset.places(options)
    try:
        table = ruleset.table(options, tuple(range(count)), count, 0, None, _carried(case))
        state = ruleset.open(table)
        for deal in case.deals[:-1]:
            state = ruleset.play(table, state, deal).state
        return CaseOutcome(ruleset.play(table, state, case.deals[-1]))
    except Refused as refused:
        return CaseOutcome(None, refused.problems)


def _carried(case: Case) -> Carried | None:
    return Carried(tally=case.tally, wins=case.wins or None) if case.tally else None
