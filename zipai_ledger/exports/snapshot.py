"""A whole export at one state of the ledger, read in short queries: no writer waits for a slow download."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO

from django.db.models import QuerySet

from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.models import Deal, Event, GameSession

from .moment import at_one_moment

CHUNK = 500
IN_MEMORY = 1 << 20
"""Bytes of an export that are kept in memory; more lies in a file without a name."""

Pieces = Callable[[GameSession], Iterable[str | bytes]]


def snapshot(session: GameSession, pieces: Pieces) -> IO[bytes]:
    """What ``pieces`` tells of the session, texts as UTF-8, all of it at one state of the ledger; see `at_one_moment`."""
    return at_one_moment(session, lambda current: _spooled(pieces(current)), lambda file: file.close())


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
        yield from (Line(deal, times[deal.key]) for deal in checkpoints(found))
        position = found[-1].position
