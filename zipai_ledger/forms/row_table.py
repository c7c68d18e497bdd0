"""名堂表 (mingtang biao): how an option that is a table of rows is sent: the usual rows with what they are worth, and one's own.

A usual row comes as it was stored (``row``, JSON) beside its ``sign`` and ``n``; one's own as a name, up to three comparisons of
which all hold or one is enough, the same, and what else a row may have. ``on`` names the rows that count. Rows without a
name are passed over.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from django.http import QueryDict

from zipai_ledger.rules.codec import JsonValue

from .fields import read_number

OWN = "own_"
"""Before the number of a row of one's own: its code."""
COMPARISONS = (1, 2, 3)
JOINS = ("and", "or")
"""All of the comparisons hold, or one of them is enough."""
MOST = 40
LONGEST = 1000
YES = "yes"

_COLUMNS = (
    *("zh", "was", "en", "sign", "n", "join", "of", "over", "add", "group", "min", "alone", "last"),
    *(f"{each}{at}" for at in COMPARISONS for each in ("name", "how", "number")),
)
Cells = Mapping[str, str]


def sent_rows(sent: QueryDict, name: str) -> list[JsonValue] | None:
    """The rows that were sent, whole, as they were typed; None where the table is not among what was sent."""
    usual = sent.getlist(f"{name}.row")
    own = sent.getlist(f"{name}.own")
    if not usual and not own:
        return None
    on = {*sent.getlist(f"{name}.on")}
    signs, numbers = sent.getlist(f"{name}.sign"), sent.getlist(f"{name}.n")
    rows: list[JsonValue] = []
    for text, sign, number in zip(usual[:MOST], signs, numbers, strict=False):
        row = _stored(text)
        if row:
            rows.append({**row, "value": f"{sign}{number.strip()}", "on": str(row.get("code")) in on})
    return [*rows, *_own_rows(sent, name, own, on)]


def _stored(text: str) -> dict[str, JsonValue]:
    try:
        row = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _own_rows(sent: QueryDict, name: str, own: Sequence[str], on: set[str]) -> Iterator[JsonValue]:
    columns = {column: sent.getlist(f"{name}.own.{column}") for column in _COLUMNS}
    taken = {code for code in own if code}
    fresh = (f"{OWN}{number}" for number in count(1) if f"{OWN}{number}" not in taken)
    for at, code in enumerate(own[:MOST]):
        cells = {part: values[at].strip() if at < len(values) else "" for part, values in columns.items()}
        if cells["zh"]:
            yield _own_row(cells, code or next(fresh), is_on=not code or code in on)


def _own_row(cells: Cells, code: str, *, is_on: bool) -> dict[str, JsonValue]:
    """A row as it was typed; its English name stays with its name."""
    renamed = not cells["en"] or cells["zh"] != cells["was"]
    return {
        "code": code,
        "zh": cells["zh"],
        "en": cells["zh"] if renamed else cells["en"],
        "when": _condition(cells),
        "value": f"{cells['sign']}{cells['n']}",
        "on": is_on,
        **_more(cells),
    }


def _more(cells: Cells) -> dict[str, JsonValue]:
    """What a row need not have, where something was typed."""
    more: dict[str, JsonValue] = {}
    if cells["of"]:
        numbers = {"over": as_number(cells["over"] or "0"), "add": as_number(cells["add"] or "1")}
        more["each"] = {"of": cells["of"], **numbers}
    if cells["group"]:
        more["group"] = cells["group"]
    if cells["min"]:
        more["min"] = as_number(cells["min"])
    return more | {name: True for name in ("alone", "last") if cells[name] == YES}


def _condition(cells: Cells) -> str:
    parts = [
        f"{cells[f'name{at}']}{cells[f'how{at}']}{cells[f'number{at}'] or '1'}"
        for at in COMPARISONS
        if cells[f"name{at}"]
    ]
    return f" {cells['join'] if cells['join'] in JOINS else JOINS[0]} ".join(parts)


def as_number(text: str) -> int | str:
    """The number; the text where it is none."""
    found = read_number(text)
    return text if found is None else found
