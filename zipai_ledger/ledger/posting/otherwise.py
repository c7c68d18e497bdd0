"""换一套规矩 (huan yi tao guiju): what the deals of a stage would have come to under other rules. Pure; nothing is stored."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from zipai_ledger.ledger.trail.kinds import NO_DEALS
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Outcome, State

from .entries import Entry, Rules

OFF = "off"
"""Why a part of a deal is refused that these rules do not count."""


@dataclass(frozen=True, slots=True)
class Again:
    """One line: units by player as it counted and as it would; ``problems`` are why it could not have stood.

    ``is_deal``: it is one, and no adjustment, 收场 or end of a round.
    """

    key: int
    position: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    is_deal: bool
    problems: tuple[Problem, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether it would have come to something else."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A stage under other rules; ``open_round`` where what it ends in is still being tallied."""

    deals: tuple[Again, ...]
    open_round: bool


def otherwise(rules: Rules, opening: State, entries: Iterable[Entry]) -> Otherwise:
    """Fold the deals that count under ``rules``; ``opening`` is the state in which the stage opened.

    Dealers, sitting seats and minima stay as they were seen, deals kept as agreed as they were agreed, and each deal is
    read by the version that scored it, so that only what was chosen otherwise makes a difference. A deal that
    could not have stood comes to nothing, and what follows goes on as if it had not been played.
    """
    state, was = rules.ruleset.open(rules.table), opening
    found = []
    for entry in entries:
        if entry.counted is not None:
            again, state = _again(rules, entry, entry.counted, state, was)
            found.append(again)
            was = State.from_text(entry.counted.state)
    return Otherwise(tuple(found), state.in_round)


def _again(rules: Rules, entry: Entry, counted: Stored, state: State, was: State) -> tuple[Again, State]:
    """One deal that counts, and the state after it."""
    before, is_deal = counted.deltas, entry.fact.result not in NO_DEALS
    if entry.agreed:
        agreed = counted.on(state, was, rules.table)
        again = Again(entry.key, entry.position, before, agreed.deltas, is_deal)
        return again, State.from_text(agreed.state)
    try:
        outcome = _played(rules.as_of(counted.version), state, entry.fact)
    except Refused as refused:
        nothing = (0,) * len(before)
        return Again(entry.key, entry.position, before, nothing, is_deal, refused.problems), state
    after = outcome.deltas(len(before))
    return Again(entry.key, entry.position, before, after, is_deal), outcome.state


def _played(rules: Rules, state: State, fact: facts.Deal) -> Outcome:
    """What the deal does, without what was seen but does not count under these rules; raises `Refused`."""
    try:
        return rules.ruleset.play(rules.table, state, fact)
    except Refused as refused:
        needless = {problem.field for problem in refused.problems if problem.why == OFF}
        if len(needless) < len(refused.problems) or not needless <= {each.name for each in fields(fact)}:
            raise
        return rules.ruleset.play(rules.table, state, replace(fact, **dict.fromkeys(needless)))
