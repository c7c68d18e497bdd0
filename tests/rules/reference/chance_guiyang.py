"""Random options, wins, 豆, 鸡 and evenings of 贵阳捉鸡 (docs/rules/guiyang.md)."""

from collections import Counter

from tests.rules.reference.chance_zipai import HOUSE, LOW, ON_OFF, some
from tests.rules.reference.guiyang import (
    NUMBERS,
    SEED_VALUES,
    SEVEN_PAIRS,
    SUITS,
    made_by_turning,
    plain_worth,
)

TILES = [number + suit for suit in SUITS for number in NUMBERS]
CHOICES = {
    "baoting": ("as_qing", "add", "flat", "none"),
    "dou_men": (1, 2, 4),
    "dou_zhuanwan": (1, 2, 3),
    "dou_dian": (1, 2, 3),
    "ready_only": ON_OFF,
    "ji_next": ("up", "down", "both"),
    "ben_ji": ON_OFF,
    "wugu": (0, 1, 2),
    "chongfeng": (0, 2, 3),
    "zeren": (0, 1, 3),
    "zimo": (0, 1),
    "gangkai": (0, 1, 2, 4),
    "haidi": (0, 1, 3),
    "genzhang": (0, 1, 2),
    "maima": (0, 2, 4),
    "neiwai_ji": ("off", "yaoji", "all"),
    "rob_kong": ("void_dou", "burn_ji", "void_all"),
    "triple_ron": ("reversed", "plain"),
    "repao": ("void_dou", "void_all", "double"),
    "dealer_bonus": (0, 1),
    "lianzhuang": ON_OFF,
    "chajiao_dealer": ("seed", "stays"),
    "values": ({}, {"longqidui": 9}, {"pinghu": 2, "daduizi": 6}),
}


def options(rng, players):
    given = some(rng, CHOICES)
    given.update(some(rng, HOUSE, 0.2))
    if rng.random() < 0.2:
        given["preset"] = "family_b"
    if players != 4:
        given["seats"] = players
    if players == 2 and rng.random() < 0.5:
        given.update(some(rng, LOW, 0.6))
    ready_only = given.get("ready_only", "on" if given.get("preset") == "family_b" else "off")
    if ready_only == "on":
        given.update(some(rng, dict.fromkeys(("bao_ji", "bao_dou"), ("off", "wins", "always")), 0.5))
    return given


# --- tiles ---


def seven_pairs(rng, pool):
    four = rng.random() < 0.4
    kinds = rng.sample(pool, 6 if four else 7)
    return [tile for tile in kinds for _ in range(2)] + ([kinds[0]] * 2 if four else [])


def standard(rng, pool, sets):
    """So many sets and a pair."""
    while True:
        tiles = [rng.choice(pool)] * 2
        triplets = rng.choice((0.2, 0.5, 1.0))
        for _ in range(sets):
            tile = rng.choice(pool)
            i = NUMBERS.index(tile[0])
            if rng.random() < triplets or i > 6:
                tiles += [tile] * 3
            else:
                tiles += [NUMBERS[i + k] + tile[1] for k in range(3)]
        if max(Counter(tiles).values()) <= 4:
            return tiles


def winning_tiles(rng, dou_tiles=()):
    suits = {tile[1] for tile in dou_tiles}
    pool = TILES
    if len(suits) <= 1 and rng.random() < 0.4:
        suit = next(iter(suits), rng.choice(SUITS))
        pool = [tile for tile in TILES if tile[1] == suit]
    pool = [tile for tile in pool if tile not in dou_tiles]
    if not dou_tiles and rng.random() < 0.3:
        return seven_pairs(rng, pool)
    return standard(rng, pool, 4 - len(dou_tiles))


def score_request(rng):
    given = options(rng, 4)
    for key in ("evening_deals", "pledge", "pledge_max", "cap", "zimo"):
        given.pop(key, None)
    dou = rng.sample(TILES, rng.choice((0, 0, 0, 1, 1, 2, 3)))
    tiles = winning_tiles(rng, dou)
    if rng.random() < 0.15:
        tiles[rng.randrange(len(tiles))] = rng.choice(TILES)
    rng.shuffle(tiles)
    hand = {"tiles": " ".join(tiles), "source": rng.choice(("self_draw", "self_draw", "discard"))}
    if dou:
        hand["dou"] = [{"kind": rng.choice(("men", "zhuanwan", "dian")), "tile": tile} for tile in dou]
    hand.update({key: True for key in ("baoting",) if rng.random() < 0.3})
    if hand["source"] == "self_draw" and rng.random() < 0.2:
        hand["gangkai"] = True
    return {"ruleset": "guiyang", "options": given, "hand": hand}


# --- deals ---


class Wall:
    """Copies of tiles that the facts of one deal have not used up."""

    def __init__(self):
        self.left = Counter(dict.fromkeys(TILES, 4))

    def take(self, tile, n):
        if self.left[tile] < n:
            return False
        self.left[tile] -= n
        return True


