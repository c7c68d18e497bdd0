"""Page 3, 贵阳捉鸡麻将: what a win is worth, 豆, 鸡, 查叫, who deals."""

from collections import Counter
from functools import partial

from tests.rules.reference.hands import Refused
from tests.rules.reference.rulesets import HOUSE, codes_of, pledges_of, with_house_rules
from tests.rules.reference.rulesets import low_win as low_win_of

NUMBERS = "一二三四五六七八九"
SUITS = "万条筒"
SEED_VALUES = {
    "pinghu": 1,
    "daduizi": 5,
    "xiaoqidui": 7,
    "longqidui": 11,
    "qingyise": 10,
    "qingdadui": 15,
    "qinglongbei": 20,
    "qingqidui": 17,
}
FAMILY_B_VALUES = {
    "pinghu": 1,
    "daduizi": 5,
    "xiaoqidui": 10,
    "longqidui": 20,
    "qingyise": 10,
    "qingdadui": 15,
    "qingqidui": 20,
    "qinglongbei": 30,
}
QING = {"pinghu": "qingyise", "daduizi": "qingdadui", "xiaoqidui": "qingqidui", "longqidui": "qinglongbei"}
SEVEN_PAIRS = {"xiaoqidui", "longqidui", "qingqidui", "qinglongbei"}
DEFAULTS = {
    **HOUSE,
    "preset": "seed",
    "seats": 4,
    "baoting": "as_qing",
    "dou_men": 2,
    "dou_zhuanwan": 1,
    "dou_dian": 1,
    "ready_only": "off",
    "ji_next": "up",
    "ben_ji": "off",
    "wugu": 0,
    "chongfeng": 0,
    "zeren": 0,
    "zimo": 0,
    "gangkai": 1,
    "haidi": 0,
    "genzhang": 0,
    "maima": 0,
    "neiwai_ji": "off",
    "bao_ji": "off",
    "bao_dou": "off",
    "rob_kong": "void_dou",
    "triple_ron": "reversed",
    "repao": "void_dou",
    "dealer_bonus": 0,
    "lianzhuang": "off",
    "chajiao_dealer": "seed",
}
FAMILY_B = {"dou_men": 2, "dou_zhuanwan": 3, "dou_dian": 1, "ready_only": "on", "chongfeng": 3, "zeren": 3}


def options_for(given):
    options = dict(DEFAULTS)
    values = dict(SEED_VALUES)
    if given.get("preset") == "family_b":
        options.update(FAMILY_B)
        values = dict(FAMILY_B_VALUES)
    options.update(given)
    options["values"] = {**values, **given.get("values", {})}
    if options["ready_only"] == "off" and (options["bao_ji"] != "off" or options["bao_dou"] != "off"):
        raise Refused("bad_option")
    return options


# --- tiles ---


def tiles_of(text):
    """'一二三万 五五筒' → ['一万', …]: numbers, then their suit."""
    tiles, numbers = [], []
    for letter in text.replace(" ", ""):
        if letter in SUITS:
            tiles += [number + letter for number in numbers]
            numbers = []
        else:
            numbers.append(letter)
    if numbers:
        raise Refused("bad_tiles")
    return tiles


def index(tile):
    return SUITS.index(tile[1]) * 9 + NUMBERS.index(tile[0])


def sets_only(counts, runs=True):
    """Whether tiles (counts by index) are triplets and, with `runs`, runs."""
    if not any(counts):
        return True
    i = next(i for i, n in enumerate(counts) if n)
    if counts[i] >= 3 and sets_only([*counts[:i], counts[i] - 3, *counts[i + 1 :]], runs):
        return True
    if runs and i % 9 <= 6 and counts[i + 1] and counts[i + 2]:
        less = list(counts)
        for k in range(3):
            less[i + k] -= 1
        return sets_only(less, runs)
    return False


def standard(tiles, runs=True):
    counts = [0] * 27
    for tile in tiles:
        counts[index(tile)] += 1
    pairs = [i for i in range(27) if counts[i] >= 2]
    return any(sets_only([*counts[:i], counts[i] - 2, *counts[i + 1 :]], runs) for i in pairs)


def patterns_of(tiles, dou_tiles):
    """Every pattern that 14 tiles (three fewer for each 豆) make, the plain name of each shape or its 清 one."""
    counts = Counter(tiles)
    suits = {tile[1] for tile in [*tiles, *dou_tiles]}
    shapes = set()
    if not dou_tiles and len(tiles) == 14 and all(n in (2, 4) for n in counts.values()):
        shapes.add("longqidui" if 4 in counts.values() else "xiaoqidui")
    if standard(tiles):
        shapes.add("daduizi" if standard(tiles, runs=False) else "pinghu")
    return {QING[shape] for shape in shapes} if len(suits) == 1 else shapes


