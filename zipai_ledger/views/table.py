"""牌桌 (paizhuo): the page of a table, and the parts of it that open pages are sent."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.http.digits import number
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.ledger_rows import table_ledger
from zipai_ledger.presenters.questions import table_questions
from zipai_ledger.presenters.table import table_page

from .joining import chat_app_of
from .me import plays_nowhere
from .preferences import has_read_of_chat_apps, has_read_of_sleep
from .recovery import is_put_off


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The ledger. ``?before=12`` shows the deals before the twelfth: a page of its own, or only its rows for htmx."""
    view, before = queries.table_view(visit.session), request.GET.get("before", "")
    position = number(before)
    rows, more = (
        (view.deals, view.more) if position is None else queries.deals_before(visit.session, position)
    )
    ledger = table_ledger(view, rows, more=more)
    if htmx_of(request) and before:
        return render(request, "table/show.html#rows", {"visit": visit, "ledger": ledger})
    context = {
        "visit": visit,
        "page": table_page(visit, view),
        "ledger": ledger,
        "live": not before,
        "questions": table_questions(
            visit, view, plays_nowhere=plays_nowhere(request), later=is_put_off(request)
        ),
        "sleeps": not has_read_of_sleep(request),
        "chat_app": "" if has_read_of_chat_apps(request) else chat_app_of(request),
    }
    return render(request, "table/show.html", context)
