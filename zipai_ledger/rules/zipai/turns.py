"""轮庄 (lunzhuang): who deals and who sits out, deal by deal."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from .. import facts
from ..codec import Seat
from ..facts import known
from ..ruleset import State, Table


class Seats(NamedTuple):
    """Who deals, and who sits out if anybody does."""

    dealer: int
    sitting: int | None = None


class Turns:
    """Who deals next: the winner, and everybody plays. A game in which seats sit out, or others deal, has its own."""

    def first(self, table: Table) -> Seats:
        """Who deals and sits out first."""
        return Seats(table.first_dealer)

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        """The seat that sits out while ``dealer`` deals, None where everybody plays."""
        return None

    def after_win(self, table: Table, deal: facts.Win) -> Seats:
        """Who deals and sits out after a win."""
        return Seats(deal.winner)

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        """The same after a deal nobody won, with these seats: nothing moves."""
        return seats

    def open(self, table: Table) -> State:
        """The state before the first deal."""
        seats = self.first(table)
        return State(dealer=seats.dealer, sitting=seats.sitting)

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        """The deal with dealer and sitting seat as the rule proposes them."""
        dealer = state.dealer if deal.dealer is None else deal.dealer
        sitting = self.sitting_with(table, state, dealer) if deal.sitting is None else deal.sitting
        if (dealer, sitting) == (deal.dealer, deal.sitting):
            return deal
        return replace(deal, dealer=Seat(dealer), sitting=None if sitting is None else Seat(sitting))

    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        """The state with who deals and sits out next."""
        seats = self._next(table, deal)
        return replace(state, dealer=seats.dealer, sitting=seats.sitting)

    def _next(self, table: Table, deal: facts.Deal) -> Seats:
        if isinstance(deal, facts.Win):
            return self.after_win(table, deal)
        seats = Seats(known(deal.dealer), deal.sitting)
        return self.after_dead(table, seats) if isinstance(deal, facts.Dead) else seats


@dataclass(frozen=True)
class OppositeTurns(Turns):
    """坐醒 (zuoxing): with four seats the one opposite the dealer sits out, where ``sits_out``.

    After 黄庄 the dealer stays, or the next seat deals that does not sit out.
    """

    sits_out: bool
    dealer_stays: bool

    def first(self, table: Table) -> Seats:
        seats = self._seats(table, table.first_dealer)
        return seats if table.first_sitting is None else seats._replace(sitting=table.first_sitting)

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        return state.sitting if dealer == state.dealer else self._seats(table, dealer).sitting

    def after_win(self, table: Table, deal: facts.Win) -> Seats:
        return self._seats(table, deal.winner)

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        if self.dealer_stays:
            return seats
        following = table.after(seats.dealer)
        return self._seats(table, table.after(following) if following == seats.sitting else following)

    def _seats(self, table: Table, dealer: int) -> Seats:
        return Seats(dealer, table.after(dealer, 2) if self.sits_out else None)
