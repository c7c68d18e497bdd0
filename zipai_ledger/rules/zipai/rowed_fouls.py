"""诈胡 (zhahu) in games with a table of 名堂: what was claimed, or a fixed number (docs/rules/paohuzi.md#fouls)."""

from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..outcome import Outcome
from ..problems import Problem, Refused, inside
from ..state import State, Table
from .call import Call
from .fouls import ClaimedPenalty, Fouls, claimed_hand
from .hand import check_win
from .rowed import RowPricing


@dataclass(frozen=True)
class RowedClaim(ClaimedPenalty):
    """What was claimed; 胡 alone count no rows, and cards without what is turned after a win."""

    def units(self, deal: facts.Foul) -> int:
        pricing = self.valuing.pricing
        if deal.units is None and deal.hu is not None and isinstance(pricing, RowPricing):
            return pricing.bare(max(deal.hu, self.valuing.limits.min_hu))
        return super().units(deal)

    def _by_cards(self, deal: facts.Foul) -> int:
        hand = claimed_hand(deal)
        unknown = Problem("bad_deal", "hu", "foul_value")
        if hand is None:
            raise Refused(unknown)
        try:
            inside("hand", partial(check_win, hand))
            call = Call(source=hand.source or "", hand=hand, winner_deals=deal.offender == deal.dealer)
            return self.valuing.value(self.valuing.pricing.by_itself(call))[1].units
        except Refused as refused:
            raise Refused(*refused.problems, unknown) from None


@dataclass(frozen=True, kw_only=True)
class AnsweredFouls(Fouls):
    """Plays a foul, and answers what it cost. ``dead_counts``: dead deals before raise what was claimed (黄番)."""

    dead_counts: bool

    def play(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        outcome = super().play(table, state, deal)
        return replace(outcome, answers={"units": outcome.items[0].units})

    def units(self, state: State, deal: facts.Foul) -> int:
        units = super().units(state, deal)
        return units if deal.units is not None or not self.dead_counts else units * ((state.dead or 0) + 1)
