"""A whole export at one state of the ledger, read in short queries: no writer waits for a slow download."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain as chained
from tempfile import SpooledTemporaryFile
from typing import IO

from django.db import transaction
from django.db.models import QuerySet

from zipai_ledger.models import Deal, Event, GameSession, Player
from zipai_ledger.record import Damaged
from zipai_ledger.trail import canonical, chain, kinds
from zipai_ledger.trail.chain import Damage
from zipai_ledger.trail.kinds import Kind

CHUNK = 500
ATTEMPTS = 3
IN_MEMORY = 1 << 20
"""Bytes of an export that are kept in memory; more lies in a file without a name."""

Pieces = Callable[[GameSession], Iterable[str | bytes]]
NAMING = (Kind.SESSION_OPENED, Kind.SESSION_RENAMED, *kinds.NAMING)


def snapshot(session: GameSession, pieces: Pieces) -> IO[bytes]:
    """What ``pieces`` tells of the session, texts as UTF-8, all of it at one state of the ledger.

    Read without a lock, again where somebody wrote meanwhile, and at last with the writers waiting. Raises
    what ``pieces`` raises.
    """
    for _ in range(ATTEMPTS):
        current = GameSession.objects.get(pk=session.pk)
        try:
            file = _spooled(pieces(current))
        except Damaged:
            if not _has_moved(current):
                raise
            continue
        if not _has_moved(current):
            return file
        file.close()
    with transaction.atomic():
        return _spooled(pieces(GameSession.objects.select_for_update().get(pk=session.pk)))


def _has_moved(session: GameSession) -> bool:
    return not GameSession.objects.filter(pk=session.pk, head_seq=session.head_seq).exists()


def _spooled(pieces: Iterable[str | bytes]) -> IO[bytes]:
    file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - whoever reads it closes it
    try:
        for piece in pieces:
            file.write(piece if isinstance(piece, bytes) else piece.encode())
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def events_of(session: GameSession) -> Iterator[Event]:
    """The trail up to the head of ``session``, a chunk at a time."""
    seq = 0
    trail = Event.objects.filter(session=session, seq__lte=session.head_seq).order_by("seq")
    while found := list(trail.filter(seq__gt=seq)[:CHUNK]):
        yield from found
        seq = found[-1].seq


@dataclass(frozen=True, slots=True)
class Line:
    """A deal, and when it was recorded: an ISO time in UTC."""

    deal: Deal
    recorded: str


def lines_of(deals: QuerySet[Deal]) -> Iterator[Line]:
    """These deals of one session in order, a chunk at a time."""
    position = 0
    while found := list(deals.filter(position__gt=position).order_by("position")[:CHUNK]):
        recording = Event.objects.filter(session_id=found[0].session_id, seq__in=[deal.key for deal in found])
        times = dict(recording.values_list("seq", "at"))
        yield from (Line(deal, times[deal.key]) for deal in found)
        position = found[-1].position


def check(session: GameSession) -> None:
    """The whole chain holds, leads to the head of the session, and vouches for its names; raises `Damaged`."""
    found = (*chain.damages(events_of(session)), *_head(session))
    if not found:
        found = tuple(_names(session))
    if found:
        raise Damaged(found)


def _head(session: GameSession) -> Iterator[Damage]:
    last = Event.objects.filter(session=session).order_by("-seq").values_list("seq", "hash").first()
    if last != (session.head_seq, session.head_hash):
        yield Damage(session.head_seq, "the session has another head than the trail")


def _names(session: GameSession) -> Iterator[Damage]:
    told: dict[int, str] = {}
    for event in Event.objects.filter(session=session, kind__in=NAMING).order_by("seq"):
        body = canonical.parse(event.body)
        told[body.get("player", -1)] = body["name"]
    people = Player.objects.filter(session=session).order_by("index")
    named = chained(
        [(-1, session.name_salt, session.name)], people.values_list("index", "salt", "name").iterator()
    )
    stored = {index: canonical.name_hash(salt, name) for index, salt, name in named}
    if stored != told:
        yield Damage(session.head_seq, "the names differ from what the trail vouches for")
