"""Links and grants: how a device comes to a table, and how it is sent away."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from zipai_ledger.models import Device, GameSession, Grant, Link, Role
from zipai_ledger.record import Recorded

from . import devices, tokens
from .roles import at_least


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


def live_grants() -> QuerySet[Grant]:
    """Grants that are not revoked."""
    return Grant.objects.filter(revoked_at=None)


def valid_links() -> QuerySet[Link]:
    """Links that may still be used."""
    fresh = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    unused = Q(uses_left=None) | Q(uses_left__gt=0)
    return Link.objects.filter(fresh, unused, revoked_at=None)


def find(kinds: Collection[str], secret: str) -> Link:
    """The link of one of these kinds with this secret, its session and what it moves; raises `WrongCode`."""
    links = valid_links().select_related("session", "moves").filter(kind__in=kinds)
    link = links.filter(secret_hash=tokens.digest(secret)).first() if secret else None
    if link is None:
        raise WrongCode
    return link


def find_recovery(typed: str) -> Link:
    """The recovery code, however it was typed; raises `WrongCode`."""
    return find([Link.Kind.RECOVERY], tokens.read_code(typed))


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


def take_over(link: Link, device: Device) -> Grant:
    """Move the grant of a transfer to another device, once; the old device is out.

    A device that already is at the table keeps the stronger role. Raises `WrongCode`.
    """
    with transaction.atomic():
        GameSession.objects.select_for_update().get(pk=link.session_id)
        here = live_grants().filter(session_id=link.session_id)
        old = here.filter(transfers=link).first()
        if old is None or not valid_links().filter(pk=link.pk).update(uses_left=F("uses_left") - 1):
            raise WrongCode
        held = here.filter(device=device).exclude(pk=old.pk).first()
        stronger = held if held and at_least(held.role, old.role) else old
        player = held.player if held and old.player is None else old.player
        revoke(here.filter(pk__in=[old.pk, held.pk if held else old.pk]))
        return Grant.objects.create(
            session_id=link.session_id, device=device, role=stronger.role, player=player, link=stronger.link
        )


def revoke(grants: QuerySet[Grant]) -> int:
    """End grants; how many there were."""
    return grants.filter(revoked_at=None).update(revoked_at=timezone.now())


def revoke_link(link: Link) -> int:
    """End a link and every grant that came by it; how many grants there were."""
    with transaction.atomic():
        Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
        return revoke(live_grants().filter(link=link))
