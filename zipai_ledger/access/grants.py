"""Links and grants: how a device comes to a table or a circle, and how it is sent away."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.record import Recorded
from zipai_ledger.models import (
    AccessKind,
    Circle,
    CircleGrant,
    CircleLink,
    Device,
    GameSession,
    Grant,
    Link,
    Role,
)
from zipai_ledger.models.access import BaseLink, a_year_ago, live

from . import audit, codes, devices, tokens
from .roles import at_least

Place: TypeAlias = audit.Place
"""Where a grant holds."""
AnyLink: TypeAlias = audit.AnyLink
AnyGrant: TypeAlias = audit.AnyGrant
L = TypeVar("L", bound=BaseLink)
P = TypeVar("P", bound=Model)


class WrongCode(Exception):
    """No link has this secret, or it is no longer valid: which of these, nobody learns."""


class Taken(Exception):
    """Another device already stands for this player."""


class Full(Exception):
    """As many devices came by this link as may."""


COMES: Mapping[str, AccessKind] = {
    Link.Kind.INVITE: AccessKind.BY_LINK,
    Link.Kind.SPOKEN: AccessKind.BY_SPOKEN_CODE,
    Link.Kind.RECOVERY: AccessKind.RECOVERED,
}
"""How a device comes by a link of this kind."""
BY_ONE_LINK = 100
"""Devices that may ever come by a link that names no number: more than fit round a table, with everybody's new phones."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table just opened. ``token``: what the browser is to keep."""

    recorded: Recorded
    token: str


def own_table(
    arrival: devices.Arrival,
    recorded: Recorded,
    *,
    player: int | None = None,
    kind: AccessKind = AccessKind.OPENED,
) -> OpenedTable:
    """Make the device that has just opened a table its owner, in the transaction in which it did.

    ``player`` is whose it is, None where that is asked. Raises `WrongCode` where another device has sent the same entry.
    """
    own(recorded.session, arrival.device, replay=recorded.replay, player=player, kind=kind)
    return OpenedTable(recorded, devices.renewed(arrival, again=recorded.replay))


def own(
    place: Place,
    device: Device,
    *,
    replay: bool,
    player: int | None = None,
    kind: AccessKind = AccessKind.OPENED,
) -> None:
    """Make a device the owner of what it has just opened.

    Nothing where the entry is a ``replay``. Raises `WrongCode` where another device has sent the same entry.
    """
    if not replay:
        give(place, kind, device=device, role=Role.OWNER, player=player)
    elif not holding(place).filter(device=device).exists():
        raise WrongCode


def give(place: Place, kind: AccessKind, *, by: AnyGrant | None = None, **what: Any) -> AnyGrant:
    """A grant for a device that has none there, and how it came to it."""
    grant: AnyGrant = place.grants.create(**what)
    audit.note(kind, grant, by=by)
    return grant


def new_recovery_code(place: Place, kind: AccessKind = AccessKind.CODE_RENEWED, *, count: int = 1) -> str:
    """A code for a place that is no phone's yet, and why; an older one ends. The devices that came by it stay."""
    code = tokens.new_code()
    with transaction.atomic():
        audit.note_at(kind, place, count=count)
        codes.of_place(place).update(revoked_at=timezone.now())
        place.links.create(kind=Link.Kind.RECOVERY, role=Role.OWNER, secret_hash=tokens.keyed_digest(code))
    return code


def live_grants() -> QuerySet[Grant]:
    """Grants of tables that hold."""
    return Grant.objects.filter(live())


def holding(place: Place) -> QuerySet[Any]:
    """Grants of one place that hold."""
    return place.grants.filter(live())


def others(grant: AnyGrant) -> QuerySet[Any]:
    """Grants of the same place that hold, without this one."""
    return holding(grant.place).exclude(pk=grant.pk)


def beside(grant: AnyGrant) -> Sequence[AnyGrant]:
    """`others`, as the page of a place asks for them whenever it is looked at."""
    if isinstance(grant, Grant):
        return _at_table(grant.session_id, grant.pk, a_year_ago())
    return _in_circle(grant.circle_id, grant.pk, a_year_ago())


@prepared
def _at_table(session: int, grant: int, since: datetime) -> QuerySet[Grant]:
    return Grant.objects.filter(live(since), session=session).exclude(pk=grant)


@prepared
def _in_circle(circle: int, grant: int, since: datetime) -> QuerySet[CircleGrant]:
    return CircleGrant.objects.filter(live(since), circle=circle).exclude(pk=grant)


def valid_links(model: type[L]) -> QuerySet[L]:
    """Links that may still be used."""
    fresh = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    unused = Q(uses_left=None) | Q(uses_left__gt=0)
    return model._default_manager.filter(fresh, unused, revoked_at=None)


def find(kinds: Collection[str], secret: str) -> AnyLink:
    """The link of one of these kinds with this secret, and where it leads; raises `WrongCode`."""
    this = {"kind__in": kinds, "secret_hash__in": tokens.stored_digests(secret)}
    to_tables = valid_links(Link).select_related("session", "moves").filter(**this)
    to_circles = valid_links(CircleLink).select_related("circle").filter(**this)
    link = (to_tables.first() or to_circles.first()) if secret else None
    if link is None:
        raise WrongCode
    return link


