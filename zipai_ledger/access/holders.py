"""What changes for a device that is already at the table: asking to keep score, its role, its player, everybody out."""

import math
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import AccessKind, CircleRole, Event, GameSession, Grant, Link, Role
from zipai_ledger.models.access import a_year_ago, live

from . import audit, codes
from .grants import AnyGrant, Place, Taken, give, holding, live_grants, lock_all, locked, others, revoke, tell
from .invitations import end
from .roles import at_least

ASK_AGAIN = timedelta(minutes=5)
"""After the owner said no."""
RECOVERED_NEWS = timedelta(days=1)
"""So long the owners of a table or a circle see that a phone came back to it."""


class TooSoon(Exception):
    """The owner has just said no; one may ask again from ``at`` on, in ``wait`` seconds."""

    def __init__(self, at: datetime) -> None:
        super().__init__(f"expected to be asked again from {at:%H:%M:%S} on")
        self.at = at
        self.wait = math.ceil((at - timezone.now()).total_seconds())


def ask(grant: Grant) -> None:
    """Ask the owner for the right to keep score; nothing where the device has it, or has asked. Raises `TooSoon`."""
    again = ask_again_from(grant)
    if again and again > timezone.now():
        raise TooSoon(again)
    with transaction.atomic():
        asking = live_grants().filter(pk=grant.pk, role=Role.VIEWER, requested_at=None)
        if asking.update(requested_at=timezone.now(), refused_at=None, changes=F("changes") + 1):
            tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def ask_again_from(grant: Grant) -> datetime | None:
    """When the owner may be asked again, None where nobody said no."""
    return grant.refused_at + ASK_AGAIN if grant.refused_at else None


def requests(session: GameSession) -> QuerySet[Grant]:
    """Devices whose holders ask to keep score, the first that asked first."""
    asking = live_grants().filter(session=session, requested_at__isnull=False)
    return asking.select_related("link").order_by("requested_at", "pk")


def noticed(session: GameSession) -> list[Grant]:
    """`requests`, and devices that came back lately by a recovery code. One query."""
    return _noticed(session.pk, timezone.now() - RECOVERED_NEWS, a_year_ago())


@prepared
def _noticed(session: int, lately: datetime, since: datetime) -> QuerySet[Grant]:
    news = Q(requested_at__isnull=False) | Q(recovered_at__gt=lately)
    here = Grant.objects.filter(live(since), news, session=session)
    return here.select_related("link").order_by("requested_at", "pk")


def returned(place: Place) -> QuerySet[Any]:
    """Devices that came back by a recovery code within `RECOVERED_NEWS`, the first of them first."""
    return holding(place).filter(_lately()).order_by("recovered_at", "pk")


def _lately() -> Q:
    return Q(recovered_at__gt=timezone.now() - RECOVERED_NEWS)


def refuse(grant: Grant) -> None:
    """Not now; the holder sees it, and may ask again after `ASK_AGAIN`."""
    asking = live_grants().filter(pk=grant.pk, requested_at__isnull=False)
    if asking.update(requested_at=None, refused_at=timezone.now(), changes=F("changes") + 1):
        tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def set_role(grant: Grant, role: str, *, by: AnyGrant | None = None) -> None:
    """Another role for a device, at once; whatever it asked for is answered. An owner stays one."""
    with transaction.atomic():
        locked(grant.session)
        held = live_grants().filter(pk=grant.pk).exclude(role=Role.OWNER)
        if held.update(role=role, requested_at=None, refused_at=None, changes=F("changes") + 1):
            if role != grant.role:
                audit.note(AccessKind.ROLE_CHANGED, *live_grants().filter(pk=grant.pk), by=by)
            tell(live_grants().filter(session_id=grant.session_id, role=Role.OWNER))


