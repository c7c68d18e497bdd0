"""下桌: a phone ends its own grants, at one table, in one circle or everywhere."""

from django.db import transaction
from django.utils import timezone

from zipai_ledger.models import AccessKind, Device, GameSession, Role
from zipai_ledger.models.access import live

from . import audit, codes, tokens
from .grants import AnyGrant, beside, holding, live_grants, lock_all, locked, new_recovery_code, revoke, tell
from .invitations import end
from .recovery import tell_owners


class LastOwner(Exception):
    """Without this phone the place would have no owner, and nobody has said that it may be so."""


def is_last_owner(grant: AnyGrant) -> bool:
    """Whether the table or circle has no other owner."""
    return grant.role == Role.OWNER and all(other.role != Role.OWNER for other in beside(grant))


def is_irreplaceable(grant: AnyGrant) -> bool:
    """Whether nothing brings back what its last owner may do, once this phone is gone: there is no code."""
    return grant.role == Role.OWNER and codes.standing(grant) is None and is_last_owner(grant)


def leave(grant: AnyGrant, *, ownerless: bool) -> None:
    """End a phone's own grant. Raises `LastOwner` where the place would have none, unless it may be ``ownerless``."""
    place = grant.place
    with transaction.atomic():
        locked(place)
        if is_last_owner(grant) and not ownerless:
            raise LastOwner
        if revoke(holding(place).filter(pk=grant.pk)):
            audit.note(AccessKind.LEFT, grant)
        tell_owners(place)


def grants_of(device: Device) -> list[AnyGrant]:
    """What a phone may do now, tables before circles, the newest first."""
    tables = device.grants.filter(live()).select_related("session", "device").order_by("-created")
    circles = device.circle_grants.filter(live()).select_related("circle", "device").order_by("-created")
    return [*tables, *circles]


def sign_off(device: Device, kind: AccessKind = AccessKind.SIGNED_OFF) -> None:
    """Let a phone be gone at once, as one that was not here for a year is: its recovery code brings back what it had."""
    with transaction.atomic():
        Device.objects.select_for_update().get(pk=device.pk)
        held = grants_of(device)
        lock_all(held)
        audit.note(kind, *held)
        tables = live_grants().filter(device=device).values("session")
        tell(live_grants().filter(session__in=tables, role=Role.OWNER))
        if codes.good(device) is None:
            device.own_rules.all().delete()
        Device.objects.filter(pk=device.pk).update(
            token_hash=tokens.digest(tokens.new_token()),
            former_hash="",
            seed="",
            signed_off_at=timezone.now(),
        )


def send_everybody_away(session: GameSession) -> str:
    """End every invitation, code and phone of a table; gives the code by which its owner comes back to it."""
    with transaction.atomic():
        locked(session)
        end(session.links.all())
        count = revoke(session.grants.all())
        return new_recovery_code(session, AccessKind.OPERATOR_ENDED_ALL, count=count)
