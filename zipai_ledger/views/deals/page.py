"""What the pages of deals show: the table in seat order, problems in words, the effect of a change."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from zipai_ledger.access import Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.presenters import desk
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem

NO_FIELDS: Mapping[str, str] = {}


def seats_of(visit: Visit, place: Slot) -> list[dict[str, Any]]:
    """The players as they sit, seen from the visitor's own seat."""
    table, state = place.setting.table, place.setting.state
    mine = table.players.index(visit.player) if visit.player in table.players else None
    return [
        {
            "index": seat,
            "name": place.setting.name(seat),
            "at": desk.place(seat, mine or 0, table.seats),
            "is_dealer": seat == state.dealer,
            "is_sitting": seat == state.sitting,
            "is_me": seat == mine,
        }
        for seat in range(table.seats)
    ]


def table_context(visit: Visit, place: Slot) -> dict[str, Any]:
    """The ``table`` of the entry pages."""
    session, seats = visit.session, seats_of(visit, place)
    return {
        "id": session.public_id + place.aim.query,
        "url": reverse("table:show", args=[session.public_id]),
        "name": session.name,
        "words": place.setting.speaker.terms,
        "size": place.setting.table.seats,
        "deal_no": place.number,
        "players": seats,
        "dealer_at": next((seat["at"] for seat in seats if seat["is_dealer"]), ""),
        "win_url": entry_url(place, "new"),
        "dead_url": _url(place, facts.Dead),
        "foul_url": _url(place, facts.Foul),
        "opening_url": _url(place, facts.Opening),
        "adjust_url": entry_url(place, "adjust"),
    }


def entry_url(place: Slot, name: str) -> str:
    """An address of the entry with the same aim."""
    return reverse(f"deal_entry:{name}", args=[place.session.public_id]) + place.aim.query


def _url(place: Slot, result: type[facts.Deal]) -> str:
    """Where such a deal is entered, nothing where the game has none."""
    return entry_url(place, result.result) if result in place.setting.ruleset.results else ""


def errors_of(
    problems: Iterable[Problem], place: Slot, fields: Mapping[str, str] = NO_FIELDS
) -> list[dict[str, str]]:
    """Problems in the reader's words, each with the field of the form (``fields``: see `EntryKind`)."""
    return [{"field": field_of(problem, fields), "message": say(problem, place)} for problem in problems]


def field_of(problem: Problem, fields: Mapping[str, str]) -> str:
    """The field of the form that a part of a fact belongs to: ``hand.concealed`` → ``groups``."""
    first, _dot, rest = problem.field.partition(".")
    if first == "deltas" and rest:
        return f"delta_{rest}"
    return fields.get(problem.field, fields.get(first, first))


def beside(errors: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Field → what is wrong with it, for the place right below it."""
    told: dict[str, str] = {}
    for error in errors:
        told[error["field"]] = " ".join(filter(None, [told.get(error["field"], ""), error["message"]]))
    return told


def say(problem: Problem, place: Slot) -> str:
    """One problem in the reader's words."""
    return place.setting.speaker.problem(problem)


def fresh(visit: Visit) -> dict[str, Any]:
    """What a new form carries besides the entry itself."""
    return {"client_id": secrets.token_urlsafe(18), "base": visit.session.ledger_seq}


def sent_back(data: Mapping[str, str]) -> dict[str, Any]:
    """What was sent, to be shown again exactly as it was."""
    numbers = ("winner", "from", "dealer", "hu", "xing_count", "xing_lower", "offender")
    shown: dict[str, Any] = {name: data[name] for name in data if name != "csrfmiddlewaretoken"}
    for name in numbers:
        if (found := number(data.get(name, ""))) is not None:
            shown[name] = found
    return shown


def saved_ids(visit: Visit) -> str:
    """Client ids of the latest stored entries, so that a phone can drop their drafts."""
    return " ".join(queries.latest_client_ids(visit.session))


def page(request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """A rendered page with the frame's own context."""
    return render(request, template, dict(context), status=status)
