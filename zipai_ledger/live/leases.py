"""正在记 (zhengzai ji): who has a page open on which a deal is entered, as leases in the database.

Every process of a server has to know, so it is stored: a row for each such page, good for `LONGEST`. No phone sends
signs of life for it: its stream is held here anyway, and a process renews the leases of all its streams in one
statement every `RENEWED` seconds, none while nobody enters anything. Where a page is left its stream ends, and the row
goes; what a process leaves behind that was killed runs out.

All of it happens in a thread of its own: whoever waits for the database there holds up no message. What cannot be
written is left out: the next renewal is another try.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import NamedTuple

from django.db import Error, connections, transaction
from django.utils import timezone

from zipai_ledger.database import patience
from zipai_ledger.models import Grant, OpenEntry

LONGEST = timedelta(seconds=30)
POLLING = timedelta(seconds=12)
"""How long a lease is good for a page that has no stream and asks again and again."""
RENEWED = 10.0
"""Seconds between two renewals."""
PATIENCE = 1.0
"""Seconds to wait for the database: the ledger comes first."""

log = logging.getLogger(__name__)


class OpenPage(NamedTuple):
    """A page on which a deal is entered: the key of a grant, and which of its tabs."""

    grant: int
    tab: str


class Leases:
    """Those of this process; ``changed`` is called, in whatever thread, when a row has come or gone."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._open: Counter[OpenPage] = Counter()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="leases")

    def begin(self, page: OpenPage) -> None:
        """Somebody enters a deal there. A tab that comes anew is there twice, until its old stream has ended."""
        self._open[page] += 1
        if self._open[page] == 1:
            self._thread.submit(self._write, keep, [page])

    def end(self, page: OpenPage) -> None:
        """The page was left."""
        self._open[page] -= 1
        if not self._open[page]:
            del self._open[page]
            self._thread.submit(self._write, drop, [page])

    def renew(self) -> None:
        """All are still there."""
        if self._open:
            self._thread.submit(self._write, keep, list(self._open))

    def _write(self, work: Callable[[Iterable[OpenPage]], None], pages: Iterable[OpenPage]) -> None:
        try:
            with patience.waiting(PATIENCE):
                work(pages)
        except Error:
            log.info("who is entering a deal could not be written down", exc_info=True)
            connections.close_all()
        if not self._open:
            connections.close_all()
        self._changed()


def keep(pages: Iterable[OpenPage], length: timedelta = LONGEST) -> None:
    """Let these leases run from now on; what ran out long ago goes."""
    now = timezone.now()
    with transaction.atomic():
        OpenEntry.objects.filter(until__lt=now - LONGEST).delete()
        there = set(Grant.objects.filter(pk__in={page.grant for page in pages}).values_list("pk", flat=True))
        rows = [
            OpenEntry(grant_id=one.grant, tab=one.tab, until=now + length)
            for one in pages
            if one.grant in there
        ]
        OpenEntry.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["grant", "tab"], update_fields=["until"]
        )


def keep_polling(page: OpenPage) -> None:
    """Let the lease of a page that asks run a little; the question is answered whether or not it could be written."""
    try:
        with patience.waiting(PATIENCE):
            keep([page], POLLING)
    except Error:
        log.info("who asks and is entering a deal could not be written down", exc_info=True)


def drop(pages: Iterable[OpenPage]) -> None:
    """End these leases."""
    for page in pages:
        OpenEntry.objects.filter(grant=page.grant, tab=page.tab).delete()
