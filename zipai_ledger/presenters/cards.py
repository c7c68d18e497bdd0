"""牌 (pai): single cards and tiles, and whole hands of either, as they are drawn."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zipai_ledger.ledger.trail.bodies import WinBody
from zipai_ledger.rules.mahjong.tiles import TILES, parse_tiles, tile_name
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.waiting import Laid
from zipai_ledger.rules.zipai.cards import CARDS

from .fans import Fan, group_fan, group_fans, spoken
from .template_values import TemplateValue

PENG = re.compile(r"碰([^\s碰]+)")
"""A tile of which three were laid, named once."""
OF_KIND = {"kong": 4}
"""Tiles of a laid group that is named by one of them."""


@dataclass(frozen=True, slots=True)
class Tile(TemplateValue):
    """一张麻将 (yi zhang majiang): a tile, its number and its suit apart."""

    name: str

    @property
    def number(self) -> str:
        """五."""
        return self.name[0]

    @property
    def suit(self) -> str:
        """万, 条 or 筒."""
        return self.name[1:]


@dataclass(frozen=True, slots=True)
class LooseCard:
    """One card or one tile, for ``components/card.html``; neither where the name is of no card there is."""

    label: str
    fan: Fan | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class HandCards:
    """一手牌 (yi shou pai): a hand, or a group of it, as groups of cards or as tiles."""

    fans: Sequence[Fan] = ()
    tiles: tuple[Tile, ...] = ()


def loose_card(name: str) -> LooseCard:
    """One card or tile by name."""
    if name in TILES:
        return LooseCard(name, tile=Tile(name))
    if name in CARDS:
        label = spoken(name)
        return LooseCard(label, fan=Fan("pair", (str(CARDS.index(name)),), label))
    return LooseCard(name)


def hand_cards(win: WinBody, speaker: Speaker) -> HandCards:
    """The cards of a stored win; nothing where only its worth was given."""
    return HandCards(fans=group_fans(win["melds"], speaker)) if win["melds"] else hand_tiles(win)


def hand_tiles(win: WinBody) -> HandCards:
    """The tiles of a stored win; nothing where it is one of cards, or only its worth was given."""
    return HandCards(tiles=() if win["melds"] else _tiles(win["hand"]))


def _tiles(text: str) -> tuple[Tile, ...]:
    """A hand of tiles as it is stored; none where it is no such hand."""
    try:
        found = parse_tiles(PENG.sub(r"\1\1\1 ", text), "tiles")
    except Refused:
        return ()
    return tuple(Tile(tile_name(each)) for each in found)


def laid_groups(groups: Iterable[Laid], speaker: Speaker) -> tuple[HandCards, ...]:
    """摆出来的 (bai chulai de): groups that lay on the table, each of cards or of tiles."""
    return tuple(
        HandCards(tiles=(Tile(cards),) * OF_KIND.get(kind, 3))
        if cards in TILES
        else HandCards(fans=(group_fan(kind, cards, speaker),))
        for kind, cards in groups
    )
