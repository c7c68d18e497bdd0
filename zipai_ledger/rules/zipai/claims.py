"""下比 (xiabi): equal cards have to be laid down with a 吃; kept back, in S4 停比下马 (tingbi xiama).

Told by a warning where the claimed card is known (docs/rules/cards.md#claims).
"""

import enum
from collections import Counter
from collections.abc import Callable

from ..problems import Problem
from .cards import COPIES, Card, card_name, is_special
from .hand import Hand
from .melds import SHAPES


class ClaimRule(enum.Enum):
    """Which equal cards have to be laid down together with a 吃."""

    EVERY_COPY = "every_copy"
    """大字牌 and the games of S4: none may stay in the hand."""
    MAKES_A_SHAPE = "makes_a_shape"
    """桂林字牌: none that makes a shape of 吃 with cards still held."""


def unlaid_claims(hand: Hand, rule: ClaimRule) -> tuple[Problem, ...]:
    """Warnings, never refusals: code ``unlaid_claim`` for each 吃 whose claimed card has an equal still held.

    Cards of a 坎 and of four held do not count. Without ``claimed`` nothing is checked,
    nor where that is a 飞王 or 秤子.
    """
    claimed = [
        (at, laid.meld, laid.claimed)
        for at, laid in enumerate(hand.exposed)
        if laid.claimed is not None and not is_special(laid.claimed)
    ]
    if not claimed:
        return ()
    held = Counter(hand.concealed)
    loose = Counter({card: copies for card, copies in held.items() if copies < COPIES - 1})
    offends = _OFFENDS[rule]
    return tuple(
        Problem("unlaid_claim", f"exposed.{at}", rule.value, {"card": card_name(card), "cards": meld.text})
        for at, meld, card in claimed
        if offends(card, loose)
    )


def _any_copy(card: Card, loose: Counter[Card]) -> bool:
    return loose[card] > 0


def _shape_with(card: Card, loose: Counter[Card]) -> bool:
    return any(card in shape and not Counter(shape) - loose for shape in SHAPES)


_OFFENDS: dict[ClaimRule, Callable[[Card, Counter[Card]], bool]] = {
    ClaimRule.EVERY_COPY: _any_copy,
    ClaimRule.MAKES_A_SHAPE: _shape_with,
}
