"""老式字牌 (laoshi zipai): a deck with 飞王 and 秤子, and what a table with one has to say of them (docs/rules/cards.md#special-cards)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from ..options import numbers
from ..problems import Param, Problem, Refused
from ..ruleset import Item, Substitution
from .cards import COPIES, FEI, NAMES, Card, card_name
from .hand import Hand
from .handrules import Reading

SPECIALS: Final = NAMES[FEI:]
NO_DECK: Final[dict[str, int]] = dict.fromkeys(SPECIALS, 0)
ENGLISH: Final = ("joker", "big 2-7-10 scale", "small 2-7-10 scale", "big 3-6-9 scale", "small 3-6-9 scale")
STANDS: Final = "stands"
"""The explained line of one special card."""

SPECIAL_CARDS = numbers(
    "special_cards",
    NO_DECK,
    ("飞王和秤子", "Joker and scale card"),
    (
        "老式字牌里有几张。飞王当哪张都行，秤子当它那三张里的一张。",
        "How many an old-style deck has: joker stands for any card, scale card for one of its three.",
    ),
    "S4",
    {
        name: (f"{name}王" if name == NAMES[FEI] else name, english)
        for name, english in zip(SPECIALS, ENGLISH, strict=True)
    },
    greatest=COPIES,
)


def check_deck(specials: Mapping[str, int], hand: Hand) -> None:
    """Raises `Refused` (``bad_card``, ``too_many_copies``) for special cards that the deck has not, or not so many.

    ``specials``: how many of each 飞王 and 秤子 it has, by name.
    """
    if hand.specials and (problems := tuple(_problems(specials, hand))):
        raise Refused(*problems)


def _problems(known: Mapping[str, int], hand: Hand) -> Iterator[Problem]:
    for card, got in sorted(Counter(hand.specials).items()):
        name, field = card_name(card), _field(hand, card)
        if not any(known.values()):
            yield Problem("bad_card", field, "no_specials", {"card": name})
        elif got > known[name]:
            params: dict[str, Param] = {"card": name, "got": got, "most": known[name]}
            yield Problem("too_many_copies", field, "special", params)


def _field(hand: Hand, card: Card) -> str:
    if card in hand.concealed:
        return "hand.concealed"
    return "hand.winning_card" if card == hand.winning_card else "hand.exposed"


def substitutions(reading: Reading) -> tuple[Substitution, ...]:
    """What each special card of the reading that is paid stands for."""
    return tuple(
        [Substitution(card_name(each.special), card_name(each.card), each.at) for each in reading.stands]
    )


def lines(stands: tuple[Substitution, ...]) -> tuple[Item, ...]:
    """The same as explained lines, worth nothing themselves."""
    return tuple([Item(STANDS, {"card": each.card, "for": each.stands_for}, 0) for each in stands])
