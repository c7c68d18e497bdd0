"""Links and grants: how a device comes to a table, and how it is sent away."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from zipai_ledger.models import Device, GameSession, Grant, Link, Role
from zipai_ledger.record import Recorded

from . import devices, tokens
from .roles import at_least

LABEL_LONGEST = 40


class WrongCode(Exception):
    """No link has this secret, or it is no longer valid: which of these, nobody is told."""


class Taken(Exception):
    """Another device already stands for this player."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table just opened. ``recovery_code`` is empty where the same entry had come before."""

    recorded: Recorded
    recovery_code: str


def open_table(token: str, opening: Callable[[], Recorded]) -> OpenedTable:
    """Run ``opening`` and make the token's device its owner, both or neither; it is the first player's.

    Raises what ``opening`` raises, and `WrongCode` where another device has sent the same entry.
    """
    with transaction.atomic():
        recorded = opening()
        device = devices.holding(token)
        if recorded.replay:
            if not live_grants().filter(session=recorded.session, device=device).exists():
                raise WrongCode
            return OpenedTable(recorded, "")
        Grant.objects.create(session=recorded.session, device=device, role=Role.OWNER, player=0)
        return OpenedTable(recorded, new_recovery_code(recorded.session))


def new_recovery_code(session: GameSession) -> str:
    """A recovery code for the owner; an older one ends. The devices that came by it stay."""
    code = tokens.new_code()
    with transaction.atomic():
        older = Link.objects.filter(session=session, kind=Link.Kind.RECOVERY, revoked_at=None)
        older.update(revoked_at=timezone.now())
        Link.objects.create(
            session=session, kind=Link.Kind.RECOVERY, role=Role.OWNER, secret_hash=tokens.digest(code)
        )
    return code


def new_invitation(session: GameSession, role: str, label: str = "") -> tuple[Link, str]:
    """An invitation for viewers or scorekeepers, and its secret."""
    secret = tokens.new_token()
    link = Link.objects.create(
        session=session,
        kind=Link.Kind.INVITE,
        role=role,
        label=label[:LABEL_LONGEST],
        secret_hash=tokens.digest(secret),
    )
    return link, secret


def live_grants() -> QuerySet[Grant]:
    """Grants that are not revoked."""
    return Grant.objects.filter(revoked_at=None)


def valid_links() -> QuerySet[Link]:
    """Links that may still be used."""
    fresh = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    unused = Q(uses_left=None) | Q(uses_left__gt=0)
    return Link.objects.filter(fresh, unused, revoked_at=None)


def find_invitation(secret: str) -> Link:
    """The invitation with this secret and its session; raises `WrongCode`."""
    return _find(Link.Kind.INVITE, tokens.digest(secret) if secret else "")


def find_recovery(typed: str) -> Link:
    """The recovery code, however it was typed; raises `WrongCode`."""
    code = tokens.read_code(typed)
    return _find(Link.Kind.RECOVERY, tokens.digest(code) if code else "")


def _find(kind: str, secret_hash: str) -> Link:
    link = valid_links().select_related("session").filter(kind=kind, secret_hash=secret_hash).first()
    if link is None:
        raise WrongCode
    return link


def redeem(link: Link, device: Device, player: int | None = None) -> Grant:
    """Give the device what the link allows; one that already may as much keeps its grant.

    Raises `WrongCode` where the link has ended meanwhile, `Taken` where another device is that player's.
    """
    with transaction.atomic():
        GameSession.objects.select_for_update().get(pk=link.session_id)
        used = valid_links().filter(pk=link.pk).update(uses_left=F("uses_left") - 1)
        if not used:
            raise WrongCode
        others = live_grants().filter(session_id=link.session_id).exclude(device=device)
        if player is not None and others.filter(player=player).exists():
            raise Taken
        return _granted(link, device, player)


def _granted(link: Link, device: Device, player: int | None) -> Grant:
    held = live_grants().filter(session_id=link.session_id, device=device).first()
    if held and at_least(held.role, link.role):
        return _named(held, player)
    if held:
        player = held.player if player is None else player
        revoke(live_grants().filter(pk=held.pk))
    return Grant.objects.create(
        session_id=link.session_id, device=device, role=link.role, player=player, link=link
    )


def _named(grant: Grant, player: int | None) -> Grant:
    if player is not None:
        grant.player = player
        grant.save(update_fields=["player"])
    return grant


def revoke(grants: QuerySet[Grant]) -> int:
    """End grants; how many there were."""
    return grants.filter(revoked_at=None).update(revoked_at=timezone.now())


def revoke_link(link: Link) -> int:
    """End a link and every grant that came by it; how many grants there were."""
    with transaction.atomic():
        Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
        return revoke(live_grants().filter(link=link))