# --- what a win is worth ---


def with_baoting(options, pattern):
    values = options["values"]
    worth, way = values[pattern], options["baoting"]
    if way == "none":
        return worth
    if way == "flat":
        return 10
    if way == "add" or pattern not in QING:
        return worth + 10
    return values[QING[pattern]]


def hand_value(options, win, pattern):
    value = with_baoting(options, pattern) if win.get("baoting") else options["values"][pattern]
    if win.get("gangkai"):
        value += options["gangkai"]
    if win.get("haidi"):
        value += options["haidi"]
    if win.get("repao") and options["repao"] == "double":
        value *= 2
    return value


def pattern_of(options, win, dou_tiles):
    """The pattern a win says, or the greatest that its tiles make."""
    if not win.get("tiles"):
        return win["pattern"]
    tiles = tiles_of(win["tiles"])
    if len(tiles) != 14 - 3 * len(dou_tiles):
        raise Refused("wrong_card_count", "bad_tiles")
    if any(n > 4 for n in Counter([*tiles, *(t for t in dou_tiles for _ in range(4))]).values()):
        raise Refused("too_many_copies", "bad_tiles")
    found = patterns_of(tiles, dou_tiles)
    if not found or win.get("pattern", next(iter(found))) not in found:
        raise Refused("not_a_win", "bad_tiles", "bad_deal")
    return win.get("pattern") or max(found, key=lambda p: hand_value(options, win, p))


def check_dou_of_winner(win, pattern, dou):
    """Contradictions of a winner with his own 豆 (tile None where not said)."""
    live = [one for one in dou if not one.get("void")]
    suits = {one["tile"][1] for one in dou if one.get("tile")}
    if win.get("gangkai") and (not live or win["source"] != "self_draw"):
        raise Refused("bad_deal")
    if len(dou) > 4 or (pattern in SEVEN_PAIRS and dou):
        raise Refused("bad_deal")
    if pattern.startswith("qing") and len(suits) > 1:
        raise Refused("bad_deal")


def may_win(win, pattern, dou):
    """平胡 off a discard needs a reason: a live 豆, 热炮, or 报听, the discarder's too (the page does not say whose)."""
    if pattern != "pinghu" or win["source"] != "discard":
        return True
    return any(not one.get("void") for one in dou) or any(
        win.get(key) for key in ("repao", "baoting", "off_baoting")
    )


def score(request):
    """{units} of a hand of tiles."""
    options = options_for(request.get("options", {}))
    hand = request["hand"]
    dou = hand.get("dou", [])
    pattern = pattern_of(options, hand, [one["tile"] for one in dou])
    check_dou_of_winner(hand, pattern, dou)
    if not may_win(hand, pattern, dou):
        raise Refused("not_a_win")
    zimo = options["zimo"] if hand["source"] == "self_draw" else 0
    return {"hu": None, "units": hand_value(options, hand, pattern) + zimo, "pattern": pattern}


# --- 鸡 ---


def stepped(tile, step):
    return NUMBERS[(NUMBERS.index(tile[0]) + step) % 9] + tile[1]


def made_by_turning(options, flipped):
    """The kinds that the turned tile makes 鸡."""
    if flipped is None:
        return set()
    steps = {"up": [1], "down": [-1], "both": [1, -1]}[options["ji_next"]]
    made = {stepped(flipped, step) for step in steps}
    return made | {flipped} if options["ben_ji"] == "on" else made


def plain_worth(options, tile):
    """What a 鸡 that always is one counts: 一条 1, 八筒 `wugu`."""
    return {"一条": 1, "八筒": options["wugu"]}.get(tile, 0)


def ji_worth(options, flipped, tile):
    """What each tile of a kind counts: 0 if it is no 鸡."""
    always = plain_worth(options, tile)
    made = tile in made_by_turning(options, flipped)
    if tile == "八筒" and always:
        return always * 2 if flipped == "七筒" else always
    if always:
        return always * 2 if made else always
    return 1 if made else 0


# --- a table ---


