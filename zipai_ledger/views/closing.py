"""收桌 (shouzhuo): closing a table, after its whole trail was checked, and opening it again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.closing import ClosingForm
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Recorded
from zipai_ledger.presenters.settlement import settlement_page

from .refusals import Refusal, attempt
from .settlement_method import requested_method


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CLOSE)
def close(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask first, with what is not paid yet; then close it, 409 where the trail does not hold together.

    ``despite``: deals that stay in dispute.
    """
    if request.method != "POST":
        page = settlement_page(visit, requested_method(request))
        return render(request, "closing/close.html", {"visit": visit, "page": page})
    form = ClosingForm(request.POST)
    done = attempt(
        lambda: record.close(session=visit.session, sent=form.sent(visit), despite_disputes=form.overridden)
    )
    return _answer(request, visit, done)


@require_POST
@for_table(Action.REOPEN)
def reopen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open it again."""
    form = ClosingForm(request.POST)
    return _answer(
        request, visit, attempt(lambda: record.reopen(session=visit.session, sent=form.sent(visit)))
    )


def _answer(request: HttpRequest, visit: Visit, done: Recorded | Refusal) -> HttpResponse:
    if isinstance(done, Refusal):
        page = settlement_page(visit, requested_method(request))
        context = {"visit": visit, "page": page, "error": done.text}
        return render(request, "settlement/show.html", context, status=done.status)
    return redirect("settlement:show", visit.session.public_id)
