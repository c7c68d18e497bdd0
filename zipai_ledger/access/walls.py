"""墙上的二维码 (qiang shang de erweima): an invitation to look on, shown on every board as long as an owner lets it."""

from datetime import timedelta

from django.db import transaction

from zipai_ledger.models import AccessKind, GameSession, Grant, Role

from . import audit, invitations
from .grants import live_grants, locked, tell

RENEWED = timedelta(hours=6)
"""What has less time left is renewed: a screen may be without a network for hours."""


def hang(session: GameSession, *, by: Grant | None = None) -> None:
    """Show it on every board of the table; one that hangs there already stays."""
    with transaction.atomic():
        invitations.put_at_hand(session, Role.VIEWER, by=by)
        tell(live_grants().filter(session=session))


def take_down(session: GameSession, *, by: Grant | None = None) -> None:
    """End it; whoever came by it stays."""
    with transaction.atomic():
        found = invitations.at_hand(locked(session), Role.VIEWER)
        if found is None:
            return
        link, _secret = found
        invitations.end(invitations.of_place(session).filter(pk=link.pk))
        audit.note_link(AccessKind.LINK_ENDED, link, by=by, count=0)
        tell(live_grants().filter(session=session))


def hung(session: GameSession) -> str:
    """The secret of the invitation that hangs at this table, empty where none does. Two queries."""
    _link, secret = invitations.at_hand(session, Role.VIEWER) or (None, "")
    return secret


def keep_hanging(session: GameSession) -> str:
    """The same, for a board that asks: as long as one does and the table is open, what hangs there does not end."""
    link, secret = invitations.at_hand(session, Role.VIEWER) or (None, "")
    if link and session.is_open:
        invitations.prolong(link, where_left=RENEWED)
    return secret
