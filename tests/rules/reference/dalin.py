"""Page 4, 打林: points, levels, tribute."""

from tests.rules.reference.hands import Refused
from tests.rules.reference.rulesets import HOUSE

BANDS = [
    [20, -5],
    [50, -4],
    [90, -3],
    [125, -2],
    [160, -1],
    [210, 1],
    [240, 2],
    [275, 3],
    [355, 4],
    [None, 5],
]
TRIBUTE = [[40, -3], [80, -2], [120, -1], [195, 0], [235, 1], [275, 2], [315, 3], [None, 4]]
DEFAULTS = {
    **HOUSE,
    "bands": BANDS,
    "gongzhu_bands": "bands",
    "win_at": 160,
    "gongzhu_win_at": 205,
    "tribute": TRIBUTE,
}
LEVELS = "5", "10", "K", "A"


def band(bands, total):
    return next(value for greatest, value in bands if greatest is None or total <= greatest)


def tribute_after(options, total, gongzhu):
    """Cards for the next deal: positive, 闲家 (then dealing) receive; negative, they give."""
    if not gongzhu:
        return band(options["tribute"], total)
    away = total - options["gongzhu_win_at"]
    return away // 50 if away >= 0 else -(-away // 50)


class Table:
    def __init__(self, stage, players):
        self.options = {**DEFAULTS, **stage.get("options", {})}
        self.n = players
        self.dealer = stage.get("first_dealer") or 0
        self.level = 0
        self.dealing_side = None
        self.counted = 0
        self.totals = [0] * players
        self.played = 0

    def deal(self, deal):
        proposed = self.dealer
        if deal.get("dealer") is not None:
            self.dealer = deal["dealer"]
        if any(deal.get("pledges") or []):
            raise Refused("bad_deal")
        self.answer = {"dealer": self.dealer, "sitting": None, "deltas": [0] * self.n, "round_over": False}
        if deal["result"] == "adjust":
            self.answer["deltas"] = list(deal["deltas"])
            self.dealer = proposed
        elif deal["result"] == "points":
            self.points(deal)
            self.played += 1
        else:
            raise Refused("bad_deal")
        self.totals = [a + b for a, b in zip(self.totals, self.answer["deltas"], strict=True)]
        return self.answer

    def total(self, deal):
        points, kitty, cards = (deal.get(key) or 0 for key in ("points", "kitty_points", "kitty_cards"))
        if points % 5 or kitty % 5 or not 0 <= points <= 400 or not 0 <= kitty <= 80 or points + kitty > 400:
            raise Refused("bad_points")
        if kitty and not 1 <= cards <= 4:
            raise Refused("bad_points")
        if deal.get("gongzhu") and (self.counted == 0 or "kitty_points" in deal or "kitty_cards" in deal):
            raise Refused("bad_points", "bad_deal")
        return points + kitty * cards

    def points(self, deal):
        options = self.options
        total = self.total(deal)
        gongzhu = bool(deal.get("gongzhu"))
        bands = options["gongzhu_bands"] if gongzhu else "bands"
        units = band(options["bands"] if bands == "bands" else bands, total)
        for seat in range(4):
            dealing = seat % 2 == self.dealer % 2
            self.answer["deltas"][seat] = -units if dealing else units
        if self.dealing_side not in (None, self.dealer % 2):
            self.level = 0
        self.dealing_side = self.dealer % 2
        self.answer["level"] = LEVELS[self.level]
        self.answer["tribute"] = tribute_after(options, total, gongzhu)
        self.counted += 1
        if total >= options["gongzhu_win_at" if gongzhu else "win_at"]:
            self.dealer = (self.dealer + 1) % 4
            self.level = 0
            self.dealing_side = self.dealer % 2
        else:
            self.dealer = (self.dealer + 2) % 4
            self.level = (self.level + 1) % 4
