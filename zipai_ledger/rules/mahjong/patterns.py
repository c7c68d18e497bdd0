"""牌型 (patterns): what a complete hand may be called (docs/rules/guiyang.md#patterns).

The standard shape, groups and a pair, is recognised by the maintained library ``mahjong``; pairs, quads and suits are
looked at here.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from mahjong.agari import Agari
from mahjong.shanten import Shanten

from .hand import TileHand
from .tiles import COPIES, TILES, Tile, suit_of

PATTERNS: Final = (
    "pinghu",
    "daduizi",
    "xiaoqidui",
    "longqidui",
    "qingyise",
    "qingdadui",
    "qingqidui",
    "qinglongbei",
)
PLAIN: Final = "pinghu"
PAIRS: Final = ("xiaoqidui", "longqidui", "qingqidui", "qinglongbei")
"""Seven pairs, all of them held: nobody who made a kong can have them."""

ONE_SUIT: Final = PATTERNS[4:]
"""清一色 (qingyise) and the like."""

_OF_ONE_SUIT: Final[Mapping[str, str]] = dict(zip(PATTERNS[:4], PATTERNS[4:], strict=True))
_ALL_KINDS: Final = 34
"""The library knows honours too."""


def patterns(hand: TileHand) -> tuple[str, ...]:
    """Every pattern that this complete hand can be called, none where it is no win."""
    found = [*_of_groups(hand), *_of_pairs(hand)]
    if len({suit_of(tile) for tile in hand.counts()}) == 1:
        found = [_OF_ONE_SUIT[pattern] for pattern in found]
    return tuple(found)


def _of_groups(hand: TileHand) -> list[str]:
    counts = Counter(hand.held)
    if not _is_standard(counts):
        return []
    triplets = sorted(counts.values()) == [2] + [3] * (4 - hand.laid)
    return ["daduizi"] if triplets else [PLAIN]


def _is_standard(counts: Counter[Tile]) -> bool:
    of_kind = [counts[tile] for tile in range(_ALL_KINDS)]
    if not Agari.is_agari(of_kind):
        return False
    # Seven pairs are complete to the quick test too.
    return Shanten.calculate_shanten_for_regular_hand(of_kind) == Shanten.AGARI_STATE


def _of_pairs(hand: TileHand) -> list[str]:
    """小七对, or 龙七对 where four alike are held."""
    copies = Counter(hand.held).values()
    if hand.laid or any(number % 2 for number in copies):
        return []
    return ["longqidui" if COPIES in copies else "xiaoqidui"]


def best(found: tuple[str, ...], values: Mapping[str, int]) -> str:
    """The pattern that pays most."""
    return max(found, key=lambda pattern: values[pattern])


def waits(hand: TileHand) -> dict[Tile, tuple[str, ...]]:
    """听 (ting): each tile that completes a waiting hand, in deck order, with what the hand then may be called."""
    counts = hand.counts()
    named = {
        tile: patterns(TileHand(tuple(sorted((*hand.held, tile))), hand.pengs, hand.kongs))
        for tile in range(len(TILES))
        if counts[tile] < COPIES
    }
    return {tile: found for tile, found in named.items() if found}
