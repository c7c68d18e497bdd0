"""改过什么 (history): everything that ever happened to a table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.http.digits import number
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.presenters.history import history_page


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What was changed, newest first, with ``?all=1`` all that happened, with ``?deal=12`` what is about a deal.

    ``?before=80`` goes on with what came before event 80.
    """
    before, deal = (number(request.GET.get(name, "")) for name in ("before", "deal"))
    if deal is not None and queries.deal_by_key(visit.session, deal) is None:
        raise Http404
    context = {
        "visit": visit,
        "page": history_page(visit.session, deal=deal, before=before, everything="all" in request.GET),
        "is_damaged": bool(quick_check(visit.session)),
        "live": not before,
    }
    partial = "#rows" if htmx_of(request) and before else ""
    return render(request, f"history/show.html{partial}", context)
