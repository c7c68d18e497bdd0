"""胡了付钱 (hule fuqian): a win that was played: what its hand is worth, who pays it, and who deals next."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .. import facts
from ..pledges import NO_PLEDGES, Pledging
from ..problems import together
from ..ruleset import Flow, Item, Outcome, State, Table
from ..seating import by_player, naming_players
from .call import Call, Priced, check_sources
from .turns import Turns
from .valuing import Valuing


class Paid(NamedTuple):
    """Payments by seat, and the lines that explain what does not go to the winner."""

    flows: tuple[Flow, ...] = ()
    lines: tuple[Item, ...] = ()


Payment = Callable[[Table, facts.Win, str | None, Priced], Paid]
"""付法 (fufa): who pays the winner for a hand of this price, whose winning card came from this source."""


def no_payment(table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Nobody pays for a hand."""
    return Paid()


@dataclass(frozen=True)
class Wins:
    """Plays a deal that somebody won."""

    valuing: Valuing
    turns: Turns
    payment: Payment = no_payment
    pledging: Pledging = NO_PLEDGES

    def play(self, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        """What the win does; raises `Refused` with everything that is wrong with it."""
        _, (scored, priced) = together(
            partial(self._check_from, deal, call), partial(self.valuing.value, call)
        )
        won = scored._replace(winner=deal.winner, from_=deal.from_)
        paid = self.payment(table, deal, won.source, priced)
        pledged = self.pledging.paid(deal, paid.flows)
        return Outcome(
            deal=deal,
            state=self.turns.after(table, state, deal),
            flows=by_player(table, pledged.flows),
            items=won.items + paid.lines + naming_players(table, pledged.lines),
            wins=(won,),
            warnings=won.warnings,
        )

    def _check_from(self, deal: facts.Win, call: Call) -> None:
        """Raises `Refused` where who discarded or drew the card cannot have."""
        check_sources(deal, call)
        self.valuing.marks.check_from(deal, call)
