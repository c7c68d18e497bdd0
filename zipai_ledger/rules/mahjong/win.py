"""胡 (a win) in 捉鸡麻将: which pattern it is, and what it is worth to each who pays (docs/rules/guiyang.md#patterns)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..facts import Dou, TilesWon, TileWin, known
from ..options import flag, number, numbers, one_of
from ..problems import Problem, Refused
from ..ruleset import Item, Scored
from .hand import TileHand
from .house import HouseRules
from .patterns import PATTERNS, PLAIN, best, patterns

BAOTING: Final = 10

NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "pinghu": ("平胡", "plain win"),
    "daduizi": ("大对子", "all triplets"),
    "xiaoqidui": ("小七对", "seven pairs"),
    "longqidui": ("龙七对", "dragon seven pairs"),
    "qingyise": ("清一色", "one suit"),
    "qingdadui": ("清大对", "one-suit triplets"),
    "qingqidui": ("清七对", "one-suit seven pairs"),
    "qinglongbei": ("青龙背", "one-suit dragon seven pairs"),
}
VALUES: Final = dict(zip(PATTERNS, (1, 5, 7, 11, 10, 15, 17, 20), strict=True))

QING: Final[Mapping[str, str]] = {
    "pinghu": "qingyise",
    "daduizi": "qingdadui",
    "xiaoqidui": "qingqidui",
    "longqidui": "qinglongbei",
}
"""What a pattern is called where all tiles are of one suit."""


WIN_OPTIONS = (
    numbers(
        "values",
        VALUES,
        ("牌型值几个", "Patterns"),
        ("每种胡牌算几个。", "What each pattern is worth."),
        "S2; 清七对 O",
        NAMES,
    ),
    one_of(
        "baoting",
        "as_qing",
        ("报听", "declared ready"),
        ("报了听再胡的，怎么算。", "What announcing a ready hand is worth."),
        "S2; O",
        {
            "as_qing": ("当清一色的算，本来就清的加 10 个", "As if all of one suit; +10 where they are"),
            "add": ("牌型再加 10 个", "+10 on top of the pattern"),
            "flat": ("通通算 10 个", "10 in all"),
            "none": ("不加", "Nothing"),
        },
    ),
    one_of(
        "gangkai",
        1,
        ("杠上花", "kong bloom"),
        ("杠了马上自摸，再加这么多。", "Winning on the draw after a kong adds so much."),
        "S2; O",
        {n: (f"加 {n} 个", f"+{n}") for n in range(5)},
    ),
    number(
        "haidi",
        0,
        ("海底捞月", "last tile"),
        (
            "最后一张牌自摸胡的，再加这么多；0 是不算。",
            "Drawing the last tile of the wall to win adds so much; 0: not played.",
        ),
        "S2; O",
        greatest=10,
    ),
    one_of(
        "zimo",
        0,
        ("自摸", "Self-draw"),
        ("自摸的，每家多付这么多。", "What a self-drawn win adds to each payment."),
        "O",
        {0: ("不加", "Nothing"), 1: ("加 1 个", "+1")},
    ),
    one_of(
        "repao",
        "void_dou",
        ("热炮", "hot discard"),
        ("开了豆，打出来就点炮。", "Who makes a kong and then discards the winning tile."),
        "S2; O",
        {
            "void_dou": ("那个豆不算", "That kong is void"),
            "void_all": ("他的鸡和豆都不算", "All his chicken and kong are void"),
            "double": ("那个豆不算，胡牌翻倍", "That kong is void and the win doubled"),
        },
    ),
    one_of(
        "dealer_bonus",
        0,
        ("庄家", "The dealer"),
        ("庄家胡、或者庄家付，每笔多这么多。", "Added to each payment of a win to or by the dealer."),
        "O",
        {0: ("不加", "Nothing"), 1: ("加 1 个", "+1")},
    ),
    flag(
        "lianzhuang",
        "off",
        ("连庄", "Dealing on"),
        ("庄家加的，乘他连着坐庄的盘数。", "Times the number of deals in a row that he has dealt."),
        "O",
    ),
    one_of(
        "rob_kong",
        "void_dou",
        ("抢杠", "robbed kong"),
        ("转弯豆让人抢了，除了那个豆，还有什么不算。", "What is void beside the kong that was robbed."),
        "S2; O",
        {
            "void_dou": ("只有那个豆不算", "That kong alone"),
            "burn_ji": ("他的鸡也不算（抢杠烧鸡）", "His chickens too"),
            "void_all": ("他的鸡和豆都不算", "All his chickens and kongs"),
        },
    ),
    one_of(
        "triple_ron",
        "reversed",
        ("一炮三响", "Three wins off one"),
        ("一张牌三家都胡。", "Three win off one discard."),
        "S2; O",
        {
            "reversed": ("倒过来，胡的付放炮的", "Reversed: the winners pay"),
            "plain": ("照付三家，各照各的牌", "Each is paid his own hand"),
        },
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """胡 as it was called: a pattern, tiles, or both; ``reason``: a 平胡 may win off a discard here."""

    source: str | None
    pattern: str | None = None
    hand: TileHand | None = None
    baoting: bool = False
    gangkai: bool = False
    haidi: bool = False
    repao: bool = False
    reason: bool = False


def call_of(deal: TilesWon, win: TileWin, hand: TileHand | None) -> Called:
    """A winner's call; a 平胡 needs a 豆, or 抢杠, 热炮 or 报听 (the winner's or the discarder's)."""
    special = win.repao or win.baoting or win.off_baoting
    return Called(
        source=win.source,
        pattern=win.pattern,
        hand=hand,
        baoting=bool(win.baoting),
        gangkai=bool(win.gangkai),
        haidi=bool(win.haidi),
        repao=bool(win.repao),
        reason=bool(special) or has_dou(deal.dou or (), win.winner),
    )


