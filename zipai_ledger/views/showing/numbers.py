"""A number in a column of a page."""

from typing import Any

from zipai_ledger.formats.numbers import sign, signed

WIDE = 4
LONG = 5


def figure(units: int) -> dict[str, Any]:
    """A number in a column."""
    text = signed(units)
    return {"text": text, "sign": sign(units), "wide": len(text) > WIDE, "long": len(text) > LONG}
