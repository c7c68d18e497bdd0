"""别的手机刚记过: what others entered meanwhile, and what this entry would do beside it or in its place."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from zipai_ledger import queries, record
from zipai_ledger.models import Event
from zipai_ledger.rules.problems import Refused
from zipai_ledger.trail import canonical
from zipai_ledger.trail.kinds import RECORDING, Kind
from zipai_ledger.views.showing import deals
from zipai_ledger.views.tables import sentences

from .aim import Aim, Place
from .following import seats_of
from .page import effect_of, reader_of

MOST_OFFERED = 3
"""Deals of others that may be the same one."""
Carried = Sequence[tuple[str, str]]


def news_of(events: Iterable[Event], place: Place) -> list[dict[str, Any]]:
    """What others did: who, when, the kind of change, and the deal as it stands now."""
    changes = [(event, canonical.parse(event.body).get("deal")) for event in events]
    rows = queries.deals_by_key(place.session, [key for _event, key in changes if key])
    people = sentences.holders(place.session, [event for event, _key in changes], place.players)
    reader = reader_of(place)
    return [
        {
            "kind": event.kind,
            "who": sentences.who(event, people),
            "at": datetime.fromisoformat(event.at),
            "deal": deals.row(rows[key], reader) if key in rows else None,
        }
        for event, key in changes
    ]


def stale_context(
    request: HttpRequest, place: Place, change: record.Change, why: record.Stale
) -> dict[str, Any]:
    """Who entered what, both totals, and the deals that this entry may take the place of."""
    return {
        "client_id": request.POST.get("client_id", ""),
        "news": news_of(why.events, place),
        "added": _effect(place, change, seats_of(request.POST)),
        "seen": why.ledger_seq,
        "instead": [] if place.aim.way else _instead(request, place, why.events),
    }


def _effect(place: Place, change: record.Change, seats: record.Seats) -> list[dict[str, Any]]:
    """Totals now and with the entry; nothing where it cannot stand."""
    try:
        plan = record.preview_correction(session=place.session, change=change, seats=seats)
    except Refused:
        return []
    rows: list[dict[str, Any]] = effect_of(plan, place)["rows"]
    return rows


def _instead(request: HttpRequest, place: Place, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Deals entered meanwhile that still count, newest first."""
    recorded = [event.seq for event in events if Kind(event.kind) in RECORDING]
    rows = queries.deals_by_key(place.session, recorded)
    offered = [rows[key].deal for key in reversed(recorded) if key in rows and rows[key].deal.live]
    return [
        {"number": deal.position, "action": request.path + Aim("replace", deal.key).query}
        for deal in offered[:MOST_OFFERED]
    ]


def conflict_context(place: Place, carried: Carried, why: record.Conflict) -> dict[str, Any]:
    """What is stored under the same id, and the entry once more under an id of its own."""
    return {
        "news": news_of([why.event], place),
        "replaces": dict(carried).get("client_id", ""),
        "again": [
            (name, secrets.token_urlsafe(18) if name == "client_id" else value) for name, value in carried
        ],
    }
