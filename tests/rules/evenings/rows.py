"""Tables of 名堂 as chance has them."""

import random
from typing import Any

OWN = (
    {"code": "own_red", "zh": "自加", "when": "red>=6", "value": "{sign}2"},
    {"code": "own_dealer", "zh": "庄胡", "when": "dealer=1 or quads>1", "value": "{sign}3"},
    {"code": "own_said", "zh": "背靠背", "when": "said=1", "value": "{sign}2", "alone": True},
    {"code": "own_dull", "zh": "行行", "when": "dull<=2", "value": "{sign}1", "min": 4},
)
"""Rows that no preset has."""


def any_rows(usual: Any, chance: random.Random) -> list[dict[str, Any]]:
    """The usual rows, some switched, and at times one of one's own."""
    sign = "hux" if not any(row["value"].startswith(("+", "x")) for row in usual) else "x"
    changes = [{"code": row["code"], "on": not row["on"]} for row in usual if chance.random() < 0.3]
    if chance.random() < 0.5:
        own = chance.choice(OWN)
        changes.append({**own, "value": own["value"].format(sign=sign)})
    return changes


def another_table(now: Any, chance: random.Random) -> list[dict[str, Any]]:
    """The same rows, some of them switched."""
    chosen = set(chance.sample([row["code"] for row in now], chance.randint(1, len(now))))
    return [{**row, "on": not row["on"]} if row["code"] in chosen else row for row in now]
