"""邀请 (yaoqing): invitations of a table or a circle, the spoken code, and the phones that came by them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.access import AnyVisit, Visit, grants, holders, invitations, spoken
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.models import CircleRole, Link, Person, Player, Role

from .phones import Phone, names_of, phone


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that still holds; ``recipient`` as its player is called, or as the remark on it says.

    ``secret``: of one that was just made, nothing shows it again.
    """

    link: AnyLink
    recipient: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class InvitationsPage:
    """The page of a table or a circle. ``code`` lies ready to be scanned, None where it has ended; ``new`` was just made.

    At a table, 口令 (kouling): ``spoken_code`` is the newest that is read aloud, open or not, ``digits`` are those of one
    that was just made, by fours.
    """

    invitations: tuple[Invitation, ...]
    phones: tuple[Phone, ...]
    code: Invitation | None
    new: Invitation | None
    spoken_code: Link | None
    is_worn_out: bool
    digits: tuple[str, ...]


def invitations_page(
    visit: AnyVisit,
    people: Sequence[Player | Person],
    *,
    made: tuple[AnyLink, str] | None = None,
    digits: Iterable[str] = (),
) -> InvitationsPage:
    """What stands on the page now, with what was just ``made``: a link and its secret. Five queries; for a table seven."""
    names = names_of(people)
    session = visit.session if isinstance(visit, Visit) else None
    asking = {grant.pk for grant in holders.requests(session)} if session else set()
    held = grants.holding(visit.place).select_related("link").order_by("created")
    newest = spoken.newest(session) if session else None
    return InvitationsPage(
        invitations=tuple(_invitation(names, link) for link in invitations.standing(visit.place)),
        phones=tuple(phone(grant, names, own=visit.grant.pk, asking=asking) for grant in held),
        code=code_at_hand(visit, names),
        new=_invitation(names, *made) if made else None,
        spoken_code=newest,
        is_worn_out=spoken.is_worn_out(newest),
        digits=tuple(digits),
    )


def code_at_hand(visit: AnyVisit, names: Mapping[int, str] | None = None) -> Invitation | None:
    """The code that lies ready to be scanned. For who may invite alone. Two queries."""
    found = invitations.at_hand(visit.place, role_at_hand(visit))
    return _invitation(names or {}, *found) if found else None


def role_at_hand(visit: AnyVisit) -> str:
    """What whoever scans the code that lies ready may do: keep score at a table, look into a circle."""
    return Role.SCOREKEEPER if isinstance(visit, Visit) else CircleRole.MEMBER


def _invitation(names: Mapping[int, str], link: AnyLink, secret: str = "") -> Invitation:
    named = "" if link.player is None else names.get(link.player, "")
    return Invitation(link, named or link.label, secret)


def invitation_guests(visit: AnyVisit, link: AnyLink, people: Sequence[Player | Person]) -> tuple[Phone, ...]:
    """The phones that would be sent away with an invitation."""
    held = grants.holding(visit.place).filter(link=link).select_related("link").order_by("created")
    return tuple(phone(grant, names_of(people), own=visit.grant.pk) for grant in held)