class Table:
    def __init__(self, stage, players):
        self.options = options_for(stage.get("options", {}))
        self.n = players
        self.dealer = stage.get("first_dealer") or 0
        self.totals = [0] * players
        self.played = 0
        self.streak_of, self.streak = None, 0

    def deal(self, deal):
        proposed = self.dealer
        if deal.get("dealer") is not None:
            self.dealer = deal["dealer"]
        self.pledges = pledges_of(self.options, deal, self.n, None)
        self.answer = {
            "dealer": self.dealer,
            "sitting": None,
            "deltas": [0] * self.n,
            "round_over": False,
        }
        if deal["result"] in ("win", "dead"):
            self.count_streak()
        getattr(self, deal["result"])(deal)
        if deal["result"] == "adjust":
            self.dealer = proposed
        self.totals = [a + b for a, b in zip(self.totals, self.answer["deltas"], strict=True)]
        if deal["result"] in ("win", "dead"):
            self.played += 1
        return self.answer

    def count_streak(self):
        self.streak = self.streak + 1 if self.streak_of == self.dealer else 1
        self.streak_of = self.dealer

    def pay(self, payer, payee, amount):
        self.answer["deltas"][payer] -= amount
        self.answer["deltas"][payee] += amount

    def others(self, seat):
        return [other for other in range(self.n) if other != seat]

    def nearest(self, seats, start):
        return min(seats, key=lambda seat: (seat - start) % self.n)

    def adjust(self, deal):
        self.answer["deltas"] = list(deal["deltas"])

    def close(self, deal):
        if self.n != 2:
            raise Refused("bad_deal")
        for seat in (0, 1):
            more = low_win_of(self.options, self.totals[seat])
            if more:
                self.pay(1 - seat, seat, more)

    def foul(self, deal):
        for pay in deal["pays"]:
            self.pay(deal["offender"], pay["to"], pay["units"])

    def genzhang(self, deal):
        if not deal.get("genzhang"):
            return
        if not self.options["genzhang"]:
            raise Refused("bad_deal")
        for seat in self.others(self.dealer):
            self.pay(self.dealer, seat, self.options["genzhang"])

    # 黄庄

    def dead(self, deal):
        ready = {one["player"]: self.ready_value(one) for one in deal.get("ready", [])}
        if set(ready) & set(deal.get("xianggong", [])):
            raise Refused("bad_deal")
        not_ready = [seat for seat in range(self.n) if seat not in ready]
        for payer in not_ready:
            for payee, value in ready.items():
                self.pay(payer, payee, value)
        self.genzhang(deal)
        if self.options["bao_ji"] == "always":
            self.pay_bao_ji(deal.get("ji") or {}, None, set(ready))
        if self.options["bao_dou"] == "always":
            self.pay_bao_dou(self.live(deal.get("dou", [])), set(ready))
        self.dealer = self.after_dead(set(ready))

    def ready_value(self, one):
        return one["value"] if "value" in one else self.options["values"][one["pattern"]]

    def after_dead(self, ready):
        if self.options["chajiao_dealer"] == "stays":
            return self.dealer
        if self.n == 4 and len(ready) == 3:
            return next(seat for seat in range(4) if seat not in ready)
        if not ready or len(ready) == self.n or self.dealer in ready:
            return self.dealer
        return self.nearest(ready, self.dealer)

    # wins

    def win(self, deal):
        wins, dou = deal["wins"], deal.get("dou", [])
        winners = [win["winner"] for win in wins]
        try:
            self.check_wins(deal, wins, dou)
        except Refused as refused:
            # Several errors come together: what else is wrong with the hands.
            more = (codes_of(partial(self.checked_pattern, win, deal)) for win in wins)
            raise Refused(*refused.codes.union(*more)) from None
        robbed = self.robbed(wins, dou)
        dou = [one for i, one in enumerate(dou) if i != robbed]
        self.burnt_ji, self.burnt_dou = self.burnt(wins)
        patterns = [self.checked_pattern(win, deal) for win in wins]
        values = [hand_value(self.options, win, p) for win, p in zip(wins, patterns, strict=True)]
        self.pay_wins(deal, wins, values)
        ready = set(range(self.n))
        if self.options["ready_only"] == "on":
            ready = set(deal.get("ready", [])) | set(winners)
        self.pay_dou(self.live(dou), ready)
        self.pay_ji(deal.get("ji") or {}, deal, ready)
        if self.options["bao_dou"] != "off":
            self.pay_bao_dou(self.live(dou), ready)
        self.genzhang(deal)
        self.dealer = self.after_win(wins, winners)

    def after_win(self, wins, winners):
        if len(winners) == 3:
            return wins[0]["from"]
        return self.nearest(winners, self.dealer)

    def checked_pattern(self, win, deal):
        own = [one for one in deal.get("dou", []) if one["player"] == win["winner"]]
        pattern = pattern_of(self.options, win, [one["tile"] for one in own])
        check_dou_of_winner(win, pattern, own)
        if not may_win(win, pattern, own):
            raise Refused("not_a_win")
        return pattern

    def check_wins(self, deal, wins, dou):
        ways = {(win["source"], win.get("from")) for win in wins}
        winners = {win["winner"] for win in wins}
        if len(ways) > 1 or len(winners) < len(wins) or winners & set(deal.get("xianggong", [])):
            raise Refused("bad_deal")
        if any(Counter(one["player"] for one in dou)[seat] > 4 for seat in range(self.n)):
            raise Refused("bad_deal")
        self.check_played(deal)
        for win in wins:
            self.check_win(deal, win, dou)
        self.check_bao(deal.get("bao"), wins[0])
        self.check_maima(deal.get("maima"), wins[0])

    def check_bao(self, bao, win):
        if bao and (win["source"] != "discard" or bao["player"] in (win["winner"], win["from"])):
            raise Refused("bad_deal")

    def check_maima(self, maima, win):
        most = self.options["maima"]
        if maima and (not most or win["source"] != "self_draw" or maima.get("hits", 0) > most):
            raise Refused("bad_deal")

    def check_played(self, deal):
        """Facts that this table does not play."""
        options, ji = self.options, deal.get("ji") or {}
        # Silent: whether what lies open may be told where only discarded 鸡 count; ours, it changes nothing there.
        counts_out = options["bao_ji"] != "off" or options["neiwai_ji"] != "off"
        open_or_out = ji.get("out") or any(one.get("laid") for one in ji.get("held", []))
        if open_or_out and not counts_out:
            raise Refused("bad_deal")

    def check_win(self, deal, win, dou):
        giver = win.get("from")
        if win.get("haidi"):
            flipped = (deal.get("ji") or {}).get("flipped")
            if not self.options["haidi"] or win["source"] != "self_draw" or flipped:
                raise Refused("bad_deal")
        if win["source"] != "self_draw" and (giver is None or giver == win["winner"]):
            raise Refused("bad_deal")
        if win.get("repao") and not any(one["player"] == giver and one.get("void") for one in dou):
            raise Refused("bad_deal")
        if win.get("off_baoting") and "discarder_value" not in deal:
            raise Refused("bad_deal")

    def robbed(self, wins, dou):
        """Which 豆 (by place) was robbed and is void by itself, or None."""
        if wins[0]["source"] != "rob_kong":
            return None
        turned = [
            i for i, one in enumerate(dou) if one["player"] == wins[0]["from"] and one["kind"] == "zhuanwan"
        ]
        tile = next((win["tile"] for win in wins if win.get("tile")), None)
        if not turned:
            return None
        if tile:
            return next((i for i in turned if dou[i].get("tile") == tile), None)
        if len(turned) == 1:
            return turned[0]
        void = [i for i in turned if dou[i].get("void")]
        if len(void) != 1:
            raise Refused("bad_deal")
        return void[0]

    def burnt(self, wins):
        """(seats whose 鸡, seats whose 豆 count nothing for them)."""
        giver, options = wins[0].get("from"), self.options
        ji, dou = set(), set()
        if wins[0]["source"] == "rob_kong":
            if options["rob_kong"] in ("burn_ji", "void_all"):
                ji.add(giver)
            if options["rob_kong"] == "void_all":
                dou.add(giver)
        if any(win.get("repao") for win in wins) and options["repao"] == "void_all":
            ji.add(giver)
            dou.add(giver)
        return ji, dou

    def doubles(self, win):
        return win.get("repao") and self.options["repao"] == "double"

    def with_bonus(self, amount, payer, payee):
        """The payment to or by the dealer with what is added to it; where nothing is owed, nothing is."""
        if not amount or self.dealer not in (payer, payee):
            return amount
        times = self.streak if self.options["lianzhuang"] == "on" else 1
        return amount + self.options["dealer_bonus"] * times

    def hits(self, deal, winner):
        maima = deal.get("maima") or {}
        if "tiles" not in maima:
            return maima.get("hits", 0)
        mine = (winner - self.dealer) % self.n
        return sum(NUMBERS.index(tile[0]) % self.n == mine for tile in maima["tiles"])

    def pay_wins(self, deal, wins, values):
        if len(wins) == 3 and self.options["triple_ron"] == "reversed":
            if "discarder_value" not in deal:
                raise Refused("bad_deal")
            for win in wins:
                amount = self.with_bonus(deal["discarder_value"], win["winner"], win["from"])
                self.pay_for_win(win["winner"], win["from"], amount)
            return
        for win, value in zip(wins, values, strict=True):
            self.pay_win(deal, win, value)

    def pay_win(self, deal, win, value):
        winner = win["winner"]
        if win["source"] == "self_draw":
            for payer in self.others(winner):
                amount = self.with_bonus(value + self.options["zimo"], payer, winner)
                self.pay_for_win(payer, winner, amount * (1 + self.hits(deal, winner)))
            return
        giver = win["from"]
        if win.get("off_baoting"):
            value = deal["discarder_value"] * (2 if self.doubles(win) else 1)
        amount = self.with_bonus(value, giver, winner)
        if deal.get("bao"):
            self.pay_bao(deal["bao"], winner, amount)
        else:
            self.pay_for_win(giver, winner, amount)

    def pay_for_win(self, payer, payee, amount):
        self.pay(payer, payee, with_house_rules(self.options, self.pledges, payer, payee, amount))

    def pay_bao(self, bao, winner, amount):
        pays = [(pay["to"], pay["units"]) for pay in bao["pays"]]
        if winner not in [to for to, _ in pays]:
            pays.append((winner, amount))
        if (winner, amount) not in pays or sorted(to for to, _ in pays) != self.others(bao["player"]):
            raise Refused("bad_deal")
        for to, units in pays:
            self.pay(bao["player"], to, units)

    # 豆

    def live(self, dou):
        return [one for one in dou if not one.get("void")]

    def dou_value(self, one):
        return self.options[f"dou_{one['kind']}"]

    def pay_dou(self, dou, ready):
        for one in dou:
            player = one["player"]
            if player not in ready or player in self.burnt_dou:
                continue
            payers = [one["from"]] if one["kind"] == "dian" else self.others(player)
            for payer in payers:
                self.pay(payer, player, self.dou_value(one))

    def pay_bao_dou(self, dou, ready):
        for one in dou:
            player = one["player"]
            if player in ready:
                continue
            for payee in [one["from"]] if one["kind"] == "dian" else sorted(ready):
                if payee in ready:
                    self.pay(player, payee, self.dou_value(one))

    # 鸡

    def pay_ji(self, ji, deal, ready):
        flipped = ji.get("flipped")
        for one in ji.get("held", []):
            worth = ji_worth(self.options, flipped, one["tile"])
            self.collect(one["player"], worth * (5 if one.get("full") else one["count"]), ready)
        if self.options["neiwai_ji"] != "off":
            for one in ji.get("out", []):
                self.collect(one["player"], self.out_worth(flipped, one["tile"]) * one["count"], ready)
        if self.options["bao_ji"] != "off":
            self.pay_bao_ji(ji, flipped, ready)
        self.pay_first_ji(deal, flipped, ready)

    def out_worth(self, flipped, tile):
        if self.options["neiwai_ji"] == "all":
            return ji_worth(self.options, flipped, tile)
        return plain_worth(self.options, tile)

    def collect(self, player, amount, ready):
        if player in ready and player not in self.burnt_ji:
            for payer in self.others(player):
                self.pay(payer, player, amount)

    def pay_bao_ji(self, ji, flipped, ready):
        open_before = Counter()
        for one in ji.get("held", []):
            if plain_worth(self.options, one["tile"]):
                open_before[one["player"]] += one.get("laid", 0) * ji_worth(
                    self.options, flipped, one["tile"]
                )
        for one in ji.get("out", []):
            if plain_worth(self.options, one["tile"]):
                open_before[one["player"]] += one["count"] * self.out_worth(flipped, one["tile"])
        for player, amount in open_before.items():
            if player not in ready:
                for payee in ready:
                    self.pay(player, payee, amount)

    def pay_first_ji(self, deal, flipped, ready):
        """冲锋鸡, or 责任鸡 in its place."""
        options = self.options
        golden = 2 if "一条" in made_by_turning(options, flipped) else 1
        zeren, first = deal.get("zeren"), deal.get("chongfeng")
        if zeren:
            if zeren["to"] in ready and zeren["to"] not in self.burnt_ji:
                self.pay(zeren["from"], zeren["to"], options["zeren"])
        elif first:
            player, amount = first["player"], options["chongfeng"] * golden
            if player in ready:
                self.collect(player, amount, ready)
            else:
                # Silent: whether who is paid for no 鸡 gets what another pays for his own; ours, he does not.
                for payee in ready - self.burnt_ji:
                    self.pay(player, payee, amount)
