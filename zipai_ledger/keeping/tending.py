"""收拾 (shoushi): on an instance that anybody may use, empty tables go after a week, and forgotten ones when the operator says.

The host's clock may jump: nothing goes before as many days on which the server ran agree that the time is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from zipai_ledger.exports import outgoing
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.ledger.record.write import written
from zipai_ledger.models import CircleGrant, GameSession, Grant, Role, RunningDay
from zipai_ledger.models.access import DAYS_THAT_AGREE

from . import package, shelf

EMPTY_FOR = timedelta(days=7)
MONTH = timedelta(days=30)
ARCHIVED = "archived"
OWNER = record.Sent(role=Role.OWNER)


@dataclass(frozen=True, slots=True)
class Tended:
    """How many tables went: empty ones, and forgotten ones of which an archive is kept; ``kept``: damaged ones that stay."""

    empty: int
    forgotten: int
    kept: int


def tend() -> Tended:
    """Let go of what nobody needs, where the host wants that."""
    now = _agreed()
    if now is None or not settings.PUBLIC:
        return Tended(0, 0, 0)
    empty = 0
    for session in _empty(now - EMPTY_FOR):
        record.purge(session=session, sent=OWNER)
        empty += 1
    went = [_archive(session) for session in _forgotten(now)]
    return Tended(empty, went.count(True), went.count(False))


def _agreed() -> datetime | None:
    """The moment that enough days on which the server ran agree to have passed; None where there were not so many."""
    days = RunningDay.objects.order_by("-date").values_list("date", flat=True)
    found = days[DAYS_THAT_AGREE - 1 : DAYS_THAT_AGREE]
    return min(timezone.now(), datetime.combine(found[0], time(), UTC)) if found else None


def _untouched(since: datetime) -> QuerySet[GameSession]:
    """Tables in which nothing was entered since."""
    old = GameSession.objects.filter(sample=False, opened_at__lt=since)
    return old.filter(events__seq=F("head_seq"), events__at__lt=written(since)).order_by("pk")


def _empty(since: datetime) -> Iterator[GameSession]:
    """Those of them without a deal or a payment."""
    yield from _untouched(since).filter(deal_count=0, payments=None, carried=None)


def _forgotten(now: datetime) -> Iterator[GameSession]:
    """Those to which nobody who may come was here for so many months, at whichever table."""
    if not settings.RETENTION:
        return
    since = now - settings.RETENTION * MONTH
    held = {"revoked_at": None, "device__last_seen__gte": since}
    visited = Grant.objects.filter(**held).values("session")
    in_circles = CircleGrant.objects.filter(**held).values("circle")
    yield from (
        _untouched(since).exclude(pk__in=visited).exclude(evening__circle__in=in_circles).iterator(100)
    )


def _archive(session: GameSession) -> bool:
    """Keep the archive of a table and erase it; whether it held, and so went."""
    folder = settings.DATA / ARCHIVED
    shelf.make_folder(folder)
    target = folder / f"{session.public_id}.archive.json"
    try:
        _write(session, target)
    except Damaged:
        return False
    record.purge(session=session, sent=OWNER)
    return True


def _write(session: GameSession, target: Path) -> None:
    draft = target.with_suffix(shelf.UNFINISHED)
    with outgoing.export(session, "archive") as content, draft.open("wb") as file:
        while block := content.read(1 << 16):
            file.write(block)
        file.flush()
        package.to_disk(file)
    draft.chmod(0o600)
    draft.replace(target)
    package.hurry_to_disk(target.parent)
