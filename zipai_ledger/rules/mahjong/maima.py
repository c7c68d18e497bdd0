"""买马 (maima): tiles turned after a win by own draw multiply it; 跟章: the dealer pays (docs/rules/guiyang.md#maima)."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ..facts import TilesWon
from ..options import number
from ..problems import Collector, Problem, Refused
from ..ruleset import Item
from .house import HouseRules
from .lines import Line, Standing
from .tiles import Tile, parse_tile, tile_name

MAIMA_OPTIONS = (
    number(
        "genzhang",
        0,
        ("跟章", "followed tile"),
        (
            "头一圈，三家都跟着庄家打一样的牌，庄家付每家这么多；0 是不算。",
            "Where all discard in the first round what the dealer did, he pays each so much; 0: not played.",
        ),
        "S2; O",
        greatest=10,
    ),
    number(
        "maima",
        0,
        ("买马", "bought horses"),
        (
            "自摸了，再翻这么多张，一张是自己的，多收一份；0 是不算。",
            "After a self-draw so many tiles are turned, each of one’s own adds a share; 0: not played.",
        ),
        "S2; O",
        greatest=8,
    ),
)


class Horses(NamedTuple):
    """买马 as it was seen: the tiles, where they were noted, and how many are the winner's."""

    tiles: tuple[Tile, ...] = ()
    hits: int = 0

    @property
    def times(self) -> int:
        """So many times the win is paid."""
        return 1 + self.hits


def seat_of(tile: Tile, dealer: int, seats: int) -> int:
    """Whose a turned tile is: 1 5 9 the dealer's, and on counter-clockwise (of three 1 4 7, of two the odd ones)."""
    return (dealer + tile % 9) % seats


def read_horses(o: HouseRules, deal: TilesWon, dealer: int, seats: int) -> Horses:
    """What was turned for 买马; raises `Refused` (``bad_deal``, ``bad_tiles``) where it cannot be."""
    maima = deal.maima
    if maima is None or not o.maima:
        return Horses()
    if len(deal.wins) != 1 or deal.wins[0].source != "self_draw":
        raise Refused(Problem("bad_deal", "maima", "maima_source"))
    if (maima.tiles is None) == (maima.hits is None):
        raise Refused(Problem("bad_deal", "maima", "maima_told"))
    tiles = _tiles(maima.tiles or ())
    most, got = o.maima, len(tiles) if maima.hits is None else maima.hits
    if got > most:
        raise Refused(Problem("bad_deal", "maima", "maima_many", {"got": got, "most": most}))
    winner = deal.wins[0].winner
    own = sum(seat_of(tile, dealer, seats) == winner for tile in tiles)
    return Horses(tiles, own if maima.hits is None else maima.hits)


def _tiles(texts: Sequence[str]) -> tuple[Tile, ...]:
    found = Collector()
    read = [
        found.attempt(partial(parse_tile, text, f"maima.tiles.{place}")) for place, text in enumerate(texts)
    ]
    found.finish()
    return tuple(tile for tile in read if tile is not None)


def horses_lines(deal: TilesWon, horses: Horses) -> tuple[Line, ...]:
    """What was turned, and how often the win is paid."""
    if deal.maima is None:
        return ()
    params = {"n": horses.hits, "times": horses.times}
    if not horses.tiles:
        return (Line(Item("maima", params, 0)),)
    tiles = " ".join(map(tile_name, horses.tiles))
    return (Line(Item("maima", {**params, "how": "tiles", "tiles": tiles}, 0)),)


def genzhang_lines(o: HouseRules, dealer: int, seats: int, followed: bool | None) -> tuple[Line, ...]:
    """跟章: what the dealer pays each of the others, whoever wins."""
    if not followed:
        return ()
    others = Standing(seats, frozenset(range(seats)) - {dealer})
    item = Item("genzhang", {"player": dealer, "units": o.genzhang}, o.genzhang)
    return (Line(item, others.to_ready(dealer, o.genzhang, "genzhang_paid")),)