def make_owner(grant: AnyGrant, *, by: AnyGrant | None = None) -> None:
    """One more owner of a table or of a circle, at once."""
    if isinstance(grant, Grant):
        set_role(grant, Role.OWNER, by=by)
        return
    with transaction.atomic():
        held = holding(locked(grant.place)).filter(pk=grant.pk)
        if held.exclude(role=CircleRole.OWNER).update(role=CircleRole.OWNER):
            audit.note(AccessKind.ROLE_CHANGED, *held, by=by)


def set_player(grant: Grant, player: int | None, *, by: AnyGrant | None = None) -> AnyGrant:
    """Let a device stand for another player, or for none; what it recorded stays with whoever held it then.

    Raises `Taken` where another device is that player's.
    """
    if player == grant.player:
        return grant
    with transaction.atomic():
        locked(grant.session)
        here = live_grants().filter(session_id=grant.session_id)
        if player is not None and here.filter(player=player).exclude(pk=grant.pk).exists():
            raise Taken
        if not Event.objects.filter(session_id=grant.session_id, grant=grant.pk).exists():
            here.filter(pk=grant.pk).update(player=player, changes=F("changes") + 1)
            audit.note(AccessKind.PLAYER_CHANGED, *here.filter(pk=grant.pk), by=by)
            return grant
        revoke(here.filter(pk=grant.pk))
        what = {"device_id": grant.device_id, "role": grant.role, "link_id": grant.link_id}
        return give(
            grant.session,
            AccessKind.PLAYER_CHANGED,
            by=by,
            **what,
            player=player,
            requested_at=grant.requested_at,
        )


def taken_players(grant: Grant) -> set[int | None]:
    """Whose phone is another one at this table; not of the phone for which this one has come back by its code."""
    return set(_taken_players(grant.session_id, grant.pk, grant.device_id, a_year_ago()))


@prepared
def _taken_players(session: int, grant: int, device: int, since: datetime) -> QuerySet[Grant, int | None]:
    here = Grant.objects.filter(live(since), session=session, player__isnull=False)
    found = here.exclude(pk=grant).exclude(device__codes__used_by=device)
    return found.values_list("player", flat=True)


def be(grant: Grant, player: int | None) -> AnyGrant:
    """`set_player` by the holder himself, who may take his name along from a phone that was lost. Raises `Taken`."""
    with transaction.atomic():
        lost = others(grant).filter(player=player, device__codes__used_by=grant.device_id)
        for one in lost if player is not None else ():
            set_player(one, None, by=grant)
        return set_player(grant, player)


def rotate(grant: AnyGrant) -> str:
    """End every invitation, code and device of a place but this owner's; gives this phone's new recovery code."""
    place = grant.place
    with transaction.atomic():
        locked(place)
        end(place.links.filter(kind__in=Link.Kind.values))
        count = revoke(place.grants.exclude(pk=grant.pk))
        audit.note_at(AccessKind.ALL_SENT_AWAY, place, by=grant, count=count)
        return codes.make(grant.device)


def end_looks(looks: QuerySet[Grant]) -> None:
    """End grants that members of a circle had as such.

    One that the trail does not name goes without a trace there, so that its device may look again one day.
    """
    named = Event.objects.filter(session=OuterRef("session"), grant=OuterRef("pk"))
    with transaction.atomic():
        lock_all(looks)
        audit.note(AccessKind.LOOK_ENDED, *looks)
        looks.exclude(Exists(named)).delete()
        revoke(looks)


def forget(place: Place, player: int, *, by: AnyGrant | None = None) -> None:
    """Say no more whose phone it is, of a player or a person who is erased."""
    held = [grant.pk for grant in holding(place).filter(player=player)]
    for named in (place.grants, place.links):
        named.filter(player=player).update(player=None)
    audit.note(AccessKind.PLAYER_CHANGED, *place.grants.filter(pk__in=held), by=by)


def may_ask(grant: Grant) -> bool:
    """Whether there is anything to ask for."""
    return not at_least(grant.role, Role.SCOREKEEPER)
