"""听牌 (tingpai) of a hand that has won: which cards would have won too, each with what it would have been worth.

Players call a win that nobody saw 放流 (docs/rules/cards.md#waits); this settles such arguments after the hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Worth(NamedTuple):
    """What a hand would have been worth: ``hu`` where its game counts 胡, ``units`` where a hand has some.

    ``pattern`` is the 名堂 or 牌型 paid. Not ``enough``: the cards make a hand that reaches no minimum.
    """

    hu: int
    units: int | None = None
    pattern: str = ""
    enough: bool = True

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What is compared: what it pays, before 胡."""
        return (self.enough, self.units or 0, self.hu)


class Chance(NamedTuple):
    """A card to wait for, by name: ``left`` copies that nobody has seen, and what it is worth by source."""

    card: str
    left: int
    worth: Mapping[str, Worth]

    @property
    def wins(self) -> bool:
        """Whether it would have won from anywhere."""
        return any(worth.enough for worth in self.worth.values())


class OpenHand(NamedTuple):
    """A hand that a seat shows, in the notation of its game, without a winning card."""

    seat: int
    text: str


class Laid(NamedTuple):
    """A group that lay on the table: its kind, and its cards as text."""

    kind: str
    cards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A winner's hand just before the winning card: ``laid`` groups and ``held`` cards, and what it waited for.

    ``won`` is the card that came; empty where nobody noted it, and then ``may_be`` lists what it can have been.
    ``sources`` are those the table plays, in the order they are listed; 醒 and marks count for nothing here.
    """

    winner: int
    laid: tuple[Laid, ...]
    held: tuple[str, ...]
    won: str = ""
    source: str = ""
    sources: tuple[str, ...] = ()
    chances: tuple[Chance, ...] = ()
    may_be: tuple[str, ...] = ()
