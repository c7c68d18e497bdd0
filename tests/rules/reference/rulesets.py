"""Page 2: the six 字牌 rulesets, what a hand is worth in each, who pays, who deals, when a round ends."""

from collections import Counter
from functools import partial

from tests.rules.reference import hands
from tests.rules.reference.hands import DECK, RED, Refused

S4 = ("tuozi", "bopi", "gaohuzi", "huashi")
TALLY = ("bopi", "gaohuzi")
HOUSE = {
    "pledge": "none",
    "pledge_max": 1,
    "cap": 0,
    "evening_deals": 0,
    "low_below": 0,
    "low_times": 1,
    "low_add": 0,
}
S4_COMMON = {
    "must_open": "on",
    "must_open_by": "any_draw",
    "qiangzhao": "none",
    "drawn_cards": 0,
    "change_bottom": "off",
}
DEFAULTS = {
    "guilin": {
        "seats": 3,
        "min_hu": 10,
        "hu_per_unit": 5,
        "base_units": 1,
        "self_draw": "plus_one",
        "special": "plus_one",
        "special_counts": "each",
        "discard_multiple": 2,
        "multiple_winners": "one",
        "xing": "flip",
        "xing_kinds": ["上", "下"],
        "xing_worth": 1,
        "xing_again": "off",
        "xing_empty": "winning_card",
        "kan_counts_quads": "on",
        "peng_opens_on": "own_draw",
        "sao_opens_on": "any_draw",
        "must_open": "off",
        "must_open_by": "own_draw",
        "qiangzhao": "any",
        "foul_units": 1,
        "after_dead_deal": "dealer_stays",
    },
    "dazipai": {
        "seats": 3,
        "min_hu": 15,
        "discard_multiple": 2,
        "must_open": "on",
        "must_open_by": "own_draw",
        "qiangzhao": "discard",
        "kan_counts_quads": "off",
        "after_dead_deal": "dealer_stays",
    },
    "tuozi": {
        **S4_COMMON,
        "hu_per_unit": 5,
        "discard_wins": "off",
        "mingtang": "none",
        "honghu": 2,
        "wuhu": 2,
        "dianhong": 0,
        "tiandihu": 0,
    },
    "bopi": {
        **S4_COMMON,
        "self_draw_hu": 10,
        "discard_wins": "off",
        "discard_hu": 0,
        "tiandihu": "none",
        "counter_half": "all",
        "counter_seat": "rotates",
        "target": 100,
        "ends_with": "idle_wins",
        "ceiling": 0,
        "skin_rounding": "half_up_away",
        "dead_deal_hu": 10,
        "foul_hu": 30,
        "reward_step": 50,
        "reward_hu": 10,
    },
    "gaohuzi": {
        **S4_COMMON,
        "gates": [18, 34],
        "self_draw_hu": 0,
        "discard_wins": "off",
        "discard_hu": 0,
        "settlement": "levels",
        "levels": [10, 20, 30],
    },
    "huashi": {
        **S4_COMMON,
        "hu_per_unit": 5,
        "top": 10,
        "pattern_values": {},
        "patterns_add": "off",
        "discard_wins": "off",
    },
}
FORMS = {2: "two", 3: "three", 4: "three_and_counter"}
PATTERNS = ("tianhu", "dihu", "honghu", "manyuanhua", "piaohu", "wuhu")
OPENING = {"sanlong", "wukan", "sanlongwukan"}


def options_for(ruleset, given, players=None):
    """All options: what was given, and the defaults for the rest (`form` by the number of players)."""
    options = {**HOUSE, **DEFAULTS[ruleset], **given}
    if ruleset in S4:
        if "form" not in given:
            options["form"] = FORMS[players] if players else "three"
        options.setdefault("min_hu", 6 if options["form"] == "four_at_once" else 10)
    if ruleset == "gaohuzi":
        options.setdefault("target", 100 if options["settlement"] == "difference" else 50)
    if ruleset == "guilin" and not options["xing_kinds"]:
        options["xing"] = "none"
    return options


def groups_of(options):
    return 5 if options.get("form") == "four_at_once" else 7


# --- the worth of a hand ---


def half_up(n):
    """Half of n, rounded half up (n ≥ 0)."""
    return (n + 1) // 2


def ladder(options, hu, start):
    return start + (hu - options["min_hu"]) // options["hu_per_unit"]


def guilin_units(options, hu, source, xing, marks):
    base = max(options["base_units"], ladder(options, hu, options["base_units"]))
    units = base + xing * options["xing_worth"]
    if source == "self_draw":
        units = {"plus_one": units + 1, "double": units * 2, "times4": units * 4}[options["self_draw"]]
    specials = len(set(marks) & ({"tianhu", "dihu"} | OPENING))
    if options["special_counts"] == "once":
        specials = min(specials, 1)
    for _ in range(specials):
        units = units * 2 if options["special"] == "double" else units + 1
    return units


def tuozi_mingtang(options, cards):
    """The one of 红胡 乌胡 点红 that these cards show and the table plays."""
    if options["mingtang"] == "none":
        return set()
    red = sum(card in RED for card in cards)
    name = "honghu" if red >= 10 else {0: "wuhu", 1: "dianhong"}.get(red)
    return {name} if name and options[name] else set()


