"""Options and rows: what a preset sets, what a table changes, when a row holds and what it is worth."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Options = dict[str, Any]

FILE = Path(__file__).parents[2] / "data" / "paohuzi-presets.json"  # the page gives its tables as data

# The options of the table "`paohuzi` — unit 囤" that change what is paid, with their common defaults.
PAOHUZI: Options = {
    "preset": "shaoyang",
    "seats": 3,
    "ladder": "steps",
    "base_units": 1,
    "hu_per_unit": 3,
    "ladder_points": [],
    "round": "down",
    "base_extra": 0,
    "multipliers": "product",
    "discard": "alone",
    "discard_multiple": "losers",
    "xing": "none",
    "xing_worth": 1,
    "xing_empty": "winning_card",
    "wang": 0,
    "wang_limit": "none",
    "wang_dead": 0,
    "cap": 0,
    "dead_factor": "off",
    "quad_pay": [0, 0],
    "after_dead_deal": "next_seat",
    "foul_units": "claimed",
}
# The options of the table "`paohuzi_tally`".
TALLY: Options = {
    "preset": "loudi",
    "seats": 3,
    "hand": 20,
    "min_hu": 15,
    "discard": "yes",
    "discard_cap_winner": 100,
    "discard_cap_loser": 100,
    "hand_cap": 200,
    "target": 100,
    "dead_deal_hu": 10,
    "after_dead_deal": "dealer_stays",
    "foul_hu": 30,
    "settle_round": 10,
    "multipliers": "product",
    "xing": "none",
    "wang": 0,
    "wang_limit": "none",
}
BOTH: Options = {
    "qiangzhao": "any",
    "must_open": "off",
    "peng_opens_on": "any_draw",
    "sao_opens_on": "any_card",
    "pledge": "none",
    "pledge_max": 1,
    "yiwushi": "off",
    "meld_values": {},
    "patterns": [],
    "evening_deals": 0,
    "low_below": 0,
    "low_times": 1,
    "low_add": 0,
}
# The table of values of docs/rules/cards.md.
MELD_VALUES = {
    "peng": [1, 3],
    "kan": [3, 6],
    "sao": [3, 6],
    "kaiduo": [6, 9],
    "saochuan": [9, 12],
    "run": [3, 6],
}
SITS_OUT = ("yongzhou", "huaihua", "huaihua_468", "changde", "changde_small", "changde_red")


@cache
def _presets() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(FILE.read_text())
    return loaded


def preset_names(ruleset: str) -> list[str]:
    return [preset["preset"] for preset in _presets() if preset["ruleset"] == ruleset]


def preset(ruleset: str, name: str) -> dict[str, Any]:
    return next(p for p in _presets() if p["ruleset"] == ruleset and p["preset"] == name)


def options_in_force(ruleset: str, chosen: Options) -> Options:
    """All options: those chosen, else those of the preset, else the common ones; `rows` are the rows that are on."""
    common = {**BOTH, **(PAOHUZI if ruleset == "paohuzi" else TALLY)}
    base = preset(ruleset, chosen.get("preset", common["preset"]))
    o: Options = {**common, **base["options"], **chosen, "ruleset": ruleset}
    if "hand" not in o:
        o["hand"] = 14 if o["seats"] == 4 and o["preset"] not in SITS_OUT else 20
    o.setdefault("ladder_from", o["min_hu"])
    if "xing_kinds" not in o:
        o["xing_kinds"] = ["下"] if o["preset"] == "yongzhou" and o["xing"] == "flip" else ["中"]
    o["values"] = {**MELD_VALUES, **o["meld_values"]}
    o["rows"] = [row for row in rows_of_the_table(base["rows"], o["patterns"]) if row.get("on", True)]
    return o


def rows_of_the_table(rows: list[Row], changes: list[Row]) -> list[Row]:
    """The preset's rows in their order, each with what the table changed of it, then the rows that the table added."""
    table = {row["code"]: dict(row) for row in rows}
    for change in changes:
        table[change["code"]] = {**table.get(change["code"], {}), **change}
    return list(table.values())


# Conditions and values of rows

_COMPARISON = re.compile(r"\s*([a-z_]+)\s*(!=|<=|>=|=|<|>)\s*(\d+)\s*")
Condition = list[list[tuple[str, str, int]]]  # any of these, each of which is all of these


@cache
def condition(when: str) -> Condition:
    alternatives = []
    for alternative in when.split(" or "):
        comparisons = []
        for comparison in alternative.split(" and "):
            match = _COMPARISON.fullmatch(comparison)
            assert match, comparison
            comparisons.append((match[1], match[2], int(match[3])))
        alternatives.append(comparisons)
    return alternatives


def names_of(row: Row) -> set[str]:
    """Every name that has to be known before the row can be decided."""
    names = {name for alternative in condition(row["when"]) for name, _, _ in alternative}
    return names | ({row["each"]["of"]} if row.get("each") else set())


def holds(when: str, counts: dict[str, int]) -> bool:
    return any(
        all(_compare(counts[name], op, wanted) for name, op, wanted in alternative)
        for alternative in condition(when)
    )


def _compare(count: int, op: str, wanted: int) -> bool:
    return {
        "=": count == wanted,
        "!=": count != wanted,
        "<": count < wanted,
        "<=": count <= wanted,
        ">": count > wanted,
        ">=": count >= wanted,
    }[op]


_VALUE = re.compile(r"(hu=|worth=|hux|hu\+|\+|x)(\d+)")


def kind_of(row: Row) -> str:
    match = _VALUE.fullmatch(row["value"])
    assert match, row
    return match[1]


def worth_of(row: Row, counts: dict[str, int]) -> int:
    """The n of a row, grown by its `each`."""
    match = _VALUE.fullmatch(row["value"])
    assert match, row
    n, each = int(match[2]), row.get("each")
    return n + (each["add"] * max(0, counts[each["of"]] - each["over"]) if each else 0)
