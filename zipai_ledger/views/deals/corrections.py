"""更正: what can be done to a deal that stands in the ledger, and its history."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.ledger import posting, record
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.deals import deal_row
from zipai_ledger.presenters.history import history_page
from zipai_ledger.presenters.waits import has_waits
from zipai_ledger.rules.proposed import left_open

from ..addresses import listening
from ..slots import slot_or_404
from . import doubts
from .following import departures
from .others import READERS
from .page import entry_url, page, roster_of, say, table_context
from .store import ask_or_store


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """One deal: how it was worked out, who doubts it, what was changed when, and what can be done."""
    return shown(request, visit, slot_or_404(visit.session, Aim("replace", key)))


def shown(
    request: HttpRequest, visit: Visit, place: Slot, errors: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    """The page of a deal; ``errors`` say what kept a doubt from being stored."""
    assert place.now is not None  # noqa: S101 - place_of found it
    history = history_page(visit.session, deal=place.aim.key)
    events = history.lines[::-1]
    whole = f"{reverse('history:show', args=[visit.session.public_id])}?deal={place.aim.key}"
    is_open = visit.session.status == GameSession.Status.OPEN
    context = {
        "table": table_context(visit, place),
        "visit": visit,
        "deal": deal_row(place.now, roster_of(place)),
        "errors": [{"field": "note", "message": error} for error in errors],
        "note": request.POST.get("note", ""),
        "doubt": doubts.context(visit, place),
        "agreed": agreed_context(visit, place),
        "story": events,
        "whole_url": whole if history.before else "",
        "said": doubts.said(events),
        "live": place.now.deal.live,
        "after_url": reverse("waits:show", args=[visit.session.public_id, place.aim.key])
        if has_waits(place.now)
        else "",
        "actions": _actions(visit, place) if is_open and visit.may(Action.CORRECT) else [],
        **listening(visit, "line"),
    }
    return page(request, "deals/show.html", context, status)


def agreed_context(visit: Visit, place: Slot) -> dict[str, Any] | None:
    """商定: why the deal cannot stand by the rules, and whether it could again; None where nothing was agreed."""
    if place.now is None or not place.now.deal.agreed:
        return None
    found = posting.recheck(
        posting.Rules.of(place.stage), place.setting.state, posting.read_fact(place.now.deal.fact)
    )
    can = isinstance(found, posting.Stored) and visit.may(Action.CORRECT)
    return {
        "why": [] if isinstance(found, posting.Stored) else [say(one, place) for one in found.problems],
        "undo_url": reverse("corrections:by_rule", args=[visit.session.public_id, place.aim.key])
        if can
        else "",
    }


def _actions(visit: Visit, place: Slot) -> list[dict[str, str]]:
    departs = departures(place)
    live = place.now is not None and place.now.deal.live
    names = [*(["follow"] if departs else []), "replace", "insert", "void"] if live else ["restore", "insert"]
    return [
        {
            "name": name,
            "url": reverse(f"corrections:{name}", args=[visit.session.public_id, place.aim.key]),
            "why": departs,
        }
        for name in names
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def void(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """作废: let a deal count no longer; what that does is shown first."""
    return ask_or_store(request, visit, slot_or_404(visit.session, Aim("replace", key)), record.Void(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def restore(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """恢复: let a void deal count again."""
    return ask_or_store(request, visit, slot_or_404(visit.session, Aim("replace", key)), record.Restore(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def follow(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """照规矩改: let who deals and who sits out in this deal be what the rule has them."""
    place = slot_or_404(visit.session, Aim("replace", key))
    assert place.now is not None  # noqa: S101 - place_of found it
    fact = left_open(posting.read_fact(place.now.deal.fact), "dealer", "sitting")
    return ask_or_store(request, visit, place, record.Replace(key, fact))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def by_rule(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """不照商定了: let a deal that was kept as agreed be worked out by the rules again."""
    place = slot_or_404(visit.session, Aim("replace", key))
    assert place.now is not None  # noqa: S101 - place_of found it
    return ask_or_store(request, visit, place, record.Replace(key, posting.read_fact(place.now.deal.fact)))


@require_safe
@for_table(Action.CORRECT)
def replace(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """改: to the form that fits what stands there."""
    place = slot_or_404(visit.session, Aim("replace", key))
    result = place.now.fact["result"] if place.now else ""
    return HttpResponseRedirect(entry_url(place, result if result in READERS else "new"))


@require_safe
@for_table(Action.CORRECT)
def insert(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """补记: to the form of a forgotten deal before this one."""
    return HttpResponseRedirect(entry_url(slot_or_404(visit.session, Aim("before", key)), "new"))
