"""Random options, hands and evenings of the six 字牌 rulesets (docs/rules/cards.md, deng.md)."""

from tests.rules.reference import chance_hands
from tests.rules.reference.hands import Refused
from tests.rules.reference.rulesets import (
    FORMS,
    OPENING,
    S4,
    TALLY,
    gaohuzi_gate,
    groups_of,
    options_for,
    played_marks,
    score,
    turned_cards,
)

ON_OFF = ("on", "off")
HOUSE = {
    "pledge": ("none", "sum", "power", "add"),
    "pledge_max": (1, 2, 3),
    "cap": (0, 5, 8, 12, 30),
    "evening_deals": (0, 3, 8),
}
LOW = {"low_below": (0, 5, 20), "low_times": (1, 2, 3), "low_add": (0, 2, 5)}
READING = {"must_open": ON_OFF, "qiangzhao": ("any", "discard", "none")}
S4_COMMON = {**READING, "drawn_cards": (0, 10, 20), "change_bottom": ON_OFF}
PLEDGED = ("guilin", "dazipai", "tuozi", "huashi", "guiyang")
CHOICES = {
    "guilin": {
        "min_hu": (10, 15),
        "hu_per_unit": (5, 3),
        "base_units": (1, 2),
        "self_draw": ("plus_one", "double", "times4"),
        "special": ("plus_one", "double"),
        "special_counts": ("each", "once"),
        "discard_multiple": ("none", 1, 2, 3, 4, 8),
        "xing": ("none", "flip", "follow"),
        "xing_kinds": ([], ["上"], ["中"], ["下"], ["上", "下"], ["上", "中", "下"]),
        "xing_worth": (1, 2, 3),
        "xing_again": ON_OFF,
        "xing_empty": ("winning_card", "none"),
        "kan_counts_quads": ON_OFF,
        "peng_opens_on": ("own_draw", "any_draw"),
        "sao_opens_on": ("any_draw", "any_card"),
        "foul_units": (0, 1, 3),
        "after_dead_deal": ("dealer_stays", "next_seat"),
        **READING,
    },
    "dazipai": {
        "min_hu": (15, 20, 25, 30),
        "discard_multiple": (1, 2),
        "kan_counts_quads": ON_OFF,
        "after_dead_deal": ("dealer_stays", "next_seat"),
        **READING,
    },
    "tuozi": {
        "min_hu": (5, 8, 10, 12),
        "hu_per_unit": (5, 3),
        "discard_wins": ("off", "all_pay", "discarder_pays_all"),
        "mingtang": ("none", "multiply", "add"),
        "honghu": (0, 1, 2, 5),
        "wuhu": (0, 2, 3),
        "dianhong": (0, 2, 4),
        "tiandihu": (0, 2, 3),
        **S4_COMMON,
    },
    "bopi": {
        "min_hu": (6, 8, 10),
        "self_draw_hu": (0, 5, 10),
        "discard_wins": ON_OFF,
        "discard_hu": (0, 10, 15),
        "tiandihu": ("none", "plus_ten", "double"),
        "counter_half": ("all", "hand"),
        "target": (40, 60, 100, 100),
        "ends_with": ("idle_wins", "other_than_highest_wins", "any_win"),
        "ceiling": (0, 120, 150, 200),
        "skin_rounding": ("half_up_away", "up"),
        "dead_deal_hu": (0, 10, 15),
        "foul_hu": (10, 30, 45),
        "reward_step": (10, 50),
        "reward_hu": (5, 10),
        **S4_COMMON,
    },
    "gaohuzi": {
        "min_hu": (6, 10),
        "gates": ([18, 34], [15, 30], [10, 12], [30, 20]),
        "self_draw_hu": (0, 10),
        "discard_wins": ON_OFF,
        "discard_hu": (0, 10),
        "settlement": ("levels", "difference"),
        "levels": ([10, 20, 30], [5, 10, 20]),
        "target": (50, 60, 100),
        **S4_COMMON,
    },
    "huashi": {
        "min_hu": (6, 10),
        "hu_per_unit": (3, 5),
        "top": (10, "none"),
        "pattern_values": ({}, {"wuhu": 8}, {"honghu": 3, "piaohu": 12}, {"tianhu": 20, "manyuanhua": 1}),
        "patterns_add": ON_OFF,
        "discard_wins": ("off", "all_pay", "discarder_pays_all"),
        **S4_COMMON,
    },
}
FOUR = ("three_and_counter", "three_and_counter", "four_at_once")


