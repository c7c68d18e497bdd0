"""豆 (dou): kongs, paid besides the win (docs/rules/guiyang.md#dou)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from ..facts import Dou, known
from ..options import number
from ..problems import Collector, Param, Problem
from ..ruleset import Flow, Item
from .house import HouseRules
from .lines import Line, Standing
from .tiles import Tile, parse_tile

MEN: Final = "men"
ZHUANWAN: Final = "zhuanwan"
DIAN: Final = "dian"
ROBBED: Final = "robbed"
"""In the place of its kind: a 转弯豆 whose fourth tile was won, so that three are left."""

Kongs = Mapping[int, Sequence[tuple[Tile, str]]]
"""Seat → its kongs as (tile, kind), in the order they were entered."""

DOU_OPTIONS = (
    number(
        "dou_men",
        2,
        ("闷豆", "concealed kong"),
        ("自己摸到四张开的杠，其他每家付这么多。", "A concealed kong: so much from each of the others."),
        "S2",
    ),
    number(
        "dou_zhuanwan",
        1,
        ("转弯豆", "added kong"),
        (
            "碰了再摸到第四张，其他每家付这么多。",
            "A peng made a kong by a draw: so much from each of the others.",
        ),
        "S2; O",
    ),
    number(
        "dou_dian",
        1,
        ("点豆", "claimed kong"),
        ("杠别人打的牌，打的人付这么多。", "A kong of a discard: so much from who discarded it."),
        "S2",
    ),
)


def dou_worth(o: HouseRules) -> Mapping[str, int]:
    """What a 豆 of each kind is worth to each who pays."""
    return {MEN: o.dou_men, ZHUANWAN: o.dou_zhuanwan, DIAN: o.dou_dian}


def dou_lines(
    o: HouseRules, standing: Standing, dou: Sequence[Dou], robbed: Collection[int] = ()
) -> tuple[Line, ...]:
    """Every 豆 with what it is paid: nothing where it is void, ``robbed`` (by place), or its maker may not be paid."""
    return tuple(_line(o, standing, each, place in robbed) for place, each in enumerate(dou))


def _line(o: HouseRules, standing: Standing, dou: Dou, is_robbed: bool) -> Line:
    params: dict[str, Param] = {"player": dou.player, "tile": dou.tile}
    unpaid = ROBBED if is_robbed else "void" if dou.void else "" if standing.is_paid(dou.player) else "unpaid"
    if unpaid:
        return Line(Item("dou", {**params, "how": unpaid}, 0))
    units = dou_worth(o)[dou.kind]
    flows = standing.from_each(dou.player, units, "dou_paid")
    if dou.kind == DIAN:
        flows = (Flow(known(dou.from_), dou.player, units, "dou_paid"),)
    return Line(Item("dou", {**params, "how": dou.kind, "units": units}, units), flows)


def check_dou(dou: Sequence[Dou]) -> None:
    """Tiles are tiles, a 点豆 has a discarder and the others none; raises `Refused` with every problem."""
    found = Collector()
    for place, each in enumerate(dou):
        field = f"dou.{place}"
        found.attempt(partial(parse_tile, each.tile, f"{field}.tile"))
        if each.kind != DIAN and each.from_ is not None:
            found.add(Problem("bad_deal", f"{field}.from", "dou_from_extra"))
        if each.kind == DIAN and each.from_ is None:
            found.add(Problem("bad_deal", f"{field}.from", "from_missing"))
        if each.kind == DIAN and each.from_ == each.player:
            found.add(Problem("bad_deal", f"{field}.from", "from_self"))
    found.finish()


def kongs_of(dou: Iterable[Dou], robbed: Collection[int] = ()) -> Kongs:
    """The kongs of every seat; raises `Refused` (``bad_tiles``) at the first that is no tile."""
    found: dict[int, list[tuple[Tile, str]]] = defaultdict(list)
    for place, each in enumerate(dou):
        kind = ROBBED if place in robbed else each.kind
        found[each.player].append((parse_tile(each.tile, f"dou.{place}.tile"), kind))
    return found
