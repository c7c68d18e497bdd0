"""What the watcher asks the database: how far each table has come, and who may still look."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import connections

from zipai_ledger.models import GameSession, Grant


@dataclass(frozen=True, slots=True)
class Look:
    """What a look found: head by session, grant by number. ``asked``: the grants asked for."""

    heads: Mapping[int, int]
    grants: Mapping[int, Grant]
    asked: Collection[int]


def look(known: Mapping[int, int], grants: Mapping[int, int], everybody: bool) -> Look:
    """One query where nothing has changed, two where something has.

    ``known``: head by session as told last; ``grants``: grant → its session. Grants are read again where their
    session has moved, so that nobody is shown what came after a revocation; with ``everybody`` all of them.
    """
    heads = dict(GameSession.objects.filter(pk__in=known).values_list("pk", "head_seq"))
    moved = {session for session, head in known.items() if heads.get(session) != head}
    asked = [grant for grant, session in grants.items() if everybody or session in moved]
    found = Grant.objects.select_related("device").filter(pk__in=asked, revoked_at=None) if asked else ()
    return Look(heads, {grant.pk: grant for grant in found}, asked)


def let_go() -> None:
    """Close the connections of this thread."""
    connections.close_all()
