"""A deal as it shall stand, and what becomes of it: the words of the fold."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger.ledger.trail import canonical, outcomes
from zipai_ledger.ledger.trail.columns import difference
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.models import Deal, Stage
from zipai_ledger.rules import codec, facts, proposed, registry
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Carried, Game, Ruleset, State, Table


class LaterSeats(StrEnum):
    """What becomes of dealer, sitting seat and minimum of the deals after a corrected one."""

    AS_SEEN = "seen"
    BY_RULE = "rule"


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset at one stage's table."""

    ruleset: Ruleset
    table: Table

    @classmethod
    def of(cls, stage: Stage) -> "Rules":
        """The rules of a stored stage; raises `Refused` (``unknown_ruleset``) where they are gone."""
        carried = canonical.parse(stage.carried_in)
        table = Table(
            options=registry.played(stage.ruleset, stage.version, canonical.parse(stage.options)),
            players=tuple(canonical.parse(stage.seats)),
            count=stage.player_count,
            first_dealer=stage.first_dealer,
            first_sitting=stage.first_sitting,
            carried_in=None if carried is None else codec.read(Carried, carried),
        )
        return cls(registry.get(stage.ruleset), table)

    @property
    def game(self) -> Game:
        """The game under the table's house rules."""
        return self.ruleset.game(self.table.options)

    def as_of(self, version: int) -> "Rules":
        """The same table under the rules that a deal of this version keeps."""
        return Rules(self.ruleset.as_of(version), self.table)

    def tally(self, state: State) -> tuple[int, ...] | None:
        """The running 胡 of the open round by player."""
        return None if state.tally is None else self.table.by_player(state.tally)

    def play(self, state: State, fact: facts.Deal) -> tuple[facts.Deal, Stored]:
        """The deal with dealer, sitting seat and minimum, and what it does; raises `Refused`."""
        outcome = self.ruleset.play(self.table, state, fact)
        return outcome.deal, outcomes.write(outcome, self.table, self.ruleset.version)

    def follow(self, fact: facts.Deal, before: State, now: State) -> facts.Deal:
        """The fact with dealer, sitting seat and minimum as the rule has them now, where it had them so before."""
        return proposed.follow(self.ruleset, self.table, fact, before, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A deal as it shall stand: ``counted`` is the outcome that counted so far, None where none did."""

    key: int
    position: int
    fact: facts.Deal
    live: bool = True
    agreed: bool = False
    counted: Stored | None = None

    @classmethod
    def of(cls, deal: Deal) -> "Entry":
        """The entry of a stored deal, unchanged."""
        return cls(
            key=deal.key,
            position=deal.position,
            fact=read_fact(deal.fact),
            live=deal.live,
            agreed=deal.agreed,
            counted=Stored.read(deal.outcome) if deal.live else None,
        )


def read_fact(text: str) -> facts.Deal:
    """The fact that a deal stores."""
    return facts.from_json(canonical.parse(text))


def write_fact(fact: facts.Deal) -> str:
    """The text that a deal stores of its fact."""
    return canonical.to_text(facts.to_json(fact))


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of one entry. ``after`` is the outcome that counts from now on, None where none does."""

    entry: Entry
    after: Stored | None

    @property
    def changed(self) -> bool:
        """Whether something else counts than before."""
        return self.after != self.entry.counted

    @property
    def difference(self) -> tuple[int, ...]:
        """Posting target minus already posted, by player."""
        return difference(_deltas(self.after), _deltas(self.entry.counted))


def _deltas(stored: Stored | None) -> tuple[int, ...]:
    return stored.deltas if stored else ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A deal for which the rule would now propose another dealer or sitting seat; facts stay as seen."""

    key: int
    position: int
    dealer: int | None
    sitting: int | None
    proposed_dealer: int
    proposed_sitting: int | None


@dataclass(frozen=True, slots=True)
class Followed:
    """A later deal that follows the rule: ``was`` as it is stored, ``now`` as it becomes."""

    key: int
    position: int
    was: facts.Deal
    now: facts.Deal


@dataclass(frozen=True, slots=True)
class Derived:
    """The result of a fold: the edited step first, then each later deal that changed.

    ``blocked`` names deals that can no longer stand and why, ``kept`` those kept as agreed for that reason.
    ``followed`` are later deals whose facts follow the rule, ``contrary`` the positions of those that cannot: what was
    seen in them says otherwise.
    ``met`` tells that the new states have met the stored ones, so that nothing after can change; otherwise
    ``state`` is the state after the last deal.
    """

    steps: tuple[Step, ...]
    blocked: Mapping[int, tuple[Problem, ...]]
    kept: tuple[int, ...]
    turns: tuple[Turn, ...]
    followed: tuple[Followed, ...]
    contrary: tuple[int, ...]
    state: State
    met: bool

    @property
    def difference(self) -> tuple[int, ...]:
        """What the stage's totals gain, by player."""
        total: tuple[int, ...] = ()
        for step in self.steps:
            total = difference(total, tuple(-value for value in step.difference))
        return total
