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


def scorekeeping(visit: Visit) -> OwnerNotices | OwnRequest | None:
    """Below the seats: what has come up for the owner, or how one's own request stands; None for who keeps score already.

    Three queries where somebody is to be named.
    """
    if not visit.may(Action.GRANT):
        may_ask, again = holders.may_ask(visit.grant), holders.ask_again_from(visit.grant)
        return OwnRequest(visit.grant.requested_at is not None, again) if may_ask else None
    found = holders.noticed(visit.session)
    names = names_of(queries.players_of(visit.session)) if found else {}
    return OwnerNotices(
        requests=tuple(phone(grant, names) for grant in found if grant.requested_at),
        returned=tuple((grant.pk, grant.recovered_at) for grant in found if grant.recovered_at),
        spoken_code_worn_out=spoken.is_worn_out(spoken.newest(visit.session)),
    )
