"""Random options and evenings of 打林 (docs/rules/dalin.md)."""

from tests.rules.reference.chance_zipai import some

BANDS = ([[100, -1], [None, 1]], [[0, -5], [160, -1], [300, 2], [None, 4]])
CHOICES = {
    "bands": BANDS,
    "gongzhu_bands": ("bands", *BANDS),
    "win_at": (120, 160, 165, 200),
    "gongzhu_win_at": (150, 205, 210),
    "tribute": ([[155, -1], [None, 2]], [[40, -3], [200, 0], [None, 4]]),
    "evening_deals": (0, 3, 8),
}


def options(rng):
    return some(rng, CHOICES)


def deal(rng, table):
    if rng.random() < 0.06:
        deltas = [rng.randrange(-9, 10) for _ in range(3)]
        return {"result": "adjust", "deltas": [*deltas, -sum(deltas)]}
    made = {"result": "points", "points": 5 * rng.randrange(81)}
    if rng.random() < 0.4:
        made["points"] = rng.choice((0, 20, 25, 50, 160, 165, 200, 205, 240, 355, 360, 400))
    if table.counted and rng.random() < 0.2:
        made["gongzhu"] = True
    elif rng.random() < 0.4:
        made["kitty_points"] = min(80, 400 - made["points"], 5 * rng.randrange(17))
        made["kitty_cards"] = rng.randrange(1, 5)
    if rng.random() < 0.05:
        made["dealer"] = rng.randrange(4)
    if rng.random() < 0.01:
        made["points"] += rng.choice((1, 405))
    return made
