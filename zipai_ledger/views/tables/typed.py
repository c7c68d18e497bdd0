"""Numbers and amounts as every keyboard writes them."""

import re
import unicodedata

from django.http import QueryDict

from zipai_ledger.formats.numbers import WHOLE_CURRENCIES
from zipai_ledger.ledger.record import Stake
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.speaker import MINUS

CURRENCY = "CNY"
AMOUNT = re.compile(r"(?P<yuan>[0-9]{1,7})(?:\.(?P<fen>[0-9]{1,2}))?", re.ASCII)
"""元, and 角 and 分 behind the point."""
SPOKEN = re.compile(
    r"(?:(?P<yuan>[0-9]{1,7})[元块])?(?:(?P<jiao>[0-9])[角毛]?)?(?:(?P<fen>[0-9])分)?", re.ASCII
)
"""7元5角, 7块5, 5毛, 3分."""
LONGEST = 12
"""Digits of a number that is still read."""


def whole(text: str, otherwise: int) -> int:
    """A whole number as typed, or ``otherwise``."""
    found = number(text.strip())
    return found if isinstance(found, int) else otherwise


def number(text: str) -> int | str:
    """A whole number, with either minus; the text where it is none."""
    plain = text.replace(MINUS, "-")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else text


def chosen_stake(data: QueryDict) -> str:
    """The stake in minor units as text: the amount written in 元 wins over the one chosen; nonsense stays as it is."""
    written = plain_digits(data.get("stake_other", ""))
    if not written:
        return data.get("stake", "")
    found = AMOUNT.fullmatch(written)
    return str(int(found["yuan"]) * 100 + int((found["fen"] or "").ljust(2, "0"))) if found else written


def money(text: str, currency: str) -> int | None:
    """An amount as it is written or said (7.5, 7,50, 7元5角) in minor units; None where it is none."""
    plain = re.sub(r"[\s¥]|元$", "", plain_digits(text)).replace(",", ".")
    if currency in WHOLE_CURRENCIES:
        return int(plain) if re.fullmatch(r"[0-9]{1,9}", plain, re.ASCII) else None
    if found := AMOUNT.fullmatch(plain):
        return int(found["yuan"]) * 100 + int((found["fen"] or "").ljust(2, "0"))
    spoken = SPOKEN.fullmatch(plain)
    if spoken is None or not plain or (spoken["jiao"] and not spoken["yuan"] and plain[-1:].isdigit()):
        return None
    yuan, jiao, fen = (int(spoken[part] or 0) for part in ("yuan", "jiao", "fen"))
    return yuan * 100 + jiao * 10 + fen


def plain_digits(text: str) -> str:
    """Digits and points as every keyboard writes them."""
    return unicodedata.normalize("NFKC", text[:40]).strip().replace("。", ".")


def read_stake(text: str) -> Stake | None:
    """Minor units for one unit, None where nothing is staked; 0, which the ledger refuses, for what is no number."""
    return Stake(currency=CURRENCY, minor_per_unit=Count(whole(text, 0))) if text.strip() else None
