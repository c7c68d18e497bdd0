"""Mahjong deals as chance has them, of four players or fewer: most of them stand, some are refused."""

import random
from typing import Any

from zipai_ledger.rules.mahjong.asks import TileAsks
from zipai_ledger.rules.mahjong.patterns import PATTERNS
from zipai_ledger.rules.mahjong.tiles import TILES, tiles_text

WINS = ("self_draw", "self_draw", "discard", "discard", "discard", "rob_kong")


def any_hand(chance: random.Random) -> str:
    """Fourteen tiles that win: groups and a pair, or seven pairs, of one suit or of several."""
    suits = [chance.randrange(3)] if chance.random() < 0.4 else [0, 1, 2]
    while True:
        tiles = pairs(chance, suits) if chance.random() < 0.3 else groups(chance, suits)
        if max(map(tiles.count, tiles)) <= 4:
            return tiles_text(tiles)


def pairs(chance: random.Random, suits: list[int]) -> list[int]:
    kinds = [9 * suit + at for suit in suits for at in range(9)] * 2
    return [tile for tile in chance.sample(kinds, 7) for _ in range(2)]


def groups(chance: random.Random, suits: list[int]) -> list[int]:
    triplets = chance.choice((0.2, 1))
    tiles = [9 * chance.choice(suits) + chance.randrange(9)] * 2
    for _ in range(4):
        first = 9 * chance.choice(suits)
        if chance.random() < triplets:
            tiles += [first + chance.randrange(9)] * 3
        else:
            at = chance.randrange(7)
            tiles += [first + at, first + at + 1, first + at + 2]
    return tiles


def any_winner(chance: random.Random, winner: int, source: str, from_: int) -> dict[str, Any]:
    win: dict[str, Any] = {"winner": winner, "source": source}
    if source == "self_draw":
        win["gangkai"] = chance.random() < 0.3
    else:
        win |= {"from": from_, "off_baoting": chance.random() < 0.2}
    if chance.random() < 0.4:
        win["tiles"] = any_hand(chance)
    else:
        win["pattern"] = chance.choice(PATTERNS)
    win["baoting"] = chance.random() < 0.4
    return win


def any_dou(chance: random.Random, seats: int = 4) -> list[dict[str, Any]]:
    found = []
    for tile in chance.sample(TILES, chance.randrange(3)):
        player, from_ = chance.sample(range(seats), 2)
        kind = chance.choice(("men", "zhuanwan", "dian"))
        made = {"player": player, "kind": kind, "tile": tile, "void": chance.random() < 0.2}
        found.append(made | ({"from": from_} if kind == "dian" else {}))
    return found


def any_ji(chance: random.Random, seats: int, asks: TileAsks) -> dict[str, Any]:
    flipped = chance.choice((None, "九条", "七筒", chance.choice(TILES)))
    nearby = ["一条", "八筒", chance.choice(TILES)]
    held = [
        {"player": chance.randrange(seats), "tile": tile, "count": chance.randrange(5)}
        for tile in chance.sample(nearby, 2)
    ]
    for each in held:
        if each["count"] == 4:
            each["full"] = chance.random() < 0.5
        elif asks.out and chance.random() < 0.6:
            each["laid"] = chance.randrange(each["count"] + 1)
    return {"flipped": flipped, "held": held, **({"out": any_out(chance, seats)} if asks.out else {})}


def any_out(chance: random.Random, seats: int) -> list[dict[str, Any]]:
    """鸡 that were discarded."""
    tiles = ("一条", chance.choice(TILES))[: chance.randrange(3)]
    return [
        {"player": chance.randrange(seats), "tile": tile, "count": chance.randint(1, 2)} for tile in tiles
    ]


def any_maima(chance: random.Random, most: int) -> dict[str, Any]:
    """买马, by the tiles or by how many hit."""
    number = chance.randint(0, most)
    return chance.choice(({"hits": number}, {"tiles": chance.sample(TILES, number)}))


def any_win(chance: random.Random, places: int, asks: TileAsks) -> dict[str, Any]:
    """A win at a table of so many."""
    source = chance.choice(WINS)
    seats = chance.sample(range(places), places)
    last, another = seats[-1], seats[-2]
    number = 1 if source == "self_draw" else min(places - 1, chance.choice((1, 1, 2, 3)))
    wins = [any_winner(chance, seat, source, last) for seat in seats[:number]]
    deal: dict[str, Any] = {
        "result": "win",
        "wins": wins,
        "dou": any_dou(chance, places),
        "discarder_value": 7,
    }
    if source == "self_draw" and asks.haidi:
        wins[0]["haidi"] = chance.random() < 0.3
    if source == "self_draw" and asks.maima:
        deal["maima"] = any_maima(chance, asks.maima)
    if source == "discard" and chance.random() < 0.2:
        deal["dou"].append({"player": last, "kind": "men", "tile": "四筒", "void": True})
        wins[0]["repao"] = True
    elif source == "discard" and number < places - 1 and chance.random() < 0.2:
        others = [*seats[number:-2], last]
        deal["bao"] = {"player": another, "pays": [{"to": seat, "units": 3} for seat in others]}
    if chance.random() < 0.7:
        deal["ji"] = any_ji(chance, places, asks)
    deal["ready"] = chance.sample(range(places), chance.randrange(places + 1))
    first = chance.choice((seats[1], last))
    deal["chongfeng"] = {"player": first, "tile": "一条"}
    if chance.random() < 0.3:
        deal["zeren"] = {"from": first, "to": another, "tile": "一条"}
    if chance.random() < 0.1:
        deal["xianggong"] = [another]
    deal["genzhang"] = asks.genzhang and chance.random() < 0.3
    return {key: value for key, value in deal.items() if chance.random() < 0.95 or key in ("result", "wins")}


def any_dead(chance: random.Random, places: int, asks: TileAsks) -> dict[str, Any]:
    """黄庄, with any players ready."""
    seats = chance.sample(range(places), chance.randrange(places + 1))
    listed = [{"player": seat, "pattern": chance.choice(PATTERNS)} for seat in seats]
    deal: dict[str, Any] = {"result": "dead", "ready": listed, "dou": any_dou(chance, places)}
    if asks.dead_ji and chance.random() < 0.7:
        laid = [{"player": chance.randrange(places), "tile": "一条", "count": 2, "laid": chance.randrange(3)}]
        deal["ji"] = {"held": laid, "out": any_out(chance, places)}
    return {**deal, "genzhang": True} if asks.genzhang and chance.random() < 0.3 else deal


def any_foul(chance: random.Random, places: int) -> dict[str, Any]:
    """A foul with what was agreed, to one or two of the others."""
    offender, *others = chance.sample(range(places), min(3, places))
    pays = [{"to": seat, "units": 4 - at} for at, seat in enumerate(others)][: chance.choice((1, 2))]
    return {"result": "foul", "offender": offender, "pays": pays}
