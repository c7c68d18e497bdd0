"""试玩 (shiwan): a table with people who do not exist, so that a newcomer may tap anything. A device has one at most."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import OperationalError
from django.db.models import F
from django.utils import timezone

from zipai_ledger.access import grants
from zipai_ledger.exports.from_document import Document
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Sent
from zipai_ledger.ledger.record.write import in_turn, written
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import AccessKind, Deal, Device, GameSession, Grant, Role, Stage

from . import evening
from .practice import EnteredWin

LIFETIME = timedelta(days=7)
"""A sample in which nothing is entered for so long is let go of."""
MOST = 500
"""Samples of all devices together."""
SPARE = timedelta(hours=1)
"""Where there are so many, one left alone for so long makes room for another."""
SWEPT = 3
"""Samples let go of at a time, so that nobody waits for it long."""

MOST_ENTERED = 60
"""Deals that are looked at; whoever has entered so many knows how it goes."""


class NoRoom(Exception):
    """So many people are trying just now that there is no room for another sample."""


def open_for(device: Device, say: evening.Say) -> GameSession:
    """The sample of a device: the one that it has, or a new one in its language. Raises `NoRoom`."""
    if held := sample_of(device):
        return held
    sweep()
    with in_turn():
        # Two taps of one device at once stand in line here; SQLite lets only one write anyway.
        locked = Device.objects.select_for_update().get(pk=device.pk)
        return sample_of(locked) or _opened(locked, say)


def sample_of(device: Device) -> GameSession | None:
    """The sample that a device owns, None where it has none."""
    held = Grant.objects.filter(device=device, role=Role.OWNER, revoked_at=None, session__sample=True)
    found = held.select_related("session").first()
    return found.session if found else None


def _opened(device: Device, say: evening.Say) -> GameSession:
    if living() >= MOST:
        raise NoRoom
    session = Document.played(evening.document(say)).store().session
    GameSession.objects.filter(pk=session.pk).update(sample=True)
    grant = grants.give(session, AccessKind.OPENED, device=device, role=Role.OWNER, player=0)
    mended = record.replace_deal(
        session=session,
        sent=Sent(role=Role.OWNER, grant=grant.pk),
        deal=Deal.objects.get(session=session, position=evening.CORRECTION.number).key,
        fact=evening.CORRECTION.fact,
        reason=say(evening.CORRECTION.reason),
    )
    return mended.session


def living() -> int:
    """How many samples there are."""
    return GameSession.objects.filter(sample=True).count()


def sweep() -> None:
    """Let go of a few samples that were left alone; the next who opens one goes on.

    Nobody who wants a sample of his own is kept from it by one that cannot be erased just now.
    """
    alone = LIFETIME if living() < MOST else SPARE
    since = timezone.now() - alone
    with suppress(OperationalError):
        for session in _left_alone(since):
            record.purge_sample(session=session, untouched_since=since)


def _left_alone(since: datetime) -> list[GameSession]:
    """The oldest samples in which nothing was entered since."""
    old = GameSession.objects.filter(sample=True, opened_at__lt=since)
    head = {"events__seq": F("head_seq"), "events__at__lt": written(since)}
    return list(old.filter(**head).order_by("opened_at")[:SWEPT])


def practice_stage(session: GameSession) -> Stage | None:
    """The stage in which one practises: the first, while it is played."""
    last = queries.last_stage(session) if session.is_open else None
    return last if last and last.index == 0 else None


def entered_wins(session: GameSession) -> Iterator[EnteredWin]:
    """Wins that were entered after those of the sample itself, oldest first."""
    rows = Deal.objects.filter(session=session).order_by("key")[evening.MORE : evening.MORE + MOST_ENTERED]
    for row in rows:
        wins = canonical.parse(row.outcome)["wins"] if row.live else ()
        for won in wins[:1]:
            yield EnteredWin(row.key, won["winner"], won["source"], won["from"], won["hu"], won["units"])