def tuozi_units(options, hu, source, marks):
    units = ladder(options, hu, 2) + (1 if source == "self_draw" else 0)
    for mark in ("honghu", "wuhu", "dianhong"):
        if mark in marks:
            number = options[mark]
            units = units * number if options["mingtang"] == "multiply" else units + number
    if options["tiandihu"] and marks & {"tianhu", "dihu"}:
        number = options["tiandihu"]
        units = units * number if options["mingtang"] == "multiply" else units + number
    return units


def huashi_patterns(reading):
    """红胡 满园花 飘胡 乌胡 of a reading."""
    cards = "".join(cards for _, cards in reading)
    red = sum(card in RED for card in cards)
    found = set()
    if red in (1, 4, 7) or red >= 10:
        found.add("honghu")
    if all(set(cards) & RED for _, cards in reading):
        found.add("manyuanhua")
    if hands.worth(reading) == 0:
        found.add("piaohu")
    if red == 0:
        found.add("wuhu")
    return found


def huashi_units(options, hu, source, marks):
    found = [options["pattern_values"].get(mark, 10) for mark in PATTERNS if mark in marks]
    if found:
        return sum(found) if options["patterns_add"] == "on" else max(found)
    units = ladder(options, hu, 2) + (1 if source == "self_draw" else 0)
    return units if options["top"] == "none" else min(units, options["top"])


def units_of(ruleset, options, hu, source, xing, marks):
    """What one loser owes, before what the payment adds; a tally game has no units."""
    if ruleset == "guilin":
        return guilin_units(options, hu, source, xing, marks)
    if ruleset == "dazipai":
        return hu
    if ruleset == "tuozi":
        return tuozi_units(options, hu, source, set(marks))
    if ruleset == "huashi":
        return huashi_units(options, hu, source, set(marks))
    return None


def needs_no_minimum(ruleset, marks):
    if ruleset == "huashi":
        return bool(set(marks) & set(PATTERNS))
    return bool(set(marks) & OPENING)


def marks_of_reading(ruleset, options, reading, marks):
    cards = "".join(cards for _, cards in reading)
    if ruleset == "tuozi":
        return marks | tuozi_mingtang(options, cards)
    if ruleset == "huashi":
        return marks | huashi_patterns(reading)
    return marks


def best(ruleset, options, readings, source, xing, marks):
    """The reading that pays most, units first, then 胡: {hu, units, marks}; `below_minimum` if none may be laid."""
    stands = []
    for reading in readings:
        hu = hands.worth(reading, red_peng=ruleset == "dazipai")
        reading_marks = marks_of_reading(ruleset, options, reading, marks)
        if hu >= options["min_hu"] or needs_no_minimum(ruleset, reading_marks):
            units = units_of(ruleset, options, hu, source, xing, reading_marks)
            stands.append({"hu": hu, "units": units, "marks": reading_marks})
    if not stands:
        raise Refused("below_minimum")
    return max(stands, key=lambda found: (found["units"] or 0, found["hu"]))


def special_count(held, card=None):
    return sum(n for c, n in held.items() if c in hands.SPECIALS) + (card in hands.SPECIALS)


def check_specials(options, held, card):
    """No more 飞 and 秤 than the deck has."""
    there = Counter(held)
    if card is not None:
        there[card] += 1
    deck = options.get("special_cards") or {}
    if any(n > deck.get(c, 0) for c, n in there.items() if c in hands.SPECIALS):
        raise Refused("too_many_copies", "bad_card")


def won_hand(ruleset, options, hand, xing, marks):
    """{hu, units, marks, readings} of a hand that was won with a card."""
    melds = hands.laid_melds(hand)
    held = Counter(hands.split(hand["concealed"]))
    card, source = hand["winning_card"], hand["source"]
    groups = groups_of(options)
    check_specials(options, held, card)
    hands.count_copies(melds, [*held.elements(), card])
    hands.check_count(melds, held, groups)
    found = hands.readings(melds, held, card, source, options, groups)
    if not found:
        raise Refused("not_a_win")
    return {**best(ruleset, options, found, source, xing, set(marks)), "readings": len(found)}


def dealt_counts(ruleset, held, groups, is_dealer):
    """How many cards a dealt hand may have: complete ones (the dealer's only), and opening ones."""
    quads = sum(n == 4 for card, n in held.items() if card not in hands.SPECIALS)
    complete, opens = {21 if groups == 7 else 15}, set()
    if ruleset == "dazipai" and quads == 2:
        complete = {22}
    extra = {0}
    if ruleset == "dazipai" and quads >= 2:
        extra = {1} if quads == 2 else {0, 1}
    if ruleset in ("guilin", "dazipai"):
        bases = {20, 21} if is_dealer is None else {21 if is_dealer else 20}
        opens = {base + more for base in bases for more in extra}
    return (complete if is_dealer is not False else set()), opens


