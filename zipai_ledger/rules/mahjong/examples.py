"""Deals that show what a house rule of 捉鸡麻将 does, under whatever rules are chosen beside it."""

from collections.abc import Mapping

from ..codec import Seat
from ..facts import Dou, TilesWon, TileWin
from ..ruleset import Example

FIRST, SECOND = Seat(0), Seat(1)
OWN = TileWin(winner=FIRST, source="self_draw", pattern="daduizi")
VOID = Dou(player=SECOND, kind="men", tile="五万", void=True)
HOT = TileWin(winner=FIRST, source="discard", from_=SECOND, pattern="daduizi", repao=True)

DEALS: Mapping[str, TilesWon] = {
    "values": TilesWon(wins=(OWN,)),
    "zimo": TilesWon(wins=(OWN,)),
    "baoting": TilesWon(wins=(TileWin(winner=FIRST, source="self_draw", pattern="longqidui", baoting=True),)),
    "gangkai": TilesWon(
        wins=(TileWin(winner=FIRST, source="self_draw", pattern="daduizi", gangkai=True),),
        dou=(Dou(player=FIRST, kind="men", tile="五万"),),
    ),
    "repao": TilesWon(wins=(HOT,), dou=(VOID,)),
}


def example_for(code: str) -> Example | None:
    """The deal that shows this option, None where none would add to its sentence."""
    return Example(DEALS[code]) if code in DEALS else None
