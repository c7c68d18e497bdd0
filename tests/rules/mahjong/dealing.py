"""Mahjong deals of four players as chance has them: most of them stand, some are refused."""

import random
from typing import Any

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


def any_dou(chance: random.Random) -> list[dict[str, Any]]:
    found = []
    for tile in chance.sample(TILES, chance.randrange(3)):
        player, from_ = chance.sample(range(4), 2)
        kind = chance.choice(("men", "zhuanwan", "dian"))
        made = {"player": player, "kind": kind, "tile": tile, "void": chance.random() < 0.2}
        found.append(made | ({"from": from_} if kind == "dian" else {}))
    return found


def any_ji(chance: random.Random) -> dict[str, Any]:
    flipped = chance.choice((None, "九条", "七筒", chance.choice(TILES)))
    nearby = ["一条", "八筒", chance.choice(TILES)]
    held = [
        {"player": chance.randrange(4), "tile": tile, "count": chance.randrange(5)}
        for tile in chance.sample(nearby, 2)
    ]
    for each in held:
        if each["count"] == 4:
            each["full"] = chance.random() < 0.5
    return {"flipped": flipped, "held": held}


def any_win(chance: random.Random) -> dict[str, Any]:
    source = chance.choice(WINS)
    seats = chance.sample(range(4), 4)
    number = 1 if source == "self_draw" else chance.choice((1, 1, 2, 3))
    wins = [any_winner(chance, seat, source, seats[3]) for seat in seats[:number]]
    deal: dict[str, Any] = {"result": "win", "wins": wins, "dou": any_dou(chance), "discarder_value": 7}
    if source == "discard" and chance.random() < 0.2:
        deal["dou"].append({"player": seats[3], "kind": "men", "tile": "四筒", "void": True})
        wins[0]["repao"] = True
    elif source == "discard" and number < 3 and chance.random() < 0.2:
        others = [*seats[number:2], seats[3]]
        deal["bao"] = {"player": seats[2], "pays": [{"to": seat, "units": 3} for seat in others]}
    if chance.random() < 0.7:
        deal["ji"] = any_ji(chance)
    deal["ready"] = chance.sample(range(4), chance.randrange(5))
    first = chance.choice((seats[1], seats[3]))
    deal["chongfeng"] = {"player": first, "tile": "一条"}
    if chance.random() < 0.3:
        deal["zeren"] = {"from": first, "to": seats[2], "tile": "一条"}
    if chance.random() < 0.1:
        deal["xianggong"] = [seats[2]]
    return {key: value for key, value in deal.items() if chance.random() < 0.95 or key in ("result", "wins")}


def any_dead(chance: random.Random) -> dict[str, Any]:
    """黄庄, with any players ready."""
    seats = chance.sample(range(4), chance.randrange(5))
    listed = [{"player": seat, "pattern": chance.choice(PATTERNS)} for seat in seats]
    return {"result": "dead", "ready": listed, "dou": any_dou(chance)}


def any_foul(chance: random.Random) -> dict[str, Any]:
    """A foul with what was agreed, to one or two of the others."""
    offender, one, other = chance.sample(range(4), 3)
    pays = [{"to": one, "units": 4}, {"to": other, "units": 3}][: chance.choice((1, 2))]
    return {"result": "foul", "offender": offender, "pays": pays}
