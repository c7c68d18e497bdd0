"""What has ended stays so: after a backup took the ledger's place, phones sent away and codes used are back in it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone

from zipai_ledger.models import (
    AccessKind,
    Circle,
    CircleGrant,
    CircleLink,
    Device,
    GameSession,
    Grant,
    Link,
    RecoveryCode,
)

from . import audit, grants, signing_off

Key = tuple[object, ...]
Endings = Mapping[str, Mapping[Key, Mapping[str, Any]]]
"""By the names of `SORTS`: key → the columns that have changed."""
CHUNK = 500
"""Rows that are asked for at a time."""


@dataclass(frozen=True, slots=True)
class Sort:
    """Rows of a kind that may end: by which columns one is known again, and what of it changes when it ends."""

    model: type[Model]
    by: tuple[str, ...]
    over: Q
    changes: tuple[str, ...]


SORTS: Mapping[str, Sort] = {
    "grants": Sort(Grant, ("pk", "created"), ~Q(revoked_at=None), ("revoked_at",)),
    "circle_grants": Sort(CircleGrant, ("pk", "created"), ~Q(revoked_at=None), ("revoked_at",)),
    "links": Sort(Link, ("secret_hash",), ~Q(revoked_at=None) | Q(uses_left=0), ("revoked_at", "uses_left")),
    "circle_links": Sort(
        CircleLink, ("secret_hash",), ~Q(revoked_at=None) | Q(uses_left=0), ("revoked_at", "uses_left")
    ),
    "codes": Sort(RecoveryCode, ("secret_hash",), ~Q(ended_at=None), ("ended_at",)),
    "devices": Sort(Device, ("pk", "created"), ~Q(signed_off_at=None), ("signed_off_at",)),
}
TOKENS = "tokens"
"""Beside these: what phones are known by, which changes as they join and come back."""
OF_TOKENS = Sort(Device, ("pk", "created"), Q(), ("token_hash", "former_hash", "seed"))


def read_endings() -> Endings:
    """What this ledger knows to be over, and by what phones are known."""
    return {TOKENS: _over(OF_TOKENS), **{name: _over(sort) for name, sort in SORTS.items()}}


def _over(sort: Sort) -> dict[Key, dict[str, Any]]:
    rows = sort.model._default_manager.filter(sort.over).values("pk", *sort.by, *sort.changes)
    return {
        tuple(row[name] for name in sort.by): {name: row[name] for name in sort.changes}
        for row in rows.iterator(CHUNK)
    }


def back_again(before: Endings) -> dict[str, int]:
    """How much that was over is not so in the ledger that is there now, by the names of `SORTS`."""
    return {name: sum(1 for _ in _back(sort, before[name])) for name, sort in SORTS.items()}


def _back(sort: Sort, over: Mapping[Key, Mapping[str, Any]]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    rows = sort.model._default_manager.exclude(sort.over)
    for row in rows.iterator(CHUNK):
        changes = over.get(tuple(getattr(row, name) for name in sort.by))
        if changes is not None:
            yield row, changes


def end_again(before: Endings) -> None:
    """Let phones, invitations and codes that were over be over, and phones be known by what they have now."""
    with transaction.atomic():
        _use_newest_tokens(before[TOKENS])
        for name, sort in SORTS.items():
            for row, changes in list(_back(sort, before[name])):
                sort.model._default_manager.filter(pk=row.pk).update(**changes)
                _note(row)


def _use_newest_tokens(tokens: Mapping[Key, Mapping[str, Any]]) -> None:
    for device in list(Device.objects.order_by("pk")):
        newest = tokens.get((device.pk, device.created))
        if newest is not None and newest["token_hash"] != device.token_hash:
            Device.objects.filter(pk=device.pk).update(**newest)


def _note(row: Any) -> None:
    if isinstance(row, Grant | CircleGrant):
        audit.note(AccessKind.OPERATOR_ENDED, row)
    elif isinstance(row, Link | CircleLink):
        audit.note_link(AccessKind.LINK_ENDED, row, count=0)


def end_everything() -> Iterator[tuple[str, str]]:
    """End every phone, invitation and code everywhere; the public id of each table and circle and its new code."""
    ways: tuple[tuple[Any, Callable[[Any], str]], ...] = (
        (GameSession.objects.filter(sample=False).order_by("pk"), signing_off.send_everybody_away),
        (Circle.objects.order_by("pk"), _send_away_from_circle),
    )
    for places, send_away in ways:
        for place in places:
            yield place.public_id, send_away(place)
    RecoveryCode.objects.filter(ended_at=None).update(ended_at=timezone.now())


def _send_away_from_circle(circle: Circle) -> str:
    with transaction.atomic():
        grants.locked(circle)
        circle.links.filter(revoked_at=None).update(revoked_at=timezone.now())
        count = grants.revoke(circle.grants.all())
        return grants.new_recovery_code(circle, AccessKind.OPERATOR_ENDED_ALL, count=count)
