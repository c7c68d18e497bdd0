"""恢复码 (a recovery code): one for a phone and all its tables and circles."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import CircleLink, CircleRole, Device, Link, RecoveryCode, Role

from . import tokens
from .audit import AnyGrant, AnyLink, Place


def good(device: Device) -> RecoveryCode | None:
    """The code of this phone, None where it has none."""
    return next(iter(_good(device.pk)), None)


@prepared
def _good(device: int) -> QuerySet[RecoveryCode]:
    return RecoveryCode.objects.filter(device=device, ended_at=None).order_by("pk")[:1]


def of_place(place: Place) -> QuerySet[Any]:
    """The code of a table or a circle that is no phone's."""
    return place.links.filter(kind=Link.Kind.RECOVERY, revoked_at=None)


def standing(grant: AnyGrant) -> RecoveryCode | AnyLink | None:
    """What brings back what a grant allows: the code of its phone, else that of the place."""
    return good(grant.device) or of_place(grant.place).first()


def make(device: Device) -> str:
    """A new code for a phone. Its older one ends, and so do those that its tables and circles had of their own."""
    code = tokens.new_code()
    now = timezone.now()
    with transaction.atomic():
        Device.objects.select_for_update().get(pk=device.pk)
        RecoveryCode.objects.filter(device=device, ended_at=None).update(ended_at=now)
        RecoveryCode.objects.create(device=device, secret_hash=tokens.keyed_digest(code))
        own = {"kind": Link.Kind.RECOVERY, "revoked_at": None}
        tables = device.grants.filter(role=Role.OWNER, revoked_at=None)
        Link.objects.filter(session__in=tables.values("session"), **own).update(revoked_at=now)
        circles = device.circle_grants.filter(role=CircleRole.OWNER, revoked_at=None)
        CircleLink.objects.filter(circle__in=circles.values("circle"), **own).update(revoked_at=now)
    return code
