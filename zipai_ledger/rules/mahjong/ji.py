"""鸡 (ji): tiles that are paid by everybody after a win (docs/rules/guiyang.md#ji)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..facts import Chongfeng, HeldJi, Zeren
from ..options import flag, one_of
from ..problems import Collector, Param, Problem
from ..ruleset import Flow, Item
from .dou import MEN, ROBBED, ZHUANWAN
from .hand import TileHand
from .house import HouseRules
from .lines import Line, Standing
from .tiles import COPIES, TILES, YAOJI, Tile, parse_tile, step, tile_name

QITONG: Final = TILES.index("七筒")
BATONG: Final = TILES.index("八筒")
FULL: Final = 5
"""满鸡 (manji) is paid as five."""

STEPS: Final[Mapping[str, tuple[int, ...]]] = {"up": (1,), "down": (-1,), "both": (-1, 1)}

JI_OPTIONS = (
    one_of(
        "ji_next",
        "up",
        ("翻到的下一张是鸡", "Which tile is chicken"),
        ("翻开一张，按数字在一到九里转圈，哪张是鸡。", "Next to the turned tile, in a circle of 1 to 9."),
        "S2; O",
        {
            "up": ("后一张（九转一）", "The next number"),
            "down": ("前一张（一转九）", "The number before"),
            "both": ("前后两张", "Both"),
        },
    ),
    flag(
        "ben_ji",
        "off",
        ("本鸡", "own chicken"),
        ("翻到的那种牌，本身也是鸡。", "The turned tile’s own kind is chicken too."),
        "O",
    ),
    one_of(
        "wugu",
        0,
        ("乌骨鸡", "black chicken"),
        (
            "八筒总是鸡，每张算这么多；翻到七筒，翻倍。",
            "8 dots always is chicken, worth so much; doubled where 7 dots is turned.",
        ),
        "O",
        {0: ("不算", "Not played"), 1: ("算 1 个", "Counts 1"), 2: ("算 2 个", "Counts 2")},
    ),
    one_of(
        "chongfeng",
        0,
        ("冲锋鸡", "first chicken"),
        (
            "头一个打出一条的，其他每家付他这么多，金鸡翻倍；要叫牌才算的，没叫牌就反过来付给叫牌的。",
            "Who discards the first 1 bamboo gets so much from each, double when golden; where he must be ready and is not, pays it.",
        ),
        "O",
        {0: ("不算", "Not played"), 2: ("2 个", "2"), 3: ("3 个", "3")},
    ),
    one_of(
        "zeren",
        0,
        ("责任鸡", "liable chicken"),
        (
            "头一张打出的一条被碰、被杠，打的人付碰杠的人这么多，冲锋鸡不算。",
            "Where that 1 bamboo is claimed, its discarder pays the claimant so much, and first chicken is not paid.",
        ),
        "O",
        {0: ("不算", "Not played"), 1: ("1 个", "1"), 2: ("2 个", "2"), 3: ("3 个", "3")},
    ),
    one_of(
        "neiwai_ji",
        "off",
        ("内外鸡", "discarded chickens"),
        ("打出去的鸡算不算，也叫满堂鸡。", "Whether chickens that were discarded count too."),
        "S2; O",
        {
            "off": ("打掉的不算", "They do not"),
            "yaoji": ("打掉的幺鸡、乌骨鸡也算", "1 bamboo and black chicken do"),
            "all": ("打掉的鸡都算", "All do"),
        },
    ),
    one_of(
        "bao_ji",
        "off",
        ("包鸡", "paying for chickens"),
        (
            "没叫牌的，面前亮着、打掉的幺鸡、乌骨鸡，照数付给叫了牌的。要“叫牌才算”。",
            "Who is not ready pays the ready for 1 bamboo and black chicken laid or discarded. Goes with “only the ready”.",
        ),
        "O",
        {
            "off": ("不包", "No"),
            "wins": ("有人胡才包", "After a win"),
            "always": ("黄庄也包", "After a dead deal too"),
        },
    ),
)


@dataclass(frozen=True, slots=True)
class Holding:
    """鸡 of one kind that a seat holds or has laid down; ``laid``: those that lie open."""

    seat: int
    tile: Tile
    count: int
    full: bool
    laid: int = 0


def ji_of_flipped(o: HouseRules, flipped: Tile | None) -> tuple[Tile, ...]:
    """The tiles that the turned one makes 鸡."""
    if flipped is None:
        return ()
    own = (0,) if o.ben_ji == "on" else ()
    return tuple(step(flipped, by) for by in STEPS[o.ji_next] + own)


def ji_values(o: HouseRules, flipped: Tile | None) -> dict[Tile, int]:
    """Tile → what each of it counts. 一条 always is 鸡, and 金鸡 (jinji), counting 2, where it is turned as well."""
    turned = ji_of_flipped(o, flipped)
    values = dict.fromkeys(turned, 1)
    values[YAOJI] = 1 + (YAOJI in turned)
    if o.wugu:
        values[BATONG] = o.wugu * (1 + (flipped == QITONG))
    return values


def counted(
    hands: Mapping[int, TileHand], kongs: Mapping[int, Sequence[tuple[Tile, str]]], values: Mapping[Tile, int]
) -> dict[tuple[int, Tile], Holding]:
    """The 鸡 in hands that are known by their tiles; four are full where none of them was claimed."""
    found = {}
    for seat, hand in hands.items():
        held = set(hand.held) | {tile for tile, kind in kongs.get(seat, ()) if kind == MEN}
        for tile, count in hand.counts().items():
            if tile in values:
                full = count == COPIES and tile in held and tile not in hand.pengs
                found[seat, tile] = Holding(seat, tile, count, full)
    return found


def reported_ji(
    held: Sequence[HeldJi],
    kongs: Mapping[int, Sequence[tuple[Tile, str]]],
    known: Mapping[tuple[int, Tile], Holding],
    hands: Mapping[int, TileHand],
) -> dict[tuple[int, Tile], Holding]:
    """The 鸡 that were reported; raises `Refused` where they contradict one another, the 豆 or the tiles."""
    found = Collector()
    reported: dict[tuple[int, Tile], Holding] = {}
    for place, each in enumerate(held):
        field = f"ji.held.{place}"
        tile = parse_tile(each.tile, f"{field}.tile")
        where = (each.player, tile)
        kinds = [kind for laid, kind in kongs.get(each.player, ()) if laid == tile]
        expected = _expected(each, tile, kinds, hands)
        if where in reported:
            found.add(Problem("bad_tiles", field, "ji_twice", {"tile": tile_name(tile)}))
        if each.count != expected:
            params: dict[str, Param] = {"tile": tile_name(tile), "expected": expected, "got": each.count}
            found.add(Problem("bad_tiles", f"{field}.count", "ji_count", params))
        if each.full and (each.count != COPIES or set(kinds) - {MEN}):
            found.add(Problem("bad_tiles", f"{field}.full", "ji_full", {"tile": tile_name(tile)}))
        if (each.laid or 0) > each.count:
            found.add(Problem("bad_tiles", f"{field}.laid", "ji_laid", {"tile": tile_name(tile)}))
        full = known[where].full if where in known else MEN in kinds and each.count == COPIES
        full = full if each.full is None else each.full
        reported[where] = Holding(*where, each.count, full, each.laid or 0)
    found.finish()
    return reported


def _expected(each: HeldJi, tile: Tile, kinds: Sequence[str], hands: Mapping[int, TileHand]) -> int:
    """How many the tiles or the kongs of the player make it; a robbed 转弯豆 keeps its three.

    Of any other 转弯豆 three may be reported as well: in the first edition nobody knew which one was robbed.
    """
    if each.player in hands:
        return hands[each.player].counts()[tile]
    if ROBBED in kinds:
        return COPIES - 1
    three = each.count == COPIES - 1 and ZHUANWAN in kinds
    return COPIES if kinds and not three else each.count


def ji_lines(standing: Standing, values: Mapping[Tile, int], held: Sequence[Holding]) -> tuple[Line, ...]:
    """What everybody's 鸡 are paid."""
    return tuple(_ji_line(standing, values[each.tile], each) for each in held)


