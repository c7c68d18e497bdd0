"""What the ledger or the rules refuse, as errors of a form."""

from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import ValidationError

from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.rules.problems import Refused

T = TypeVar("T")


def unless_refused(check: Callable[[], T]) -> T:
    """What a check gives; raises `ValidationError` with everything that is wrong, in the reader's language."""
    try:
        return check()
    except Refused as refused:
        raise ValidationError(common_speaker().refusal(refused)) from None
