"""The shell around every verb: one transaction, one lock, one answer however often it is sent."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC
from threading import Lock
from typing import Any

from django.db import IntegrityError, connection, transaction

from zipai_ledger import live
from zipai_ledger.models import Event, GameSession
from zipai_ledger.trail import canonical, chain
from zipai_ledger.trail.kinds import DEALING, LEDGER, Kind

from .sent import Closed, Conflict, Recorded, Sent, Stale

Request = Mapping[str, Any]

_turn = Lock()


class Writing:
    """A session locked for one verb: appends events and remembers where the chain stands."""

    def __init__(self, session: GameSession, sent: Sent, request_hash: str) -> None:
        self.session = session
        self.sent = sent
        self.request_hash = request_hash
        self.at = sent.now().astimezone(UTC).isoformat(timespec="microseconds")
        self.client_id = sent.client_id

    def require_open(self) -> None:
        """Raises `Closed`."""
        if self.session.status == GameSession.Status.CLOSED:
            raise Closed

    def require_base(self) -> None:
        """Raises `Stale` where the ledger is not what the sender builds on: newer, or an older one from a backup."""
        base = self.sent.base if self.sent.after is None else self._seq_of(self.sent.after)
        ahead = self.sent.after is None and isinstance(base, int) and base > self.session.head_seq
        if isinstance(base, int) and (ahead or base < self.session.ledger_seq):
            newer = Event.objects.filter(session=self.session, kind__in=LEDGER, seq__gt=base)
            raise Stale(self.session.ledger_seq, tuple(newer.order_by("seq")))

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


def answer(session: GameSession, event: Event, *, replay: bool = False) -> Recorded:
    """What the sender of a stored event is told."""
    deal = canonical.parse(event.body)["deal"] if event.kind in DEALING else None
    return Recorded(session, event.seq, replay, deal)


def replayed(session: GameSession, sent: Sent, request_hash: str) -> Recorded | None:
    """The first answer to an entry that was sent before; raises `Conflict` where it said something else."""
    if sent.client_id is None:
        return None
    event = Event.objects.filter(session=session, client_id=sent.client_id).first()
    if event is None:
        return None
    if event.request_hash != request_hash:
        raise Conflict(event)
    return answer(session, event, replay=True)


def hash_of(request: Request) -> str:
    """What a repeated entry is recognised by: everything asked for, but not what it builds on."""
    return canonical.digest(canonical.to_text(request))


@contextmanager
def in_turn() -> Iterator[None]:
    """One transaction.

    Writers that wait for SQLite sleep and try again, by luck rather than in turn: 32 at once took seconds. Those of
    one process queue here instead, unless the caller's transaction has the database already.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
    else:
        with _turn, transaction.atomic():
            yield


def write(session: GameSession, sent: Sent, request: Request, work: Work) -> Recorded:
    """Run a verb on the locked session, or answer as before if it was sent before.

    ``request`` is everything the sender asked for. Raises `Conflict`, and what ``work`` raises; then
    nothing is stored.
    """
    request_hash = hash_of(request)
    try:
        with in_turn():
            locked = GameSession.objects.select_for_update().get(pk=session.pk)
            earlier = replayed(locked, sent, request_hash)
            if earlier:
                return earlier
            writing = Writing(locked, sent, request_hash)
            return writing.answer(work(writing))
    except IntegrityError:
        # Another sender was faster where no lock held this one back: read again, outside the transaction.
        earlier = replayed(session, sent, request_hash)
        if earlier is None:
            raise
        return earlier
