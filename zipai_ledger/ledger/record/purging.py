"""不留痕迹 (bu liu henji): a table is erased, rows, names, links and all."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from zipai_ledger import live
from zipai_ledger.database.triggers import erasing
from zipai_ledger.models import (
    Carried,
    Deal,
    Event,
    GameSession,
    Hu,
    Payment,
    Player,
    Posting,
    Role,
    Stage,
    StandIn,
)

from .sent import Sent
from .write import in_turn

AROUND = (StandIn, Carried, Posting, Hu, Deal, Stage)
"""What points at events and players, those first that point at others."""


def purge(*, session: GameSession, sent: Sent) -> None:
    """Erase every row of a table in one transaction; from then on its address is one that never was.

    SQLite overwrites what is erased; PostgreSQL lets go of it with its next vacuum. Raises PermissionDenied where the
    sender is not the owner.
    """
    if sent.role != Role.OWNER:
        raise PermissionDenied
    with in_turn():
        # The row before the triggers, as whoever writes there: the other way round each could wait for the other.
        _purge(GameSession.objects.select_for_update().get(pk=session.pk))
    forget_the_journal()


def purge_sample(*, session: GameSession, untouched_since: datetime) -> bool:
    """Erase a sample table in which nothing was entered since; whether it was still there to be erased."""
    with in_turn():
        locked = GameSession.objects.select_for_update().filter(pk=session.pk, sample=True).first()
        if locked is None or touched(locked) >= untouched_since:
            return False
        _purge(locked)
    forget_the_journal()
    return True


def touched(session: GameSession) -> datetime:
    """When something was entered at a table last."""
    return datetime.fromisoformat(Event.objects.get(session=session, seq=session.head_seq).at)


def _purge(locked: GameSession) -> None:
    with erasing(locked.pk):
        _erase(locked)
    public_id, seq = locked.public_id, locked.head_seq
    transaction.on_commit(lambda: live.ring(public_id, seq + 1), robust=True)


def _erase(session: GameSession) -> None:
    payments = Payment.objects.filter(session=session)
    payments.exclude(cancels=None).delete()
    payments.delete()
    for model in AROUND:
        model._default_manager.filter(session=session).delete()
    Event.objects.filter(session=session).delete()
    Player.objects.filter(session=session).delete()
    session.delete()


def forget_the_journal() -> None:
    """A write-ahead log keeps old pages until it is written back and cut; whoever reads just now delays that."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
