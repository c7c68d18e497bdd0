"""谁进来过 (the access trail): who came to a table or a circle and who left, by what and when, for its owner."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, AnyVisit, CircleAction, for_place
from zipai_ledger.http.digits import number
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.presenters.access_trail import access_trail_page

from .places import people_of


@require_safe
@for_place(Action.AUDIT, CircleAction.AUDIT)
def show(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """What changed who may come, newest first; ``?before=80`` shows what came before record 80."""
    before = number(request.GET.get("before", ""))
    page = access_trail_page(visit, people_of(visit.place), before)
    partial = "#rows" if htmx_of(request) and before else ""
    return render(request, f"access_trail/show.html{partial}", {"visit": visit, "page": page})
