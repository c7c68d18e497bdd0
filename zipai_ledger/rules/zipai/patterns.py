"""名堂 (mingtang): 天地红飘乌, found from the cards of a hand (rules 2 "huashi"; S4)."""

from collections.abc import Sequence
from typing import Final

from .call import Call
from .cards import Card, is_red
from .hand import Hand
from .melds import MELDS
from .readings import Reading

PATTERNS: Final = ("tianhu", "dihu", "honghu", "manyuanhua", "piaohu", "wuhu")
"""In the order they are named."""

BY_CARDS: Final = PATTERNS[2:]
"""Those the cards show; the others tell how the deal began."""

LUCKY_REDS: Final = frozenset((1, 4, 7))
"""红胡 (honghu): so many red cards, 一点朱 among them; or as many as `MANY_REDS`, 大红."""

MANY_REDS: Final = 10

_HOLDS_RED: Final = tuple(any(is_red(card) for card in meld.cards) for meld in MELDS)


def reds(cards: Sequence[Card]) -> int:
    """How many of these cards are red."""
    return sum(map(is_red, cards))


def found(hand: Hand, reading: Reading, marks: Sequence[str]) -> tuple[str, ...]:
    """The patterns of one reading, with what the marks say of how the deal began."""
    red = reds(hand.cards())
    shown = {
        "tianhu": "tianhu" in marks,
        "dihu": "dihu" in marks,
        "honghu": red in LUCKY_REDS or red >= MANY_REDS,
        "manyuanhua": all(_HOLDS_RED[meld.index] for meld in reading.melds),
        "piaohu": reading.hu == 0,
        "wuhu": red == 0,
    }
    return tuple(pattern for pattern in PATTERNS if shown[pattern])


def told(call: Call) -> tuple[str, ...]:
    """The patterns that were called, in their order."""
    return tuple(pattern for pattern in PATTERNS if pattern in call.marks)


def contradiction(call: Call) -> tuple[str, str] | None:
    """Two patterns called that no hand has both, None where all is well."""
    red = [mark for mark in ("honghu", "manyuanhua") if mark in call.marks]
    return ("wuhu", red[0]) if red and "wuhu" in call.marks else None
