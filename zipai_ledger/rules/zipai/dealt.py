"""起手胡 (qishou hu): won with the cards dealt: 天胡, and 三笼五坎 where it is played (docs/rules/cards.md#opening-wins)."""

from dataclasses import dataclass
from functools import partial

from ..problems import Problem, Refused, inside
from .call import Call
from .form import check_count
from .hand import Hand
from .opening import ANY_SEAT, OpeningRules, check_opening_count, opening
from .readings import HandRules, Reading, readings
from .valuing import Dealt, Limits

BEGINNINGS = frozenset(("tianhu", "dihu"))
"""Marks that say how the deal began; a hand may have a pattern beside them."""


@dataclass(frozen=True)
class OnlyTianhu(Dealt):
    """Whoever wins with the cards dealt wins by 天胡: the games of docs/rules/deng.md know no other opening."""

    rules: HandRules

    def called(self, call: Call) -> Call:
        if call.source == "dealt" and not BEGINNINGS.intersection(call.marks):
            return call._replace(marks=("tianhu", *call.marks))
        return call

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        check_count(hand, self.rules.form, "hand.concealed")
        return call, readings(hand, self.rules)


@dataclass(frozen=True)
class TianhuFirst(Dealt):
    """天胡 where the dealer's cards are complete, else 三笼五坎, which 天胡 excludes."""

    rules: HandRules
    openings: OpeningRules

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """Raises `Refused` (``wrong_card_count``, ``bad_marks`` where another mark was claimed)."""
        above = ANY_SEAT if call.winner_deals is None else (int(call.winner_deals),)
        inside("hand", partial(check_opening_count, hand, self.openings, above))
        complete = readings(hand, self.rules) if call.winner_deals is not False else ()
        special = None if complete else opening(hand, self.openings)
        mark, found = ("tianhu", complete) if special is None else ("sanlongwukan", (special,))
        if found and call.marks not in ((), (mark,)):
            raise Refused(Problem("bad_marks", "marks", "differs", {"found": mark, "got": call.marks[0]}))
        return call._replace(marks=(mark,)), found


@dataclass(frozen=True)
class BestOpening(Dealt):
    """The same where 天胡 does not exclude 三笼五坎, which needs no minimum: 天胡 only where it is worth as much.

    Whichever mark was told of a hand that is both stands.
    """

    usual: TianhuFirst
    limits: Limits

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """Raises as `TianhuFirst`."""
        special = opening(hand, self.usual.openings)
        opens = special is not None and call.marks == ("sanlongwukan",)
        usual, found = self.usual.read(call._replace(marks=()) if opens else call, hand)
        if special is None or call.marks == ("tianhu",):
            return usual, found
        if opens or found[0].hu < max(special.hu, self.limits.minimum(call)):
            return call._replace(marks=("sanlongwukan",)), (special,)
        return usual, found
