"""The same deal entered in another order: cards, groups, tiles, winners, 豆, 鸡, payments."""

import random
import re
from collections.abc import Mapping
from typing import Any

UNORDERED = ("exposed", "wins", "marks", "dou", "held", "ready", "xianggong", "pays")
"""Lists of a deal whose order says nothing. Turned cards are not among them: which came first is a fact."""


def shuffled(entry: Any, chance: random.Random) -> Any:
    """The deal with everything in another order that has none."""
    if isinstance(entry, Mapping):
        return {key: _other(key, value, chance) for key, value in entry.items()}
    return entry


def _other(key: str, value: Any, chance: random.Random) -> Any:
    if isinstance(value, list | tuple):
        parts = [shuffled(each, chance) for each in value]
        return chance.sample(parts, len(parts)) if key in UNORDERED else parts
    if isinstance(value, str) and key in ("concealed", "cards"):
        cards = re.findall(r"秤...|.", value)
        return "".join(chance.sample(cards, len(cards)))
    if isinstance(value, str) and key == "tiles":
        return " ".join(chance.sample(value.split(), len(value.split())))
    return shuffled(value, chance)
