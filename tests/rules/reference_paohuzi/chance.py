"""Random tables, hands and sessions, the same for the same seed."""

from collections import Counter
from random import Random
from typing import Any

from .cards import BIG, DECK, QUADS, RED, SMALL, WANG, Group, run_shapes
from .evening import Evening
from .scoring import CARD_NAMES, MARKS, WANG_MARKS, Wrong, counts_of
from .table import Options, Row, kind_of, names_of, options_in_force, preset, preset_names

ON_OFF = ["on", "off"]
# What a table may choose, of both rulesets and of each.
CHOICES: dict[str, list[Any]] = {
    "qiangzhao": ["any", "discard", "none"],
    "must_open": ON_OFF,
    "peng_opens_on": ["own_draw", "any_draw"],
    "sao_opens_on": ["any_draw", "any_card"],
    "pledge": ["sum", "power", "add"],
    "yiwushi": ON_OFF,
    "multipliers": ["product", "sum"],
    "after_dead_deal": ["next_seat", "dealer_stays"],
    "evening_deals": [0, 2, 5],
    "meld_values": [
        {"sao": [4, 8], "kaiduo": [8, 12]},
        {"run": [4, 7]},
        {"kan": [2, 5], "peng": [2, 4], "saochuan": [10, 14]},
    ],
}
CHOICES_PAOHUZI: dict[str, list[Any]] = {
    "min_hu": [0, 6, 9, 10, 15, 18],
    "ladder": ["hu", "steps"],
    "ladder_from": [0, 6, 10, 15, 20],
    "base_units": [1, 2, 3, 5],
    "hu_per_unit": [1, 2, 3, 5, 7],
    "ladder_points": [[[10, 1], [12, 2]], [[6, 1], [9, 3], [15, 5], [30, 20]], [[0, 2]]],
    "round": ["up", "down"],
    "base_extra": [0, 1, 2, 5],
    "discard": ["no", "all_pay", "alone"],
    "discard_multiple": [1, 2, 3, 8, "losers", "players"],
    "xing": ["none", "follow", "flip"],
    "xing_kinds": [["上"], ["中"], ["下"], ["上", "下"], ["上", "中", "下"]],
    "xing_worth": [1, 2, 3],
    "xing_empty": ["winning_card", "none"],
    "wang": [1, 2, 3, 4],
    "wang_limit": ["by_fan", "by_wang"],
    "wang_dead": [1, 5],
    "cap": [5, 20, 40, 300],
    "dead_factor": ["times", "off"],
    "quad_pay": [[2, 1], [5, 3]],
    "foul_units": ["claimed", 1, 7],
    "hand": [14, 20],
    "seats": [2, 3, 4],
}
CHOICES_TALLY: dict[str, list[Any]] = {
    "min_hu": [6, 10, 15],
    "discard": ["yes", "no"],
    "discard_cap_winner": [0, 50, 100],
    "discard_cap_loser": [0, 50, 100],
    "hand_cap": [200, 400, 0],
    "target": [100, 200],
    "dead_deal_hu": [0, 10, 15],
    "foul_hu": [10, 30],
    "settle_round": [10, 1],
    "seats": [2, 3],
}
MOST_ROWS = 40


# Tables


def options(rng: Random, ruleset: str) -> Options:
    """A preset with some options changed and some rows changed, switched and added."""
    own = CHOICES_PAOHUZI if ruleset == "paohuzi" else CHOICES_TALLY
    share = rng.choice([0.0, 0.1, 0.1, 0.3])
    chosen: Options = {"preset": rng.choice(preset_names(ruleset))}
    for name, choices in (CHOICES | own).items():
        if rng.random() < share:
            chosen[name] = rng.choice(choices)
    if chosen.get("pledge", "none") != "none":
        chosen["pledge_max"] = rng.choice([1, 2, 3, 10])
    if chosen.get("seats") == 2:
        chosen |= {
            "low_below": rng.choice([0, 20, 100]),
            "low_times": rng.choice([1, 2]),
            "low_add": rng.choice([0, 5]),
        }
    if ruleset == "paohuzi" and rng.random() < (0.4 if chosen["preset"] == "yongzhou" else 0.06):
        chosen["wang"] = rng.randint(1, 4)
    patterns = changed_rows(rng, ruleset, chosen["preset"])
    if patterns:
        chosen["patterns"] = patterns
    return chosen


