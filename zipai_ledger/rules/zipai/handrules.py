"""What of reading a hand differs between tables, and what a reading is."""

import dataclasses
from typing import Literal, NamedTuple

from .cards import Card
from .form import THREE, Form
from .melds import STANDARD, Meld, Values

PengOpensOn = Literal["any_draw", "own_draw"]


@dataclasses.dataclass(frozen=True, slots=True)
class HandRules:
    """``peng_opens_on``: which drawn cards may turn a laid 碰 into a 开舵 (docs/rules/guilin.md#peng-opens)."""

    form: Form = THREE
    values: Values = STANDARD
    peng_opens_on: PengOpensOn = "any_draw"


class Stand(NamedTuple):
    """A 飞王 or 秤子, the card it stands for, and the place of its group in the reading."""

    special: Card
    card: Card
    at: int


class Reading(NamedTuple):
    """One way to read a hand: groups on the table first, in the order entered, then those of held cards.

    ``stands``: what each special card stands for, by group; where the winning card is one, it comes last.
    """

    melds: tuple[Meld, ...]
    hu: int
    stands: tuple[Stand, ...] = ()


def order(reading: Reading) -> tuple[int, list[int]]:
    """Most 胡 first; equals by their groups, so that a tie is broken the same way every time."""
    return -reading.hu, [each.index for each in reading.melds]
