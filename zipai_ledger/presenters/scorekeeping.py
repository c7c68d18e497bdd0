"""能记分 (keeping score): who asks for it at a table, and what else an owner is to be told of phones."""

from dataclasses import dataclass
from datetime import datetime

from zipai_ledger.access import Action, Visit, holders, spoken
from zipai_ledger.ledger import queries

from .phones import Phone, names_of, phone


@dataclass(frozen=True, slots=True)
class OwnerNotices:
    """For the owner: who asks to keep score, which phones came back by a recovery code (when, by phone), a worn out 口令."""

    requests: tuple[Phone, ...]
    returned: tuple[tuple[int, datetime], ...]
    spoken_code_worn_out: bool


@dataclass(frozen=True, slots=True)
class OwnRequest:
    """For an onlooker: whether he asked, and from when on he may ask again, None where that is now."""

    is_open: bool
    again: datetime | None


def owner_notices(visit: Visit) -> OwnerNotices:
    """What has come up; three queries where somebody is to be named."""
    found = list(holders.noticed(visit.session))
    names = names_of(queries.players_of(visit.session)) if found else {}
    return OwnerNotices(
        requests=tuple(phone(grant, names) for grant in found if grant.asked_at),
        returned=tuple((grant.pk, grant.recovered_at) for grant in found if grant.recovered_at),
        spoken_code_worn_out=spoken.is_worn_out(spoken.newest(visit.session)),
    )


def scorekeeping(visit: Visit) -> OwnerNotices | OwnRequest | None:
    """Below the seats: requests to the owner, or how one's own stands; None for who keeps score already."""
    if visit.may(Action.GRANT):
        return owner_notices(visit)
    if not holders.may_ask(visit.grant):
        return None
    return OwnRequest(visit.grant.asked_at is not None, holders.ask_again_from(visit.grant))
