"""A hand that shows what a house rule does, under whatever rules are chosen beside it."""

from collections.abc import Mapping

from ..codec import Count, Json, Seat
from ..facts import Win, Xing
from ..ruleset import Example
from .discards import DiscardWins
from .xing import XingOptions

CARDS: Json = {
    "exposed": [{"kind": "kaiduo", "cards": "伍伍伍伍"}, {"kind": "peng", "cards": "五五五"}],
    "concealed": "贰柒拾壹贰叁七八捌玖拾四四",
    "winning_card": "九",
}
TURNED = "八"
CALLED = 22
WINNER, NEXT = Seat(0), Seat(1)

LINES: Mapping[str, tuple[str, ...]] = {
    "min_hu": ("base",),
    "hu_per_unit": ("base",),
    "xing": ("base", "xing"),
    "xing_kinds": ("base", "xing"),
}
"""The lines worth showing beside an option; all of them where it is not named."""


def example_by_hu(discards: DiscardWins, code: str) -> Example | None:
    """The example of a game without 醒, by its 胡 alone, so that it fits however many play."""
    if code in ("min_hu", "hu_per_unit"):
        return Example(Win(winner=WINNER, source="other_draw", hu=Count(CALLED)), ("base",))
    if code == "discard_wins" and discards != "off":
        deal = Win(winner=WINNER, source="discard", from_=NEXT, hu=Count(CALLED))
        return Example(deal, paid=True)
    return None


def example_for(o: XingOptions, discards: bool, code: str) -> Example | None:
    """The deal that shows this option, None where none would add to its sentence.

    ``discards``: discards may win.
    """
    xing = Xing(flipped=(TURNED,)) if o.xing == "flip" else None
    if code in LINES:
        return Example(Win(winner=WINNER, source="other_draw", hand=CARDS, xing=xing), LINES[code])
    if code == "self_draw":
        return Example(Win(winner=WINNER, source="self_draw", hand=CARDS, xing=xing))
    if code == "discard_multiple" and discards:
        deal = Win(winner=WINNER, source="discard", from_=NEXT, hand=CARDS, xing=xing)
        return Example(deal, paid=True)
    if code == "special":
        none = None if o.xing == "none" else Xing(count=Count(0), lower=Count(0))
        return Example(Win(winner=WINNER, source="dealt", hu=Count(CALLED), marks=("tianhu",), xing=none))
    return None
