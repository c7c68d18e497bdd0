"""结账 (jiezhang): who stands where, and who gives whom how much, by the method that the table likes best."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.settlement_method import page_key
from zipai_ledger.presenters.settlement import settlement_page

from .settlement_method import remember_method, requested_method


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Points and money by player, and the transfers; ``?way=cashier&by=2`` says how, and is remembered."""
    choice = requested_method(request)
    page = settlement_page(visit, choice)
    context = {"visit": visit, "page": page, "live": page_key(choice)}
    answer = render(request, "settlement/show.html", context)
    remember_method(answer, request, visit.session)
    return answer
