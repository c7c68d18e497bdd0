"""手牌 (a hand): what a player holds and has laid, read from text.

``碰五万 一一一条 二三四筒 …``: all tiles of the winner, the winning one included. Claimed triplets may be marked with 碰,
which matters only to hands that must be concealed. Kongs are entered as 豆; their tiles may stand in the text or not.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..problems import Param, Problem, Refused
from .tiles import COPIES, LONGEST, Tile, parse_tiles, tile_name, tiles_text

COMPLETE: Final = 14
WAITING: Final = 13
"""Tiles of a hand without kongs, which add one each."""

_PENG: Final = re.compile(r"碰\s*([^\s碰]*)")


@dataclass(frozen=True, slots=True)
class TileHand:
    """A hand: held tiles in deck order, tiles of 碰, tiles of kongs."""

    held: tuple[Tile, ...]
    pengs: tuple[Tile, ...] = ()
    kongs: tuple[Tile, ...] = ()

    @property
    def laid(self) -> int:
        """Groups that no longer change."""
        return len(self.pengs) + len(self.kongs)

    def counts(self) -> Counter[Tile]:
        """Copies of each tile, everything laid included."""
        return Counter(self.held) + Counter(self.pengs * 3) + Counter(self.kongs * COPIES)

    def __str__(self) -> str:
        pengs = [f"碰{tile_name(tile)}" for tile in self.pengs]
        return " ".join([*pengs, tiles_text(self.held + self.kongs * COPIES)]).strip()


def _pengs(text: str, field: str) -> tuple[Tile, ...]:
    found = []
    for group in _PENG.findall(text):
        tiles = parse_tiles(group, field)
        if len(tiles) not in (1, 3) or len(set(tiles)) != 1:
            raise Refused(Problem("bad_tiles", field, "peng", {"text": group[:12]}))
        found.append(tiles[0])
    return tuple(sorted(found))


def parse_hand(text: object, kongs: Sequence[Tile], complete: int, field: str) -> TileHand:
    """The hand of a player who made these kongs; ``complete`` is `COMPLETE` or `WAITING`.

    Raises `Refused`: ``bad_tiles``, ``wrong_card_count``, ``too_many_copies``.
    """
    written = text if isinstance(text, str) and len(text) <= LONGEST else ""
    pengs = _pengs(written, field)
    held = Counter(parse_tiles(_PENG.sub(" ", written) if written else text, field))
    if any(held[tile] for tile in kongs):
        held = _without_kongs(held, kongs, field)
    hand = TileHand(tuple(sorted(held.elements())), pengs, tuple(sorted(kongs)))
    _check(hand, complete, field)
    return hand


def _without_kongs(held: Counter[Tile], kongs: Sequence[Tile], field: str) -> Counter[Tile]:
    problems = [
        Problem("bad_tiles", field, "kong", {"tile": tile_name(tile), "got": held[tile]})
        for tile in sorted(kongs)
        if held[tile] < COPIES
    ]
    if problems:
        raise Refused(*problems)
    return held - Counter(dict.fromkeys(kongs, COPIES))


def _check(hand: TileHand, complete: int, field: str) -> None:
    expected = complete - 3 * hand.laid
    problems = []
    if len(hand.held) != expected:
        off = len(hand.held) - expected
        total = complete + len(hand.kongs)
        params = {"expected": total, "got": total + off}
        problems.append(Problem("wrong_card_count", field, "tiles", params))
    for tile, copies in sorted(hand.counts().items()):
        if copies > COPIES:
            params_of: dict[str, Param] = {"card": tile_name(tile), "got": copies}
            problems.append(Problem("too_many_copies", field, "", params_of))
    if problems:
        raise Refused(*problems)
