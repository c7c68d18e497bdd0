"""What the watcher asks the database: how far each table has come, and who may still look."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import connections

from zipai_ledger.models import GameSession, Grant
from zipai_ledger.models.access import live


@dataclass(frozen=True, slots=True)
class Look:
    """What a look found: head by session; the face by grant, of those ``asked`` for."""

    heads: Mapping[int, int]
    grants: Mapping[int, tuple[object, ...]]
    asked: Collection[int]


def look(known: Mapping[int, int], grants: Mapping[int, int], everybody: bool) -> Look:
    """One query where nothing has changed, two where something has.

    ``known``: head by session as told last; ``grants``: grant → its session. Grants are read again where their
    session has moved, so that nobody is shown what came after a revocation; with ``everybody`` all of them.
    """
    heads = dict(GameSession.objects.filter(pk__in=known).values_list("pk", "head_seq"))
    moved = {session for session, head in known.items() if heads.get(session) != head}
    asked = [grant for grant, session in grants.items() if everybody or session in moved]
    valid = Grant.objects.filter(live(), pk__in=asked) if asked else Grant.objects.none()
    found = {pk: tuple(face) for pk, *face in valid.values_list("pk", *Grant.FACE)}
    return Look(heads, found, frozenset(asked))


def let_go() -> None:
    """Close the connections of this thread."""
    connections.close_all()
