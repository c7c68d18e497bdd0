"""规矩 (guiju): 捉鸡麻将 in words, with its deals worked out (docs/rules/guiyang.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..codec import Count, Seat, seats
from ..facts import Bao, Dead, Deal, Dou, Foul, HeldJi, Ji, Maima, Pay, Ready, TilesWon, TileWin
from ..house_examples import house_examples
from ..house_words import LOW_RULES, PLEDGE_RULES
from ..options import Words, as_options
from ..rulebook import Case, Figure, Part, Section, Tiles, listed, merged, one
from ..ruletext import Known, Reader
from .examples import DEALS, OWN
from .hand import COMPLETE, parse_hand
from .house import HouseRules
from .ji import FULL, ji_values
from .patterns import PATTERNS, patterns
from .rules import RULES
from .tiles import NUMBERS, SUITS, parse_tile, tile_name
from .win import BAOTING, NAMES, worth

PATTERN_TILES: Final[Mapping[str, str]] = {
    "pinghu": "一二三万 四五六万 七八九条 三三三筒 五五筒",
    "daduizi": "二二二万 六六六条 九九九条 四四四筒 八八筒",
    "xiaoqidui": "一一万 五五万 三三条 七七条 二二筒 六六筒 九九筒",
    "longqidui": "一一万 五五万 七七七七条 二二筒 六六筒 九九筒",
    "qingyise": "一二三条 三四五条 六七八条 九九九条 五五条",
    "qingdadui": "一一一筒 三三三筒 五五五筒 八八八筒 九九筒",
    "qingqidui": "一一万 二二万 四四万 五五万 七七万 八八万 九九万",
    "qinglongbei": "一一条 三三条 五五五五条 七七条 八八条 九九条",
}
"""A complete hand of each pattern."""

A, B, C, D = (Seat(seat) for seat in range(4))
EVERYBODY_PAYS: Final[Mapping[int, Words]] = {
    2: Words("对家付", "the other pays"),
    3: Words("两家都付", "both pay"),
    4: Words("三家都付", "all three pay"),
}
HORSES: Final[Mapping[int, Words]] = {
    2: Words("单数是庄家的，双数是对家的。", "Odd ones are the dealer’s, even ones the other’s."),
    3: Words(
        "一四七是庄家的，二五八是下家的，三六九是上家的。",
        "1 4 7 are the dealer’s, 2 5 8 the next, 3 6 9 the last.",
    ),
    4: Words(
        "一五九是庄家的，二六是下家的，三七是对家的，四八是上家的。",
        "1 5 9 are the dealer’s, then 2 6, 3 7 and 4 8 around the table.",
    ),
}
Scene = tuple[tuple[str, str], Deal]
"""What is seen, in Chinese and English, and the deal."""
WHOLE: Final[tuple[Part, ...]] = ("lines", "paid", "next")


def tile_sections(o: HouseRules) -> tuple[Section, ...]:
    """The rules of a table."""
    values: dict[str, Known] = {
        "bao": BAOTING,
        "full": FULL,
        "double": 2 * FULL,
        "ji": _ji(o),
        "everybody": EVERYBODY_PAYS[o.seats],
        "horses": HORSES[o.seats],
    }
    options = as_options(o)
    house = house_examples(options, o.seats, TilesWon(wins=(OWN,)))
    reader = Reader(options, values, {**_tiles(o.values), **_deals(o), **house})
    return merged(*reader.sections(RULES + PLEDGE_RULES + LOW_RULES))


def _ji(o: HouseRules) -> Words:
    """The tiles that are 鸡 where 五万 is turned."""
    values = ji_values(o, parse_tile("五万", ""))
    return listed(one(tile_name(tile)) for tile in values)


def _tiles(values: Mapping[str, int]) -> dict[str, Figure]:
    deck = tuple((Words(suit, suit), tuple(f"{number}{suit}" for number in NUMBERS)) for suit in SUITS)
    rows = []
    for text in PATTERN_TILES.values():
        hand = parse_hand(text, (), COMPLETE, "")
        found = max(patterns(hand), key=PATTERNS.index)
        name = NAMES[found][0]
        label = Words(f"{name}，{values[found]} 个", f"{name}: {values[found]}")
        rows.append((label, tuple(tile_name(tile) for tile in hand.held)))
    return {"deck": Tiles(deck), "patterns": Tiles(tuple(rows))}


def _deals(o: HouseRules) -> dict[str, Figure]:
    """Examples, those only at which everybody sits."""
    scenes = {**_wins(o), **_horses_and_followed(o), **_bonuses(o), **_nobody_wins()}
    return {
        name: Case(Words(*words), (deal,), WHOLE)
        for name, (words, deal) in scenes.items()
        if all(seat < o.seats for _field, seat in seats(deal))
    }


def _horses_and_followed(o: HouseRules) -> Mapping[str, Scene]:
    """跟章 and 买马."""
    nobody = () if o.ready_only == "on" else None
    tiles = ("五万", "二条", "九筒", "三条", "一万", "六筒", "四万", "八条")[: o.maima]
    horses = TilesWon(wins=(OWN,), maima=Maima(tiles=tiles) if o.maima else None)
    followed = TilesWon(wins=(_off("daduizi", B, A),), genzhang=o.genzhang > 0 or None, ready=nobody)
    return {
        "horses": (("甲坐庄，自摸大对子", "A deals and draws all triplets"), horses),
        "followed": (
            ("甲坐庄，大家跟章，甲点炮给乙", "A deals, all follow his tile, and B wins off him"),
            followed,
        ),
    }


def _off(pattern: str, winner: Seat, discarder: Seat, *, listened: bool | None = None) -> TileWin:
    return TileWin(winner=winner, source="discard", from_=discarder, pattern=pattern, off_baoting=listened)


def _wins(o: HouseRules) -> Mapping[str, Scene]:
    """Who pays for what is won."""
    off = tuple(_off("daduizi", seat, A) for seat in (B, C, D))
    robbed = TileWin(winner=A, source="rob_kong", from_=B, pattern="pinghu")
    kong = Dou(player=B, kind="zhuanwan", tile="三条")
    pays = (Pay(to=C, units=Count(1)), Pay(to=D, units=Count(7)))
    let, listened = _off("daduizi", A, C), _off("pinghu", B, A, listened=True)
    nobody = () if o.ready_only == "on" else None
    own, ready = Count(o.values["daduizi"]), Count(worth(o, "longqidui", baoting=True))
    return {
        "own": (("甲坐庄，自摸大对子", "A deals and draws all triplets"), TilesWon(wins=(OWN,))),
        "two": (("甲点炮，乙、丙都胡大对子", "B and C win all triplets off A"), TilesWon(wins=off[:2])),
        "three": (
            ("甲点炮，乙、丙、丁都胡；甲自己是大对子", "All win off A, who holds all triplets"),
            TilesWon(wins=off, discarder_value=own if o.triple_ron == "reversed" else None),
        ),
        "hot": (
            ("乙开了闷豆，打出来给甲胡大对子", "B makes a concealed kong and discards to A"),
            replace(DEALS["repao"], ready=nobody),
        ),
        "robbed": (
            ("乙转弯三条，甲抢杠", "B adds 3 bamboo to a peng, A robs it"),
            TilesWon(wins=(robbed,), dou=(kong,), ready=nobody),
        ),
        "bao": (
            (
                "丙点炮给甲，乙包牌；丙自己的牌值 1，丁的值 7",
                "C discards to A; B has let a win pass; C’s own hand is worth 1, D’s 7",
            ),
            TilesWon(wins=(let,), bao=Bao(player=B, pays=pays)),
        ),
        "listened": (
            ("甲报听，听的是龙七对；打出来给乙胡", "A, ready for dragon seven pairs, discards to B"),
            TilesWon(wins=(listened,), discarder_value=ready),
        ),
    }


def _bonuses(o: HouseRules) -> Mapping[str, Scene]:
    """豆 and 鸡 beside a win."""
    ready = (B, C) if o.ready_only == "on" else None
    best = TileWin(winner=A, source="self_draw", pattern="qinglongbei", baoting=True)
    kongs = (
        Dou(player=A, kind="men", tile="五万"),
        Dou(player=B, kind="zhuanwan", tile="三条"),
        Dou(player=C, kind="dian", tile="七筒", from_=D),
    )
    two = HeldJi(player=A, tile="一条", count=Count(2))
    four = HeldJi(player=A, tile="五条", count=Count(4), full=True)
    return {
        "dou": (
            ("甲胡大对子，豆有三个", "A wins all triplets; three kongs"),
            TilesWon(wins=(OWN,), dou=kongs, ready=ready),
        ),
        "ji": (
            ("甲胡，翻到九条，甲有两张一条", "A wins; 9 bamboo is turned, A has two 1 bamboo"),
            TilesWon(wins=(OWN,), ji=Ji(flipped="九条", held=(two,))),
        ),
        "most": (
            (
                "甲报听自摸青龙背，四张五条都是鸡",
                "A wins one-suit dragon seven pairs announced and drawn, with four 5 bamboo as chickens",
            ),
            TilesWon(wins=(best,), ji=Ji(flipped="四条", held=(four,))),
        ),
    }


def _nobody_wins() -> Mapping[str, Scene]:
    ready = (Ready(player=A, pattern="pinghu"), Ready(player=B, pattern="xiaoqidui"))
    foul = Foul(offender=B, pays=(Pay(to=A, units=Count(5)),))
    return {
        "dead": (
            (
                "甲叫平胡，乙叫小七对，丙、丁没叫",
                "A is ready for a plain win, B for seven pairs; C and D are not",
            ),
            Dead(ready=ready),
        ),
        "foul": (("乙犯规，商定赔甲 5 个", "B fouls and pays A 5"), foul),
    }