def changed_rows(rng: Random, ruleset: str, name: str) -> list[Row]:
    """Changes of the preset's rows, then rows of one's own; sometimes as many as a table may have."""
    rows = preset(ruleset, name)["rows"]
    groups = {row["group"]: kind_of(row) for row in rows if "group" in row}
    changes = []
    if rng.random() < 0.6:
        changes = [changed_row(rng, row) for row in rows if rng.random() < 0.3]
    more = MOST_ROWS - len(rows) if rng.random() < 0.05 else rng.choice([0, 0, 0, 1, 2, 4])
    return changes + [own_row(rng, ruleset, f"own_{n}", groups) for n in range(more)]


def changed_row(rng: Random, row: Row) -> Row:
    kind = kind_of(row)
    change: Row = {"code": row["code"], "on": rng.random() < 0.7}
    if rng.random() < 0.4:
        change["value"] = value(rng, kind)
    if rng.random() < 0.2:
        change["when"] = when(rng)
    if rng.random() < 0.1:
        change["min"] = rng.choice([0, 5, 10])
    if rng.random() < 0.05:
        change["alone"] = True
    return change


def own_row(rng: Random, ruleset: str, code: str, groups: dict[str, str]) -> Row:
    kinds = ["hu=", "worth=", "hux", "hu+"] + (["+", "x", "x"] if ruleset == "paohuzi" else [])
    kind = rng.choice(kinds)
    row: Row = {"code": code, "zh": "自加" + code[4:], "when": when(rng), "value": value(rng, kind)}
    if rng.random() < 0.3:
        row["each"] = {"of": rng.choice(CARD_NAMES), "over": rng.randint(0, 12), "add": rng.randint(1, 5)}
    if rng.random() < 0.3:
        group = rng.choice(["one", "two", "red", "draw"])
        if groups.setdefault(group, kind) == kind:
            row["group"] = group
    if rng.random() < 0.2:
        row["min"] = rng.choice([0, 0, 5, 10, 15])
    if kind == "x" and rng.random() < 0.3:
        row["last"] = True
    if rng.random() < 0.08:
        row["alone"] = True
    return row


def value(rng: Random, kind: str) -> str:
    least, most = {
        "hu=": (0, 60),
        "worth=": (10, 150),
        "hux": (2, 4),
        "hu+": (0, 30),
        "+": (0, 9),
        "x": (2, 8),
    }[kind]
    return f"{kind}{rng.randint(least, most)}"


# Bounds within which a comparison is sometimes true and sometimes not.
REACH = {"red": 20, "black": 21, "big": 24, "small": 24, "hu": 45, "held": 20}


def when(rng: Random) -> str:
    alternatives = [" and ".join(comparison(rng) for _ in range(rng.choice([1, 1, 2, 3])))]
    while rng.random() < 0.3:
        alternatives.append(" and ".join(comparison(rng) for _ in range(rng.choice([1, 1, 2]))))
    return " or ".join(alternatives)


def comparison(rng: Random) -> str:
    facts = ["own", "other", "discard", "dealt", "dealer", *MARKS]
    if rng.random() < 0.06:
        return "said=1"
    if rng.random() < 0.3:
        return f"{rng.choice(facts)}{rng.choice(['=1', '=0', '!=0', '<1', '>=1'])}"
    name = rng.choice((*CARD_NAMES, "hu"))
    return f"{name}{rng.choice(['=', '!=', '<', '<=', '>', '>='])}{rng.randint(0, REACH.get(name, 6))}"


# Hands


