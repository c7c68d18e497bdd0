"""牌 (tiles): 万 条 筒 from one to nine, four of each, in text and as numbers.

A tile is an int from 0 to 26: nine times its suit (in the order 万 条 筒) plus its number less one.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ..problems import Problem, Refused

Tile = int

NUMBERS: Final = "一二三四五六七八九"
SUITS: Final = "万条筒"
TILES: Final = tuple(number + suit for suit in SUITS for number in NUMBERS)
COPIES: Final = 4
LONGEST: Final = 120
"""Characters; the longest real hand, four kongs written tile by tile with spaces, has fewer than 60."""

YAOJI: Final = TILES.index("一条")
"""幺鸡 (yaoji): 一条, which always is 鸡."""

_SPELLED: Final = str.maketrans("萬索條餅饼123456789", "万条条筒筒" + NUMBERS)
_RUN: Final = re.compile(rf"([{NUMBERS}]+)\s*([{SUITS}])\s*")


def plain(text: str) -> str:
    """The text with every spelling of a tile written in one way."""
    return text.replace("幺鸡", "一条").replace("幺雞", "一条").translate(_SPELLED)


def parse_tiles(text: object, field: str) -> tuple[Tile, ...]:
    """Tiles in the order written: ``五万 三条`` or run together, ``一一二万三条``.

    Digits, 索 饼 and traditional characters are read too, and 幺鸡. Raises `Refused` (``bad_tiles``).
    """
    if not isinstance(text, str):
        raise Refused(Problem("bad_tiles", field, "not_text", {"got": repr(text)[:40]}))
    if len(text) > LONGEST:
        raise Refused(Problem("bad_tiles", field, "too_long", {"most": LONGEST, "got": len(text)}))
    rest = plain(text).strip()
    found: list[Tile] = []
    while rest:
        run = _RUN.match(rest)
        if run is None:
            raise Refused(Problem("bad_tiles", field, "unknown", {"text": rest[:12]}))
        found += [TILES.index(number + run[2]) for number in run[1]]
        rest = rest[run.end() :]
    return tuple(found)


def parse_tile(text: object, field: str) -> Tile:
    """One tile; raises `Refused` (``bad_tiles``)."""
    found = parse_tiles(text, field)
    if len(found) != 1:
        raise Refused(Problem("bad_tiles", field, "one_expected", {"text": str(text)[:12]}))
    return found[0]


def tile_name(tile: Tile) -> str:
    """``五万``."""
    return TILES[tile]


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Tiles in deck order, the numbers of a suit run together: ``一一二万 三条``."""
    counts = Counter(tiles)
    written = []
    for suit, name in enumerate(SUITS):
        numbers = "".join(number * counts[9 * suit + at] for at, number in enumerate(NUMBERS))
        written += [numbers + name] if numbers else []
    return " ".join(written)


def step(tile: Tile, by: int) -> Tile:
    """The tile so many numbers further in the circle of its suit: after 九 comes 一."""
    suit, at = divmod(tile, 9)
    return 9 * suit + (at + by) % 9


def suit_of(tile: Tile) -> int:
    """0 万, 1 条, 2 筒."""
    return tile // 9
