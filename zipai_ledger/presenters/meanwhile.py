"""别的手机刚记过: what others entered meanwhile, and what this entry would do beside it or in its place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.posting import read_fact
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.ledger.trail.kinds import RECORDING, Kind
from zipai_ledger.models import Deal, Event, Stage
from zipai_ledger.rules import facts

from .boards import TotalChange
from .corrections import slot_roster, total_changes
from .deals import DealLine, deal_row
from .events import event_author

MOST_OFFERED = 3
"""Deals of others that may be the same one."""
Fields = tuple[tuple[str, str], ...]
"""Names and values of hidden fields."""


@dataclass(frozen=True, slots=True)
class News:
    """What another phone did: whose, when, and the deal as it stands now, None where it was about none."""

    who: str
    at: datetime
    deal: DealLine | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StalePage:
    """Nothing was stored, since others have changed the ledger: keep theirs, add mine, or put mine in the place of theirs.

    ``players``: names over the columns; ``added``: totals now and with this entry, none where it cannot stand any more;
    ``ledger_seq``: the ledger as it is shown here; ``instead``: deals of others that this one may take the place of;
    ``same``: the number of the deal that this one agrees with.
    """

    players: tuple[str, ...]
    client_id: str
    fields: Fields
    news: tuple[News, ...]
    added: tuple[TotalChange, ...]
    ledger_seq: int
    instead: tuple[queries.DealRow, ...]
    same: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedPage:
    """Nothing was stored, and why: ``reason`` and ``text`` as in a `Refusal` (the template has words of its own for some).

    Where something else was stored under the same id, ``news`` is that, ``replaces`` the id, and ``fields`` the entry with
    another one.
    """

    reason: str
    text: str = ""
    players: tuple[str, ...] = ()
    news: tuple[News, ...] = ()
    replaces: str = ""
    fields: Fields = ()
    ledger_seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseatedPage:
    """Nothing was stored, since others sit there now: who sat there ``then`` and who does ``now``, by name.

    ``last``: the last deal that those of then played on these seats; behind it there is a place for this one. None where
    they played none.
    """

    then: tuple[str, ...]
    now: tuple[str, ...]
    is_next: bool
    last: Deal | None
    fields: Fields
    ledger_seq: int


def _news(events: Sequence[Event], slot: Slot) -> tuple[News, ...]:
    """What these events did."""
    changes = [(event, canonical.parse(event.body).get("deal")) for event in events]
    rows = queries.deals_by_key(slot.session, [key for _event, key in changes if key])
    people = queries.phone_holders(slot.session, events, slot.players)
    roster = slot_roster(slot)
    return tuple(
        News(
            who=event_author(event, people),
            at=datetime.fromisoformat(event.at),
            # Its own page is where it is doubted.
            deal=replace(deal_row(rows[key], roster), disputable=False) if key in rows else None,
        )
        for event, key in changes
    )


def _entry(fields: Fields) -> Fields:
    """What was entered, without the ledger that it was made on: what is shown here has been seen."""
    return tuple((name, value) for name, value in fields if name != "base")


def stale_page(stale: record.Stale, slot: Slot, plan: record.Plan | None, fields: Fields) -> StalePage:
    """Who entered what, both totals, the deals that this entry may take the place of, and the one that it is already.

    ``plan``: what the entry would do now, None where it cannot stand.
    """
    meanwhile = [] if slot.aim.way else _entered(slot, stale.events)
    return StalePage(
        players=seat_names(slot),
        client_id=dict(fields).get("client_id", ""),
        fields=_entry(fields),
        news=_news(stale.events, slot),
        added=total_changes(plan, slot) if plan else (),
        ledger_seq=stale.ledger_seq,
        same=_same(plan, meanwhile) if plan else None,
        instead=tuple(meanwhile[:MOST_OFFERED]),
    )


def reseated_page(people: tuple[int, ...], slot: Slot, fields: Fields) -> ReseatedPage:
    """Who sat where when an entry was made, and where it may be put."""
    return ReseatedPage(
        then=tuple(slot.players[one].name for one in people if one in range(len(slot.players))),
        now=seat_names(slot),
        is_next=not slot.aim.way,
        last=queries.last_deal_of(slot.session, people),
        fields=_entry(fields),
        ledger_seq=slot.session.ledger_seq,
    )


def conflict_page(reason: str, conflict: record.Conflict, slot: Slot, fields: Fields) -> RefusedPage:
    """What is stored under the same id, and the entry once more under an id of its own."""
    return RefusedPage(
        reason=reason,
        players=seat_names(slot),
        news=_news([conflict.event], slot),
        replaces=dict(fields).get("client_id", ""),
        fields=tuple(
            (name, new_client_id() if name == "client_id" else value) for name, value in _entry(fields)
        ),
        ledger_seq=slot.session.ledger_seq,
    )


def seat_names(slot: Slot) -> tuple[str, ...]:
    """Everybody as they sit."""
    return tuple(slot.setting.name(seat) for seat in range(slot.setting.table.seats))


def _entered(slot: Slot, events: Iterable[Event]) -> list[queries.DealRow]:
    """Deals entered meanwhile that still count, newest first."""
    recorded = [event.seq for event in events if Kind(event.kind) in RECORDING]
    rows = queries.deals_by_key(slot.session, recorded)
    return [rows[key] for key in reversed(recorded) if key in rows and rows[key].deal.live]


def _same(plan: record.Plan, rows: Sequence[queries.DealRow]) -> int | None:
    """The number of the newest deal that is, in all likelihood, the one that is entered; None where none is, or none is entered."""
    edited = plan.edited
    if edited.after is None:
        return None
    mine = _gist(plan.stage, edited.entry.fact, edited.after.body)
    alike = (row for row in rows if _gist(row.deal.stage, read_fact(row.deal.fact), row.outcome) == mine)
    return next((row.deal.position for row in alike), None)


def _gist(stage: Stage, fact: facts.Deal, outcome: OutcomeBody) -> tuple[object, ...]:
    """What is called across the table: who won, how, with how many 胡; of a deal that nobody won, all that was seen.

    Where there are no 胡, what the hand is worth stands for them.
    """
    wins = [(win["winner"], win["source"], win["from"], win["hu"] or win["units"]) for win in outcome["wins"]]
    seen = replace(fact, dealer=None, sitting=None, at=None, note=None)
    return (stage.pk, type(fact), wins or seen)
