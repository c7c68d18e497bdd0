"""起手胡 (qishou hu): won with the cards dealt, where 天胡 and 三笼五坎 are both played (docs/rules/cards.md#opening-wins)."""

from ..problems import Problem, Refused, inside
from .call import Call
from .hand import Hand
from .opening import ANY_SEAT, OpeningRules, check_opening_count, opening
from .readings import HandRules, Reading, readings


def value_dealt(
    call: Call, hand: Hand, rules: HandRules, openings: OpeningRules
) -> tuple[Call, tuple[Reading, ...]]:
    """天胡 where the dealer's cards are complete, else 三笼五坎, which 天胡 excludes: the call with its mark.

    Raises `Refused` (``wrong_card_count``, ``bad_marks`` where another mark was claimed).
    """
    above = ANY_SEAT if call.winner_deals is None else (int(call.winner_deals),)
    inside("hand", lambda: check_opening_count(hand, openings, above))
    complete = readings(hand, rules) if call.winner_deals is not False else ()
    special = None if complete else opening(hand, openings)
    mark, found = ("tianhu", complete) if special is None else ("sanlongwukan", (special,))
    if found and call.marks not in ((), (mark,)):
        raise Refused(Problem("bad_marks", "marks", "differs", {"found": mark, "got": call.marks[0]}))
    return call._replace(marks=(mark,)), found


def value_dealt_best(
    call: Call, hand: Hand, rules: HandRules, openings: OpeningRules, minimum: int
) -> tuple[Call, tuple[Reading, ...]]:
    """The same where 天胡 does not exclude 三笼五坎, which needs no minimum: 天胡 only where it is worth as much.

    Whichever mark was told of a hand that is both stands. Raises as `value_dealt`.
    """
    special = opening(hand, openings)
    opens = special is not None and call.marks == ("sanlongwukan",)
    usual, found = value_dealt(call._replace(marks=()) if opens else call, hand, rules, openings)
    if special is None or call.marks == ("tianhu",):
        return usual, found
    if opens or found[0].hu < max(special.hu, minimum):
        return call._replace(marks=("sanlongwukan",)), (special,)
    return usual, found