def dealt_hand(ruleset, options, hand, xing, marks, is_dealer=None):
    """{hu, units, marks} of cards won as they were dealt: 天胡, 三笼, 五坎."""
    melds = hands.laid_melds(hand)
    if any(kind != "saochuan" for kind, _ in melds):
        raise Refused("bad_meld")
    held = Counter(hands.split(hand["concealed"]))
    check_specials(options, held, None)
    for _, cards in melds:
        held[cards[0]] += 4
    hands.count_copies([], list(held.elements()))
    groups = groups_of(options)
    complete, opens = dealt_counts(ruleset, held, groups, is_dealer)
    if held.total() not in complete | opens:
        raise Refused("wrong_card_count", "bad_source", *({"bad_marks"} if is_dealer is False else ()))
    ways = hands.dealt_readings([], held, groups) if held.total() in complete else set()
    hu, opening_marks = hands.opening(held, options.get("kan_counts_quads") == "on")
    if held.total() not in opens:
        opening_marks = set()
    if not ways and not opening_marks:
        raise Refused("not_a_win")
    return best_dealt(ruleset, options, ways, hu, opening_marks, xing, marks)


def best_dealt(ruleset, options, ways, hu, opening_marks, xing, marks):
    opening_marks = set(opening_marks) | ({"tianhu"} if ways else set())
    named = set(marks) - {"sanlongwukan"}
    if named - opening_marks - {"honghu", "wuhu", "dianhong", "manyuanhua", "piaohu"}:
        raise Refused("bad_marks")
    if "sanlongwukan" in marks and not opening_marks & OPENING:
        raise Refused("bad_marks")
    found = []
    if ways:
        found.append(best(ruleset, options, ways, "dealt", xing, opening_marks))
    if opening_marks & OPENING:
        found.append(
            {
                "hu": hu,
                "units": units_of(ruleset, options, hu, "dealt", xing, opening_marks),
                "marks": opening_marks,
            }
        )
    return max(found, key=lambda one: (one["units"] or 0, one["hu"]))


# --- 醒 ---


def neighbours(card):
    """The card's 上, 中 and 下 value, same size, in a circle."""
    size = hands.SMALL if card in hands.SMALL else hands.BIG
    i = size.index(card)
    return {"上": size[(i - 1) % 10], "中": card, "下": size[(i + 1) % 10]}


def all_cards(hand):
    cards = Counter("".join(meld["cards"] for meld in hand.get("exposed", [])))
    cards.update(hands.split(hand["concealed"]))
    if hand.get("winning_card"):
        cards[hand["winning_card"]] += 1
    return cards


def shows_four(options, card, hands_won):
    """重醒: whether a winner holds all four of an enabled value beside `card`."""
    values = [neighbours(card)[kind] for kind in options["xing_kinds"]]
    return options["xing_again"] == "on" and any(
        all_cards(hand)[value] == 4 for hand in hands_won for value in values
    )


def turned_cards(options, xing, hands_won):
    """The cards that 醒 counts from; `bad_xing` if more or fewer were turned than the rule gives."""
    winning = hands_won[0].get("winning_card")
    flipped = list(xing.get("flipped", []))
    if xing.get("empty"):
        return [winning] if options["xing_empty"] == "winning_card" and winning else []
    if options["xing"] == "follow":
        if flipped:  # "nothing is turned"; the page does not say that 重醒 goes on from there
            raise Refused("bad_xing")
        return [winning] if winning else []
    return turned_after(options, flipped, hands_won)


def turned_after(options, flipped, hands_won):
    """翻醒: the turned cards, if they are as many as the rule gives."""
    if not flipped:
        raise Refused("bad_xing")
    cards = [flipped.pop(0)]
    while shows_four(options, cards[-1], hands_won):
        if not flipped:
            raise Refused("bad_xing")
        cards.append(flipped.pop(0))
    if flipped:
        raise Refused("bad_xing")
    return cards


def counted_xing(options, cards, hand):
    """(copies of enabled values, of these the 下醒) among the winner's cards."""
    there = all_cards(hand)
    both = {kind: sum(there[neighbours(card)[kind]] for card in cards) for kind in options["xing_kinds"]}
    return sum(both.values()), both.get("下", 0)


def typed_xing(options, xing, source):
    """(count, 下醒) typed beside a typed 胡, within its bounds."""
    count, lower = xing.get("count", 0), xing.get("lower", 0)
    if options["xing"] == "follow" and source == "dealt" and count:
        raise Refused("bad_xing")
    kinds, turned = len(options["xing_kinds"]), xing.get("turned", 1)
    bounded = options["xing_again"] == "off" or "turned" in xing
    if options["xing_again"] == "off" and turned != 1:
        raise Refused("bad_xing")
    if bounded and not 4 * (turned - 1) <= count <= 4 * kinds * turned:
        raise Refused("bad_xing")
    if options["seats"] == 4 and "下" in options["xing_kinds"] and "lower" not in xing:
        raise Refused("bad_xing")
    if (bounded and lower > 4 * turned) or lower > count or (lower and "下" not in options["xing_kinds"]):
        raise Refused("bad_xing")
    return count, lower


def xing_of(options, xing, hand, hands_won, source):
    """(what enters the units, 下醒 for the seat that sits out)."""
    if options["xing"] == "none":
        if xing and (xing.get("count") or xing.get("flipped")):
            raise Refused("bad_xing")
        return 0, 0
    if xing is None:
        if options["xing"] == "follow" and hand is not None:
            xing = {}
        else:
            raise Refused("bad_xing")
    if hand is None or "count" in xing:
        if "count" not in xing:
            raise Refused("bad_xing")
        count, lower = typed_xing(options, xing, source)
    else:
        count, lower = counted_xing(options, turned_cards(options, xing, hands_won), hand)
    return (count - lower, lower) if options["seats"] == 4 else (count, 0)


