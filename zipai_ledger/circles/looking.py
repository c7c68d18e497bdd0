"""Members who look at the ledger of a table that its owner opened to the circle.

Such a grant came by no link and only looks; it ends when the table is closed to the circle or leaves it, and when the
member is sent away, on whichever phone it is by then.
"""

from django.db import transaction
from django.db.models import QuerySet

from zipai_ledger.access import grants, holders, signing_off
from zipai_ledger.models import AccessKind, Circle, CircleGrant, CircleLink, Device, Evening, Grant, Role


def look(evening: Evening, device: Device) -> bool:
    """Let a member's device see the ledger; whether it may. One that the table has sent away may not."""
    with transaction.atomic():
        session = grants.locked(evening.session)
        held = session.grants.filter(device=device)
        if not held.exists() and evening.open_to_members:
            grants.give(session, AccessKind.BY_CIRCLE, device=device, role=Role.VIEWER)
        return held.filter(revoked_at=None).exists()


def lookers(circle: Circle) -> QuerySet[Grant]:
    """Grants at tables that were given to members of this circle as such, of phones that are gone too."""
    given = Grant.objects.filter(session__evening__circle=circle, link=None, role=Role.VIEWER)
    return given.filter(revoked_at=None)


def send_away(circle: Circle, held: QuerySet[CircleGrant], *, by: CircleGrant | None = None) -> int:
    """End some of the grants of a circle, and what was shown through them; how many there were."""
    with transaction.atomic():
        count = grants.send_away(circle, held.filter(circle=circle), by=by)
        _only_members_look(circle)
        return count


def leave(grant: CircleGrant, *, ownerless: bool) -> None:
    """End a phone's own grant, and what was shown through it. Raises `LastOwner`, see `signing_off.leave`."""
    with transaction.atomic():
        signing_off.leave(grant, ownerless=ownerless)
        _only_members_look(grant.circle)


def _only_members_look(circle: Circle) -> None:
    """End what phones outside the circle still see through it: one may have been moved there."""
    members = grants.holding(circle).values("device")
    holders.end_looks(lookers(circle).exclude(device__in=members))


def send_away_by(link: CircleLink, *, by: CircleGrant | None = None) -> None:
    """End an invitation, and send away everybody who came by it."""
    with transaction.atomic():
        grants.revoke_link(link, by=by)
        _only_members_look(link.circle)


def rotate(grant: CircleGrant) -> str:
    """Send away everybody but this owner's device and end every invitation; gives the new recovery code."""
    with transaction.atomic():
        code = holders.rotate(grant)
        _only_members_look(grant.circle)
        return code
