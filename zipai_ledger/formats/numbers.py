"""Points and money: distinguished by their sign, never by colour alone."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from zipai_ledger.formats.speaker import language
from zipai_ledger.rules.speaker import MINUS

COIN = 10
"""分 in a 角."""
WHOLE_CURRENCIES = frozenset(("JPY", "KRW", "VND"))
"""Currencies without minor units in daily life."""
DASH = "—"
"""Where there is nothing to count."""
CURRENCY_WORDS = {"CNY": lambda: _("%(amount)s 元")}


def signed(units: int) -> str:
    """+5, −5, 0."""
    if units == 0:
        return "0"
    return f"+{units}" if units > 0 else f"{MINUS}{-units}"


def sign(units: int) -> str:
    """The class of a number: plus, minus or zero."""
    if units == 0:
        return "zero"
    return "plus" if units > 0 else "minus"


def amount(minor: int, currency: str) -> str:
    """Minor units as money: 750 → 7.50 元."""
    places = 0 if currency in WHOLE_CURRENCIES else 2
    number = number_format(f"{abs(minor) / 10**places:.{places}f}", places, use_l10n=False)
    wording = CURRENCY_WORDS.get(currency)
    text = wording() % {"amount": number} if wording else f"{number} {currency}"
    return f"{MINUS}{text}" if minor < 0 else text


def coins(minor: int) -> str:
    """分 as they are said where they are a round amount: 5 角, 1 元; in English as it is written."""
    if language() == "en":
        return amount(minor, "CNY")
    if minor % 100 == 0:
        return _("%(n)d 元") % {"n": minor // 100}
    return _("%(n)d 角") % {"n": minor // COIN} if minor < 100 and minor % COIN == 0 else amount(minor, "CNY")


def signed_amount(minor: int, currency: str) -> str:
    """The same with a plus in front of what was won."""
    return f"+{amount(minor, currency)}" if minor > 0 else amount(minor, currency)


def signed_in(value: int, currency: str) -> str:
    """A number of a chart: +20, or minor units without their currency and without places that nobody needs: +7.50, −3."""
    whole = 1 if not currency or currency in WHOLE_CURRENCIES else 100
    if value % whole:
        return f"{'+' if value > 0 else MINUS}{abs(value) / whole:.2f}"
    return signed(value // whole)


def percentage(part: int, whole: int) -> str:
    """How many of a hundred, rounded: 33%."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else DASH


def average(total: int, count: int) -> str:
    """The average to one place, rounded half up: 20.5."""
    if not count:
        return DASH
    tenths = (20 * abs(total) + count) // (2 * count)
    return f"{MINUS if total < 0 else ''}{tenths // 10}.{tenths % 10}"
