"""麻将 (majiang): the fields of a form about tiles, and the parts of a fact that they state.

- each winner: ``won_<seat> pattern_<seat> tiles_<seat> baoting_<seat>``
- the tile that was won: ``source from tile gangkai repao off_baoting discarder_value``
- 豆, row by row: ``dou_<n>_player dou_<n>_kind dou_<n>_from dou_<n>_tile dou_<n>_void``
- 鸡: ``flipped`` (``none`` where no tile was left), ``held_<seat>_<tile>`` (``full`` for 满鸡)
- where the table's options need them: ``ready_<seat> chongfeng zeren_to``
- what is rare: ``bao_player``, ``bao_<seat>`` of who neither won nor pays, ``xianggong_<seat>``
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from zipai_ledger.rules import facts
from zipai_ledger.rules.mahjong.asks import TileAsks
from zipai_ledger.rules.mahjong.qianggang import ROB_KONG, robbed_dou
from zipai_ledger.rules.mahjong.tiles import COPIES
from zipai_ledger.rules.problems import Collector, Problem, Refused

from .forms import Data, whole, written

Document = dict[str, Any]
Values = dict[str, Any]

DOU_ROWS = 8
"""As many 豆 as one form has room for; four players rarely make three together."""

FULL = "full"
NONE = "none"
YAOJI = "一条"


def seats_told(data: Data, name: str, seats: Iterable[int]) -> list[int]:
    """The seats whose box is ticked."""
    return [seat for seat in seats if data.get(f"{name}_{seat}")]


def told(document: Document) -> Document:
    """Without what was not told."""
    return {name: value for name, value in document.items() if written(value)}


def wins_of(data: Data, seats: Iterable[int]) -> list[Document]:
    """Every winner's 胡; they share the tile that was won. Raises `Refused`."""
    shared = told(
        {
            "source": data.get("source"),
            "from": whole(data, "from"),
            "tile": data.get("tile") if data.get("source") == ROB_KONG else None,
            **{name: bool(data.get(name)) for name in ("gangkai", "repao", "off_baoting")},
        }
    )
    return [
        {
            "winner": seat,
            **shared,
            **told(
                {
                    "pattern": data.get(f"pattern_{seat}"),
                    "tiles": data.get(f"tiles_{seat}", "").strip(),
                    "baoting": bool(data.get(f"baoting_{seat}")),
                }
            ),
        }
        for seat in seats_told(data, "won", seats)
    ]


def dou_of(data: Data) -> list[Document]:
    """The 豆 told, row by row; raises `Refused`."""
    found = Collector()
    rows = [found.attempt(lambda n=row: _dou(data, n)) for row in range(DOU_ROWS)]  # type: ignore[misc]
    found.finish()
    return [row for row in rows if row]


def _dou(data: Data, row: int) -> Document:
    at = f"dou_{row}"
    return told(
        {
            "player": whole(data, f"{at}_player"),
            "kind": data.get(f"{at}_kind"),
            "from": whole(data, f"{at}_from"),
            "tile": data.get(f"{at}_tile"),
            "void": bool(data.get(f"{at}_void")),
        }
    )


def void_by_repao(wins: list[Document], dou: list[Document]) -> list[Document]:
    """热炮 (repao): the one 豆 of who discarded it is void, also where nobody marked it."""
    if not any(win.get("repao") for win in wins):
        return dou
    his = [each for each in dou if each.get("player") == wins[0].get("from")]
    return [{**each, "void": True} if his == [each] else each for each in dou]


def robbed_of(wins: list[Document], dou: list[Document]) -> Collection[int]:
    """抢杠 (qianggang): the places of the 豆 that lost their fourth tile; none while that cannot be told."""
    try:
        deal = facts.from_json({"result": facts.TilesWon.result, "wins": wins, "dou": dou})
        return robbed_dou(deal).lacking if isinstance(deal, facts.TilesWon) else ()
    except Refused:
        return ()


