"""What a deal did, as text that is stored once and shown for ever without asking the rules again."""

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Outcome, Scored, State, Table

from . import canonical
from .bodies import NumbersBody, OutcomeBody

Counts = tuple[int, ...] | None

LEVELS = ("cards", "groups", "hu")
"""How well a hand was checked, best first."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored outcome. ``text`` is what counts; the rest is read from it."""

    text: str
    body: OutcomeBody

    @classmethod
    def read(cls, text: str) -> "Stored":
        """The outcome that this canonical text holds."""
        return cls(text, canonical.parse(text))

    @property
    def deltas(self) -> tuple[int, ...]:
        """Units won or lost, by player."""
        return tuple(self.body["deltas"])

    @property
    def state(self) -> str:
        """The text of the state after the deal."""
        return canonical.to_text(self.body["state_out"])

    @property
    def round_over(self) -> bool:
        """Whether a round ended with the deal."""
        return bool(self.body["round_over"])

    @property
    def version(self) -> int:
        """The version of the rules that scored it."""
        return int(self.body["rules_version"])

    def on(self, now: State, before: State, table: Table) -> "Stored":
        """商定: what this deal counted on top of ``before``, counted on top of ``now``.

        Only a running tally can tell the difference, and not beyond the end of a round.
        """
        after = State.from_text(self.state)
        if after.tally is None or self.round_over:
            return self
        tally = _plus_difference(after.tally, now.tally, before.tally)
        state = replace(after, tally=tally, wins=_plus_difference(after.wins, now.wins, before.wins))
        body = {**self.body, "tally": table.by_player(tally or ()), "state_out": state_body(state)}
        return Stored.read(canonical.to_text(body))

    def same_but_for_version(self, other: "Stored") -> bool:
        """Whether two outcomes differ in nothing a player could see."""
        return {**self.body, "rules_version": 0} == {**other.body, "rules_version": 0}


def _plus_difference(after: Counts, now: Counts, before: Counts) -> Counts:
    """``after`` with the difference between ``now`` and ``before`` added to it."""
    if after is None or now is None or before is None:
        return after
    return tuple(a + n - b for a, n, b in zip(after, now, before, strict=True))


AFTER_NUMBERS = ',"items":'
"""Where the explanations of a stored outcome begin; what moved comes before."""


def numbers_of(text: str) -> NumbersBody:
    """What moved by a stored outcome.

    Its explanations are not read, which is most of the work where thousands are counted.
    """
    numbers: NumbersBody = canonical.parse(text[: text.index(AFTER_NUMBERS)] + "}")
    return numbers


TALLIED = re.compile(r'"code":"counted","params":\{"hu":\d+,"n":(\d+)\}')
"""The line that says what a round counts of a hand, where rows of 名堂 may have made something else of its 胡."""


def tallied_of(text: str) -> int | None:
    """What a round counted of the hand that won a deal; None where it counted its 胡 as they are. Nothing is parsed."""
    found = TALLIED.search(text)
    return int(found[1]) if found else None


def write(outcome: Outcome, table: Table, version: int) -> Stored:
    """The outcome as it is stored; who is named by a number is a player, never a seat."""
    wins = [_win(scored, table) for scored in outcome.wins]
    counted: dict[str, Any] = {} if outcome.gains is None else {"gains": list(outcome.gains)}
    counted |= {"settling": outcome.settling} if outcome.settling else {}
    body = {
        **counted,
        "deltas": list(outcome.deltas(table.count)),
        "hu": _one_or_many([win["hu"] for win in wins]),
        "units": _one_or_many([win["units"] for win in wins]),
        "checked": worst(scored.checked for scored in outcome.wins),
        "items": [item._asdict() for item in outcome.items],
        "wins": wins,
        "flows": [asdict(flow) for flow in outcome.flows],
        "tally": None if outcome.tally is None else list(outcome.tally),
        "round_over": outcome.round_over,
        "warnings": [_problem(problem) for problem in outcome.warnings],
        "state_out": state_body(outcome.state),
        "rules_version": version,
    }
    return Stored.read(canonical.to_text(body))


def state_body(state: State) -> Any:
    """The state's canonical JSON as a value inside a larger one."""
    return canonical.parse(state.to_text())


def worst(levels: Any) -> str:
    """The weakest of several checks, empty where there was nothing to check."""
    found = sorted(levels, key=LEVELS.index)
    return found[-1] if found else ""


def _one_or_many(values: list[Any]) -> Any:
    """As the interface has it: null without a winner, the number of one, the list of several."""
    if len(values) > 1:
        return values
    return values[0] if values else None


def _win(scored: Scored, table: Table) -> dict[str, Any]:
    return {
        "winner": _player(table, scored.winner),
        "source": scored.source,
        "from": _player(table, scored.from_),
        "hu": scored.hu,
        "units": scored.units,
        "xing": scored.xing,
        "marks": list(scored.marks),
        "checked": scored.checked,
        "hand": scored.hand,
        "readings": scored.readings,
        "melds": [meld._asdict() for meld in scored.melds],
        "items": [item._asdict() for item in scored.items],
        "warnings": [_problem(problem) for problem in scored.warnings],
    }


def _player(table: Table, seat: int | None) -> int | None:
    return None if seat is None else table.players[seat]


def _problem(problem: Problem) -> dict[str, Any]:
    return asdict(problem)