def some(rng, choices, share=0.3):
    return {key: rng.choice(values) for key, values in choices.items() if rng.random() < share}


def options(rng, ruleset, players, share=0.3):
    """Options at random; what is left out keeps its default."""
    given = some(rng, CHOICES[ruleset], share)
    house = {k: v for k, v in HOUSE.items() if ruleset in PLEDGED or k == "evening_deals"}
    given.update(some(rng, house, share))
    if players == 2 and rng.random() < 0.5:
        given.update(some(rng, LOW, 0.6))
    if ruleset in ("guilin", "dazipai") and players != 3:
        given["seats"] = players
    if ruleset == "guilin" and players == 3 and rng.random() < 0.3:
        given["multiple_winners"] = "two"
    if ruleset in S4:
        form(rng, ruleset, players, given)
    return given


def form(rng, ruleset, players, given):
    if players == 4 and rng.random() < 0.6:
        given["form"] = rng.choice(FOUR)
    elif rng.random() < 0.3:
        given["form"] = FORMS[players]
    if given.get("form") == "four_at_once" and "min_hu" in given:
        given["min_hu"] = 6
    if ruleset == "bopi" and players == 4 and given.get("form") != "four_at_once" and rng.random() < 0.4:
        given["counter_seat"] = rng.choice(("rotates", "fixed", "opposite"))
    if rng.random() < 0.12:
        kinds = rng.sample(("飞", "秤贰柒拾", "秤二七十", "秤叁陆玖", "秤三六九"), rng.choice((1, 1, 2)))
        given["special_cards"] = dict.fromkeys(kinds, 1)


# --- hands for score and waits ---


def xing(rng, given, hands_won):
    """What a deal tells of 醒 for hands that are known."""
    if given["xing"] == "none":
        return None
    if given["xing"] == "flip" and rng.random() < 0.08:
        return {"empty": True}
    cards = []
    for _ in range(12):
        turns = {"flipped": list(cards)}
        try:
            turned_cards(given, turns, hands_won)
        except Refused:
            cards.append(chance_hands.flipped(rng, hands_won))
        else:
            return turns if cards or rng.random() < 0.5 else {}
    return {"flipped": cards}


def score_request(rng, ruleset):
    """A request to score a hand; two of three that do not stand are made again."""
    while True:
        request = any_score_request(rng, ruleset)
        try:
            score(request)
        except Refused:
            if rng.random() > 0.33:
                continue
        return request


def any_score_request(rng, ruleset):
    given = options(rng, ruleset, 3)
    given.pop("evening_deals", None)
    if ruleset in S4 and rng.random() < 0.2:
        given["form"] = "four_at_once"
        given.pop("min_hu", None)
    if rng.random() < 0.5:
        given.update({k: v for k, v in {"discard_wins": "all_pay"}.items() if ruleset in ("tuozi", "huashi")})
    full = options_for(ruleset, given)
    if ruleset in ("guilin", "dazipai") and rng.random() < 0.15:
        hand = chance_hands.dealt(rng, ruleset, full, rng.random() < 0.7)
    elif rng.random() < 0.04:
        hand = chance_hands.dealt(rng, ruleset, full, True)
    else:
        hand = chance_hands.won(rng, ruleset, full)
    request = {"ruleset": ruleset, "options": given, "hand": hand}
    turns = xing(rng, full, [hand]) if ruleset == "guilin" else None
    if turns is not None:
        request["xing"] = turns
    return request


def waits_request(rng, ruleset):
    request = score_request(rng, ruleset)
    while "winning_card" not in request["hand"]:
        request = score_request(rng, ruleset)
    hand = {key: request["hand"][key] for key in ("exposed", "concealed")}
    return {"ruleset": ruleset, "options": request["options"], "hand": hand}


# --- deals ---


