"""抢杠 (qianggang): a win by the tile that makes another's 转弯豆, which then is none (docs/rules/guiyang.md#qianggang)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..facts import Dou, TilesWon
from ..problems import Problem, Refused
from .dou import ZHUANWAN
from .tiles import parse_tile

ROB_KONG: Final = "rob_kong"


@dataclass(frozen=True, slots=True)
class Robbed:
    """Places among the deal's 豆: ``void`` is void by itself, ``lacking`` lost its fourth tile to the winner."""

    void: frozenset[int] = frozenset()
    lacking: frozenset[int] = frozenset()


def robbed_dou(deal: TilesWon) -> Robbed:
    """The 转弯豆 that was robbed, whether marked void or not; none where it was not recorded.

    Of several it is the one of the winning tile or the one marked void; raises `Refused` (``bad_deal``) where neither
    decides.
    """
    places = frozenset(_places(deal))
    return Robbed(void=places, lacking=places)


def marked_dou(deal: TilesWon) -> Robbed:
    """The first edition: every 转弯豆 of who was robbed that is marked void, and none by itself."""
    return Robbed(lacking=frozenset(place for place, dou in _made(deal).items() if dou.void))


def winning_tiles(deal: TilesWon) -> list[tuple[str, str]]:
    """The winning tiles that were noted, as they were entered, each after its field."""
    return [(f"wins.{place}.tile", win.tile) for place, win in enumerate(deal.wins) if win.tile is not None]


def _places(deal: TilesWon) -> list[int]:
    made = _made(deal)
    named = winning_tiles(deal)
    if made and named:
        field, text = named[0]
        won = parse_tile(text, field)
        return [place for place, dou in made.items() if parse_tile(dou.tile, f"dou.{place}.tile") == won]
    marked = list(made) if len(made) < 2 else [place for place, dou in made.items() if dou.void]
    if made and len(marked) != 1:
        raise Refused(Problem("bad_deal", "dou", "robbed_which"))
    return marked


def _made(deal: TilesWon) -> Mapping[int, Dou]:
    """The 转弯豆 of the player whose kong was robbed, by their places."""
    makers = {win.from_ for win in deal.wins if win.source == ROB_KONG}
    return {
        place: dou
        for place, dou in enumerate(deal.dou or ())
        if dou.player in makers and dou.kind == ZHUANWAN
    }
