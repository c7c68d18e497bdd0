"""别的手机刚记过: what others entered meanwhile, and what this entry would do beside it or in its place."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.posting import read_fact
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import RECORDING, Kind
from zipai_ledger.models import Event, Stage
from zipai_ledger.presenters.deals import deal_row
from zipai_ledger.presenters.events import event_author
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

from .following import seats_of
from .page import effect_of, roster_of

MOST_OFFERED = 3
"""Deals of others that may be the same one."""
Carried = Sequence[tuple[str, str]]


def news_of(events: Iterable[Event], place: Slot) -> list[dict[str, Any]]:
    """What others did: who, when, the kind of change, and the deal as it stands now."""
    changes = [(event, canonical.parse(event.body).get("deal")) for event in events]
    rows = queries.deals_by_key(place.session, [key for _event, key in changes if key])
    people = queries.phone_holders(place.session, [event for event, _key in changes], place.players)
    roster = roster_of(place)
    return [
        {
            "kind": event.kind,
            "who": event_author(event, people),
            "at": datetime.fromisoformat(event.at),
            "deal": replace(deal_row(rows[key], roster), disputable=False) if key in rows else None,
        }
        for event, key in changes
    ]


def stale_context(
    request: HttpRequest, place: Slot, change: record.Change, why: record.Stale
) -> dict[str, Any]:
    """Who entered what, both totals, the deals that this entry may take the place of, and the one that it is already."""
    plan, meanwhile = _plan(place, change, seats_of(request.POST)), []
    if not place.aim.way:
        meanwhile = _entered(place, why.events)
    return {
        "client_id": request.POST.get("client_id", ""),
        "news": news_of(why.events, place),
        "added": effect_of(plan, place)["rows"] if plan else [],
        "seen": why.ledger_seq,
        "same": _same(plan, meanwhile) if plan else None,
        "instead": [
            {"number": row.deal.position, "action": request.path + Aim("replace", row.deal.key).query}
            for row in meanwhile[:MOST_OFFERED]
        ],
    }


def _plan(place: Slot, change: record.Change, seats: record.Seats) -> record.Plan | None:
    """What the entry would do now; None where it cannot stand."""
    try:
        return record.preview_correction(session=place.session, change=change, seats=seats)
    except Refused:
        return None


def _entered(place: Slot, events: Iterable[Event]) -> list[queries.DealRow]:
    """Deals entered meanwhile that still count, newest first."""
    recorded = [event.seq for event in events if Kind(event.kind) in RECORDING]
    rows = queries.deals_by_key(place.session, recorded)
    return [rows[key] for key in reversed(recorded) if key in rows and rows[key].deal.live]


def _same(plan: record.Plan, rows: Iterable[queries.DealRow]) -> int | None:
    """The number of the newest deal that is, in all likelihood, the one that is entered; None where none is, or none is entered."""
    edited = plan.edited
    if edited.after is None:
        return None
    mine = _gist(plan.stage, edited.entry.fact, edited.after.body)
    alike = (row for row in rows if _gist(row.deal.stage, read_fact(row.deal.fact), row.outcome) == mine)
    return next((row.deal.position for row in alike), None)


def _gist(stage: Stage, fact: facts.Deal, outcome: Mapping[str, Any]) -> tuple[Any, ...]:
    """What is called across the table: who won, how, with how many 胡; of a deal that nobody won, all that was seen.

    Where there are no 胡, what the hand is worth stands for them.
    """
    wins = [(win["winner"], win["source"], win["from"], win["hu"] or win["units"]) for win in outcome["wins"]]
    seen = replace(fact, dealer=None, sitting=None, at=None, note=None)
    return (stage.pk, type(fact), wins or seen)


def conflict_context(place: Slot, carried: Carried, why: record.Conflict) -> dict[str, Any]:
    """What is stored under the same id, and the entry once more under an id of its own."""
    return {
        "news": news_of([why.event], place),
        "replaces": dict(carried).get("client_id", ""),
        "again": [
            (name, secrets.token_urlsafe(18) if name == "client_id" else value) for name, value in carried
        ],
    }