def ji_of(
    data: Data,
    asks: TileAsks,
    seats: Iterable[int],
    dou: Iterable[Document] = (),
    robbed: Collection[int] = (),
) -> Document | None:
    """鸡: what was turned and who holds how many of the tiles that then are 鸡; None where neither was told.

    Those laid down as 豆 need not be told again, of ``robbed`` ones (by place) three. Raises `Refused` (``bad_tiles``)
    where 鸡 were counted and nobody said what was turned.
    """
    turned = data.get("flipped", "")
    tiles = asks.ji.get("" if turned == NONE else turned, ())
    held = [
        _held(seat, tile, data[f"held_{seat}_{tile}"])
        for seat in seats
        for tile in tiles
        if data.get(f"held_{seat}_{tile}")
    ]
    if not turned and held:
        raise Refused(Problem("bad_tiles", "flipped", "flipped_missing"))
    if not turned:
        return None
    counted = {(each["player"], each["tile"]) for each in held}
    held += [
        {"player": each["player"], "tile": each["tile"], "count": COPIES - (place in robbed)}
        for place, each in enumerate(dou)
        if "player" in each and each.get("tile") in tiles and (each["player"], each["tile"]) not in counted
    ]
    return {"flipped": None if turned == NONE else turned, **({"held": held} if held else {})}


def _held(seat: int, tile: str, count: str) -> Document:
    if count == FULL:
        return {"player": seat, "tile": tile, "count": COPIES, "full": True}
    return {"player": seat, "tile": tile, "count": whole({"count": count}, "count")}


def first_yaoji_of(data: Data) -> Document:
    """冲锋鸡 and 责任鸡: who discarded the first 一条, and who claimed it; raises `Refused`."""
    first, claimed = whole(data, "chongfeng"), whole(data, "zeren_to")
    if first is None:
        return {}
    document: Document = {"chongfeng": {"player": first, "tile": YAOJI}}
    if claimed is not None:
        document["zeren"] = {"from": first, "to": claimed, "tile": YAOJI}
    return document


def pays_of(data: Data, name: str, payer: int | None, seats: Iterable[int]) -> list[Document]:
    """What this player pays whom; raises `Refused`."""
    units = {seat: whole(data, f"{name}_{seat}") for seat in seats if seat != payer}
    return [{"to": seat, "units": each} for seat, each in units.items() if each]


def bao_of(data: Data, seats: Iterable[int], winners: Collection[int]) -> Document | None:
    """包牌: who pays in the discarder's place, and what the hands of who did not win are worth; raises `Refused`."""
    player = whole(data, "bao_player")
    if player is None:
        return None
    hands = {seat: whole(data, f"bao_{seat}") for seat in seats if seat != player and seat not in winners}
    pays = [{"to": seat, "units": worth} for seat, worth in hands.items() if worth is not None]
    return {"player": player, "pays": pays}


def dou_values(dou: Iterable[facts.Dou]) -> Values:
    """The fields that state these 豆."""
    values: Values = {}
    for row, each in enumerate(dou):
        at = f"dou_{row}"
        values |= {f"{at}_player": each.player, f"{at}_kind": each.kind, f"{at}_from": each.from_}
        values |= {f"{at}_tile": each.tile, f"{at}_void": bool(each.void)}
    return values


def ji_values(ji: facts.Ji | None) -> Values:
    """The fields that state these 鸡."""
    if ji is None:
        return {}
    held = {f"held_{each.player}_{each.tile}": FULL if each.full else each.count for each in ji.held or ()}
    return {"flipped": ji.flipped or NONE, **held}


def pays_values(name: str, pays: Iterable[facts.Pay]) -> Values:
    """The fields that state these payments."""
    return {f"{name}_{pay.to}": pay.units for pay in pays}


def win_values(deal: facts.TilesWon) -> Values:
    """The fields that state who won, how, and with what."""
    if not deal.wins:
        return {}
    first = deal.wins[0]
    values: Values = {"source": first.source, "from": first.from_, "discarder_value": deal.discarder_value}
    values["tile"] = next((win.tile for win in deal.wins if win.tile), None)
    for name in ("gangkai", "repao", "off_baoting"):
        values[name] = any(getattr(win, name) for win in deal.wins)
    for win in deal.wins:
        at = win.winner
        values |= {f"won_{at}": True, f"pattern_{at}": win.pattern, f"tiles_{at}": win.tiles}
        values[f"baoting_{at}"] = bool(win.baoting)
    return values


def ticked(name: str, seats: Iterable[int]) -> Mapping[str, bool]:
    """Boxes ticked for these seats."""
    return {f"{name}_{seat}": True for seat in seats}
