"""Closing a table, after its whole trail was checked, and opening it again."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Recorded, Sent

from ..refusals import Refusal, attempt
from . import settlement, ways
from .typed import whole


@require_POST
@for_table(Action.CLOSE)
def close(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Close it; 409 where the trail does not hold together. ``despite``: deals that stay in dispute."""
    despite = [whole(key, 0) for key in request.POST.get("despite", "").split()]
    return _answer(
        request,
        visit,
        lambda sent: record.close(session=visit.session, sent=sent, despite_disputes=despite),
    )


@require_POST
@for_table(Action.REOPEN)
def reopen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open it again."""
    return _answer(request, visit, lambda sent: record.reopen(session=visit.session, sent=sent))


def _answer(request: HttpRequest, visit: Visit, verb: Callable[[Sent], Recorded]) -> HttpResponse:
    base = whole(request.POST.get("base", ""), 0) or None
    recorded = attempt(lambda: verb(visit.sent(_entry(request), base)))
    if isinstance(recorded, Refusal):
        return _refused(request, visit, recorded)
    return redirect("tables:settle", visit.session.public_id)


def _entry(request: HttpRequest) -> str | None:
    """The id of the form that was sent: there are two, of which scripts keep the first."""
    return request.POST.get("client_id") or request.POST.get("entry")


def _refused(request: HttpRequest, visit: Visit, refusal: Refusal) -> HttpResponse:
    return render(
        request,
        "tables/settle.html",
        {**settlement.context(visit, ways.asked(request, visit.session)), "error": refusal.text},
        status=refusal.status,
    )
