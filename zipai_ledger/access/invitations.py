"""Invitations, spoken codes and transfers: how they are made and found, and what is left of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from zipai_ledger.models import GameSession, Grant, Link, Role

from . import tokens
from .grants import find, live_grants, valid_links

LABEL_LONGEST = 40
SPOKEN_LASTS = timedelta(minutes=60)
TRANSFER_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation allows: for whom, for how long and how often; None where that is open."""

    role: str
    label: str = ""
    lasts: timedelta | None = None
    uses: int | None = None
    player: int | None = None


def invite(session: GameSession, offer: Offer) -> tuple[Link, str]:
    """An invitation, and its secret."""
    secret = tokens.new_token()
    link = Link.objects.create(
        session=session,
        kind=Link.Kind.INVITE,
        role=offer.role,
        label=offer.label[:LABEL_LONGEST],
        player=offer.player,
        uses=offer.uses,
        uses_left=offer.uses,
        expires_at=None if offer.lasts is None else timezone.now() + offer.lasts,
        secret_hash=tokens.digest(secret),
    )
    return link, secret


def offer_of(link: Link) -> Offer:
    """What an invitation was made for."""
    minute = timedelta(minutes=1)
    lasts = minute * round((link.expires_at - link.created) / minute) if link.expires_at else None
    return Offer(link.role, link.label, lasts, link.uses, link.player)


def invite_again(link: Link) -> tuple[Link, str]:
    """The same invitation with a new secret; the old one ends, unless somebody came by it."""
    with transaction.atomic():
        if not link.grants.exists():
            end(Link.objects.filter(pk=link.pk))
        return invite(link.session, offer_of(link))


def speak(session: GameSession) -> tuple[Link, str]:
    """A code for viewers that can be said aloud; the one before it ends, whoever came by it stays."""
    code = tokens.new_code(tokens.SPOKEN_LENGTH)
    with transaction.atomic():
        GameSession.objects.select_for_update().get(pk=session.pk)
        end(Link.objects.filter(session=session, kind=Link.Kind.SPOKEN))
        link = Link.objects.create(
            session=session,
            kind=Link.Kind.SPOKEN,
            role=Role.VIEWER,
            expires_at=timezone.now() + SPOKEN_LASTS,
            secret_hash=tokens.digest(code),
        )
    return link, code


def move(grant: Grant) -> tuple[Link, str]:
    """A secret by which another browser takes over this grant, once; one made before ends."""
    secret = tokens.new_token()
    with transaction.atomic():
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
    return link, secret


def end(links: QuerySet[Link]) -> None:
    """End links; whoever came by them stays."""
    links.filter(revoked_at=None).update(revoked_at=timezone.now())


PASTED: Collection[str] = (Link.Kind.INVITE, Link.Kind.TRANSFER)


def find_typed(typed: str) -> Link:
    """The link whose secret, address or spoken code was typed or pasted; raises `WrongCode`."""
    secret = tokens.read_secret(typed)
    if secret:
        return find(PASTED, secret)
    return find([Link.Kind.SPOKEN], tokens.read_code(typed, tokens.SPOKEN_LENGTH))


def can_be_guessed(typed: str) -> bool:
    """Whether this is short enough that trying many of them could help."""
    return not tokens.read_secret(typed)


def came_by(secret: str, device_id: int) -> Grant | None:
    """The grant that this device already has by this link, even where the link is used up."""
    found = live_grants().filter(device_id=device_id, link__secret_hash=tokens.digest(secret))
    return found.select_related("session").first() if secret else None


def standing(session: GameSession) -> QuerySet[Link]:
    """Invitations that somebody may still use, or has come by."""
    used = Q(pk__in=live_grants().filter(session=session).values("link"))
    links = Link.objects.filter(session=session, kind=Link.Kind.INVITE, revoked_at=None)
    return links.filter(Q(pk__in=valid_links().filter(session=session)) | used).order_by("-created")


def open_spoken(session: GameSession) -> Link | None:
    """The spoken code that is open now."""
    return valid_links().filter(session=session, kind=Link.Kind.SPOKEN).first()
