"""What of reading a hand differs between tables, and what a reading is."""

import dataclasses
from typing import Literal, NamedTuple

from .cards import Card
from .form import THREE, Form
from .melds import STANDARD, Meld, Values

PengOpensOn = Literal["any_draw", "own_draw"]
SaoOpensOn = Literal["any_draw", "any_card"]
Qiangzhao = Literal["any", "discard", "none"]
Switch = Literal["on", "off"]


@dataclasses.dataclass(frozen=True, slots=True)
class HandRules:
    """What the fourth card of a triple may, and has to, be used for (docs/rules/cards.md#fourth).

    ``peng_opens_on`` and ``sao_opens_on``: which cards may open a laid 碰, and of another player's a laid 扫;
    ``must_open``: the sources by which a 碰 has to open; ``qiangzhao``: of which cards of others a triple may stay.
    ``most``: as many readings of a hand with special cards are found one by one (see `specials`). ``laid_yiwushi``: a laid group
    with a special card may be 一五十, where that is played.
    """

    form: Form = THREE
    values: Values = STANDARD
    peng_opens_on: PengOpensOn = "any_draw"
    sao_opens_on: SaoOpensOn = "any_card"
    must_open: tuple[str, ...] = ()
    qiangzhao: Qiangzhao = "any"
    most: int = 500
    laid_yiwushi: bool = True

    def opens(self, kind: str, source: str | None) -> bool:
        """Whether a card from this source may become the fourth of such a triple."""
        if source == "self_draw" or kind == "kan":
            return True
        if kind == "sao":
            return source == "other_draw" or self.sao_opens_on == "any_card"
        return kind == "peng" and (source, self.peng_opens_on) == ("other_draw", "any_draw")

    def may_stay(self, kind: str, source: str | None) -> bool:
        """Whether the card may be used elsewhere though it could be that fourth."""
        if kind == "peng":
            return source not in self.must_open
        if source == "self_draw":
            return False
        return self.qiangzhao == "any" or (self.qiangzhao, source) == ("discard", "discard")


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
