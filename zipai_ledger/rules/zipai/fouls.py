"""岔胡 (chahu): what a hand that was claimed wrongly would have been worth (docs/rules/common.md#fouls)."""

from typing import cast

from .. import facts
from ..options import Options
from ..problems import Problem, Refused, inside
from .call import Call
from .hand import Hand, check_win
from .valuing import Valuing


def claimed_hand(deal: facts.Deal) -> Hand | None:
    """The hand of a foul, if it was noted; raises `Refused` where it cannot be read."""
    if not isinstance(deal, facts.Foul) or deal.hand is None:
        return None
    return Hand.from_json(deal.hand, "hand")


def claimed_units(ruleset: Valuing, options: Options, deal: facts.Foul) -> int:
    """The units of the hand claimed: those told, else by its 胡 (at least the minimum), else by its cards.

    Raises `Refused` (``bad_deal``) where it cannot be known: a hand that does not score needs one of the others.
    """
    if deal.units is not None:
        return deal.units
    if deal.hu is not None:
        hu = max(deal.hu, cast(int, options["min_hu"]))
        return ruleset.price(options, Call(source="other_draw", hu=hu), hu, None).units
    hand = claimed_hand(deal)
    unknown = Problem("bad_deal", "hu", "foul_value")
    if hand is None:
        raise Refused(unknown)
    try:
        inside("hand", lambda: check_win(hand))
        call = Call(source=hand.source or "", hand=hand, winner_deals=deal.offender == deal.dealer)
        return ruleset.value(options, call)[1].units
    except Refused as refused:
        raise Refused(*refused.problems, unknown) from None
