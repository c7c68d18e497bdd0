"""诈胡、岔胡 (zhahu, chahu): fouls, and what they cost (docs/rules/common.md#fouls)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from .. import facts
from ..facts import known
from ..problems import Param, Problem, Refused, inside
from ..ruleset import Flow, Item, Outcome, State, Table
from ..seating import by_player, others
from ..terms import FoulAsk
from .call import Call
from .hand import Hand, check_win
from .turns import Turns
from .valuing import Valuing


class Penalty(Protocol):
    """What a foul costs."""

    @property
    def ask(self) -> FoulAsk:
        """What has to be entered for a foul."""

    def check(self, deal: facts.Foul) -> None:
        """Raises `Refused` where what was claimed cannot be read."""

    def units(self, deal: facts.Foul) -> int:
        """The units it costs towards each other player; raises `Refused`."""


@dataclass(frozen=True)
class AgreedPenalty:
    """What was entered, else the usual: so many units, or the minimum of the deal (None)."""

    ask: FoulAsk
    usual: int | None = None

    def check(self, deal: facts.Foul) -> None:
        """Whatever was claimed does not matter."""

    def units(self, deal: facts.Foul) -> int:
        if deal.units is not None:
            return deal.units
        return known(deal.min_hu) if self.usual is None else self.usual


def claimed_hand(deal: facts.Foul) -> Hand | None:
    """The hand of a foul, if it was noted; raises `Refused` where it cannot be read."""
    return None if deal.hand is None else Hand.from_json(deal.hand)


@dataclass(frozen=True)
class ClaimedPenalty:
    """What the hand claimed would have been paid: as entered, else by its 胡 (at least the minimum), else by its cards."""

    valuing: Valuing
    ask: FoulAsk = field(default_factory=partial(FoulAsk, units=True, hu=True, hand=True))

    def check(self, deal: facts.Foul) -> None:
        claimed_hand(deal)

    def units(self, deal: facts.Foul) -> int:
        """Raises `Refused` (``bad_deal``) where it cannot be known: a hand that does not score needs one of the others."""
        if deal.units is not None:
            return deal.units
        if deal.hu is not None:
            hu = max(deal.hu, self.valuing.limits.min_hu)
            return self.valuing.pricing.price(Call(source="other_draw", hu=hu), hu, None).units
        return self._by_cards(deal)

    def _by_cards(self, deal: facts.Foul) -> int:
        hand = claimed_hand(deal)
        unknown = Problem("bad_deal", "hu", "foul_value")
        if hand is None:
            raise Refused(unknown)
        try:
            inside("hand", partial(check_win, hand))
            call = Call(source=hand.source or "", hand=hand, winner_deals=deal.offender == deal.dealer)
            return self.valuing.value(call)[1].units
        except Refused as refused:
            raise Refused(*refused.problems, unknown) from None


@dataclass(frozen=True)
class FixedPenalty:
    """The same whatever was claimed; who agreed otherwise at the table notes an adjustment."""

    cost: int
    ask: FoulAsk

    def check(self, deal: facts.Foul) -> None:
        claimed_hand(deal)

    def units(self, deal: facts.Foul) -> int:
        if deal.units is not None:
            raise Refused(Problem("bad_deal", "units", "foul_fixed"))
        return self.cost


PlayFoul = Callable[[Table, State, facts.Foul], Outcome]


@dataclass(frozen=True, kw_only=True)
class Fouls:
    """Plays a foul that is paid to each of the others, and perhaps to who sits out: so many shares.

    ``how`` chooses the wording, ``how_sitting`` that of a foul which somebody sitting out is paid for.
    """

    penalty: Penalty
    turns: Turns
    how: str = ""
    sitting_shares: int = 0
    how_sitting: str = ""

    def play(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        """What the foul does; raises `Refused` where its cost cannot be known."""
        units, how = self.units(state, deal), self.how
        payees = [(seat, units) for seat in others(table, deal, deal.offender)]
        if deal.sitting is not None and self.sitting_shares:
            payees.append((deal.sitting, self.sitting_shares * units))
            how = self.how_sitting
        flows = tuple(Flow(deal.offender, seat, owed, "foul") for seat, owed in payees)
        params: dict[str, Param] = {"how": how, "units": units} if how else {"units": units}
        return Outcome(
            deal=deal,
            state=self.turns.after(table, state, deal),
            flows=by_player(table, flows),
            items=(Item("foul", params, units),),
        )

    def units(self, state: State, deal: facts.Foul) -> int:
        """What it costs towards each other player; raises `Refused` where that cannot be known."""
        return self.penalty.units(deal)
