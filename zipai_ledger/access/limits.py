"""How often a code may be guessed. Counted in the database, so that all processes agree."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from zipai_ledger.models import FailedCode

from .grants import WrongCode

WINDOW = timedelta(minutes=10)
PER_NETWORK = 10
"""Wrong codes from one network within the window."""
ALTOGETHER = 300
"""Wrong codes from everywhere: at most 1,800 an hour, against 2**40 spoken codes."""


class TooMany(Exception):
    """Too many wrong codes; ``wait`` is how many seconds until another one is looked at."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"expected at most {PER_NETWORK} wrong codes, wait {wait} s")
        self.wait = wait


@contextmanager
def counted(network: str) -> Iterator[None]:
    """Look at a code inside: it stays counted where that raises `WrongCode`. Raises `TooMany`.

    An attempt is written down before the code is looked at, so that many at once cannot slip through together.
    """
    who = salted_hmac("zipai_ledger.access.limits", network, algorithm="sha256").hexdigest()
    _allow(who, already=0)
    FailedCode.objects.filter(at__lte=timezone.now() - WINDOW).delete()
    own = FailedCode.objects.create(who=who, at=timezone.now())
    wrong = False
    try:
        _allow(who, already=1)
        yield
    except WrongCode:
        wrong = True
        raise
    finally:
        if not wrong:
            own.delete()


def _allow(who: str, *, already: int) -> None:
    """``already``: how many of those in the database are this attempt."""
    recent = FailedCode.objects.filter(at__gt=timezone.now() - WINDOW)
    for found, most in ((recent.filter(who=who), PER_NETWORK), (recent, ALTOGETHER)):
        if found.count() >= most + already:
            raise TooMany(_wait(found, most))


def _wait(found: QuerySet[FailedCode], most: int) -> int:
    """Seconds until so many of them are forgotten that another fits."""
    newest = found.order_by("-at")[most - 1 : most].first()
    left = newest.at + WINDOW - timezone.now() if newest else timedelta()
    return max(1, math.ceil(left.total_seconds()))