def groups_of_a_hand(rng: Random, count: int, yiwushi: bool, most_quads: int) -> list[Group]:
    """Groups that make a whole hand, of cards that the deck has; `kind` is run, alike, quad or pair."""
    while True:
        lean = palette(rng)
        quads = min(most_quads, rng.choice([0, 0, 0, 1, 1, 2, 3, 4, count - 1]))
        runs = rng.choice([0.0, 0.3, 0.7, 0.9, 1.0])
        groups: list[Group] = [("quad", card * 4) for card in rng.sample(DECK, quads)]
        groups += [("pair", rng.choice(lean) * 2)] if quads else []
        shapes = [shape for shape in sorted(run_shapes(yiwushi)) if set(shape) <= set(lean)]
        while len(groups) < count:
            if shapes and rng.random() < runs:
                groups.append(("run", rng.choice(shapes)))
            else:
                groups.append(("alike", rng.choice(lean) * 3))
        copies = Counter("".join(cards for _, cards in groups))
        if max(copies.values()) <= 4:
            return groups


def palette(rng: Random) -> str:
    """The cards a hand is made of: all of them, or few, so that red, black, big and small hands come up."""
    black = "".join(card for card in DECK if card not in RED)
    red = "".join(card for card in DECK if card in RED)
    few = "".join(rng.sample(DECK, 12))
    return rng.choice(
        [
            DECK,
            DECK,
            DECK,
            DECK,
            black,
            black,
            red + few,
            BIG + rng.choice(SMALL),
            SMALL + rng.choice(BIG),
            few,
        ]
    )


class Whole:
    """A hand being dealt out: what lies open, what is held, which card wins."""

    def __init__(self, rng: Random, o: Options, source: str) -> None:
        self.rng, self.source = rng, source
        self.exposed: list[dict[str, str]] = []
        self.held = ""
        self.winning = ""
        count = 7 if o["hand"] == 20 else 5
        groups = groups_of_a_hand(rng, count, o["yiwushi"] == "on", 1 if source == "dealt" else count - 1)
        if source != "dealt":
            quads = sum(kind == "quad" for kind, _ in groups)
            ways = [n for n, (kind, _) in enumerate(groups) if kind != "quad" or quads == 1]
            self.win_by(groups.pop(rng.choice(ways)))
        open_share = 0.0 if source == "dealt" else rng.choice([0.0, 0.3, 0.5, 0.7, 0.9, 1.0])
        for kind, cards in groups:
            self.lay(kind, cards, rng.random() < open_share)
        self.put_in_wang(o["wang"])

    def win_by(self, group: Group) -> None:
        """One card of the group wins; the others were held, or lay there as three."""
        kind, cards = group
        self.winning = self.rng.choice(cards)
        rest = cards.replace(self.winning, "", 1)
        if kind == "quad" and self.rng.random() < 0.6:
            self.exposed.append({"kind": self.rng.choice(["sao", "sao", "peng"]), "cards": rest})
        else:
            self.held += rest

    def lay(self, kind: str, cards: str, openly: bool) -> None:
        opened = {
            "alike": self.rng.choice(["peng", "sao"]),
            "quad": self.rng.choice(QUADS),
            "run": "chi",
        }
        if self.source == "dealt" and kind == "quad" and self.rng.random() < 0.5:
            self.exposed.append({"kind": "saochuan", "cards": cards})
        elif openly and kind in opened:
            self.exposed.append({"kind": opened[kind], "cards": self.mixed(cards)})
        else:
            self.held += cards

    def put_in_wang(self, most: int) -> None:
        """王 in place of held cards, never of a dealt three or four; more of them only where little is held."""
        loose = [card for card in self.held if self.held.count(card) < 3]
        most = min(most, len(loose), 1 if len(self.held) > 12 else 2 if len(self.held) > 7 else 4)
        for card in self.rng.sample(loose, self.rng.randint(0, most)):
            self.held = self.held.replace(card, "", 1) + WANG

    def mixed(self, cards: str) -> str:
        return "".join(self.rng.sample(cards, len(cards)))

    def data(self) -> dict[str, Any]:
        hand = {"exposed": self.exposed, "concealed": self.mixed(self.held), "source": self.source}
        return hand | ({"winning_card": self.winning} if self.winning else {})


