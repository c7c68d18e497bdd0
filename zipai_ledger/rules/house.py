"""桌规 (zhuogui): what a table may add to any game, around its course (docs/rules/common.md#house-rules).

A game prices the payments of its wins by `House.pledging` itself, before they are anybody's; the rest happens here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from . import facts
from .evening import Evening, LowWin
from .outcome import Flow, Item, Outcome
from .pledges import NO_PLEDGES, PledgeKind, Pledging
from .problems import Collector, Param, Problem
from .state import State, Table

COUNTED = (facts.Win, facts.SharedWin, facts.TilesWon, facts.Dead, facts.Opening, facts.Points)
"""What counts as a deal of the evening."""

PAIR = 2
"""As many play where a stage is closed."""


class Course(Protocol):
    """A game from deal to deal, as far as it matters here."""

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        """The deal with what the rule proposes filled in."""

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        """What the deal does; raises `Refused`."""


@dataclass(frozen=True)
class House:
    """What one table adds. ``deals`` of an evening, 0 for no end."""

    pledging: Pledging = NO_PLEDGES
    deals: int = 0
    low: LowWin = field(default_factory=LowWin)

    def asks_pledges(self, state: State) -> bool:
        """Whether everybody announces some before the coming deal: not while those of an open round stand."""
        return self.pledging.is_played and state.pledges is None

    def closes(self, table: Table) -> bool:
        """Whether a stage at this table may be closed."""
        return table.seats == PAIR

    def evening(self, state: State) -> Evening | None:
        """How far the evening is, None where it has no end."""
        return Evening(self.deals, state.played or 0) if self.deals else None

    def open(self, table: Table, state: State) -> State:
        """The state before the first deal, with what is counted here."""
        if not self.deals and not self._adds_up(table):
            return state
        total = (0,) * PAIR if self._adds_up(table) else None
        return replace(state, played=0 if self.deals else None, total=total)

    def _adds_up(self, table: Table) -> bool:
        return self.closes(table) and self.low.below > 0

    def play(self, course: Course, table: Table, state: State, deal: facts.Deal) -> Outcome:
        """What the deal does; raises `Refused` with everything that is wrong with it."""
        closing = isinstance(deal, facts.Close)
        if closing or state.closed or deal.pledges is not None:
            self._check(course, table, state, deal)
        if closing:
            return self._close(table, state, course.complete(table, state, deal))
        return self._counted(table, state, course.play(table, state, deal))

    def _check(self, course: Course, table: Table, state: State, deal: facts.Deal) -> None:
        """Raises `Refused` with what is wrong here, and with it what the game would refuse without the pledges."""
        found = Collector()
        found.extend(self._problems(course, table, state, deal))
        if found.problems and not isinstance(deal, facts.Close):
            found.attempt(partial(course.play, table, state, replace(deal, pledges=None)))
        found.finish()

    def _problems(self, course: Course, table: Table, state: State, deal: facts.Deal) -> Iterator[Problem]:
        if state.closed:
            yield Problem("bad_deal", "result", "closed")
        if deal.pledges is not None:
            yield from self.pledging.problems(table, course.complete(table, state, deal))
        if not isinstance(deal, facts.Close):
            return
        if not self.closes(table):
            yield Problem("bad_deal", "result", "close_two", {"seats": table.seats})
        if state.in_round:
            yield Problem("bad_deal", "result", "close_round")

    def _close(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        """收场: the winner's units of the stage at what they are raised to."""
        total = state.total or (0,) * PAIR
        winner = total.index(max(total))
        units, paid = total[winner], self.low.raised(total[winner])
        flows = self._raise(table, winner, paid - units)
        params: dict[str, Param] = {"units": units, "least": self.low.below, "paid": paid}
        if flows:
            params = {"how": "low", "player": table.players[winner], **params}
        outcome = Outcome(deal=deal, state=state, flows=flows, items=(Item("close", params, 0),))
        if state.tally is not None:
            outcome = replace(outcome, tally=table.by_player(state.tally))
        outcome = self._counted(table, state, outcome)
        return replace(outcome, state=replace(outcome.state, closed=True))

    def _raise(self, table: Table, winner: int, units: int) -> tuple[Flow, ...]:
        payer, payee = table.players[table.after(winner)], table.players[winner]
        return (Flow(payer, payee, units, "close"),) if units else ()

    def _counted(self, table: Table, before: State, outcome: Outcome) -> Outcome:
        """The outcome with what is counted here in its state; a deal beyond the evening's has a line of it."""
        if before.played is None and before.total is None:
            return outcome
        counts = isinstance(outcome.deal, COUNTED)
        if counts and self.deals and (before.played or 0) >= self.deals:
            over = Problem("evening_over", "", "", {"deals": self.deals})
            outcome = replace(outcome, warnings=(*outcome.warnings, over))
        played = None if before.played is None else before.played + counts
        total = None if before.total is None else _added(table, before.total, outcome)
        return replace(outcome, state=replace(outcome.state, played=played, total=total))


def _added(table: Table, total: tuple[int, ...], outcome: Outcome) -> tuple[int, ...]:
    """Units by seat with what a deal brought."""
    deltas = outcome.deltas(table.count)
    return tuple(units + deltas[player] for units, player in zip(total, table.players, strict=True))


@dataclass(frozen=True, kw_only=True)
class HouseOptions:
    """What any game of which two may play lets a table choose."""

    evening_deals: int
    low_below: int
    low_times: int
    low_add: int

    @property
    def pledging(self) -> Pledging:
        """How pledges count: not at all."""
        return NO_PLEDGES

    @property
    def house(self) -> House:
        """What the table adds to the game."""
        return House(self.pledging, self.evening_deals, LowWin(self.low_below, self.low_times, self.low_add))


@dataclass(frozen=True, kw_only=True)
class PledgedOptions(HouseOptions):
    """The same where wins are paid in units."""

    pledge: PledgeKind
    pledge_max: int
    cap: int

    @property
    def pledging(self) -> Pledging:
        """How pledges and the cap count."""
        return Pledging(self.pledge, self.pledge_max, self.cap)
