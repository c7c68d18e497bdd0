"""桌规 (zhuogui): what a table may add to any game, worked out for its rulebook (docs/rules/common.md#house-rules)."""

from dataclasses import replace

from .codec import Count
from .facts import Adjust, Close, Deal
from .options import Options, Words
from .rulebook import Case

BELOW = 4
"""By so much a win stays below what is raised on closing."""


def house_examples(options: Options, seats: int, won: Deal) -> dict[str, Case]:
    """``pledged``: ``won``, a win by 甲, where he and 乙 announced 1. ``low``, where two sit: they close after a low win.

    None where the game leaves a table nothing to add.
    """
    low_below = options.get("low_below")
    if low_below is None:
        return {}
    pledges = tuple(Count(number) for number in (1, 1, 0, 0)[:seats])
    words = Words("甲自摸，开打前甲、乙各报 1，别人报 0", "A draws the card; A and B announced 1, others 0")
    found = {"pledged": Case(words, (replace(won, pledges=pledges),), ("lines", "paid"))}
    if seats == 2:
        units = max(1, int(f"{low_below}") - BELOW)
        closing = Words(f"甲一共赢了 {units}，收场", f"A has won {units} in all, and they close")
        found["low"] = Case(closing, (Adjust(deltas=(units, -units)), Close()), ("lines", "paid"))
    return found
