"""Deals that mostly cannot stand: one that could, with one thing wrong."""

from tests.rules.reference import chance_guiyang, chance_zipai
from tests.rules.reference.guiyang import SEED_VALUES, SEVEN_PAIRS

# --- 字牌 ---


def zipai_win(rng, table):
    """A win by a typed 胡 as a beginning."""
    made = {"result": "win", "winner": rng.choice(table.playing()), "source": "self_draw"}
    chance_zipai.typed(rng, table, made, made["winner"], "self_draw")
    xing = chance_zipai.typed_xing(rng, table) if table.ruleset == "guilin" else None
    return made if xing is None else {**made, "xing": xing}


def other(rng, table, seat):
    return rng.choice([each for each in table.playing() if each != seat])


def sits_out(rng, table, made):
    seat = table.sitting if table.sitting is not None else 0
    claimed = {"units": 2} if table.ruleset in ("tuozi", "huashi", "guilin") else {}
    return rng.choice(({**made, "winner": seat}, {"result": "foul", "offender": seat, **claimed}))


def giver(rng, table, made):
    seat = rng.choice((made["winner"], other(rng, table, made["winner"])))
    source = rng.choice(("self_draw", "discard", "other_draw"))
    return {**made, "source": source, **({"from": seat} if rng.random() < 0.6 else {})}


def pledged(rng, table, made):
    return {**made, "pledges": [rng.randrange(3) for _ in range(table.n)]}


def typed_hu(rng, table, made):
    return {**made, "hu": rng.choice((0, 1, 9, 14, 17, 48, 49, 72, 73, 100))}


def marked(rng, table, made):
    marks = ("tianhu", "dihu", "sanlong", "wukan", "sanlongwukan", "honghu", "wuhu", "dianhong", "piaohu")
    source = rng.choice(("self_draw", "dealt", "dealt", "discard"))
    more = {"from": other(rng, table, made["winner"])} if source == "discard" else {}
    hu = rng.choice((12, 15, 21, 27, 30, 33, 36, 42, 45, 48, 54, 60, 61))
    return {**made, "hu": hu, "source": source, "marks": rng.sample(marks, rng.choice((1, 2))), **more}


def wrong_xing(rng, table, made):
    xing = rng.choice(
        (
            None,
            {"count": 9},
            {"count": 13},
            {"count": 4, "turned": 2},
            {"count": 3, "turned": 2},
            {"count": 2, "lower": 2},
            {"count": 8, "lower": 5},
        )
    )
    made = {key: value for key, value in made.items() if key != "xing"}
    return made if xing is None else {**made, "xing": xing}


def wrong_turning(rng, table, made):
    """A hand that is known, with cards turned at random."""
    made = {key: value for key, value in made.items() if key not in ("hu", "xing", "marks")}
    hand = chance_zipai.chance_hands.won(rng, table.ruleset, table.options, made["source"])
    cards = [chance_zipai.chance_hands.flipped(rng, [hand]) for _ in range(rng.choice((0, 1, 1, 2)))]
    return {**made, "hand": hand, **({"xing": {"flipped": cards}} if cards else {})}


def elsewhere(rng, table, made):
    """A result that belongs to another game or number of players."""
    return rng.choice(
        (
            {"result": "close"},
            {"result": "end_round", "how": "settle"},
            {"result": "opening", "wins": [{"winner": 0, "hu": rng.choice((14, 15, 60, 61))}]},
            {"result": "adjust", "deltas": [1] * table.n},
        )
    )


def same_seat(rng, table, made):
    seat = rng.randrange(table.n)
    return {**made, "dealer": seat, **({"sitting": seat} if table.sitting is not None else {})}


def two_winners(rng, table, made):
    source, giver_ = rng.choice((("discard", 2), ("discard", 0), ("other_draw", 2)))
    wins = [{"winner": seat, "hu": 20} for seat in rng.choice(((0, 1), (1, 1)))]
    if table.options.get("xing", "none") != "none":
        wins = [{**one, "xing": {"count": 0}} for one in wins]
    return {"result": "win", "source": source, "from": giver_, "wins": wins}


ZIPAI = (
    sits_out,
    giver,
    pledged,
    typed_hu,
    marked,
    marked,
    wrong_xing,
    wrong_turning,
    elsewhere,
    same_seat,
    two_winners,
)


def zipai(rng, table):
    change = rng.choice(ZIPAI)
    if change in (wrong_xing, wrong_turning) and table.ruleset != "guilin":
        change = marked
    return change(rng, table, zipai_win(rng, table))


# --- 贵阳 ---


