"""Counting tiles over a deal: no tile is seen more than four times."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ..facts import Dou
from ..problems import Param, Problem, Refused
from .hand import TileHand
from .ji import Holding
from .tiles import COPIES, Tile, parse_tile, tile_name


def check_copies(
    hands: Mapping[int, TileHand],
    dou: Sequence[Dou],
    held: Sequence[Holding],
    flipped: Tile | None,
    *,
    winners: Sequence[int] = (),
    lacking: Collection[int] = (),
    elsewhere: Sequence[Tile] = (),
    claimed: Mapping[int, Counter[Tile]] | None = None,
) -> None:
    """Raises `Refused` (``too_many_copies``) for every tile of which more than four were seen.

    Several winners share one winning tile, which each of their hands counts; a robbed kong (``lacking``, by its place
    among the 豆) lacks it. ``elsewhere``: tiles seen in nobody's hand, discarded or turned besides; ``claimed``: tiles that a
    seat has whether or not they are among its 鸡.
    """
    seen = _by_seat(hands, dou, held, lacking, claimed or {})
    turned = Counter([*elsewhere, *([] if flipped is None else [flipped])])
    problems = []
    for tile in sorted(set(turned).union(*seen.values())):
        copies = turned[tile] + sum(counts[tile] for counts in seen.values())
        holders = sum(1 for winner in winners if seen.get(winner, Counter())[tile])
        if copies > COPIES + max(holders - 1, 0):
            params: dict[str, Param] = {"card": tile_name(tile), "got": copies}
            problems.append(Problem("too_many_copies", "", "", params))
    if problems:
        raise Refused(*problems)


def _by_seat(
    hands: Mapping[int, TileHand],
    dou: Sequence[Dou],
    held: Sequence[Holding],
    lacking: Collection[int],
    claimed: Mapping[int, Counter[Tile]],
) -> dict[int, Counter[Tile]]:
    laid: dict[int, Counter[Tile]] = {}
    for place, each in enumerate(dou):
        copies = COPIES - (place in lacking)
        laid.setdefault(each.player, Counter())[parse_tile(each.tile, "tile")] += copies
    counted: dict[int, Counter[Tile]] = {}
    for holding in held:
        counted.setdefault(holding.seat, Counter())[holding.tile] += holding.count
    whole = {seat: hand.counts() for seat, hand in hands.items()}
    none = Counter[Tile]()
    return {
        seat: laid.get(seat, none) | counted.get(seat, none) | whole.get(seat, none) | claimed.get(seat, none)
        for seat in {*laid, *counted, *whole, *claimed}
    }