# --- typed 胡 ---


def dealt_bounds(ruleset, options, marks, groups):
    quads_count = options.get("kan_counts_quads") == "on"
    if "tianhu" in marks:
        most = 30 if groups == 5 else 48 if ruleset == "dazipai" else 42
        return (15 if "wukan" in marks else 0), most
    if {"sanlong", "wukan"} <= marks:
        return 33, 60
    if "sanlong" in marks:
        return 27, 54 if quads_count else 60
    if "wukan" in marks:
        return 15, 48 if quads_count else 42
    return 15, 60


def check_bounds(ruleset, options, hu, source, marks):
    groups = groups_of(options)
    least, most = 0, 72 if groups == 7 else 48
    if source == "dealt":
        least, most = dealt_bounds(ruleset, options, set(marks), groups)
    if not least <= hu <= most:
        raise Refused("bad_deal")


ALLOWED_MARKS = {
    "guilin": {"tianhu", "dihu"} | OPENING,
    "dazipai": {"tianhu", "dihu"} | OPENING,
    "tuozi": {"tianhu", "dihu"},
    "bopi": {"tianhu", "dihu"},
    "gaohuzi": {"tianhu", "dihu"},
    "huashi": set(PATTERNS),
}
NEVER_TOGETHER = (
    {"tianhu", "sanlong"},
    {"tianhu", "dihu"},
    {"dihu", "sanlong"},
    {"dihu", "wukan"},
    {"sanlongwukan", "sanlong"},
    {"sanlongwukan", "wukan"},
    {"sanlongwukan", "tianhu"},
    {"sanlongwukan", "dihu"},
    {"honghu", "wuhu"},
    {"honghu", "dianhong"},
    {"wuhu", "dianhong"},
    {"wuhu", "manyuanhua"},
)


def played_marks(ruleset, options):
    marks = set(ALLOWED_MARKS[ruleset])
    if ruleset == "tuozi" and options["mingtang"] != "none":
        marks |= {mark for mark in ("honghu", "wuhu", "dianhong") if options[mark]}
    return marks


def check_marks(ruleset, options, marks, source, by_dealer, from_dealer):
    marks = set(marks)
    if marks - played_marks(ruleset, options) or any(pair <= marks for pair in NEVER_TOGETHER):
        raise Refused("bad_marks")
    if {"sanlong", "wukan"} <= marks and options["kan_counts_quads"] == "off":
        raise Refused("bad_marks")
    if "tianhu" in marks and not (source == "dealt" and by_dealer):
        raise Refused("bad_marks")
    if marks & OPENING and source != "dealt":
        raise Refused("bad_marks")
    if "dihu" in marks and not (source == "discard" and from_dealer and not by_dealer):
        raise Refused("bad_marks")


def discards_win(ruleset, options, marks):
    """Whether this table knows a win off this discard."""
    if ruleset == "guilin":
        return options["discard_multiple"] != "none" or "dihu" in marks
    if ruleset == "dazipai":
        return True
    dihu_has_value = ruleset == "huashi" or options.get("tiandihu") not in (None, 0, "none")
    return options["discard_wins"] != "off" or ("dihu" in marks and dihu_has_value)


def typed_hand(ruleset, options, deal, source, xing, marks):
    hu = deal["hu"]
    marks = set(marks)
    if source == "dealt" and ruleset in S4 and marks:
        marks.add("tianhu")  # dealt cards win as nothing else there
    if (source == "dealt" and not marks & ({"tianhu"} | OPENING)) or ("piaohu" in marks and hu):
        raise Refused("bad_marks", *codes_of(lambda: check_bounds(ruleset, options, hu, source, marks)))
    check_bounds(ruleset, options, hu, source, marks)
    if hu < options["min_hu"] and not needs_no_minimum(ruleset, marks):
        raise Refused("below_minimum")
    return {"hu": hu, "units": units_of(ruleset, options, hu, source, xing, marks), "marks": set(marks)}


def hand_won(ruleset, options, one, source, shared, is_dealer):
    """{hu, units, marks, lower} of one win; `shared` is (醒, hands that won with it)."""
    hand = one.get("hand")
    if hand is not None:
        hand = {**hand, "source": source}
    if ruleset != "guilin":
        return {**valued(ruleset, options, one, hand, source, 0, is_dealer), "lower": 0}
    try:
        counted, lower = xing_of(options, shared[0], hand, shared[1], source)
    except Refused as refused:
        # Several errors come together: what else is wrong with the hand.
        with_hand = refused.codes | codes_of(
            lambda: valued(ruleset, options, one, hand, source, 0, is_dealer)
        )
        raise Refused(*with_hand) from None
    return {**valued(ruleset, options, one, hand, source, counted, is_dealer), "lower": lower}


def codes_of(attempt):
    try:
        attempt()
    except Refused as refused:
        return refused.codes
    return set()


def valued(ruleset, options, one, hand, source, xing, is_dealer):
    marks = one.get("marks", [])
    if hand is None and source == "dealt" and ruleset in S4 and is_dealer is False:
        raise Refused("bad_marks")
    if hand is None:
        return typed_hand(ruleset, options, one, source, xing, marks)
    if source == "dealt":
        return dealt_hand(ruleset, options, hand, xing, marks, is_dealer)
    return won_hand(ruleset, options, hand, xing, marks)