def own_dou(rng, table, made):
    """豆 of the winner that may contradict his pattern."""
    winner = made["wins"][0]["winner"]
    tiles = rng.sample(chance_guiyang.TILES, rng.choice((1, 2, 4, 5)))
    dou = [{"player": winner, "kind": rng.choice(("men", "zhuanwan")), "tile": tile} for tile in tiles]
    if rng.random() < 0.3:
        dou = [{**one, "void": True} for one in dou]
    return {**made, "dou": dou}


def own_pattern(rng, table, made):
    pattern = rng.choice((*SEVEN_PAIRS, "pinghu", "pinghu", *SEED_VALUES))
    key = rng.choice(("gangkai", "haidi", "repao", "baoting", "off_baoting"))
    return {**made, "wins": [{**one, "pattern": pattern, key: True} for one in made["wins"]]}


def not_played(rng, table, made):
    more = rng.choice(
        (
            {"genzhang": True},
            {"maima": {"hits": rng.choice((0, 1, 3, 5))}},
            {"maima": {"tiles": ["五万", "二条"]}},
            {"ji": {"flipped": "五万", "held": [], "out": [{"player": 0, "tile": "一条", "count": 1}]}},
            {"ji": {"flipped": "五万", "held": [{"player": 0, "tile": "一条", "count": 3, "laid": 3}]}},
            {"chongfeng": {"player": 0, "tile": "一条"}},
            {"zeren": {"from": 0, "to": 1, "tile": "一条"}},
            {"xianggong": [made["wins"][0]["winner"]]},
            {"xianggong": [rng.randrange(table.n)]},
            {"discarder_value": 5},
        )
    )
    return {**made, **more}


def wrong_bao(rng, table, made):
    pays = [{"to": rng.randrange(table.n), "units": rng.choice((1, 5))} for _ in range(rng.choice((1, 2, 3)))]
    return {**made, "bao": {"player": rng.randrange(table.n), "pays": pays}}


def two_discarders(rng, table, made):
    wins = [
        {"winner": seat, "source": "discard", "pattern": "daduizi", "from": rng.randrange(table.n)}
        for seat in rng.sample(range(table.n), 2)
    ]
    return {"result": "win", "wins": wins}


def robbed(rng, table, made):
    winner, giver_ = rng.sample(range(table.n), 2)
    one = {"winner": winner, "source": "rob_kong", "from": giver_, "pattern": "daduizi"}
    if rng.random() < 0.5:
        one["tile"] = rng.choice(("九万", "二筒", "六条"))
    dou = [{"player": giver_, "kind": "zhuanwan", "tile": tile} for tile in ("九万", "二筒")]
    for each in dou:
        if rng.random() < 0.3:
            each["void"] = True
    return {"result": "win", "wins": [one], "dou": dou[: rng.choice((0, 1, 2, 2, 2))]}


def ready_and_out(rng, table, made):
    ready = [{"player": rng.randrange(table.n), "pattern": "daduizi"}]
    return {"result": "dead", "ready": ready, "xianggong": [rng.randrange(table.n)]}


GUIYANG = (
    own_dou,
    own_dou,
    own_pattern,
    own_pattern,
    not_played,
    not_played,
    wrong_bao,
    two_discarders,
    robbed,
    ready_and_out,
    pledged,
)


def guiyang(rng, table):
    seats = rng.sample(range(table.n), 2)
    one = {"winner": seats[0], "source": "self_draw", "pattern": rng.choice(sorted(SEED_VALUES))}
    if rng.random() < 0.5:
        one.update({"source": "discard", "from": seats[1]})
    made = rng.choice(GUIYANG)(rng, table, {"result": "win", "wins": [one]})
    if table.options["ready_only"] == "on" and made["result"] == "win":
        made["ready"] = []
    return made


# --- 打林 ---


def dalin(rng, table):
    return rng.choice(
        (
            {"result": "points", "points": rng.choice((-5, 3, 163, 405, 400))},
            {"result": "points", "points": 200, "gongzhu": True, "kitty_points": 10, "kitty_cards": 1},
            {"result": "points", "points": 200, "gongzhu": True},
            {"result": "points", "points": 330, "kitty_points": rng.choice((75, 80, 85)), "kitty_cards": 2},
            {"result": "points", "points": 100, "kitty_points": 20, "kitty_cards": rng.choice((0, 5))},
            {"result": "points", "points": 100, "kitty_points": 20},
            {"result": "points", "points": 100, "kitty_points": 7, "kitty_cards": 1},
            {"result": "dead"},
            {"result": "close"},
        )
    )
