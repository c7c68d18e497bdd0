"""Numbers and amounts as every keyboard writes them."""

from django.http import QueryDict

from zipai_ledger.forms.fields import AMOUNT, CURRENCY, plain_digits, read_number
from zipai_ledger.ledger.record import Stake
from zipai_ledger.rules.codec import Count


def whole(text: str, otherwise: int) -> int:
    """A whole number as typed, or ``otherwise``."""
    found = read_number(text)
    return otherwise if found is None else found


def number(text: str) -> int | str:
    """A whole number, with either minus; the text where it is none."""
    found = read_number(text)
    return text if found is None else found


def chosen_stake(data: QueryDict) -> str:
    """The stake in minor units as text: the amount written in 元 wins over the one chosen; nonsense stays as it is."""
    written = plain_digits(data.get("stake_other", ""))
    if not written:
        return data.get("stake", "")
    found = AMOUNT.fullmatch(written)
    return str(int(found["yuan"]) * 100 + int((found["fen"] or "").ljust(2, "0"))) if found else written


def read_stake(text: str) -> Stake | None:
    """Minor units for one unit, None where nothing is staked; 0, which the ledger refuses, for what is no number."""
    return Stake(currency=CURRENCY, minor_per_unit=Count(whole(text, 0))) if text.strip() else None
