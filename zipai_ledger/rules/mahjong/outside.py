"""内外鸡 (neiwai ji): discarded 鸡 that count too, and 包鸡, 包豆: who is not ready pays (docs/rules/guiyang.md#neiwai-ji)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from ..facts import Dou, OutJi, known
from ..options import one_of
from ..problems import Collector, Param, Problem
from ..ruleset import Flow, Item
from .dou import DIAN, dou_worth
from .house import HouseRules
from .ji import BATONG, Holding
from .lines import Line, Standing
from .tiles import COPIES, YAOJI, Tile, parse_tile, tile_name

BAO_DOU = one_of(
    "bao_dou",
    "off",
    ("包豆", "paying for kongs"),
    (
        "没叫牌的，自己的豆反过来付给叫了牌的。要“叫牌才算”。",
        "Who is not ready pays the ready for his own kongs. Goes with “only the ready”.",
    ),
    "O",
    {
        "off": ("不包", "No"),
        "wins": ("有人胡才包", "After a win"),
        "always": ("黄庄也包", "After a dead deal too"),
    },
)
PAID_JI: Final = "bao_ji_paid"
PAID_DOU: Final = "bao_dou_paid"


@dataclass(frozen=True, slots=True)
class Discarded:
    """鸡 of one kind that a seat discarded."""

    seat: int
    tile: Tile
    count: int


def read_out(out: Sequence[OutJi]) -> tuple[Discarded, ...]:
    """The discarded 鸡 that were entered; raises `Refused` (``bad_tiles``) with everything that is wrong."""
    found, discarded = Collector(), dict[tuple[int, Tile], Discarded]()
    for place, each in enumerate(out):
        field = f"ji.out.{place}"
        tile = found.attempt(partial(parse_tile, each.tile, f"{field}.tile"))
        if tile is None:
            continue
        params: dict[str, Param] = {"tile": tile_name(tile), "most": COPIES}
        if (each.player, tile) in discarded:
            found.add(Problem("bad_tiles", field, "ji_twice", params))
        if each.count > COPIES:
            found.add(Problem("bad_tiles", f"{field}.count", "ji_out", params))
        discarded[each.player, tile] = Discarded(each.player, tile, each.count)
    found.finish()
    return tuple(discarded.values())


def plain_values(o: HouseRules) -> Mapping[Tile, int]:
    """What 一条 and 八筒 count by themselves, never doubled."""
    return {YAOJI: 1, **({BATONG: o.wugu} if o.wugu else {})}


def discarded_values(o: HouseRules, values: Mapping[Tile, int]) -> Mapping[Tile, int]:
    """What a discarded tile counts; ``values`` is what held ones do."""
    return {"all": values, "yaoji": plain_values(o), "off": {}}[o.neiwai_ji]


def out_lines(standing: Standing, worth: Mapping[Tile, int], out: Iterable[Discarded]) -> tuple[Line, ...]:
    """What discarded 鸡 are paid."""
    return tuple(
        _out_line(standing, worth[each.tile], each) for each in out if worth.get(each.tile) and each.count
    )


def _out_line(standing: Standing, value: int, out: Discarded) -> Line:
    params: dict[str, Param] = {"player": out.seat, "tile": tile_name(out.tile), "count": out.count}
    if not standing.is_paid_ji(out.seat):
        return Line(Item("ji", {**params, "how": "unpaid"}, 0))
    units = value * out.count
    return Line(
        Item("ji", {**params, "how": "out", "units": units}, units),
        standing.from_each(out.seat, units, "ji_paid"),
    )


def bao_ji_lines(
    o: HouseRules,
    standing: Standing,
    values: Mapping[Tile, int],
    held: Iterable[Holding],
    out: Iterable[Discarded],
) -> tuple[Line, ...]:
    """包鸡: what lies open before who is not ready, laid as held ones count, discarded as in `discarded_values` or plain."""
    plain = plain_values(o)
    discarded = plain if o.neiwai_ji == "off" else discarded_values(o, values)
    owed = dict.fromkeys(standing.unready(), 0)
    for holding in held:
        if holding.seat in owed and holding.tile in plain:
            owed[holding.seat] += values[holding.tile] * holding.laid
    for each in out:
        if each.seat in owed and each.tile in plain:
            owed[each.seat] += discarded[each.tile] * each.count
    return tuple(
        _bao_line("bao_ji", seat, units, standing.to_ready(seat, units, PAID_JI))
        for seat, units in owed.items()
        if units
    )


def bao_dou_lines(
    o: HouseRules, standing: Standing, dou: Sequence[Dou], robbed: Collection[int] = ()
) -> tuple[Line, ...]:
    """包豆: 闷豆 and 转弯豆 of who is not ready are paid by him to each that is, 点豆 to its discarder."""
    return tuple(_of_dou(o, standing, dou, robbed))


def _of_dou(o: HouseRules, standing: Standing, dou: Sequence[Dou], robbed: Collection[int]) -> Iterator[Line]:
    for place, each in enumerate(dou):
        units = dou_worth(o)[each.kind]
        if each.void or place in robbed or each.player in standing.ready or not units:
            continue
        flows = standing.to_ready(each.player, units, PAID_DOU)
        if each.kind == DIAN:
            giver = known(each.from_)
            flows = (Flow(each.player, giver, units, PAID_DOU),) if giver in standing.ready else ()
        if flows:
            yield _bao_line("bao_dou", each.player, units, flows, tile=each.tile)


def _bao_line(code: str, seat: int, units: int, flows: tuple[Flow, ...], **more: Param) -> Line:
    return Line(Item(code, {"player": seat, "units": units, **more}, units), flows)