# --- score and waits: a hand without a table ---


def score(request):
    """The answer to one `score` request: {hu, units, readings}."""
    ruleset = request["ruleset"]
    options = options_for(ruleset, request.get("options", {}))
    hand = request["hand"]
    if hand["source"] == "discard" and not discards_win(ruleset, options, request.get("marks", [])):
        raise Refused("bad_source")
    one = {"hand": hand, "marks": request.get("marks", [])}
    return hand_won(ruleset, options, one, hand["source"], (request.get("xing"), [hand]), None)


def wait_value(ruleset, options, hand, card, source):
    if source == "discard" and not discards_win(ruleset, options, []):
        return None
    try:
        return won_hand(ruleset, options, {**hand, "winning_card": card, "source": source}, 0, [])["hu"]
    except Refused as refused:
        if refused.codes & {"not_a_win", "below_minimum"} and "wrong_card_count" not in refused.codes:
            return None
        raise


def waits(request):
    """{card: [own draw, another's draw, discard]} in 胡, cards that never win left out."""
    ruleset, hand = request["ruleset"], request["hand"]
    options = options_for(ruleset, request.get("options", {}))
    there = all_cards(hand)
    answer = {}
    for card in DECK:
        if there[card] < 4:
            ways = [
                wait_value(ruleset, options, hand, card, s) for s in ("self_draw", "other_draw", "discard")
            ]
            if any(way is not None for way in ways):
                answer[card] = ways
    return answer


# --- house rules on payments ---


def with_house_rules(options, pledges, payer, payee, amount):
    """What a payer owes for a win, after pledges and cap."""
    if not amount:
        return 0
    a, b = pledges[payer], pledges[payee]
    amount = {
        "none": amount,
        "sum": amount * (1 + a + b),
        "power": amount * 2 ** (a + b),
        "add": amount + a + b,
    }[options["pledge"]]
    return min(amount, options["cap"]) if options["cap"] else amount


def pledges_of(options, deal, players, sitting):
    pledges = deal.get("pledges") or [0] * players
    most = options["pledge_max"] if options["pledge"] != "none" else 0
    if len(pledges) != players or any(not 0 <= p <= most for p in pledges):
        raise Refused("bad_deal")
    if sitting is not None and pledges[sitting]:
        raise Refused("bad_deal")
    return pledges


def low_win(options, total):
    """低于 N 分: what closing adds to a winner's total."""
    if 0 < total < options["low_below"]:
        return total * options["low_times"] + options["low_add"] - total
    return 0


# --- rounds ---


def rounded_tens(n):
    """n / 10 rounded half away from zero."""
    return (abs(n) + 5) // 10 * (1 if n >= 0 else -1)


