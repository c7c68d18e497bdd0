"""The shell around every verb: one transaction, one lock, one answer however often it is sent."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from threading import Lock
from time import monotonic
from typing import Any

from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from zipai_ledger import live
from zipai_ledger.database import outcome, patience
from zipai_ledger.database.prepared import prepared
from zipai_ledger.http import meters
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.trail.kinds import LEDGER, RECORDING, Kind
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.models import Event, GameSession

from .sent import Closed, Conflict, Damaged, Recorded, Sent, Stale

Request = Mapping[str, Any]

PATIENCE = 5.0
"""Seconds to wait for those before; a phone waits longer for its answer."""

_turn = Lock()


class Writing:
    """A session locked for one verb: appends events and remembers where the chain stands."""

    def __init__(self, session: GameSession, sent: Sent, request_hash: str) -> None:
        self.session = session
        self.sent = sent
        self.request_hash = request_hash
        self.at = written(sent.now())
        self.client_id = sent.client_id

    def require_whole(self) -> None:
        """Raises `Damaged`: nothing is built on a broken head."""
        found = quick_check(self.session, most=1)
        if found:
            raise Damaged(found)

    def require_open(self) -> None:
        """Raises `Closed`."""
        if not self.session.is_open:
            raise Closed

    def require_base(self, kinds: Collection[Kind] = LEDGER, *which: Q) -> None:
        """Raises `Stale` where what the sender builds on is not all there is: newer events of these ``kinds``.

        Or an older ledger, from a backup.
        """
        base = self.sent.base if self.sent.after is None else self._seq_of(self.sent.after)
        if not isinstance(base, int):
            return
        ahead = self.sent.after is None and base > self.session.head_seq
        if not ahead and kinds is LEDGER and base >= self.session.ledger_seq:
            return
        newer = Event.objects.filter(*which, session=self.session, kind__in=kinds, seq__gt=base)
        events = tuple(newer.order_by("seq"))
        if ahead or events:
            raise Stale(self.session.ledger_seq, events)

    def _seq_of(self, client_id: str) -> int:
        found = Event.objects.filter(session=self.session, client_id=client_id).values_list("seq", flat=True)
        if not found:
            raise Stale(self.session.ledger_seq, (), client_id)
        return found[0]

    def append(self, kind: Kind, body: Mapping[str, Any]) -> Event:
        """Store the next event. The first of a verb carries the client id."""
        event = self.link(kind, body)
        event.save(force_insert=True)
        self.client_id = None
        if kind in RECORDING:
            transaction.on_commit(meters.deal_stored, robust=True)
        return event

    def link(self, kind: Kind, body: Mapping[str, Any]) -> Event:
        """The next event, chained to the one before, not yet stored."""
        session, sent = self.session, self.sent
        event = Event(
            session=session,
            seq=session.head_seq + 1,
            kind=kind.value,
            at=self.at,
            role=sent.role,
            grant=sent.grant,
            client_id=self.client_id,
            request_hash=self.request_hash,
            base="" if sent.base is None else str(sent.base),
        )
        event.body = canonical.to_text({"sent": chain.columns(event), **body})
        event.hash = chain.link_hash(session.head_hash, event.seq, event.kind, event.at, event.body)
        session.head_seq, session.head_hash = event.seq, event.hash
        if kind in LEDGER:
            session.ledger_seq = event.seq
        return event

    def answer(self, event: Event) -> Recorded:
        """Store where the session stands, ring the bell on commit, and say what was stored."""
        self.close()
        return answer(self.session, event)

    def close(self) -> Recorded:
        """The same where there are many events, or none: the head is what was stored."""
        session = self.session
        session.save(force_update=True)
        public_id, seq = session.public_id, session.head_seq
        transaction.on_commit(lambda: live.ring(public_id, seq), robust=True)
        return Recorded(session, seq, replay=False)


Work = Callable[[Writing], Event]


def written(at: datetime) -> str:
    """A moment as events have it; texts of moments sort like the moments."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def answer(session: GameSession, event: Event, *, replay: bool = False) -> Recorded:
    """What the sender of a stored event is told."""
    return Recorded(session, event.seq, replay, canonical.parse(event.body).get("deal"))


def replayed(session: GameSession, sent: Sent, request_hash: str) -> Recorded | None:
    """The first answer to an entry that was sent before; raises `Conflict` where it said something else."""
    if sent.client_id is None:
        return None
    found = _sent_before(session.pk, sent.client_id)
    if not found:
        return None
    event = found[0]
    if event.request_hash != request_hash:
        raise Conflict(event)
    return answer(session, event, replay=True)


@prepared
def _sent_before(session: int, client_id: str) -> QuerySet[Event]:
    return Event.objects.filter(session=session, client_id=client_id)


def _locked(session: GameSession) -> GameSession:
    """Raises `GameSession.DoesNotExist` where it was erased meanwhile."""
    found = _locked_rows(session.pk)
    if not found:
        raise GameSession.DoesNotExist
    return found[0]


@prepared
def _locked_rows(pk: int) -> QuerySet[GameSession]:
    return GameSession.objects.select_for_update().filter(pk=pk)


def hash_of(request: Request) -> str:
    """What a repeated entry is recognised by: everything asked for, but not what it builds on."""
    return canonical.digest(canonical.to_text(request))


@contextmanager
def in_turn() -> Iterator[None]:
    """One transaction, those of one process one after the other. Raises ``OperationalError`` where nothing moves on."""
    has_database = connection.vendor != "sqlite" or connection.in_atomic_block
    with nullcontext() if has_database else _turn_taken(), transaction.atomic():
        yield
        outcome.note_commit()


@contextmanager
def _turn_taken() -> Iterator[None]:
    """Wait for those before.

    Writers that wait for SQLite sleep and try again, by luck rather than in turn: 32 at once took seconds. Those of
    one process queue here instead. What is waited here is not waited for the database again.
    """
    began, most = monotonic(), patience.at_most(PATIENCE)
    with meters.waiting():
        has_turn = _turn.acquire(timeout=most)
    if not has_turn:
        raise OperationalError("those before take too long")
    try:
        with patience.waiting(most - (monotonic() - began)):
            yield
    finally:
        _turn.release()


def write(session: GameSession, sent: Sent, request: Request, work: Work) -> Recorded:
    """Run a verb on the locked session, or answer as before if it was sent before. Nothing is built on a broken head.

    ``request`` is everything the sender asked for. Raises `Conflict`, `Damaged`, and what ``work`` raises; then
    nothing is stored.
    """
    request_hash = hash_of(request)
    try:
        with in_turn():
            locked = _locked(session)
            earlier = replayed(locked, sent, request_hash)
            if earlier:
                return earlier
            writing = Writing(locked, sent, request_hash)
            writing.require_whole()
            return writing.answer(work(writing))
    except IntegrityError:
        # Another sender was faster where no lock held this one back: read again, outside the transaction.
        earlier = replayed(session, sent, request_hash)
        if earlier is None:
            raise
        return earlier
