"""更正: what can be done to a deal that stands in the ledger, and its history."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from zipai_ledger import posting, queries, record
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.rules.proposed import left_open
from zipai_ledger.trail.projection import body_followed
from zipai_ledger.views.showing.deals import row
from zipai_ledger.views.showing.numbers import figure

from .aim import Aim, Place, place_of
from .following import departures
from .others import READERS
from .page import page, reader_of, table_context
from .store import ask_or_store


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """One deal: how it was worked out, what was changed when, and what can be done."""
    place = place_of(visit.session, Aim("replace", key))
    assert place.now is not None  # noqa: S101 - place_of found it
    open_now = visit.session.status == "open" and visit.may(Action.CORRECT)
    context = {
        "table": table_context(visit, place),
        "deal": {**row(place.now, reader_of(place)), "open": True, "amend_url": ""},
        "history": [_told(change, place) for change in queries.deal_history(visit.session, key)],
        "live": place.now.deal.live,
        "actions": _actions(visit, place) if open_now else [],
    }
    return page(request, "deals/show.html", context)


def _told(change: queries.Change, place: Place) -> dict[str, Any]:
    deltas = change.outcome["deltas"] if change.outcome else []
    players = place.setting.table.players
    return {
        "kind": change.event.kind,
        "about": change.body["deal"] == place.aim.key,
        "followed": place.aim.key in body_followed(change.body),
        "at": datetime.fromisoformat(change.event.at),
        "role": change.event.role,
        "reason": change.body.get("reason", ""),
        "figures": [
            {"name": place.setting.names[player], **figure(deltas[player])}
            for player in players
            if player < len(deltas)
        ],
    }


def _actions(visit: Visit, place: Place) -> list[dict[str, str]]:
    departs = departures(place)
    live = place.now is not None and place.now.deal.live
    names = [*(["follow"] if departs else []), "replace", "insert", "void"] if live else ["restore", "insert"]
    return [
        {
            "name": name,
            "url": reverse(f"deals:{name}", args=[visit.session.public_id, place.aim.key]),
            "why": departs,
        }
        for name in names
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def void(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """作废: let a deal count no longer; what that does is shown first."""
    return ask_or_store(request, visit, place_of(visit.session, Aim("replace", key)), record.Void(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def restore(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """恢复: let a void deal count again."""
    return ask_or_store(request, visit, place_of(visit.session, Aim("replace", key)), record.Restore(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def follow(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """照规矩改: let who deals and who sits out in this deal be what the rule has them."""
    place = place_of(visit.session, Aim("replace", key))
    assert place.now is not None  # noqa: S101 - place_of found it
    fact = left_open(posting.read_fact(place.now.deal.fact), "dealer", "sitting")
    return ask_or_store(request, visit, place, record.Replace(key, fact))


@require_safe
@for_table(Action.CORRECT)
def replace(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """改: to the form that fits what stands there."""
    place = place_of(visit.session, Aim("replace", key))
    result = place.now.fact["result"] if place.now else ""
    return HttpResponseRedirect(place.url(result if result in READERS else "new"))


@require_safe
@for_table(Action.CORRECT)
def insert(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """补记: to the form of a forgotten deal before this one."""
    return HttpResponseRedirect(place_of(visit.session, Aim("before", key)).url("new"))
