"""听牌 of a mahjong hand that has won. Nobody notes the winning tile, so who asks says which it was."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ..facts import Deal, Dou, TilesWon, TileWin
from ..options import Options
from ..problems import Refused
from ..waiting import Chance, Laid, Shown, Waiting, Worth
from .dou import Kongs, kongs_of
from .hand import COMPLETE, TileHand, parse_hand
from .hand import WAITING as ONE_SHORT
from .patterns import waits
from .tiles import COPIES, Tile, parse_tile, tile_name
from .win import Called, has_dou, pattern_paid, price

SOURCES: Final = ("self_draw", "discard")


def waiting(options: Options, deal: TilesWon, drawn: str) -> tuple[Waiting, ...]:
    """What each winner whose tiles were noted waited for, had ``drawn`` been the winning tile.

    Where it is empty, or no tile of such a hand, the hand is told whole, with the tiles that it can have been.
    """
    kongs = kongs_of(deal.dou or ())
    return tuple(
        _waiting(options, deal, win, parse_hand(win.tiles, _laid_by(kongs, win), COMPLETE, "tiles"), drawn)
        for win in deal.wins
        if win.tiles is not None
    )


def _laid_by(kongs: Kongs, win: TileWin) -> list[Tile]:
    return [tile for tile, _ in kongs.get(win.winner, ())]


def _waiting(options: Options, deal: TilesWon, win: TileWin, hand: TileHand, drawn: str) -> Waiting:
    held, won = list(hand.held), _tile(drawn)
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
        chances=_chances(options, called, before, (won, *_turned(deal))) if known else (),
        may_be=() if known else tuple(map(tile_name, sorted(set(held)))),
    )


def waiting_shown(options: Options, deal: Deal, shown: Shown) -> Waiting:
    """What a hand waits for that somebody shows after the deal; raises `Refused` where it can be none."""
    dou: tuple[Dou, ...] = getattr(deal, "dou", None) or ()
    laid = [tile for tile, _ in kongs_of(dou).get(shown.seat, ())]
    hand = parse_hand(shown.text, laid, ONE_SHORT, "hand")
    called = Called(source=None, reason=has_dou(dou, shown.seat))
    return Waiting(
        winner=shown.seat,
        laid=_laid(hand),
        held=tuple(map(tile_name, hand.held)),
        sources=SOURCES,
        chances=_chances(options, called, hand, _turned(deal)),
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


def _chances(options: Options, called: Called, before: TileHand, shown: Iterable[Tile]) -> tuple[Chance, ...]:
    """What each tile would have been worth; ``shown`` are tiles that everybody has seen beside the hand."""
    seen = before.counts() + Counter(shown)
    found = []
    for tile in waits(before):
        whole = TileHand(tuple(sorted((*before.held, tile))), before.pengs, before.kongs)
        calls = [replace(called, source=source, hand=whole) for source in SOURCES]
        worth = {call.source or "": each for call in calls if (each := _worth(options, call))}
        found += [Chance(tile_name(tile), max(0, COPIES - seen[tile]), worth)] if worth else []
    return tuple(found)


def _turned(deal: Deal) -> tuple[Tile, ...]:
    """The tile turned for 鸡."""
    flipped = deal.ji.flipped if isinstance(deal, TilesWon) and deal.ji else None
    return () if flipped is None else (parse_tile(flipped, "ji.flipped"),)


def _worth(options: Options, called: Called) -> Worth | None:
    try:
        pattern = pattern_paid(options, called, "hand")
    except Refused:
        return None
    return Worth(0, sum(item.units for item in price(options, called, pattern)), pattern)
