"""对不上 (dui bu shang): what cannot be of one deal, kongs beside patterns (docs/rules/guiyang.md#checks)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..facts import Dou, TilesWon
from ..problems import Problem
from .hand import TileHand
from .patterns import ONE_SUIT, PAIRS
from .qianggang import Robbed
from .tiles import Tile, parse_tile, suit_of

MOST_KONGS: Final = 4
"""A hand has four groups."""


class Claim(NamedTuple):
    """What is claimed of one win: ``kongs`` are tiles of the winner's 豆, ``live`` how many of these count."""

    pattern: str | None
    gangkai: bool
    kongs: tuple[Tile, ...]
    live: int
    hand: TileHand | None


def of_claim(claim: Claim, within: str) -> Iterator[Problem]:
    """杠上花 needs a 豆 that counts, seven pairs have none, and a hand of one suit has those of its suit."""
    if claim.gangkai and not claim.live:
        yield Problem("bad_deal", f"{within}gangkai", "gangkai_dou")
    if claim.pattern in PAIRS and claim.kongs:
        yield Problem("bad_deal", f"{within}pattern", "pairs_kong")
    elif claim.pattern in ONE_SUIT and claim.kongs and _mixed(claim):
        yield Problem("bad_deal", f"{within}pattern", "suit_kong")


def _mixed(claim: Claim) -> bool:
    """Whether the 豆 are of two suits, or of another than the tiles that are held."""
    held = {suit_of(tile) for tile in claim.hand.held} if claim.hand else set[int]()
    kongs = {suit_of(tile) for tile in claim.kongs}
    return len(kongs) > 1 or (len(held) == 1 and held != kongs)


def of_kongs(dou: Sequence[Dou]) -> Iterator[Problem]:
    """Nobody has more than four 豆."""
    for number in Counter(each.player for each in dou).values():
        yield from of_number(number)


def of_number(kongs: int) -> Iterator[Problem]:
    """How many 豆 one player cannot have."""
    if kongs > MOST_KONGS:
        yield Problem("bad_deal", "dou", "dou_many", {"got": kongs, "most": MOST_KONGS})


def of_win(deal: TilesWon, hands: Mapping[int, TileHand]) -> list[Problem]:
    """Everything in a deal that cannot be; its tiles can be read."""
    dou = deal.dou or ()
    found = list(of_kongs(dou))
    for place, win in enumerate(deal.wins):
        own = [each for each in dou if each.player == win.winner]
        claim = Claim(
            pattern=win.pattern,
            gangkai=bool(win.gangkai) and win.source == "self_draw",
            kongs=tuple(parse_tile(each.tile, "tile") for each in own),
            live=sum(not each.void for each in own),
            hand=hands.get(win.winner),
        )
        found += of_claim(claim, f"wins.{place}.")
    return found


def void_warnings(deal: TilesWon, robbed: Robbed) -> tuple[Problem, ...]:
    """豆 that are marked void though neither 热炮 nor 抢杠 took them back."""
    hot = {win.from_ for win in deal.wins if win.repao}
    return tuple(
        Problem("void_dou", f"dou.{place}.void", "", {"player": each.player, "tile": each.tile})
        for place, each in enumerate(deal.dou or ())
        if each.void and place not in robbed.void and each.player not in hot
    )


def pairs_warnings(deal: TilesWon, robbed: Robbed) -> tuple[Problem, ...]:
    """The first edition: seven pairs by name, without tiles, for a winner who made a kong."""
    makers = {each.player for each in deal.dou or ()}
    return tuple(
        Problem("pairs_kong", f"wins.{place}.pattern", "", {"player": win.winner})
        for place, win in enumerate(deal.wins)
        if win.tiles is None and win.pattern in PAIRS and win.winner in makers
    )
