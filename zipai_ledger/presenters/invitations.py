"""邀请 (yaoqing): invitations of a table or a circle, the spoken code, and the phones that came by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from zipai_ledger.access import AnyVisit, Visit, grants, holders, invitations, spoken
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.models import Link, Person, Player

from .phones import Phone, names_of, phone


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that still holds; ``recipient`` as its player is called, or as the remark on it says."""

    link: AnyLink
    recipient: str


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """One that was just made: nothing shows its ``secret`` again."""

    invitation: Invitation
    secret: str


@dataclass(frozen=True, slots=True)
class SpokenCode:
    """口令 (kouling): how the newest code that is read aloud stands; ``open_until`` is None where none is open."""

    open_until: datetime | None
    is_worn_out: bool


@dataclass(frozen=True, slots=True)
class NewSpokenCode:
    """One that was just made: its ``digits`` by fours."""

    digits: tuple[str, ...]
    link: Link


@dataclass(frozen=True, slots=True)
class InvitationsPage:
    """The page of a table or, without a ``spoken_code``, of a circle."""

    invitations: tuple[Invitation, ...]
    phones: tuple[Phone, ...]
    spoken_code: SpokenCode | None = None
    new: NewInvitation | None = None
    new_code: NewSpokenCode | None = None


def invitations_page(
    visit: AnyVisit, people: Sequence[Player | Person], *, new: NewInvitation | None = None
) -> InvitationsPage:
    """What stands on the page now. Three queries; for a table five."""
    names = names_of(people)
    session = visit.session if isinstance(visit, Visit) else None
    asking = {grant.pk for grant in holders.requests(session)} if session else set()
    held = grants.holding(visit.place).select_related("link").order_by("created")
    return InvitationsPage(
        invitations=tuple(invitation(link, names) for link in invitations.standing(visit.place)),
        phones=tuple(phone(grant, names, own=visit.grant.pk, asking=asking) for grant in held),
        spoken_code=spoken_code(spoken.newest(session)) if session else None,
        new=new,
    )


def invitation(link: AnyLink, names: Mapping[int, str]) -> Invitation:
    """A link as an invitation; ``names`` by number."""
    named = "" if link.player is None else names.get(link.player, "")
    return Invitation(link, named or link.label)


def new_invitation(link: AnyLink, secret: str, people: Sequence[Player | Person]) -> NewInvitation:
    """An invitation with its secret."""
    return NewInvitation(invitation(link, names_of(people)), secret)


def spoken_code(newest: Link | None) -> SpokenCode:
    """How the newest code of a table stands."""
    is_open = newest is not None and newest.revoked_at is None
    return SpokenCode(newest.expires_at if newest and is_open else None, spoken.is_worn_out(newest))


def new_spoken_code(link: Link, code: str) -> NewSpokenCode:
    """A code of digits that was just made."""
    return NewSpokenCode(tuple(code.split("-")), link)
