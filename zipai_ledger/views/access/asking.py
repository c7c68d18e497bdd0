"""Asking to keep score: a line on the table's page, for who asks and for who decides."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from zipai_ledger.access import Action, Visit, for_table, holders, spoken
from zipai_ledger.formats.dates import moment
from zipai_ledger.ledger import queries

from .holding import holder


@require_POST
@for_table(Action.ASK)
def ask(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask the owner for the right to keep score."""
    try:
        holders.ask(visit.grant)
    except holders.TooSoon as soon:
        return too_soon(request, visit, soon)
    return redirect("table:show", visit.session.public_id)


def too_soon(request: HttpRequest, visit: Visit, soon: holders.TooSoon) -> HttpResponse:
    """The owner has just said no: when one may ask again."""
    table_url = reverse("table:show", args=[visit.session.public_id])
    context = {"table_url": table_url, "again": moment(soon.at)}
    answer = render(request, "access/soon.html", context, status=429)
    answer["Retry-After"] = f"{soon.wait}"
    return answer


def asking(visit: Visit) -> dict[str, Any]:
    """What `access/_asking.html` shows: requests to the owner, or how one's own request stands."""
    if visit.may(Action.GRANT):
        return for_owner(visit)
    if not holders.may_ask(visit.grant):
        return {}
    return {
        "ask_url": reverse("access:ask", args=[visit.session.public_id]),
        "asked": visit.grant.asked_at is not None,
        "again": moment(again) if (again := holders.ask_again_from(visit.grant)) else "",
    }


def for_owner(visit: Visit) -> dict[str, Any]:
    """Who asks, and where the owner answers; which phones came back by a recovery code; a spoken code worn out."""
    found = list(holders.noticed(visit.session))
    people = queries.players_of(visit.session) if found else ()
    here = visit.session.public_id
    return {
        "requests": [
            {"name": holder(grant, people), "answer_url": reverse("access:answer", args=[here, grant.pk])}
            for grant in found
            if grant.asked_at
        ],
        "returned": [
            {"when": moment(grant.recovered_at), "url": reverse("access:device", args=[here, grant.pk])}
            for grant in found
            if grant.recovered_at
        ],
        "spoken_url": reverse("invitations:speak", args=[here]) if _is_worn_out(visit) else "",
    }


def _is_worn_out(visit: Visit) -> bool:
    return spoken.is_worn_out(spoken.newest(visit.session))
