"""手牌 (shoupai): hands of tiles on their own, and what a hand that has won waited for.

No deal notes its winning tile, so it has to be given to learn what else would have won.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from ..facts import Deal, Dou, TilesWon, TileWin
from ..problems import Problem, Refused
from ..ruleset import Scored, ScoreRequest, State, Table
from ..waiting import Chance, Laid, OpenHand, Waiting, Worth
from .dou import Kongs, kongs_of
from .hand import COMPLETE, TileHand, parse_hand
from .hand import WAITING as ONE_SHORT
from .house import HouseRules
from .patterns import best, waits
from .request import CallReader, read_waiting
from .tiles import COPIES, Tile, parse_tile, tile_name
from .win import Called, has_dou, pattern_paid, price, scored

SOURCES: Final = ("self_draw", "discard")


@dataclass(frozen=True)
class TileHands:
    """What hands are worth at one table, and what they wait for."""

    o: HouseRules

    def score(self, request: ScoreRequest) -> Scored:
        """What the hand is worth to each who pays; raises `Refused` where it is no win."""
        called = CallReader().read(request)
        if called.haidi and not self.o.haidi:
            raise Refused(Problem("bad_deal", "hand.haidi", "unplayed_haidi"))
        pattern = pattern_paid(self.o, called, "hand")
        return scored(called, pattern, price(self.o, called, pattern))

    def waits(self, hand: object) -> list[dict[str, int | str | None]]:
        """The tiles that complete a hand, in deck order, each with the pattern and the units of its own draw."""
        found: list[dict[str, int | str | None]] = []
        for tile, names in waits(read_waiting(hand)).items():
            pattern = best(names, self.o.values)
            units = sum(item.units for item in price(self.o, Called(source="self_draw"), pattern))
            found.append({"card": tile_name(tile), "pattern": pattern, "units": units})
        return found

    def waiting(self, table: Table, state: State, deal: Deal, winning_card: str = "") -> tuple[Waiting, ...]:
        """What each winner whose tiles were noted waited for, had ``winning_card`` been the winning tile.

        Where it is empty, or no tile of such a hand, the hand is given whole, with the tiles that it can have been.
        """
        if not isinstance(deal, TilesWon):
            return ()
        kongs = kongs_of(deal.dou or ())
        hands = [
            (win, parse_hand(win.tiles, _laid_by(kongs, win), COMPLETE, "tiles"))
            for win in deal.wins
            if win.tiles is not None
        ]
        return tuple(_waiting(self.o, deal, win, hand, winning_card) for win, hand in hands)

    def waiting_with(self, table: Table, state: State, deal: Deal, open_hand: OpenHand) -> Waiting:
        """What a hand waits for that is laid open after the deal; raises `Refused` where it can be none."""
        dou: tuple[Dou, ...] = getattr(deal, "dou", None) or ()
        laid = [tile for tile, _ in kongs_of(dou).get(open_hand.seat, ())]
        hand = parse_hand(open_hand.text, laid, ONE_SHORT, "hand")
        called = Called(source=None, reason=has_dou(dou, open_hand.seat))
        return Waiting(
            winner=open_hand.seat,
            laid=_laid(hand),
            held=tuple(map(tile_name, hand.held)),
            sources=SOURCES,
            chances=_chances(self.o, called, hand, _flipped_tiles(deal)),
        )


def _laid_by(kongs: Kongs, win: TileWin) -> list[Tile]:
    return [tile for tile, _ in kongs.get(win.winner, ())]


def _waiting(o: HouseRules, deal: TilesWon, win: TileWin, hand: TileHand, winning_card: str) -> Waiting:
    held, won = list(hand.held), _tile(winning_card)
    known = won in held
    if known:
        held.remove(won)
    before = TileHand(tuple(held), hand.pengs, hand.kongs)
    reason = bool(win.repao or win.baoting or win.off_baoting) or has_dou(deal.dou or (), win.winner)
    called = Called(source=None, baoting=bool(win.baoting), reason=reason)
    return Waiting(
        winner=win.winner,
        laid=_laid(hand),
        held=tuple(map(tile_name, held)),
        won=tile_name(won) if known else "",
        source=win.source,
        sources=SOURCES,
        chances=_chances(o, called, before, (won, *_flipped_tiles(deal))) if known else (),
        may_be=() if known else tuple(map(tile_name, sorted(set(held)))),
    )


def _laid(hand: TileHand) -> tuple[Laid, ...]:
    pengs = [Laid("peng", tile_name(tile)) for tile in hand.pengs]
    return (*pengs, *(Laid("kong", tile_name(tile)) for tile in hand.kongs))


NO_TILE: Final = -1


def _tile(name: str) -> Tile:
    try:
        return parse_tile(name, "card")
    except Refused:
        return NO_TILE


def _chances(o: HouseRules, called: Called, before: TileHand, visible: Iterable[Tile]) -> tuple[Chance, ...]:
    """What each tile would have been worth; ``visible``: tiles that everybody has seen beside the hand."""
    seen = before.counts() + Counter(visible)
    found = []
    for tile in waits(before):
        whole = TileHand(tuple(sorted((*before.held, tile))), before.pengs, before.kongs)
        calls = [replace(called, source=source, hand=whole) for source in SOURCES]
        worth = {call.source or "": each for call in calls if (each := _worth(o, call))}
        found += [Chance(tile_name(tile), max(0, COPIES - seen[tile]), worth)] if worth else []
    return tuple(found)


def _flipped_tiles(deal: Deal) -> tuple[Tile, ...]:
    """The tile turned for 鸡."""
    flipped = deal.ji.flipped if isinstance(deal, TilesWon) and deal.ji else None
    return () if flipped is None else (parse_tile(flipped, "ji.flipped"),)


def _worth(o: HouseRules, called: Called) -> Worth | None:
    try:
        pattern = pattern_paid(o, called, "hand")
    except Refused:
        return None
    return Worth(0, sum(item.units for item in price(o, called, pattern)), pattern)