def deal(rng, table):
    made = MAKERS[rng.choice(("win",) * 12 + ("dead",) * 4 + ("foul", "adjust"))](rng, table)
    if rng.random() < 0.06:
        made["dealer"] = rng.randrange(table.n)
    if table.options["pledge"] != "none" and rng.random() < 0.8:
        made["pledges"] = [rng.randrange(table.options["pledge_max"] + 1) for _ in range(table.n)]
    if table.options["genzhang"] and made["result"] in ("win", "dead") and rng.random() < 0.2:
        made["genzhang"] = True
    return made


def adjust(rng, table):
    deltas = [rng.randrange(-9, 10) for _ in range(table.n - 1)]
    return {"result": "adjust", "deltas": [*deltas, -sum(deltas)]}


def foul(rng, table):
    offender = rng.randrange(table.n)
    others = [seat for seat in range(table.n) if seat != offender]
    paid = rng.sample(others, rng.randrange(1, len(others) + 1))
    return {
        "result": "foul",
        "offender": offender,
        "pays": [{"to": seat, "units": rng.randrange(1, 9)} for seat in paid],
    }


def dead(rng, table):
    made = {"result": "dead", "ready": []}
    for seat in range(table.n):
        way = rng.random()
        if way < 0.35:
            made["ready"].append({"player": seat, "pattern": rng.choice(sorted(SEED_VALUES))})
        elif way < 0.5:
            made["ready"].append({"player": seat, "value": rng.randrange(0, 30)})
        elif way < 0.55:
            made["xianggong"] = [seat]
    wall = Wall()
    if rng.random() < 0.5:
        made["dou"] = dou(rng, table, wall, [])
    if table.options["bao_ji"] == "always" and rng.random() < 0.7:
        made["ji"] = {"held": [], "out": []}
        always_ji(rng, table, wall, made["ji"])
    return made


def dou(rng, table, wall, winners_without):
    """Some 豆; none of who may have none."""
    found = []
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        player = rng.randrange(table.n)
        tile = rng.choice(TILES)
        if player in winners_without or not wall.take(tile, 4):
            continue
        one = {"player": player, "kind": rng.choice(("men", "zhuanwan", "dian")), "tile": tile}
        if one["kind"] == "dian":
            one["from"] = rng.choice([seat for seat in range(table.n) if seat != player])
        found.append(one)
    return found


def win(rng, table):
    source = rng.choice(("self_draw",) * 5 + ("discard",) * 6 + ("rob_kong",))
    seats = list(range(table.n))
    rng.shuffle(seats)
    giver, winners = seats[0], seats[1:2]
    if source != "self_draw" and rng.random() < 0.25:
        winners = seats[1 : rng.choice((2, 3, 4)) + 1]
    wins = []
    for winner in winners:
        one = {"winner": winner, "source": source, "pattern": rng.choice(sorted(SEED_VALUES))}
        if source != "self_draw":
            one["from"] = giver
        if rng.random() < 0.2:
            one["baoting"] = True
        wins.append(one)
    made = {"result": "win", "wins": wins}
    wall = Wall()
    pairs = [one["winner"] for one in wins if one["pattern"] in SEVEN_PAIRS and rng.random() < 0.97]
    made["dou"] = dou(rng, table, wall, pairs)
    of_self_draw(rng, table, made, wall) if source == "self_draw" else of_giver(rng, table, made, giver, wall)
    if table.options["ready_only"] == "on":
        made["ready"] = [seat for seat in range(table.n) if seat not in winners and rng.random() < 0.5]
    if "ji" not in made and rng.random() < 0.75:
        made["ji"] = ji(rng, table, wall, made)
    first_ji(rng, table, made, wall)
    with_tiles(rng, made, wall)
    return made


def with_tiles(rng, made, wall):
    """The tiles of a winner who has shown nothing else that they would have to fit."""
    one = made["wins"][0]
    if len(made["wins"]) == 1 and "ji" not in made and not made["dou"] and rng.random() < 0.6:
        tiles = winning_tiles(rng)
        while "一条" in tiles or "八筒" in tiles or Counter(tiles) - wall.left:
            tiles = winning_tiles(rng)
        rng.shuffle(tiles)
        one["tiles"] = " ".join(tiles)
        one.pop("pattern")


def of_self_draw(rng, table, made, wall):
    one = made["wins"][0]
    own = [d for d in made["dou"] if d["player"] == one["winner"]]
    if own and rng.random() < 0.5:
        one["gangkai"] = True
    if table.options["haidi"] and rng.random() < 0.3:
        one["haidi"] = True
        made["ji"] = {"flipped": None, "held": []}
    if table.options["maima"]:
        n = table.options["maima"]
        tiles = [tile for tile in rng.sample(TILES, n) if wall.take(tile, 1)]
        made["maima"] = (
            {"tiles": tiles} if len(tiles) == n and rng.random() < 0.5 else {"hits": rng.randrange(n + 1)}
        )


