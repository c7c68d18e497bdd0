"""What changes for a device that is already at the table: asking to keep score, its role, its player, everybody out."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from zipai_ledger.models import Event, GameSession, Grant, Link, Role

from .grants import Taken, live_grants, new_recovery_code, revoke
from .roles import at_least

ENDED_BY_ROTATING = (Link.Kind.INVITE, Link.Kind.SPOKEN, Link.Kind.TRANSFER)


def ask(grant: Grant) -> None:
    """Ask the owner for the right to keep score; nothing where the device has it, or has asked."""
    with transaction.atomic():
        asking = live_grants().filter(pk=grant.pk, role=Role.VIEWER, asked_at=None)
        if asking.update(asked_at=timezone.now(), refused_at=None, told=F("told") + 1):
            tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def requests(session: GameSession) -> QuerySet[Grant]:
    """Devices whose holders ask to keep score, the first that asked first."""
    asking = live_grants().filter(session=session, asked_at__isnull=False)
    return asking.select_related("link").order_by("asked_at", "pk")


def refuse(grant: Grant) -> None:
    """Not now; the holder is told, and may ask again."""
    asking = live_grants().filter(pk=grant.pk, asked_at__isnull=False)
    if asking.update(asked_at=None, refused_at=timezone.now(), told=F("told") + 1):
        tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def set_role(grant: Grant, role: str) -> None:
    """Another role for a device, at once; whatever it asked for is answered. Never an owner's."""
    held = live_grants().filter(pk=grant.pk).exclude(role=Role.OWNER)
    if held.update(role=role, asked_at=None, refused_at=None, told=F("told") + 1):
        tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def set_player(grant: Grant, player: int | None) -> Grant:
    """Let a device stand for another player, or for none; what it recorded stays with whoever held it then.

    Raises `Taken` where another device is that player's.
    """
    with transaction.atomic():
        GameSession.objects.select_for_update().get(pk=grant.session_id)
        here = live_grants().filter(session_id=grant.session_id)
        if player is not None and here.filter(player=player).exclude(pk=grant.pk).exists():
            raise Taken
        if not Event.objects.filter(session_id=grant.session_id, grant=grant.pk).exists():
            here.filter(pk=grant.pk).update(player=player, told=F("told") + 1)
            return grant
        revoke(here.filter(pk=grant.pk))
        return Grant.objects.create(
            session_id=grant.session_id,
            device_id=grant.device_id,
            role=grant.role,
            player=player,
            link_id=grant.link_id,
            asked_at=grant.asked_at,
        )


def rotate(grant: Grant) -> str:
    """End every invitation, code and device of the table but this owner's; gives the new recovery code."""
    session = grant.session
    with transaction.atomic():
        links = Link.objects.filter(session=session, kind__in=ENDED_BY_ROTATING, revoked_at=None)
        links.update(revoked_at=timezone.now())
        revoke(live_grants().filter(session=session).exclude(pk=grant.pk))
        return new_recovery_code(session)


def tell(grants: QuerySet[Grant]) -> None:
    """Let their open pages be drawn anew."""
    grants.update(told=F("told") + 1)


def may_ask(grant: Grant) -> bool:
    """Whether there is anything to ask for."""
    return not at_least(grant.role, Role.SCOREKEEPER)
