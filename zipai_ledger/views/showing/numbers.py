"""Points and money: told by their sign, never by colour alone."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from zipai_ledger.formats.outcomes import WHOLE_CURRENCIES, signed
from zipai_ledger.rules.speaker import MINUS

WIDE = 4
LONG = 5
CURRENCY_WORDS = {"CNY": lambda: _("%(amount)s 元")}


def sign(units: int) -> str:
    """The class of a number: plus, minus or zero."""
    if units == 0:
        return "zero"
    return "plus" if units > 0 else "minus"


def figure(units: int) -> dict[str, Any]:
    """A number in a column."""
    text = signed(units)
    return {"text": text, "sign": sign(units), "wide": len(text) > WIDE, "long": len(text) > LONG}


def amount(minor: int, currency: str) -> str:
    """Minor units as money: 750 → 7.50 元."""
    places = 0 if currency in WHOLE_CURRENCIES else 2
    number = number_format(f"{abs(minor) / 10**places:.{places}f}", places, use_l10n=False)
    wording = CURRENCY_WORDS.get(currency)
    text = wording() % {"amount": number} if wording else f"{number} {currency}"
    return f"{MINUS}{text}" if minor < 0 else text


def signed_amount(minor: int, currency: str) -> str:
    """The same with a plus in front of what was won."""
    return f"+{amount(minor, currency)}" if minor > 0 else amount(minor, currency)
