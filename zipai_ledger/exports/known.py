"""What this ledger knows of a table that is brought in. A chain cut after any event holds: only a longer one shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from zipai_ledger.models import Event, GameSession


@dataclass(frozen=True, slots=True)
class Known:
    """The same table is here: ``more`` events follow on the last one brought in; ``forked``: one here went another way."""

    more: int = 0
    forked: bool = False


def find_known(events: Sequence[Event]) -> Known | None:
    """What is here of the table with this trail, None where nothing is. Tables begun at that moment are looked at."""
    begun = GameSession.objects.filter(opened_at=datetime.fromisoformat(events[0].at))
    found = [session for session in begun if _hash_at(session, 1) == events[0].hash]
    if not found:
        return None
    ways = [_more(session, events) for session in found]
    return Known(max((more for more in ways if more is not None), default=0), None in ways)


def _more(session: GameSession, events: Sequence[Event]) -> int | None:
    """How many more are here, None where both went another way after what they share."""
    shared = min(session.head_seq, len(events))
    if _hash_at(session, shared) != events[shared - 1].hash:
        return None
    return session.head_seq - shared


def _hash_at(session: GameSession, seq: int) -> str | None:
    return Event.objects.filter(session=session, seq=seq).values_list("hash", flat=True).first()
