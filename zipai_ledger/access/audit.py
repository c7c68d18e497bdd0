"""谁进来过 (the access trail): whatever changes who may come is written down with it, in the same transaction.

When that is done the log has a line of it too, with numbers instead of names, and with where it came from.

Whoever writes here has locked the place before changing anything: two who wait for each other would never end.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from zipai_ledger.models import (
    AccessKind,
    AccessRecord,
    Circle,
    CircleAccessRecord,
    CircleGrant,
    CircleLink,
    GameSession,
    Grant,
    Link,
)

from . import network

Place: TypeAlias = GameSession | Circle
AnyLink: TypeAlias = Link | CircleLink
AnyGrant: TypeAlias = Grant | CircleGrant
Record: TypeAlias = AccessRecord | CircleAccessRecord
R = TypeVar("R", AccessRecord, CircleAccessRecord)

KEPT = 100
"""Newest records of a kind at a place: who brings about many of one kind pushes out none of another."""
STRETCH = timedelta(minutes=10)
"""So long what anybody may bring about again and again counts up in one record."""

log = logging.getLogger("zipai_ledger.access")


def note(kind: AccessKind, *held: AnyGrant, by: AnyGrant | None = None) -> None:
    """What happened to grants, as they are from now on; ``by``: whose phone did it, None where their own or nobody's."""
    _keep([_of_grant(kind, grant, by) for grant in held])


def note_at(kind: AccessKind, place: Place, *, by: AnyGrant | None = None, count: int = 1) -> None:
    """What happened at a place to ``count`` phones together."""
    _keep([_at(place, kind=kind, count=count, **_doer(by))])


def note_link(kind: AccessKind, link: AnyLink, *, by: AnyGrant | None = None, count: int = 1) -> None:
    """What happened to a link, and to ``count`` phones that came by it."""
    _keep([_of_link(kind, link, count=count, **_doer(by))])


def count_up(kind: AccessKind, *held: AnyGrant) -> None:
    """What may happen to grants any number of times."""
    for grant in held:
        _count_up(_of_grant(kind, grant, None))


def count_up_link(kind: AccessKind, link: AnyLink) -> None:
    """What may happen to a link any number of times."""
    _count_up(_of_link(kind, link))


def _count_up(fresh: Record) -> None:
    """One more in the record of this stretch, or a new one."""
    same = {"kind": fresh.kind, "device": fresh.device, "link_id": fresh.link_id, fresh.PLACE: fresh.place_id}
    found = type(fresh)._default_manager.filter(**same, at__gt=fresh.at - STRETCH)
    newest = found.order_by("pk").last()
    if newest is None:
        _keep([fresh])
    else:
        found.filter(pk=newest.pk).update(count=F("count") + 1)


def _of_grant(kind: AccessKind, grant: AnyGrant, by: AnyGrant | None) -> Record:
    about = {"device": grant.device_id, "player": grant.player, "role": grant.role, "link_id": grant.link_id}
    return _at(grant, kind=kind, **about, **_doer(by))


def _of_link(kind: AccessKind, link: AnyLink, **more: Any) -> Record:
    return _at(link, kind=kind, link_id=link.pk, player=link.player, role=link.role, **more)


def _doer(by: AnyGrant | None) -> dict[str, Any]:
    return {} if by is None else {"by_device": by.device_id, "by_player": by.player}


def _at(where: Place | AnyGrant | AnyLink, **values: Any) -> Record:
    """A record, not yet stored, at a place, or where a grant or a link leads."""
    values |= {"at": timezone.now()}
    if isinstance(where, GameSession):
        return AccessRecord(session_id=where.pk, **values)
    if isinstance(where, Circle):
        return CircleAccessRecord(circle_id=where.pk, **values)
    if isinstance(where, Grant | Link):
        return AccessRecord(session_id=where.session_id, **values)
    return CircleAccessRecord(circle_id=where.circle_id, **values)


def _keep(fresh: Sequence[Record]) -> None:
    """Store records of one kind."""
    _store(AccessRecord, [record for record in fresh if isinstance(record, AccessRecord)])
    _store(CircleAccessRecord, [record for record in fresh if isinstance(record, CircleAccessRecord)])


def _store(model: type[R], fresh: Sequence[R]) -> None:
    """The same of one model; of each kind at a place the older ones that are too many go."""
    if not fresh:
        return
    kept = model._default_manager
    kept.bulk_create(fresh)
    transaction.on_commit(partial(_log, fresh, network.sender()), robust=True)
    same = kept.filter(kind=fresh[0].kind)
    here = same.filter(**{model.PLACE: OuterRef(model.PLACE)}).order_by("-pk").values("pk")
    places = {f"{model.PLACE}__in": [record.place_id for record in fresh]}
    same.filter(**places, pk__lte=Subquery(here[KEPT : KEPT + 1])).delete()


def _log(stored: Sequence[Record], sender: str) -> None:
    """A line for each; its kind is in what never changes of it, so that many of one kind hide none of another."""
    for one in stored:
        log.info(
            f"{one.kind}: %s %s, device %s, %s, by device %s, %s, from %s",
            one.PLACE,
            one.place_id,
            one.device or "-",
            one.role or "-",
            one.by_device or "-",
            one.count,
            sender,
        )
