"""One deal: how it was worked out, who doubts it, what was changed when, and what can be done."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.disputes import DisputeForm
from zipai_ledger.presenters.deal import deal_page

from .slots import standing_or_404


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """The page of a deal."""
    return show_deal(request, visit, standing_or_404(visit.session, key), DisputeForm())


def show_deal(
    request: HttpRequest, visit: Visit, slot: Slot, form: DisputeForm, status: int = 200
) -> HttpResponse:
    """The page of a deal, with a form to doubt it by."""
    context = {"visit": visit, "page": deal_page(visit, slot), "form": form}
    return render(request, "deal/show.html", context, status=status)