def has_dou(dou: Sequence[Dou], seat: int) -> bool:
    """Whether this seat has a 豆 that counts."""
    return any(each.player == seat and not each.void for each in dou)


def check_pattern(pattern: str | None, field: str) -> None:
    """A pattern is one there is; raises `Refused` (``bad_tiles``)."""
    if pattern is not None and pattern not in PATTERNS:
        params = {"got": pattern[:40], "known": " ".join(PATTERNS)}
        raise Refused(Problem("bad_tiles", field, "pattern_unknown", params))


def pattern_paid(o: HouseRules, called: Called, field: str) -> str:
    """The pattern of a call, by its tiles where they are known.

    Raises `Refused`: ``not_a_win``, ``bad_tiles`` where tiles and declared pattern differ or neither is there.
    """
    declared = called.pattern
    check_pattern(declared, f"{field}.pattern")
    if called.hand is None and declared is None:
        raise Refused(Problem("bad_tiles", f"{field}.pattern", "pattern_or_tiles"))
    where = f"{field}.tiles" if called.hand else f"{field}.pattern"
    found = patterns(called.hand) if called.hand else (known(declared),)
    if not found:
        raise Refused(Problem("not_a_win", where))
    allowed = tuple(each for each in found if each != PLAIN or called.source != "discard" or called.reason)
    if not allowed:
        raise Refused(Problem("not_a_win", where, "plain"))
    values = {pattern: worth(o, pattern, baoting=called.baoting) for pattern in allowed}
    paid = best(allowed, values)
    if declared in allowed and values[declared] == values[paid]:
        return declared
    if declared is not None:
        raise Refused(
            Problem(
                "bad_tiles",
                f"{field}.pattern",
                "pattern_differs",
                {"found": NAMES[paid][0], "got": NAMES[declared][0]},
            )
        )
    return paid


def worth(o: HouseRules, pattern: str, *, baoting: bool) -> int:
    """What a pattern is worth here, by itself or 报听."""
    return sum(item.units for item in pattern_lines(o, pattern, baoting=baoting))


def pattern_lines(o: HouseRules, pattern: str, *, baoting: bool) -> tuple[Item, ...]:
    """The pattern, and what 报听 makes of it."""
    own, how = Item(pattern, {}, o.values[pattern]), o.baoting
    if not baoting or how == "none":
        return (own,)
    if how == "flat":
        return (Item("baoting", {"how": "flat"}, BAOTING),)
    if how == "as_qing" and pattern in QING:
        return (own, Item("baoting", {"how": "as_qing"}, o.values[QING[pattern]] - own.units))
    return (own, Item("baoting", {}, BAOTING))


def price(o: HouseRules, called: Called, pattern: str) -> tuple[Item, ...]:
    """What the winner's own hand is worth, line by line."""
    items = list(pattern_lines(o, pattern, baoting=called.baoting))
    if called.gangkai:
        items.append(Item("gangkai", {}, o.gangkai))
    if called.haidi:
        items.append(Item("haidi", {"units": o.haidi}, o.haidi))
    if called.source == "self_draw" and o.zimo:
        items.append(Item("self_draw", {}, o.zimo))
    return doubled(o, called, tuple(items))


def doubled(o: HouseRules, called: Called, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The lines, and for a 热炮 all of them once again where the table doubles it."""
    if not called.repao or o.repao != "double":
        return items
    return (*items, Item("repao", {}, sum(item.units for item in items)))


def scored(called: Called, pattern: str, items: tuple[Item, ...]) -> Scored:
    """The win as the ledger keeps it."""
    flags = ("baoting", "gangkai", "haidi", "repao")
    marks = [pattern] if pattern else []
    return Scored(
        hu=0,
        units=sum(item.units for item in items),
        items=items,
        source=called.source,
        readings=len(patterns(called.hand)) if called.hand else 0,
        hand=str(called.hand) if called.hand else "",
        marks=(*marks, *(flag for flag in flags if getattr(called, flag))),
        checked="cards" if called.hand else "hu",
        pattern=pattern,
    )
