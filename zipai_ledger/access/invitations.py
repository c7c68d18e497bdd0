"""Invitations and transfers: how they are made and found, and what is left of them."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from zipai_ledger.models import AccessKind, CircleGrant, CircleLink, CircleRole, Grant, Link, Role

from . import audit, network, spoken, tokens
from .grants import AnyGrant, AnyLink, Place, find, holding, is_full, locked, valid_links

log = logging.getLogger("zipai_ledger.access")

LABEL_LONGEST = 40
TRANSFER_LASTS = timedelta(minutes=10)
AT_HAND_LASTS: Mapping[str, timedelta] = {
    Role.SCOREKEEPER: timedelta(hours=12),
    Role.VIEWER: timedelta(hours=12),
    CircleRole.MEMBER: timedelta(days=7),
}
"""So long an invitation lies ready to be scanned: an evening at a table, a week in a circle."""
ENDS_SOON = timedelta(minutes=10)
"""With less than this left another one is made."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation allows: for whom, for how long and how often; None where that is open."""

    role: str
    label: str = ""
    lasts: timedelta | None = None
    uses: int | None = None
    player: int | None = None


def invite(place: Place, offer: Offer, *, by: AnyGrant | None = None, seed: str = "") -> tuple[AnyLink, str]:
    """An invitation, and its secret: known only now, unless it grew from a ``seed``."""
    secret = tokens.sown(seed) if seed else tokens.new_token()
    with transaction.atomic():
        link = place.links.create(
            kind=Link.Kind.INVITE,
            role=offer.role,
            label=offer.label[:LABEL_LONGEST],
            player=offer.player,
            uses=offer.uses,
            uses_left=offer.uses,
            expires_at=None if offer.lasts is None else timezone.now() + offer.lasts,
            secret_hash=tokens.digest(secret),
            seed=seed,
        )
        audit.note_link(AccessKind.LINK_MADE, link, by=by)
    return link, secret


def at_hand(place: Place, role: str) -> tuple[AnyLink, str] | None:
    """桌上的二维码: the invitation whose code lies ready to be scanned, and its secret; None where none is good.

    For pages of whoever may invite; that of an onlooker also for boards, see `walls`. Two queries.
    """
    soon = timezone.now() + ENDS_SOON
    good = valid_links(of_place(place).model).filter(pk__in=of_place(place), role=role, expires_at__gt=soon)
    link = good.exclude(seed="").order_by("-pk").first()
    return None if link is None or is_full(link) else (link, tokens.sown(link.seed))


def put_at_hand(place: Place, role: str, *, by: AnyGrant | None = None) -> tuple[AnyLink, str]:
    """The same, made where there is none."""
    with transaction.atomic():
        offer = Offer(role, lasts=AT_HAND_LASTS[role])
        found = at_hand(locked(place), role)
        return found or invite(place, offer, by=by, seed=tokens.new_token())


def prolong(link: AnyLink, *, where_left: timedelta) -> None:
    """Let one that lies ready to be scanned be good for as long again, where less time is left and it has not ended."""
    now = timezone.now()
    if link.expires_at and link.expires_at < now + where_left:
        found = of_place(link.place).filter(pk=link.pk, revoked_at=None)
        found.update(expires_at=now + AT_HAND_LASTS[link.role])


def offer_of(link: AnyLink) -> Offer:
    """What an invitation was made for."""
    minute = timedelta(minutes=1)
    lasts = minute * round((link.expires_at - link.created) / minute) if link.expires_at else None
    return Offer(link.role, link.label, lasts, link.uses, link.player)


def invite_again(link: AnyLink, *, by: AnyGrant | None = None) -> tuple[AnyLink, str]:
    """The same invitation with a new secret; the old one ends, unless somebody came by it."""
    with transaction.atomic():
        locked(link.place)
        if not link.grants.exists():
            end(link.place.links.filter(pk=link.pk))
        return invite(link.place, offer_of(link), by=by)


def move(grant: Grant) -> tuple[Link, str]:
    """A secret by which another browser takes over this grant, once; one made before ends."""
    secret = tokens.new_token()
    with transaction.atomic():
        locked(grant.session)
        end(Link.objects.filter(moves=grant))
        link = Link.objects.create(
            session_id=grant.session_id,
            kind=Link.Kind.TRANSFER,
            role=grant.role,
            moves=grant,
            uses=1,
            uses_left=1,
            expires_at=timezone.now() + TRANSFER_LASTS,
            secret_hash=tokens.digest(secret),
        )
        audit.note_link(AccessKind.TRANSFER_MADE, link, by=grant)
    return link, secret


def end(links: QuerySet[Any]) -> None:
    """End links; whoever came by them stays."""
    links.filter(revoked_at=None).update(revoked_at=timezone.now())


def forget(place: Place, player: int, name: str) -> None:
    """Take a name that is erased off the links: the remarks on those made for this player, and those that name him."""
    place.links.filter(Q(player=player) | Q(label__contains=name)).update(label="")


PASTED: Collection[str] = (Link.Kind.INVITE, Link.Kind.TRANSFER)


def find_typed(typed: str) -> AnyLink:
    """The link whose secret, address or spoken code was typed or pasted; raises `WrongCode`."""
    secret = tokens.read_secret(typed)
    if secret:
        return find(PASTED, secret)
    return spoken.find(tokens.read_digits(typed))


def can_be_guessed(typed: str) -> bool:
    """Whether this is short enough that trying many of them could help."""
    return not tokens.read_secret(typed)


def place_by_link(secret: str, device_id: int) -> Place | None:
    """Where this device already is by this link, even if the link is used up."""
    by = {"device_id": device_id, "link__secret_hash": tokens.digest(secret), "revoked_at": None}
    to_tables = Grant.objects.filter(**by).select_related("session")
    to_circles = CircleGrant.objects.filter(**by).select_related("circle")
    found = (to_tables.first() or to_circles.first()) if secret else None
    return found.place if found else None


def note_refused(typed: str) -> None:
    """Write down that an invitation or a transfer which was sent let nobody in: where it led once, and in the log."""
    secret = tokens.read_secret(typed)
    if not secret:
        return
    log.warning("wrong invitation from %s", network.sender())
    known = {"secret_hash": tokens.digest(secret), "kind__in": PASTED}
    link = Link.objects.filter(**known).first() or CircleLink.objects.filter(**known).first()
    if link is not None:
        with transaction.atomic():
            locked(link.place)
            audit.count_up_link(AccessKind.ENDED_LINK_USED, link)


def of_place(place: Place) -> QuerySet[Any]:
    """All invitations that were made, also those that have ended."""
    return place.links.filter(kind=Link.Kind.INVITE)


def standing(place: Place) -> QuerySet[Any]:
    """Invitations that somebody may still use, or has come by."""
    links = of_place(place).filter(revoked_at=None)
    used = Q(pk__in=holding(place).values("link"))
    return links.filter(Q(pk__in=valid_links(links.model)) | used).order_by("-created")
