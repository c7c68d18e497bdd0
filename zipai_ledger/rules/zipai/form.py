"""How many cards and groups a complete hand has (docs/rules/cards.md#complete-hand)."""

import dataclasses
from typing import Final

from ..problems import Param, Problem, Refused
from .cards import is_special
from .hand import Hand


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """How many groups and cards a game has. ``extra``: cards that two quads among those dealt bring.

    ``won_special``: whether a 飞王 or 秤子 that was laid or won may have brought a card too (邓's games before version 4).
    """

    groups: int
    held: int
    extra: int = 0
    won_special: bool = False


THREE: Final = Form(groups=7, held=20)
"""Three players, 20 cards, the dealer 21 (docs/rules/cards.md#complete-hand)."""

THREE_WITH_EXTRA: Final = Form(groups=7, held=20, extra=1)
"""As three players; two quads dealt bring one card more (docs/rules/dazipai.md#extra-card)."""

FOUR_AT_ONCE: Final = Form(groups=5, held=14)
"""Four playing at once, 14 cards, the dealer 15 (docs/rules/deng.md#seats)."""


def expected_count(hand: Hand, form: Form) -> int:
    """How many cards, without the winning card, a player of this form has with these quads (docs/rules/cards.md#card-counts)."""
    quads = hand.quads
    if hand.source == "dealt":
        return form.held + 1 + (form.extra if quads == 2 else 0)
    return form.held + max(0, quads - 1)


def most_count(hand: Hand, form: Form) -> int:
    """How many at most: quads of which held 飞王 or 秤子 are part may have brought cards, and nobody can know.

    Not with cards dealt; and the first quad never brings one (docs/rules/cards.md#special-cards).
    """
    expected = expected_count(hand, form)
    if hand.source == "dealt":
        return expected
    if form.won_special:
        return expected + len(hand.specials)
    held = sum(map(is_special, hand.concealed))
    return form.held + max(0, hand.quads + held - 1)


def check_count(hand: Hand, form: Form, field: str = "concealed") -> None:
    """Raises `Refused` (``wrong_card_count``; both numbers without the winning card) where it is wrong."""
    expected = expected_count(hand, form)
    got = hand.size
    if got < expected or expected < got > most_count(hand, form):
        params: dict[str, Param] = {"expected": expected, "got": got, "quads": hand.quads}
        raise Refused(Problem("wrong_card_count", field, "dealt" if hand.source == "dealt" else "", params))
