"""What evenings come to, in words: units of different games side by side, money by currency."""

from collections.abc import Iterable
from typing import Any

from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats.numbers import sign, signed, signed_amount
from zipai_ledger.formats.speaker import word
from zipai_ledger.rules import registry

Shown = dict[str, Any]


def figures(total: Sum, rows: Iterable[EveningRow]) -> list[Shown]:
    """Amounts of one person: ``{text, sign, beside}`` for each currency and each unit."""
    found = tuple(rows)
    money = [
        {"text": signed_amount(minor, currency), "sign": sign(minor)}
        for currency, minor in total.money.items()
    ]
    units = [
        {"text": f"{signed(count)} {unit_word(found, unit)}", "sign": sign(count), "beside": bool(money)}
        for unit, count in total.units.items()
    ]
    return [*money, *units]


def unit_word(rows: Iterable[EveningRow], unit: str) -> str:
    """A unit in the reader's language; the stored word where its game is gone."""
    known = registry.all_rulesets()
    slugs = dict.fromkeys(slug for row in rows for slug in row.rulesets if slug in known)
    return next((word(known[slug].unit) for slug in slugs if known[slug].unit.zh == unit), unit)