def deal(rng, table):
    """A deal that this table might play next; not every one can stand."""
    kinds = ["win"] * 14 + ["dead", "dead", "foul", "adjust"]
    if table.ruleset == "dazipai":
        kinds += ["opening"] * 4
    if table.ruleset in TALLY and any(table.tally):
        kinds += ["end_round"] if rng.random() < 0.3 else []
    made = MAKERS[rng.choice(kinds)](rng, table)
    if rng.random() < 0.06:
        made["dealer"] = rng.choice(table.playing())
    if table.has_counter and not table.sits_opposite and rng.random() < 0.04:
        made["sitting"] = rng.randrange(4)
    if table.options["pledge"] != "none" and rng.random() < 0.8:
        most = table.options["pledge_max"]
        made["pledges"] = [0 if seat == table.sitting else rng.randrange(most + 1) for seat in range(table.n)]
    if table.ruleset == "dazipai" and made["result"] in ("win", "dead", "foul") and rng.random() < 0.2:
        made["min_hu"] = rng.choice((15, 20, 25, 30))
    return made


def win(rng, table):
    if table.options.get("multiple_winners") == "two" and rng.random() < 0.3:
        return two_winners(rng, table)
    winner = rng.choice(table.playing())
    others = [seat for seat in table.playing() if seat != winner]
    source = rng.choice(("self_draw",) * 4 + ("other_draw",) * 3 + ("discard",) * 4 + ("dealt",))
    made = {"result": "win", "winner": winner, "source": source}
    if source == "discard" or (source == "other_draw" and rng.random() < 0.5):
        made["from"] = rng.choice(others)
    if source == "discard" and made["from"] == table.dealer and rng.random() < 0.3:
        made["marks"] = ["dihu"]
    fill(rng, table, made, winner, source)
    return made


def fill(rng, table, made, winner, source):
    """Cards, or a typed 胡, and 醒."""
    if rng.random() < 0.4:
        if source == "dealt":
            hand = chance_hands.dealt(rng, table.ruleset, table.options, winner == table.dealer)
        else:
            hand = chance_hands.won(rng, table.ruleset, table.options, source)
        made["hand"] = hand
        turns = xing(rng, table.options, [hand]) if table.ruleset == "guilin" else None
    else:
        typed(rng, table, made, winner, source)
        turns = typed_xing(rng, table) if table.ruleset == "guilin" else None
    if turns is not None:
        made["xing"] = turns


def typed(rng, table, made, winner, source):
    least = table.least(winner)
    made["hu"] = min(72, least + rng.choice((0, 0, 1, 2, 3, 5, 7, 9, 12, 16, 20, 30)))
    if rng.random() < 0.03:
        made["hu"] = rng.choice((least - 1, 73, 49, 80))
    if source == "dealt":
        typed_marks(rng, table, made, winner)
    playable = played_marks(table.ruleset, table.options) & {"honghu", "wuhu", "dianhong", "manyuanhua"}
    if playable and rng.random() < 0.25:
        made["marks"] = [*made.get("marks", []), rng.choice(sorted(playable))]
    if table.ruleset == "huashi" and rng.random() < 0.06:
        made["hu"], made["marks"] = 0, [*made.get("marks", []), "piaohu"]


def typed_marks(rng, table, made, winner):
    if table.ruleset in S4:
        made["marks"] = ["tianhu"]
        made["hu"] = min(made["hu"], 30 if groups_of(table.options) == 5 else 42)
        return
    choices = [["sanlong"], ["wukan"], ["sanlongwukan"], ["sanlong", "wukan"]]
    if winner == table.dealer:
        choices += [["tianhu"], ["tianhu"], ["tianhu", "wukan"]]
    made["marks"] = rng.choice(choices)
    made["hu"] = rng.randrange(15, 46) if set(made["marks"]) & OPENING else min(made["hu"], 42)


def typed_xing(rng, table):
    given = table.options
    if given["xing"] == "none":
        return None
    lower = rng.randrange(4) if "下" in given["xing_kinds"] else 0
    most = 4 * len(given["xing_kinds"])
    turns = {"count": min(most, lower + rng.randrange(5))}
    if given["xing_again"] == "on" and rng.random() < 0.3:
        turns = {"count": 4 + rng.randrange(4), "turned": 2}
    if given["seats"] == 4:
        turns["lower"] = lower
    return turns


