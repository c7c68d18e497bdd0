"""What evenings come to, in words: units of different games side by side, money by currency."""

from collections.abc import Iterable
from typing import Any

from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats.numbers import sign, signed, signed_amount
from zipai_ledger.formats.speaker import unit_word

Shown = dict[str, Any]


def figures(total: Sum, rows: Iterable[EveningRow]) -> list[Shown]:
    """Amounts of one person: ``{text, sign, beside}`` for each currency and each unit."""
    rulesets = played(rows)
    money = [
        {"text": signed_amount(minor, currency), "sign": sign(minor)}
        for currency, minor in total.money.items()
    ]
    units = [
        {"text": f"{signed(count)} {unit_word(rulesets, unit)}", "sign": sign(count), "beside": bool(money)}
        for unit, count in total.units.items()
    ]
    return [*money, *units]


def played(rows: Iterable[EveningRow]) -> tuple[str, ...]:
    """The slugs of what was played on these evenings, each once."""
    return tuple(dict.fromkeys(slug for row in rows for slug in row.rulesets))