def find_recovery(typed: str) -> AnyLink:
    """The recovery code, however it was typed; raises `WrongCode`."""
    return find([Link.Kind.RECOVERY], tokens.read_code(typed))


def locked(place: P) -> P:
    """The row of a place, until the transaction ends: who comes and goes there does so one by one."""
    return type(place)._default_manager.select_for_update().get(pk=place.pk)


def lock_all(held: Iterable[AnyGrant]) -> None:
    """The rows of the places of all these grants, in the one order in which everybody takes them."""
    found = list(held)
    circles = [grant.circle_id for grant in found if isinstance(grant, CircleGrant)]
    tables = [grant.session_id for grant in found if isinstance(grant, Grant)]
    for rows in (Circle.objects.filter(pk__in=circles), GameSession.objects.filter(pk__in=tables)):
        bool(rows.select_for_update().order_by("pk"))


def use(link: AnyLink) -> None:
    """Count one device that comes by a link; raises `WrongCode` where it has ended meanwhile."""
    if not valid_links(type(link)).filter(pk=link.pk).update(uses_left=F("uses_left") - 1):
        raise WrongCode


def redeem(link: AnyLink, device: Device, player: int | None = None) -> AnyGrant:
    """Give the device what the link allows; one that already may as much keeps its grant.

    Raises `WrongCode` where the link has ended meanwhile, `Taken` where another device is that player's, `Full`.
    """
    with transaction.atomic():
        place = locked(link.place)
        use(link)
        if player is not None and holding(place).exclude(device=device).filter(player=player).exists():
            raise Taken
        return _granted(place, link, device, player)


def _granted(place: Place, link: AnyLink, device: Device, player: int | None) -> AnyGrant:
    held: AnyGrant | None = holding(place).filter(device=device).first()
    if held and at_least(held.role, link.role):
        return _named(held, player)
    if is_full(link):
        raise Full
    if held:
        player = held.player if player is None else player
        revoke(holding(place).filter(pk=held.pk))
    return give(place, COMES[link.kind], device=device, role=link.role, player=player, link=link)


def is_full(link: AnyLink) -> bool:
    """Whether no further device may come by a link; a recovery code always brings its owner back."""
    open_to_any = link.uses is None and link.kind != Link.Kind.RECOVERY
    return open_to_any and bool(link.grants.count() >= BY_ONE_LINK)


def _named(grant: AnyGrant, player: int | None) -> AnyGrant:
    if player is not None and player != grant.player:
        grant.player = player
        grant.save(update_fields=["player"])
        audit.note(AccessKind.PLAYER_CHANGED, grant)
    return grant


def come_by(link: AnyLink, browser_token: str, player: int | None = None) -> str:
    """`redeem` for the device that brought this token; the token with which it goes on."""
    with transaction.atomic():
        arrival = devices.arriving(browser_token)
        again = link.grants.filter(device=arrival.device, revoked_at=None).exists()
        redeem(link, arrival.device, player)
        if isinstance(link, Link):
            tell(live_grants().filter(session=link.session_id, role=Role.OWNER))
        return devices.renewed(arrival, again=again)


def move_to(link: Link, browser_token: str) -> str:
    """`take_over` for the device that brought this token, unless it is the one that moves; the token it goes on with."""
    with transaction.atomic():
        arrival = devices.arriving(browser_token)
        same = link.moves is not None and link.moves.device_id == arrival.device.pk
        if not same:
            take_over(link, arrival.device)
        return devices.renewed(arrival, again=same)


def take_over(link: Link, device: Device) -> AnyGrant:
    """Move the grant of a transfer to another device, once; the old device is out.

    A device that already is at the table keeps the stronger role. Raises `WrongCode`.
    """
    with transaction.atomic():
        locked(link.session)
        here = live_grants().filter(session_id=link.session_id)
        old = here.filter(transfers=link).first()
        if old is None:
            raise WrongCode
        use(link)
        held = here.filter(device=device).exclude(pk=old.pk).first()
        stronger = held if held and at_least(held.role, old.role) else old
        player = held.player if held and old.player is None else old.player
        revoke(here.filter(pk__in=[old.pk, held.pk if held else old.pk]))
        what: Any = {"device": device, "role": stronger.role, "player": player, "link": stronger.link}
        return give(link.session, AccessKind.TRANSFERRED, **what)


def send_away(place: Place, held: QuerySet[Any], *, by: AnyGrant | None = None) -> int:
    """End grants of a place, by whose phone that is done; how many there were."""
    with transaction.atomic():
        locked(place)
        found = list(held.filter(revoked_at=None))
        audit.note(AccessKind.SENT_AWAY, *found, by=by)
        return revoke(held)


def revoke(grants: QuerySet[Any]) -> int:
    """End grants, as part of what is written down as a whole; how many there were."""
    return grants.filter(revoked_at=None).update(revoked_at=timezone.now())


def tell(grants: QuerySet[Grant]) -> None:
    """Let their open pages be drawn anew."""
    grants.update(changes=F("changes") + 1)


def revoke_link(link: AnyLink, *, by: AnyGrant | None = None) -> int:
    """End a link and every grant that came by it; how many grants there were."""
    with transaction.atomic():
        locked(link.place)
        ended = revoke(type(link)._default_manager.filter(pk=link.pk))
        count = revoke(link.grants.all())
        if ended or count:
            audit.note_link(AccessKind.LINK_ENDED, link, by=by, count=count)
        return count