def two_winners(rng, table):
    giver = rng.randrange(3)
    made = {"result": "win", "source": "discard", "from": giver, "wins": []}
    ones = [{"winner": seat} for seat in range(3) if seat != giver]
    rng.shuffle(ones)
    for one in ones:
        typed(rng, table, one, one["winner"], "discard")
        turns = typed_xing(rng, table)
        if turns is not None:
            one["xing"] = turns
    made["wins"] = ones
    if rng.random() < 0.4:
        known_hands(rng, table, made)
    return made


def known_hands(rng, table, made):
    """Both hands are known, and won by the same card; one card that was turned serves both."""
    for _ in range(300):
        deck = chance_hands.Deck(rng)
        first = chance_hands.won(rng, "guilin", table.options, "discard", deck)
        deck.left[first["winning_card"]] += 1
        second = chance_hands.won(rng, "guilin", table.options, "discard", deck)
        if second["winning_card"] == first["winning_card"]:
            break
    else:
        return
    for one, hand in zip(made["wins"], (first, second), strict=True):
        for key in ("hu", "xing", "marks"):
            one.pop(key, None)
        one["hand"] = hand
    turns = xing(rng, table.options, [first, second])
    if turns is not None:
        made["xing"] = turns


def dead(rng, table):
    return {"result": "dead"}


def adjust(rng, table):
    deltas = [rng.randrange(-9, 10) for _ in range(table.n - 1)]
    return {"result": "adjust", "deltas": [*deltas, -sum(deltas)]}


def foul(rng, table):
    made = {"result": "foul", "offender": rng.choice(table.playing())}
    if table.ruleset == "guilin" and rng.random() < 0.5:
        made["units"] = rng.randrange(1, 6)
    if table.ruleset in ("tuozi", "huashi"):
        way = rng.random()
        if way < 0.4:
            made["units"] = rng.randrange(1, 12)
        elif way < 0.8:
            made["hu"] = rng.randrange(0, 60)
        else:
            made["hand"] = chance_hands.won(rng, table.ruleset, table.options, "other_draw")
    return made


def opening(rng, table):
    seats = rng.sample(range(table.n), rng.choice((1, 1, 2, 2, table.n)))
    wins = []
    for seat in seats:
        one = {"winner": seat}
        if rng.random() < 0.5:
            one["hu"] = rng.choice((15, 18, 21, 24, 27, 30, 33, 45, 60))
        else:
            one["hand"] = chance_hands.dealt(rng, "dazipai", table.options, seat == table.dealer)
            one["hand"].pop("source")
        wins.append(one)
    return {"result": "opening", "wins": wins}


def end_round(rng, table):
    return {"result": "end_round", "how": rng.choice(("settle", "drop"))}


MAKERS = {
    "win": win,
    "dead": dead,
    "foul": foul,
    "adjust": adjust,
    "opening": opening,
    "end_round": end_round,
}


def ending(rng, table, is_last):
    """What may stand at the end of a stage: closing for two, the round settled, dropped or carried on."""
    if table.ruleset in TALLY and any(table.tally):
        how = ("settle", "drop", "carry") if is_last else ("settle", "drop")
        return [{"result": "end_round", "how": rng.choice(how)}]
    if table.n == 2 and rng.random() < 0.7:
        return [{"result": "close"}, {"result": "dead"}] if rng.random() < 0.1 else [{"result": "close"}]
    return []


def carried(rng, ruleset, given, players):
    """A round carried in, for some."""
    if ruleset not in TALLY or rng.random() < 0.7:
        return None
    if ruleset == "bopi":
        return {"tally": [rng.randrange(-30, 39) for _ in range(players)]}
    full = options_for(ruleset, given, players)
    wins = [rng.choice((0, 0, 1, 2)) for _ in range(players)]
    tally = []
    for n in wins:
        total = 0
        for done in range(n):
            total += gaohuzi_gate(full, total, done) + rng.randrange(2)
        tally.append(total)
    return {"tally": tally, "wins": wins}