def hand(rng: Random, o: Options, source: str) -> dict[str, Any]:
    """A hand that is often won: groups make it whole, then now and then one card is another."""
    whole = Whole(rng, o, source)
    data = whole.data()
    if data["concealed"] and rng.random() < 0.1:
        change_a_card(rng, data)
    if data["concealed"] and rng.random() < 0.02:
        data["concealed"] += rng.choice(DECK) if "飞" not in data["concealed"] else ""
    elif may_be_won_by_wang(o, data) and rng.random() < 0.1:
        data["winning_card"] = WANG
    return data


def may_be_won_by_wang(o: Options, data: dict[str, Any]) -> bool:
    """A 王 left in the deck, drawn by oneself; by 跟醒 the page does not say what it counts. Large hands take too long."""
    left = data["concealed"].count(WANG) < o["wang"]
    return left and o["xing"] != "follow" and data["source"] == "self_draw" and len(data["concealed"]) < 12


def change_a_card(rng: Random, data: dict[str, Any]) -> None:
    laid = "".join(meld["cards"] for meld in data["exposed"])
    copies = Counter(laid + data["concealed"] + data.get("winning_card", ""))
    gone = rng.choice(data["concealed"])
    others = [card for card in DECK if copies[card] < 4 and card != gone]
    whole = {card for card in DECK if data["concealed"].count(card) >= 3}
    if gone not in whole and gone != WANG:
        better = [card for card in others if data["concealed"].count(card) < 3]
        data["concealed"] = data["concealed"].replace(gone, rng.choice(better or others), 1)


def source_of_a_win(rng: Random) -> str:
    return rng.choice(["self_draw"] * 4 + ["other_draw"] * 4 + ["discard"] * 4 + ["dealt"])


def marks(rng: Random, how: str, dealer: bool, untouched: bool, from_dealer: bool) -> list[str]:
    """Marks that may stand; once in a while some that contradict."""
    if rng.random() < 0.02:
        return rng.sample(MARKS, 2)
    found = [mark for mark in ("tinghu",) if rng.random() < 0.1]
    if how != "dealt":
        found += [mark for mark in ("haidi",) if rng.random() < 0.1]
        found += ["jushou"] if untouched and rng.random() < 0.15 else []
    if how in ("discard", "other_draw") and not dealer and from_dealer and rng.random() < 0.1:
        found.append("dihu")
    if how == "self_draw" and rng.random() < 0.15:
        found.append(rng.choice(WANG_MARKS))
    return found


def rows_by_name(o: Options) -> list[str]:
    return [row["code"] for row in o["rows"] if "said" in names_of(row)]


def turned(rng: Random, o: Options, cards: dict[str, Any]) -> dict[str, Any]:
    """What `xing` a win by cards needs; the page does not say what a 王 that wins counts where it is the card to go by."""
    if o["xing"] != "flip":
        return {}
    if cards.get("winning_card", WANG) != WANG and rng.random() < 0.1:
        return {"xing": {"empty": True}}
    return {"xing": {"flipped": [rng.choice(DECK)]}}


def hand_request(rng: Random) -> dict[str, Any]:
    """One request for `score`."""
    ruleset = rng.choice(["paohuzi", "paohuzi", "paohuzi_tally"])
    chosen = options(rng, ruleset)
    o = options_in_force(ruleset, chosen)
    how = source_of_a_win(rng)
    dealer = how == "dealt" or rng.random() < 0.3
    data = hand(rng, o, how)
    request: dict[str, Any] = {"ruleset": ruleset, "options": chosen, "hand": data}
    if how != "dealt" or rng.random() < 0.5:
        request["dealer"] = dealer
    found = marks(rng, how, dealer, not data["exposed"], True)
    if found:
        request["marks"] = found
    ticked = [code for code in rows_by_name(o) if rng.random() < 0.5]
    if ticked:
        request["patterns"] = ticked
    return request | turned(rng, o, data)


# Sessions


