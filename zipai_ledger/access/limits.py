"""How often a code may be guessed. Counted in the database, so that all processes agree."""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from zipai_ledger.models import FailedCode

from .grants import WrongCode
from .network import site

WINDOW = timedelta(minutes=10)
PER_NETWORK = 10
"""Wrong codes of one kind from one network within the window. They keep nobody else out."""
PER_SITE = 100
"""Wrong codes of one kind that are written down of one site of IPv6 within the window, however many networks it has.

Beyond it they are looked at and not written down: right ones work, and nobody fills the database with wrong ones.
"""


class Code(StrEnum):
    """A kind of code; the value marks its rows."""

    SPOKEN = "s"
    """Ends by itself after too many wrong ones from everywhere, see `spoken`."""
    RECOVERY = "r"
    """Has 100 bits, so that nobody's wrong ones need to keep anybody else's right one out."""


WHO_LONGEST = 64
WRONG = {Code.SPOKEN: "wrong spoken code from %s", Code.RECOVERY: "wrong recovery code from %s"}
"""Lines of the log, ten from one network within the window at most."""

log = logging.getLogger("zipai_ledger.access")


class TooMany(Exception):
    """Too many wrong codes; ``wait`` is how many seconds until another one is looked at."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"expected at most {PER_NETWORK} wrong codes, wait {wait} s")
        self.wait = wait


@contextmanager
def counted(network: str, code: Code) -> Iterator[None]:
    """Look at a code inside: it stays counted where that raises `WrongCode`. Raises `TooMany`.

    An attempt is written down before the code is looked at, so that many at once cannot slip through together.
    """
    who, around = _who(network, code), site(network)
    _allow(who, already=0)
    _forget()
    whole_site = _who(around, code) if around else ""
    if whole_site and _recent(whole_site).count() >= PER_SITE:
        yield
        return
    now = timezone.now()
    own = FailedCode.objects.bulk_create(
        FailedCode(who=each, at=now) for each in filter(None, (who, whole_site))
    )
    wrong = False
    try:
        _allow(who, already=1)
        yield
    except WrongCode:
        wrong = True
        log.warning(WRONG[code], network)
        raise
    finally:
        if not wrong:
            FailedCode.objects.filter(pk__in=[row.pk for row in own]).delete()


def _who(network: str, code: Code) -> str:
    hashed = salted_hmac("zipai_ledger.access.limits", network, algorithm="sha256").hexdigest()
    return f"{code}{hashed}"[:WHO_LONGEST]


def _forget() -> None:
    """Let go of what is past, and of what a clock that was ahead has written."""
    now = timezone.now()
    FailedCode.objects.filter(Q(at__lte=now - WINDOW) | Q(at__gt=now + WINDOW)).delete()


def _allow(who: str, *, already: int) -> None:
    """``already``: how many of those in the database are this attempt."""
    recent = _recent(who)
    if recent.count() >= PER_NETWORK + already:
        raise TooMany(_wait(recent))


def _recent(who: str) -> QuerySet[FailedCode]:
    now = timezone.now()
    return FailedCode.objects.filter(who=who, at__gt=now - WINDOW, at__lte=now)


def _wait(found: QuerySet[FailedCode]) -> int:
    """Seconds until so many of them are forgotten that another fits."""
    newest = found.order_by("-at")[PER_NETWORK - 1 : PER_NETWORK].first()
    left = newest.at + WINDOW - timezone.now() if newest else timedelta()
    return max(1, math.ceil(left.total_seconds()))
