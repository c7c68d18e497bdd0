"""What the watcher asks the database: how far each table has come, and who may still look."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import GameSession, Grant, OpenEntry, Player
from zipai_ledger.models.access import live

OpenRow = tuple[int, int, str | None]
"""Session, grant, name of the player."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a look found: head by session; the face by grant, of those ``queried``."""

    heads: Mapping[int, int]
    grants: Mapping[int, tuple[object, ...]]
    queried: Collection[int]


def look(known: Mapping[int, int], grants: Mapping[int, int], everybody: bool) -> Look:
    """One query where nothing has changed, two where something has.

    ``known``: head by session as sent last; ``grants``: grant → its session. Grants are read again where their
    session has changed, so that nobody sees what came after a revocation; with ``everybody`` all of them.
    """
    heads = dict(GameSession.objects.filter(pk__in=known).values_list("pk", "head_seq"))
    changed = {session for session, head in known.items() if heads.get(session) != head}
    queried = [grant for grant, session in grants.items() if everybody or session in changed]
    valid = Grant.objects.filter(live(), pk__in=queried) if queried else Grant.objects.none()
    found = {pk: tuple(face) for pk, *face in valid.values_list("pk", *Grant.FACE)}
    return Look(heads, found, frozenset(queried))


@dataclass(frozen=True, slots=True)
class Entering:
    """正在记 (zhengzai ji): a phone on which a deal is entered: its grant, and its player's name, "" where it has none."""

    grant: int
    name: str


def entering(sessions: Collection[int]) -> Mapping[int, tuple[Entering, ...]]:
    """By session, who enters a deal there, those first that began first. One query."""
    return _by_session(_entering(timezone.now()).filter(grant__session__in=sessions))


def _entering(now: datetime) -> QuerySet[OpenEntry, OpenRow]:
    player = Player.objects.filter(session=OuterRef("grant__session"), index=OuterRef("grant__player"))
    return (
        OpenEntry.objects.filter(until__gt=now, grant__revoked_at=None)
        .annotate(name=Subquery(player.values("name")[:1]))
        .order_by("pk")
        .values_list("grant__session", "grant", "name")
    )


@prepared
def _entering_at(session: int, now: datetime) -> QuerySet[OpenEntry, OpenRow]:
    return _entering(now).filter(grant__session=session)


def _by_session(rows: Iterable[OpenRow]) -> Mapping[int, tuple[Entering, ...]]:
    found: dict[int, dict[int, Entering]] = {}
    for session, grant, name in rows:
        found.setdefault(session, {}).setdefault(grant, Entering(grant, name or ""))
    return {session: tuple(ones.values()) for session, ones in found.items()}


def entering_at(session: int) -> tuple[Entering, ...]:
    """The same of one table."""
    return _by_session(_entering_at(session, timezone.now())).get(session, ())


def others(grant: int, entering: Iterable[Entering]) -> tuple[str, ...]:
    """The names of those who enter a deal, without the phone that asks."""
    return tuple(one.name for one in entering if one.grant != grant)


def version() -> int:
    """SQLite's number: another one once any other connection has stored anything since this one was asked last."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])
