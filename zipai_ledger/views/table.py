"""牌桌 (paizhuo): the page of a table, and the parts of it that open pages are sent."""

from collections.abc import Iterable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.http.digits import number
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealRow, TableView
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.presenters.scorekeeping import scorekeeping
from zipai_ledger.presenters.table import Ledger, TableNotices, TablePage, table_ledger, table_page

from .joining import chat_app_of
from .samples import read_practice

MOST_DISPUTES = 3
"""Those that stand at the top of the page; the page where the table settles names all."""


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The ledger. ``?before=12`` shows the deals before the twelfth: a page of its own, or only its rows for htmx."""
    view, before = queries.table_view(visit.session), request.GET.get("before", "")
    position = number(before)
    rows, more = (
        (view.deals, view.more) if position is None else queries.deals_before(visit.session, position)
    )
    ledger = read_ledger(view, rows, more=more)
    if htmx_of(request) and before:
        return render(request, "table/show.html#rows", {"visit": visit, "ledger": ledger})
    context = {
        "visit": visit,
        "page": read_page(visit, view),
        "ledger": ledger,
        "live": not before,
        "chat_app": chat_app_of(request),
    }
    return render(request, "table/show.html", context)


def read_ledger(
    view: TableView, rows: Sequence[DealRow], *, more: bool, beside: Iterable[DealRow] = ()
) -> Ledger:
    """These rows of the ledger; ``beside``: deals that are shown too. Up to four queries."""
    void = [row.deal.key for row in (*rows, *beside) if not row.deal.live]
    moved = view.settlement.owed != view.settlement.money
    return table_ledger(
        view,
        rows,
        more=more,
        stand_ins=queries.stand_ins_in(view),
        carried=queries.carried_of(view.session) if moved and not more else (),
        void_reasons=queries.void_reasons(view.session, void),
    )


def read_page(visit: Visit, view: TableView) -> TablePage:
    """The table as this visitor sees it. Four queries at least."""
    session = visit.session
    notices = TableNotices(
        is_damaged=bool(quick_check(session)),
        disputes=queries.disputes_of(session)[:MOST_DISPUTES],
        scorekeeping=scorekeeping(visit),
        practice=read_practice(visit),
    )
    saved_ids = queries.latest_client_ids(session)
    return table_page(view, visit.player, queries.playing_now(view), notices, saved_ids)
