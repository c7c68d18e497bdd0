"""What several forms share: amounts as they are written or said, whole numbers, ids of what is sent."""

import re
import secrets
import unicodedata
from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from zipai_ledger.formats.numbers import WHOLE_CURRENCIES
from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.speaker import MINUS

from .problems import ProblemError

CURRENCY = "CNY"
AMOUNT = re.compile(r"(?P<yuan>[0-9]{1,7})(?:\.(?P<fen>[0-9]{1,2}))?", re.ASCII)
"""元, and 角 and 分 behind the point."""
SPOKEN = re.compile(
    r"(?:(?P<yuan>[0-9]{1,7})[元块])?(?:(?P<jiao>[0-9])[角毛]?)?(?:(?P<fen>[0-9])分)?", re.ASCII
)
"""7元5角, 7块5, 5毛, 3分."""
LONGEST = 12
"""Digits of a number that is still read."""
QUOTED = 40
"""As much of what was typed as an error repeats."""


class SharedField(forms.Field):
    """A field that nothing changes once it is made: forms of a kind have it together, where Django copies it for each."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


class TextField(SharedField):
    """A text as it was typed, of which nothing is taken away: the rules judge it. "" where nothing was sent."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)

    def to_python(self, value: str | None) -> str:
        """The text."""
        return value or ""


class AmountField(forms.Field):
    """钱数 (qianshu): an amount as it is written or said (7.5, 7,50, 7元5角), in minor units of ``currency``."""

    default_error_messages = {"invalid": _("“%(typed)s”不是钱数。写成 7.5，或者 7 元 5 角。")}

    def __init__(self, *, currency: str = CURRENCY, **options: Any) -> None:
        super().__init__(**options)
        self.currency = currency

    def to_python(self, value: str | None) -> int | None:
        """Minor units; None where nothing was typed."""
        typed = (value or "").strip()
        minor = read_amount(typed, self.currency)
        if typed and minor is None:
            raise ValidationError(self.error_messages["invalid"], "invalid", {"typed": typed[:QUOTED]})
        return minor


class WholeNumberField(SharedField):
    """A whole number of digits as every keyboard writes them, with either minus, that somebody types.

    ``least`` and ``greatest`` are only what the message names: the rules of a fact hold its bounds.
    """

    def __init__(self, *, least: int = 0, greatest: int = 999, **options: Any) -> None:
        super().__init__(**options)
        self.least, self.greatest = least, greatest

    def to_python(self, value: str | None) -> int | None:
        """The number; None where nothing was typed."""
        typed = (value or "").strip()
        number = read_number(plain_digits(typed).removeprefix("+"))
        if typed and number is None:
            bounds = {"least": self.least, "greatest": self.greatest}
            problem = Problem("bad_deal", "", "integer", {"got": typed[:QUOTED], **bounds})
            raise ProblemError(problem, common_speaker())
        return number


class HiddenNumberField(SharedField):
    """A whole number that a page of ours sends along unseen; ``otherwise`` where anything else came, or nothing."""

    widget = forms.HiddenInput

    def __init__(self, *, otherwise: int | None = None, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.otherwise = otherwise

    def to_python(self, value: str | None) -> int | None:
        """The number."""
        number = read_number(value or "")
        return self.otherwise if number is None else number


def new_client_id() -> str:
    """An id for a form whose browser runs no scripts."""
    return secrets.token_urlsafe(16)


class ClientIdField(TextField):
    """The id under which what a form says is stored once, however often it is sent; made where nothing brought one."""

    widget = forms.HiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(initial=new_client_id, **options)

    def bound_data(self, data: str | None, initial: str | None) -> str:
        """What stands in the form when it is shown again."""
        return data or new_client_id()

    def to_python(self, value: str | None) -> str:
        """The id."""
        return value or new_client_id()


def read_number(text: str) -> int | None:
    """A whole number, with either minus; None where it is none."""
    plain = text.strip().replace(MINUS, "-")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else None


def read_amount(text: str, currency: str) -> int | None:
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
    return unicodedata.normalize("NFKC", text[:QUOTED]).strip().replace("。", ".")


class LenientForm(forms.Form):
    """A form whose fields are never wrong, so that it is clean at once: what it should not say, the ledger refuses."""

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.full_clean()
