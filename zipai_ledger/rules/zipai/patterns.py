"""名堂 (mingtang): 天地红飘乌, found from the cards of a hand (docs/rules/huashi.md#patterns)."""

from collections.abc import Sequence
from typing import Final

from .call import Call
from .cards import is_red
from .melds import MELDS
from .readings import Reading

PATTERNS: Final = ("tianhu", "dihu", "honghu", "manyuanhua", "piaohu", "wuhu")
"""In the order they are named."""

BY_CARDS: Final = PATTERNS[2:]
"""Those the cards show; the others are of how the deal began."""

LUCKY_REDS: Final = frozenset((1, 4, 7))
"""红胡 (honghu): so many red cards, 一点朱 among them; or as many as `MANY_REDS`, 大红."""

MANY_REDS: Final = 10

_REDS: Final = tuple(sum(map(is_red, meld.cards)) for meld in MELDS)


def reds(reading: Reading) -> int:
    """How many of its cards are red, 飞王 and 秤子 as what they stand for."""
    return sum([_REDS[meld.index] for meld in reading.melds])


def found(reading: Reading, marks: Sequence[str]) -> tuple[str, ...]:
    """The patterns of one reading, with those of how the deal began, by its marks."""
    red = reds(reading)
    holds = {
        "tianhu": "tianhu" in marks,
        "dihu": "dihu" in marks,
        "honghu": red in LUCKY_REDS or red >= MANY_REDS,
        "manyuanhua": all(_REDS[meld.index] for meld in reading.melds),
        "piaohu": reading.hu == 0,
        "wuhu": red == 0,
    }
    return tuple(pattern for pattern in PATTERNS if holds[pattern])


def marks_of(call: Call) -> tuple[str, ...]:
    """The patterns that were called, in their order."""
    return tuple(pattern for pattern in PATTERNS if pattern in call.marks)


def contradiction(call: Call) -> tuple[str, str] | None:
    """Two patterns called that no hand has both, None where all is well."""
    red = [mark for mark in ("honghu", "manyuanhua") if mark in call.marks]
    return ("wuhu", red[0]) if red and "wuhu" in call.marks else None