def up_tens(n):
    return -(-n // 10)


def differences(values):
    return [len(values) * value - sum(values) for value in values]


def bopi_ends(options, tally, winner, was_dealer):
    if options["ceiling"] and tally[winner] >= options["ceiling"]:
        return True
    reached = max(tally) >= options["target"]
    if options["ends_with"] == "idle_wins":
        return reached and not was_dealer
    if options["ends_with"] == "other_than_highest_wins":
        return reached and tally[winner] < options["target"]
    return reached


def bopi_reward(options, tally, sitting, winner):
    """The tally after the 数算 of the last deal was rewarded by the highest."""
    tally = list(tally)
    if sitting is None:
        return tally
    top = max(tally)
    highest = winner if tally[winner] == top else tally.index(top)
    if highest != sitting and top >= options["target"] + options["reward_step"]:
        reward = options["reward_hu"] * ((top - options["target"]) // options["reward_step"])
        tally[highest] -= reward
        tally[sitting] += reward
    return tally


def bopi_settlement(options, tally):
    rounded = up_tens if options["skin_rounding"] == "up" else rounded_tens
    return differences([rounded(n) for n in tally])


def gaohuzi_settlement(options, tally, wins, sitting, winner):
    if options["settlement"] == "difference":
        return differences([rounded_tens(n) for n in tally])
    pays = [options["levels"][2 - min(n, 2)] for n in wins]
    deltas = [0 if seat in (winner, sitting) else -pays[seat] for seat in range(len(tally))]
    deltas[winner] = -sum(deltas)
    return deltas


def gaohuzi_gate(options, tally, wins):
    """The least 胡 that a player's next win needs."""
    if wins == 0:
        return max(options["gates"][0], options["min_hu"])
    if wins == 1:
        return max(options["gates"][1] + 1 - tally, options["min_hu"])
    return options["min_hu"]


def least_tally(options, wins):
    """L(w) of a tally carried in."""
    least = max(options["gates"][0], options["min_hu"])
    for n in range(2, wins + 1):
        least += options["min_hu"]
        if n == 2:
            least = max(options["gates"][1] + 1, least)
    return least


def check_carried(options, tally, wins):
    extra = options["self_draw_hu"]
    if options["discard_wins"] == "on":
        extra = max(extra, options["discard_hu"])
    most = 72 if groups_of(options) == 7 else 48
    for total, w in zip(tally, wins, strict=True):
        fits = total <= 0 if w == 0 else least_tally(options, w) <= total <= w * (most + extra)
        if not fits or (w and total >= options["target"]):
            raise Refused("bad_deal")


# --- a stage ---


class Table:
    """A stage of one of the six games: deals go in one after another, what each changes comes out."""

    def __init__(self, stage, players):
        self.ruleset = stage["ruleset"]
        self.n = players
        self.options = options_for(self.ruleset, stage.get("options", {}), players)
        self.has_counter = self.options.get("form") == "three_and_counter"
        self.sits_opposite = (self.ruleset == "guilin" and self.options["seats"] == 4) or (
            self.has_counter and self.options.get("counter_seat") == "opposite"
        )
        self.dealer = stage.get("first_dealer") or 0
        self.sitting = self.first_sitting(stage.get("first_sitting"))
        self.fixed = self.sitting
        carried = stage.get("carried_in") or {}
        self.tally = list(carried.get("tally", [0] * players))
        self.wins = list(carried.get("wins", [0] * players))
        if self.ruleset == "gaohuzi" and carried:
            check_carried(self.options, self.tally, self.wins)
        self.min_hu = self.options["min_hu"]
        self.totals = [0] * players
        self.played = 0
        self.last_winner = None
        self.closed = False

    def first_sitting(self, given):
        if self.sits_opposite:
            return (self.dealer + 2) % 4
        if not self.has_counter:
            return None
        return given if given is not None else (self.dealer - 1) % self.n

    # what a deal is

    def deal(self, deal):
        """One deal: {dealer, sitting, hu, units, deltas, tally, round_over}.

        An adjustment and the end of a round are nobody's deal: a dealer told beside them changes nothing for the next
        one (the page is silent; "after an adjustment, both stay").
        """
        if self.closed:
            raise Refused("bad_deal")
        proposed = self.dealer, self.sitting
        self.seat(deal)
        self.pledges = pledges_of(self.options, deal, self.n, self.sitting)
        self.answer = {
            "dealer": self.dealer,
            "sitting": self.sitting,
            "hu": None,
            "units": None,
            "deltas": [0] * self.n,
            "round_over": False,
            "tally": None,
        }
        getattr(self, deal["result"])(deal)
        if deal["result"] in ("adjust", "end_round"):
            self.dealer, self.sitting = proposed
        if self.ruleset in TALLY and self.answer["tally"] is None:
            self.answer["tally"] = list(self.tally)
        self.totals = [a + b for a, b in zip(self.totals, self.answer["deltas"], strict=True)]
        if deal["result"] in ("win", "dead", "opening"):
            self.played += 1
        return self.answer

    def seat(self, deal):
        """Who deals and who sits out, where the deal tells otherwise than proposed."""
        if deal.get("dealer") is not None:
            self.dealer = deal["dealer"]
            if self.sits_opposite and deal.get("sitting") is None:
                self.sitting = (self.dealer + 2) % 4
        if deal.get("sitting") is not None:
            self.sitting = deal["sitting"]
        if self.dealer == self.sitting:
            raise Refused("bad_deal")

    def playing(self):
        return [seat for seat in range(self.n) if seat != self.sitting]

    def pay(self, payer, payee, amount):
        self.answer["deltas"][payer] -= amount
        self.answer["deltas"][payee] += amount

    def after(self, seat, steps=1):
        return (seat + steps) % self.n

    def nearest(self, seats, start):
        """The first of `seats` counter-clockwise from `start`, `start` itself last."""
        return min(seats, key=lambda seat: (seat - start - 1) % self.n)

    # who deals next

    def next_after_win(self, winner):
        was = self.dealer
        self.dealer = winner
        if self.sits_opposite:
            self.sitting = (winner + 2) % 4
        elif self.has_counter and winner != was and self.options.get("counter_seat") != "fixed":
            seat = self.after(self.sitting)
            self.sitting = self.after(seat) if seat == winner else seat

    def pass_the_deal(self):
        """The dealer's 下手 deals, passing over 数算, who stays."""
        if self.ruleset == "guilin" and self.sits_opposite:
            self.dealer = self.after(self.dealer)
            self.sitting = (self.dealer + 2) % 4
            return
        self.dealer = self.after(self.dealer)
        if self.dealer == self.sitting:
            self.dealer = self.after(self.dealer)

    # results

    def dead(self, deal):
        if self.ruleset == "bopi":
            if self.sitting is not None:
                self.tally[self.dealer] -= self.options["dead_deal_hu"]
                self.tally[self.sitting] += self.options["dead_deal_hu"]
        elif self.ruleset in ("guilin", "dazipai"):
            if self.options["after_dead_deal"] == "next_seat":
                self.pass_the_deal()
        elif self.ruleset == "gaohuzi" and self.sitting is not None:
            self.answer["tally"] = list(self.tally)
            self.dealer, self.sitting = self.sitting, self.after(self.sitting)
        else:
            self.pass_the_deal()
        if deal.get("min_hu"):
            self.min_hu = deal["min_hu"]

    def adjust(self, deal):
        if sum(deal["deltas"]):
            raise Refused("bad_points", "bad_deal")
        self.answer["deltas"] = list(deal["deltas"])

    def close(self, deal):
        if self.n != 2 or any(self.tally) or any(self.wins):
            raise Refused("bad_deal")
        self.closed = True
        for seat in (0, 1):
            more = low_win(self.options, self.totals[seat])
            if more:
                self.pay(1 - seat, seat, more)

    def end_round(self, deal):
        """The evening ends in the middle of a round: settled as it stands, dropped, or carried on."""
        if self.ruleset not in TALLY or not (any(self.tally) or any(self.wins)):
            raise Refused("bad_deal")
        self.answer["tally"] = list(self.tally)
        self.answer["round_over"] = True
        if deal["how"] == "settle":
            self.answer["deltas"] = self.settled_as_it_stands()
        self.new_round()

    def settled_as_it_stands(self):
        """The pages leave open how. As if the last deal had ended the round, with the 数算 of the coming deal; by levels
        whoever has most is paid, each of several.
        """
        if self.ruleset == "bopi":
            last = self.tally.index(max(self.tally)) if self.last_winner is None else self.last_winner
            self.tally = bopi_reward(self.options, self.tally, self.sitting, last)
            self.answer["tally"] = list(self.tally)
            return bopi_settlement(self.options, self.tally)
        if self.options["settlement"] == "difference":
            return differences([rounded_tens(n) for n in self.tally])
        best = [seat for seat in range(self.n) if self.tally[seat] == max(self.tally)]
        sums = [0] * self.n
        for winner in best:
            skipped = [*best, self.sitting]
            for seat in range(self.n):
                if seat not in skipped:
                    level = self.options["levels"][2 - min(self.wins[seat], 2)]
                    sums[seat] -= level
                    sums[winner] += level
        return sums

    def new_round(self):
        self.tally = [0] * self.n
        self.wins = [0] * self.n

    # fouls

    def foul(self, deal):
        offender = deal["offender"]
        if offender == self.sitting:
            raise Refused("bad_deal")
        if deal.get("min_hu"):
            self.min_hu = deal["min_hu"]
        if self.ruleset == "bopi":
            self.tally[offender] -= self.options["foul_hu"]
        elif self.ruleset == "gaohuzi":
            for seat in range(self.n):
                if seat != offender:
                    self.pay(offender, seat, self.options["levels"][0])
        else:
            self.foul_in_units(deal, offender)

    def foul_in_units(self, deal, offender):
        units = self.foul_units(deal)
        others = [seat for seat in self.playing() if seat != offender]
        for seat in others:
            self.pay(offender, seat, units)
        if self.ruleset == "huashi" and self.sitting is not None:
            self.pay(offender, self.sitting, 2 * units)

    def foul_units(self, deal):
        if self.ruleset == "guilin":
            return deal.get("units", self.options["foul_units"])
        if self.ruleset == "dazipai":
            return self.min_hu
        if "units" in deal:
            return deal["units"]
        if "hu" in deal:
            check_bounds(self.ruleset, self.options, deal["hu"], "other_draw", [])
            hu = max(deal["hu"], self.options["min_hu"])
            return units_of(self.ruleset, self.options, hu, "other_draw", 0, set())
        hand = deal["hand"]
        one = {"hand": hand}
        return hand_won(self.ruleset, self.options, one, hand["source"], (None, [hand]), None)["units"]

    # wins

    def win(self, deal):
        ones = deal.get("wins") or [deal]
        if deal.get("min_hu"):
            self.min_hu = deal["min_hu"]
        if len(ones) > 1:
            self.check_two_winners(deal, ones)
        source = deal["source"]
        self.check_seats(deal, ones)
        hands_won = [one["hand"] for one in ones if one.get("hand")]
        won = []
        for one in ones:
            shared = (one.get("xing", deal.get("xing")), hands_won)
            options = {**self.options, "min_hu": self.least(one["winner"])}
            is_dealer = one["winner"] == self.dealer
            worth = partial(hand_won, self.ruleset, options, one, source, shared, is_dealer)
            try:
                self.check_one(deal, one, source)
            except Refused as refused:
                raise Refused(*refused.codes, *codes_of(worth)) from None
            scored = worth()
            check_marks(
                self.ruleset,
                self.options,
                scored["marks"],
                source,
                is_dealer,
                deal.get("from") == self.dealer,
            )
            won.append(scored)
        self.answer["hu"] = won[0]["hu"] if len(won) == 1 else [one["hu"] for one in won]
        self.answer["units"] = won[0]["units"] if len(won) == 1 else [one["units"] for one in won]
        for one, scored in zip(ones, won, strict=True):
            self.take(one["winner"], scored, source, deal.get("from"))
        winners = [one["winner"] for one in ones]
        if self.ruleset not in TALLY:
            self.next_after_win(winners[0] if len(ones) == 1 else self.nearest(winners, deal["from"]))

    def least(self, winner):
        """起胡 of this deal; in guilin, huashi and tuozi it is also where the ladder of units starts."""
        if self.ruleset == "dazipai":
            return self.min_hu
        if self.ruleset == "gaohuzi":
            return gaohuzi_gate(self.options, self.tally[winner], self.wins[winner])
        return self.options["min_hu"]

    def check_two_winners(self, deal, ones):
        if self.ruleset != "guilin" or self.options["multiple_winners"] != "two" or self.n != 3:
            raise Refused("bad_deal")
        if deal["source"] != "discard" or len({one["winner"] for one in ones}) != 2 or len(ones) != 2:
            raise Refused("bad_deal", "bad_source")
        known = [one["hand"] for one in ones if one.get("hand")]
        everything = sum((all_cards(hand) for hand in known), Counter())
        if len(known) == 2:
            everything[known[0]["winning_card"]] -= 1
        if any(n > 4 for n in everything.values()):
            raise Refused("too_many_copies")

    def check_seats(self, deal, ones):
        source, giver = deal["source"], deal.get("from")
        winners = [one["winner"] for one in ones]
        if self.sitting is not None and self.sitting in [*winners, giver]:
            raise Refused("bad_deal")
        if giver in winners or (source == "discard") > (giver is not None):
            raise Refused("bad_deal", "bad_source")
        if source in ("self_draw", "dealt") and giver is not None:
            raise Refused("bad_deal", "bad_source")

    def check_one(self, deal, one, source):
        marks = one.get("marks", [])
        check_marks(
            self.ruleset,
            self.options,
            marks,
            source,
            one["winner"] == self.dealer,
            deal.get("from") == self.dealer,
        )
        if source == "discard" and not discards_win(self.ruleset, self.options, marks):
            raise Refused("bad_source")

    def take(self, winner, won, source, giver):
        if self.ruleset in TALLY:
            getattr(self, f"take_{self.ruleset}")(winner, won, source)
        elif self.ruleset == "huashi":
            self.take_huashi(winner, won["units"], source, giver)
        else:
            self.take_units(winner, won, source, giver)

    def owed(self, winner, units, source, giver):
        """{payer: units} before house rules."""
        losers = [seat for seat in self.playing() if seat != winner]
        if source == "discard" and self.ruleset in ("guilin", "dazipai"):
            multiple = self.options["discard_multiple"]
            return {giver: units * (2 if multiple == "none" else multiple)}
        if source == "discard" and self.options.get("discard_wins") == "discarder_pays_all":
            return {giver: units * len(losers)}
        return dict.fromkeys(losers, units)

    def take_units(self, winner, won, source, giver):
        owed = self.owed(winner, won["units"], source, giver)
        for payer, amount in owed.items():
            self.pay(payer, winner, with_house_rules(self.options, self.pledges, payer, winner, amount))
            if won["lower"] and winner == self.dealer:
                self.pay(payer, self.sitting, won["lower"] * self.options["xing_worth"])

    def take_huashi(self, winner, units, source, giver):
        counter = self.sitting is not None
        for payer, amount in self.owed(winner, units, source, giver).items():
            to_winner = amount * 2 if counter else amount
            self.pay(payer, winner, with_house_rules(self.options, self.pledges, payer, winner, to_winner))
            if counter:
                self.pay(payer, self.sitting, amount)

    def take_bopi(self, winner, won, source):
        options = self.options
        self.last_winner = winner
        g = won["hu"]
        if source == "self_draw":
            g += options["self_draw_hu"]
        if source == "discard" and options["discard_wins"] == "on":
            g += options["discard_hu"]
        if won["marks"] & {"tianhu", "dihu"}:
            g = {"none": g, "plus_ten": g + 10, "double": g * 2}[options["tiandihu"]]
        self.tally[winner] += g
        if self.sitting is not None:
            self.tally[self.sitting] += half_up(g if options["counter_half"] == "all" else won["hu"])
        if bopi_ends(options, self.tally, winner, winner == self.dealer):
            self.tally = bopi_reward(options, self.tally, self.sitting, winner)
            self.over(bopi_settlement(options, self.tally))
        self.next_after_win(winner)

    def take_gaohuzi(self, winner, won, source):
        g = won["hu"]
        if source == "self_draw":
            g += self.options["self_draw_hu"]
        if source == "discard" and self.options["discard_wins"] == "on":
            g += self.options["discard_hu"]
        self.tally[winner] += g
        self.wins[winner] += 1
        if self.tally[winner] >= self.options["target"]:
            self.over(gaohuzi_settlement(self.options, self.tally, self.wins, self.sitting, winner))
        self.next_after_win(winner)

    def over(self, deltas):
        self.answer["deltas"] = deltas
        self.answer["tally"] = list(self.tally)
        self.answer["round_over"] = True
        self.new_round()

    # 大字牌: several openings

    def opening(self, deal):
        if self.ruleset != "dazipai":
            raise Refused("bad_deal")
        if deal.get("min_hu"):
            self.min_hu = deal["min_hu"]
        worth = {one["winner"]: self.opening_worth(one) for one in deal["wins"]}
        top = max(worth.values())
        winners = [seat for seat, hu in worth.items() if hu == top]
        for winner in winners:
            for payer in range(self.n):
                if payer not in winners:
                    self.pay(payer, winner, with_house_rules(self.options, self.pledges, payer, winner, top))
        self.answer["hu"] = list(worth.values())
        self.answer["units"] = [hu if hu == top else 0 for hu in worth.values()]
        if self.dealer not in winners:
            self.dealer = self.nearest(winners, self.dealer)

    def opening_worth(self, one):
        if "hand" not in one:
            check_bounds("dazipai", self.options, one["hu"], "dealt", [])
            return one["hu"]
        options = {**self.options, "min_hu": self.min_hu}
        found = dealt_hand("dazipai", options, one["hand"], 0, [], one["winner"] == self.dealer)
        # Silent: whether the dealer's complete hand, which is 天胡, counts among openings; ours.
        if not found["marks"] & (OPENING | {"tianhu"}):
            raise Refused("not_a_win", "bad_deal")
        return found["hu"]
