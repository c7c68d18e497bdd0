"""墙上的二维码 (qiang shang de erweima): the one invitation that stays in sight, on boards, as long as its owner lets it.

Its secret grows from its number and the secret key, so that it can be drawn again whenever a board asks; what is kept
of it is a hash, as of every other. It lets people look on, no more.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from zipai_ledger.models import AccessKind, GameSession, Grant, Link, Role

from . import audit, invitations, tokens
from .grants import live_grants, locked, tell, valid_links

LASTS = timedelta(hours=24)
"""Longer than any evening, so that it need not be made anew while people sit there."""


def hang(session: GameSession, *, by: Grant | None = None) -> None:
    """Show it on every board of the table; one that hangs there already stays."""
    with transaction.atomic():
        locked(session)
        if hung(session):
            return
        offer = invitations.Offer(Role.VIEWER, _("墙上的二维码"), LASTS)
        link, _random = invitations.invite(session, offer, by=by)
        Link.objects.filter(pk=link.pk).update(secret_hash=tokens.digest(_secret(link.pk)))
        tell(live_grants().filter(session=session))


def take_down(session: GameSession, *, by: Grant | None = None) -> None:
    """End it; whoever came by it stays."""
    with transaction.atomic():
        locked(session)
        for link in _open(session):
            invitations.end(Link.objects.filter(pk=link.pk))
            audit.note_link(AccessKind.LINK_ENDED, link, by=by, count=0)
        tell(live_grants().filter(session=session))


def hung(session: GameSession) -> str:
    """The secret of the invitation that hangs at this table, empty where none does. One query."""
    return next((_secret(link.pk) for link in _open(session)), "")


def _open(session: GameSession) -> list[Link]:
    kept: QuerySet[Link] = valid_links(Link).filter(
        session=session, kind=Link.Kind.INVITE, role=Role.VIEWER, player=None
    )
    return [link for link in kept.order_by("-pk") if link.secret_hash == tokens.digest(_secret(link.pk))]


def _secret(number: int) -> str:
    return tokens.sown(f"wall-{number}")