def _ji_line(standing: Standing, value: int, held: Holding) -> Line:
    params: dict[str, Param] = {"player": held.seat, "tile": tile_name(held.tile), "count": held.count}
    if not standing.is_paid_ji(held.seat):
        return Line(Item("ji", {**params, "how": "unpaid"}, 0))
    units = value * (FULL if held.full else held.count)
    params |= {"how": "full"} if held.full else {}
    flows = standing.from_each(held.seat, units, "ji_paid")
    return Line(Item("ji", {**params, "units": units}, units), flows)


def first_yaoji(
    o: HouseRules, standing: Standing, first: Chongfeng | None, claimed: Zeren | None, value: int
) -> tuple[Line, ...]:
    """冲锋鸡 and 责任鸡: what the deal's first discarded 一条 is paid; ``value`` is what a 一条 counts."""
    zeren, chongfeng = o.zeren, o.chongfeng
    if claimed is not None and zeren:
        if not standing.is_paid_ji(claimed.to):
            return (Line(Item("zeren", {"player": claimed.to, "how": "unpaid"}, 0)),)
        flow = Flow(claimed.from_, claimed.to, zeren, "zeren_paid")
        return (Line(Item("zeren", {"player": claimed.from_, "units": zeren}, zeren), (flow,)),)
    if first is None or not chongfeng:
        return ()
    return (_chongfeng(standing, first.player, chongfeng * value),)


def _chongfeng(standing: Standing, seat: int, units: int) -> Line:
    params = {"player": seat, "units": units}
    if seat not in standing.ready:
        others = [other for other in standing.others(seat) if standing.is_paid_ji(other)]
        flows = tuple(Flow(seat, other, units, "chongfeng_paid") for other in others)
        return Line(Item("chongfeng", {**params, "how": "unready"}, units), flows)
    if not standing.is_paid_ji(seat):
        return Line(Item("chongfeng", {**params, "how": "unpaid"}, 0))
    return Line(Item("chongfeng", params, units), standing.from_each(seat, units, "chongfeng_paid"))
