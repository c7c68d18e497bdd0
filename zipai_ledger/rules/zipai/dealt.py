"""起手胡 (qishou hu): won with the cards dealt: 天胡, and 三笼五坎 where it is played (docs/rules/cards.md#opening-wins)."""

from dataclasses import dataclass
from functools import partial

from ..problems import Problem, Refused, inside
from .call import BEGINNINGS, Call
from .form import check_count
from .hand import Hand
from .opening import ANY_SEAT, OpeningRules, check_opening_count, kinds_of_opening, opening
from .readings import HandRules, Reading, readings
from .valuing import Dealt, Limits

EITHER = "sanlongwukan"
"""三笼 or 五坎, whichever the hand shows."""


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
class EveryKind(Dealt):
    """天胡, 三笼 and 五坎, all that the cards show; the reading worth most is paid, complete or opening."""

    rules: HandRules
    openings: OpeningRules

    def called(self, call: Call) -> Call:
        """The call; raises `Refused` (``bad_marks``) where no hand shows both, since a quad is no triple."""
        if call.marks and {"sanlong", "wukan"} <= {*call.marks} and not self.openings.quads_in_five:
            raise Refused(Problem("bad_marks", "marks", "quads_apart"))
        return call

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """Raises `Refused` (``wrong_card_count``, ``bad_marks`` where a mark was claimed that is not there)."""
        _check_count(call, hand, self.openings)
        found = readings(hand, self.rules) if call.winner_deals is not False else ()
        opened, kinds = opening(hand, self.openings), kinds_of_opening(hand, self.openings)
        marks = (*(("tianhu",) if found else ()), *kinds)
        missing = [mark for mark in call.marks if mark not in marks and not (mark == EITHER and kinds)]
        if marks and missing:
            raise Refused(Problem("bad_marks", "marks", "differs", {"found": marks[0], "got": missing[0]}))
        if opened and (not found or opened.hu > found[0].hu):
            found = (opened,)
        return call._replace(marks=marks), found


def _check_count(call: Call, hand: Hand, openings: OpeningRules) -> None:
    above = ANY_SEAT if call.winner_deals is None else (int(call.winner_deals),)
    inside("hand", partial(check_opening_count, hand, openings, above))


@dataclass(frozen=True)
class TianhuFirst(Dealt):
    """The first edition: 天胡 where the dealer's cards are complete, else 三笼五坎, one mark, which 天胡 excludes."""

    rules: HandRules
    openings: OpeningRules

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """Raises `Refused` (``wrong_card_count``, ``bad_marks`` where another mark was claimed)."""
        _check_count(call, hand, self.openings)
        complete = readings(hand, self.rules) if call.winner_deals is not False else ()
        special = None if complete else opening(hand, self.openings)
        mark, found = ("tianhu", complete) if special is None else (EITHER, (special,))
        if found and call.marks not in ((), (mark,)):
            raise Refused(Problem("bad_marks", "marks", "differs", {"found": mark, "got": call.marks[0]}))
        return call._replace(marks=(mark,)), found


@dataclass(frozen=True)
class BestOpening(Dealt):
    """The first edition where 天胡 does not exclude 三笼五坎, which needs no minimum: 天胡 only where it is worth as much.

    Whichever mark was claimed of a hand that is both stands.
    """

    usual: TianhuFirst
    limits: Limits

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """Raises as `TianhuFirst`."""
        special = opening(hand, self.usual.openings)
        opens = special is not None and call.marks == (EITHER,)
        usual, found = self.usual.read(call._replace(marks=()) if opens else call, hand)
        if special is None or call.marks == ("tianhu",):
            return usual, found
        if opens or found[0].hu < max(special.hu, self.limits.minimum(call)):
            return call._replace(marks=(EITHER,)), (special,)
        return usual, found