class Table:
    """A session that grows deal by deal; it asks the reference who deals, and what a hand comes to."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ruleset = rng.choice(["paohuzi", "paohuzi", "paohuzi_tally"])
        self.chosen = options(rng, self.ruleset)
        self.o = options_in_force(self.ruleset, self.chosen)
        self.n = self.o["seats"]
        self.first_dealer = rng.randrange(self.n)
        self.evening = Evening(self.ruleset, self.chosen, self.n, self.first_dealer)
        self.deals: list[dict[str, Any]] = []

    def document(self) -> dict[str, Any]:
        rng = self.rng
        for _ in range(rng.randint(2, 9)):
            if not self.add(self.deal()):
                break
        else:
            self.end()
        return {
            "format": "zipai-ledger/session",
            "version": 1,
            "name": "chance",
            "ruleset": self.ruleset,
            "options": self.chosen,
            "stake": rng.choice(
                [None, None, {"currency": "CNY", "minor_per_unit": rng.choice([1, 50, 100])}]
            ),
            "players": ["甲", "乙", "丙", "丁"][: self.n],
            "first_dealer": self.first_dealer,
            "first_sitting": None,
            "deals": self.deals,
        }

    def add(self, deal: dict[str, Any]) -> bool:
        """Play the deal. One that cannot stand is mostly left out, sometimes it is the last."""
        try:
            self.evening.play(deal)
        except Wrong:
            if self.rng.random() < 0.9:
                return True
            self.deals.append(deal)
            return False
        self.deals.append(deal)
        return True

    def end(self) -> None:
        tally = self.ruleset == "paohuzi_tally"
        if tally and self.evening.open_round and self.rng.random() < 0.6:
            self.add({"result": "end_round", "how": self.rng.choice(["settle", "drop"])})
        if self.n == 2 and not self.evening.open_round and self.rng.random() < 0.7:
            self.add({"result": "close"})

    def deal(self) -> dict[str, Any]:
        rng = self.rng
        dealer = self.evening.dealer
        deal: dict[str, Any] = {}
        kind = rng.choice(["win"] * 10 + ["dead"] * 4 + ["foul", "adjust", "end_round"])
        if kind == "end_round" and not (self.ruleset == "paohuzi_tally" and self.evening.open_round):
            kind = "win"
        if kind in ("win", "dead", "foul") and rng.random() < 0.05:
            dealer = deal["dealer"] = rng.randrange(self.n)
        seats = self.evening.in_the_deal(dealer)
        deal |= getattr(self, kind)(dealer, seats)
        if kind in ("win", "dead", "foul"):
            deal |= self.pledges(kind, self.evening.sitting(dealer))
        return deal

    def pledges(self, kind: str, sitting: int | None) -> dict[str, Any]:
        rng = self.rng
        if self.o["pledge"] == "none" or rng.random() < 0.3:
            return {}
        if self.ruleset == "paohuzi_tally" and self.evening.pledges is not None and rng.random() < 0.95:
            return rng.choice([{}, {"pledges": list(self.evening.pledges)}])
        most = self.o["pledge_max"] + (1 if rng.random() < 0.02 else 0)
        return {"pledges": [0 if seat == sitting else rng.randint(0, most) for seat in range(self.n)]}

    def adjust(self, dealer: int, seats: list[int]) -> dict[str, Any]:
        deltas = [0] * self.n
        amount = self.rng.randint(1, 30)
        deltas[seats[0]], deltas[seats[-1]] = amount, -amount
        return {"result": "adjust", "deltas": deltas}

    def end_round(self, dealer: int, seats: list[int]) -> dict[str, Any]:
        return {"result": "end_round", "how": self.rng.choice(["settle", "drop"])}

    def dead(self, dealer: int, seats: list[int]) -> dict[str, Any]:
        deal: dict[str, Any] = {"result": "dead"}
        if self.o["wang"] and self.o["wang_dead"]:
            left, held = self.o["wang"], [0] * self.n
            for seat in seats:
                held[seat] = self.rng.randint(0, left)
                left -= held[seat]
            deal["wang"] = held
        return deal | self.quads(seats)

    def quads(self, seats: list[int]) -> dict[str, Any]:
        if self.ruleset == "paohuzi_tally" or self.o["quad_pay"] == [0, 0] or self.rng.random() < 0.5:
            return {}
        some = self.rng.sample(seats, self.rng.choice([1, 1, 2]))
        big_small = [(1, 0), (0, 1), (1, 1), (2, 0)]
        entries = [(seat, *self.rng.choice(big_small)) for seat in some]
        return {"quads": [{"player": seat, "big": big, "small": small} for seat, big, small in entries]}

    def foul(self, dealer: int, seats: list[int]) -> dict[str, Any]:
        rng = self.rng
        deal: dict[str, Any] = {"result": "foul", "offender": rng.choice(seats)}
        if self.ruleset == "paohuzi_tally" or self.o["foul_units"] != "claimed":
            return deal
        how = rng.choice(["units", "hu", "hand"])
        if how == "hand" and self.o["xing"] == "flip":
            how = "hu"
        if how == "hand":
            return deal | {"hand": hand(rng, self.o, rng.choice(["self_draw", "other_draw"]))}
        return deal | {how: rng.randint(1, 40)}

    def win(self, dealer: int, seats: list[int]) -> dict[str, Any]:
        rng = self.rng
        how = source_of_a_win(rng)
        winner = dealer if how == "dealt" else rng.choice(seats)
        deal: dict[str, Any] = {"result": "win", "winner": winner, "source": how}
        others = [seat for seat in seats if seat != winner]
        if how == "discard" or (how == "other_draw" and rng.random() < 0.6):
            deal["from"] = rng.choice(others)
        cards = hand(rng, self.o, how)
        untouched = not cards["exposed"]
        found = marks(rng, how, winner == dealer, untouched, deal.get("from") == dealer)
        if found:
            deal["marks"] = found
        deal |= self.quads(seats)
        return self.by_cards(deal, cards) if rng.random() < 0.4 else self.by_hu(deal, cards)

    def by_cards(self, deal: dict[str, Any], cards: dict[str, Any]) -> dict[str, Any]:
        ticked = [code for code in rows_by_name(self.o) if self.rng.random() < 0.5]
        deal |= {"hand": cards} | turned(self.rng, self.o, cards)
        return deal | ({"patterns": ticked} if ticked else {})

    def by_hu(self, deal: dict[str, Any], cards: dict[str, Any]) -> dict[str, Any]:
        """What a table would have counted of these cards, and some of the counts."""
        from .evening import hand_of
        from .readings import legal_readings
        from .scoring import play_of

        rng = self.rng
        whole = hand_of(cards, deal["source"])
        readings = sorted(legal_readings(whole, play_of(self.o)))
        if not readings:
            return self.by_cards(deal, cards)
        counts = max((counts_of(self.o, reading, whole) for reading in readings), key=lambda c: c["hu"])
        deal["hu"] = counts["hu"]
        share = {"red": 0.9, "big": 0.7, "small": 0.7}
        known = {
            name: counts[name]
            for name in CARD_NAMES
            if name != "wang" and rng.random() < share.get(name, 0.2)
        }
        if known:
            deal["counts"] = known
        if self.o["wang"]:
            deal["wang"] = counts["wang"]
        if self.o["xing"] != "none" and not (self.o["xing"] == "follow" and deal["source"] == "dealt"):
            deal["xing"] = {"count": rng.randint(0, 4 * len(self.o["xing_kinds"]))}
        ticks = self.ticks(deal, known | ({"wang": 0} if "wang" not in deal else {"wang": deal["wang"]}))
        return deal | ({"patterns": ticks} if ticks else {})

    def ticks(self, deal: dict[str, Any], numbers: dict[str, int]) -> list[str]:
        """Rows ticked, mostly such as nobody can decide; now and then any."""
        known = set(numbers) | {"hu", "own", "other", "discard", "dealt", "dealer", *MARKS}
        some = []
        for row in self.o["rows"]:
            open_ = not names_of(row) <= known and not (row.get("each") and row["each"]["of"] not in known)
            if self.rng.random() < (0.3 if open_ else 0.003):
                some.append(row["code"])
        return some


def session(rng: Random) -> dict[str, Any]:
    """One document for `replay`."""
    return Table(rng).document()
