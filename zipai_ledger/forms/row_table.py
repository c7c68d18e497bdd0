"""名堂表 (mingtang biao): how an option that is a table of rows is sent: the usual rows with what they are worth, and one's own.

A usual row comes as it was stored (``row``, JSON) beside its ``sign`` and ``n``; one's own as a name, up to two comparisons and
the same. ``on`` names the rows that count. Rows without a name are passed over.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count

from django.http import QueryDict

from zipai_ledger.rules.codec import JsonValue

from .fields import read_number

OWN = "own_"
"""Before the number of a row of one's own: its code."""
COMPARISONS = (1, 2)
MOST = 40
LONGEST = 1000


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
    columns = {
        part: sent.getlist(f"{name}.own.{part}")
        for part in (
            "zh",
            "sign",
            "n",
            *(f"{each}{at}" for at in COMPARISONS for each in ("name", "how", "number")),
        )
    }
    taken = {code for code in own if code}
    fresh = (f"{OWN}{number}" for number in count(1) if f"{OWN}{number}" not in taken)
    for at, code in enumerate(own[:MOST]):
        cells = {part: values[at].strip() if at < len(values) else "" for part, values in columns.items()}
        if cells["zh"]:
            row: dict[str, JsonValue] = {"code": code or next(fresh), "zh": cells["zh"], "en": cells["zh"]}
            is_on = not code or code in on
            yield {**row, "when": _condition(cells), "value": f"{cells['sign']}{cells['n']}", "on": is_on}


def _condition(cells: dict[str, str]) -> str:
    parts = [
        f"{cells[f'name{at}']}{cells[f'how{at}']}{cells[f'number{at}'] or '1'}"
        for at in COMPARISONS
        if cells[f"name{at}"]
    ]
    return " and ".join(parts)


def as_number(text: str) -> int | str:
    """The number; the text where it is none."""
    found = read_number(text)
    return text if found is None else found