def of_giver(rng, table, made, giver, wall):
    wins = made["wins"]
    source = wins[0]["source"]
    his = [one for one in made["dou"] if one["player"] == giver]
    if source == "discard" and his and rng.random() < 0.6:
        rng.choice(his)["void"] = True
        for one in wins:
            one["repao"] = True
    if source == "rob_kong":
        robbed_dou(rng, made, giver, wall)
    if source == "discard" and len(wins) < 3 and rng.random() < 0.12:
        for one in wins:
            one["off_baoting"] = True
        made["discarder_value"] = rng.randrange(0, 31)
    if len(wins) == 3 and table.options["triple_ron"] == "reversed":
        made["discarder_value"] = rng.randrange(0, 31)
    if len(wins) == 1 and source == "discard" and table.n > 2 and rng.random() < 0.12:
        bao(rng, table, made, giver)


def robbed_dou(rng, made, giver, wall):
    turned = [one for one in made["dou"] if one["player"] == giver and one["kind"] == "zhuanwan"]
    tile = rng.choice(TILES)
    if not turned and wall.take(tile, 4):
        made["dou"].append({"player": giver, "kind": "zhuanwan", "tile": tile})
        turned = made["dou"][-1:]
    way = rng.random()
    if turned and way < 0.3:
        rng.choice(turned)["void"] = True
    elif turned and way < 0.6:
        for one in made["wins"]:
            one["tile"] = turned[0]["tile"]


def bao(rng, table, made, giver):
    winner = made["wins"][0]["winner"]
    watching = [seat for seat in range(table.n) if seat not in (giver, winner)]
    player = rng.choice(watching)
    others = [seat for seat in range(table.n) if seat not in (player, winner)]
    made["bao"] = {
        "player": player,
        "pays": [{"to": seat, "units": rng.randrange(0, 20)} for seat in others],
    }


# --- 鸡 ---


def ji(rng, table, wall, made):
    found = {"flipped": None, "held": [], "out": []}
    if rng.random() < 0.9:
        tile = rng.choice(("九条", "二条", "七筒", "一条", *TILES))
        if wall.take(tile, 1):
            found["flipped"] = tile
    kinds = sorted(made_by_turning(table.options, found["flipped"]))
    held(rng, table, wall, found, kinds)
    kept_dou(rng, table, found, made)
    always_ji(rng, table, wall, found)
    if table.options["neiwai_ji"] == "all":
        discarded(rng, table, wall, found, kinds)
    if table.options["neiwai_ji"] == "off" and table.options["bao_ji"] == "off":
        del found["out"]
    return found


def held(rng, table, wall, found, kinds):
    for tile in kinds:
        if tile in ("一条", "八筒"):
            continue
        for seat in range(table.n):
            n = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
            if n and wall.take(tile, n):
                one = {"player": seat, "tile": tile, "count": n}
                if n == 4 and rng.random() < 0.5:
                    one["full"] = True
                found["held"].append(one)


def kept_dou(rng, table, found, made):
    """A 豆 of a 鸡 is four of them held; where it may have been robbed, nothing is told."""
    kinds = made_by_turning(table.options, found["flipped"])
    robbed = made["wins"][0].get("from") if made["wins"][0]["source"] == "rob_kong" else None
    for one in made["dou"]:
        tile = one["tile"]
        if one["player"] == robbed and one["kind"] == "zhuanwan":
            continue
        if tile in kinds or plain_worth(table.options, tile):
            entry = {"player": one["player"], "tile": tile, "count": 4}
            if one["kind"] == "men":
                entry["full"] = True
            elif table.options["bao_ji"] != "off":
                entry["laid"] = 4
            found["held"].append(entry)


def always_ji(rng, table, wall, found):
    for tile in ("一条", "八筒"):
        if not plain_worth(table.options, tile):
            continue
        for seat in range(table.n):
            n = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
            if n and rng.random() < 0.7 and wall.take(tile, n):
                one = {"player": seat, "tile": tile, "count": n}
                if n == 4 and rng.random() < 0.5:
                    one["full"] = True
                elif table.options["bao_ji"] != "off" and n >= 3:
                    one["laid"] = 3
                found["held"].append(one)
            m = rng.choice((0, 0, 1, 1, 2))
            discards = table.options["neiwai_ji"] != "off" or table.options["bao_ji"] != "off"
            if m and discards and wall.take(tile, m):
                found["out"].append({"player": seat, "tile": tile, "count": m})


def discarded(rng, table, wall, found, kinds):
    for tile in kinds:
        seat, n = rng.randrange(table.n), rng.choice((1, 1, 2))
        if tile not in ("一条", "八筒") and wall.take(tile, n):
            found["out"].append({"player": seat, "tile": tile, "count": n})


def first_ji(rng, table, made, wall):
    if rng.random() > 0.4 or not (table.options["chongfeng"] or table.options["zeren"]):
        return
    seats = rng.sample(range(table.n), 2)
    if table.options["zeren"] and rng.random() < 0.5:
        if wall.take("一条", 3):
            made["zeren"] = {"from": seats[0], "to": seats[1], "tile": "一条"}
    elif table.options["chongfeng"] and wall.take("一条", 1):
        made["chongfeng"] = {"player": seats[0], "tile": "一条"}


MAKERS = {"win": win, "dead": dead, "foul": foul, "adjust": adjust}
