"""怎么来的 (zenme lai de): from a player's total down to the stages, rounds and deals that made it."""

from collections.abc import Sequence
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.shares import shares_of, stretch_at, stretches
from zipai_ledger.presenters.breakdown import Focus, breakdown_page

T = TypeVar("T")


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """A player's total; ``?stage=1`` what one stage brought, ``&from=41`` deal by deal from the 41st."""
    view = queries.table_view(visit.session, most=0)
    if player >= len(view.players):
        raise Http404
    page = breakdown_page(visit.session, view, player, _focus(request, view, player))
    return render(request, "breakdown/show.html", {"visit": visit, "page": page})


def _focus(request: HttpRequest, view: TableView, player: int) -> Focus:
    """What is looked into: what the address names, or what goes without saying since there is no other."""
    at, first = _number(request, "stage"), _number(request, "from")
    if at is not None and at >= len(view.stages):
        raise Http404
    stage = _only(view.stages) if at is None else view.stages[at]
    parts = tuple(stretches(shares_of(stage.stage, player))) if stage else ()
    part = _only(parts) if first is None else stretch_at(parts, first)
    if first is not None and part is None:
        raise Http404
    return Focus(stage, parts, part, on_top=at is None and first is None)


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the address, None where it names none; 404 for what is none."""
    text = request.GET.get(name)
    if text is None:
        return None
    found = number(text)
    if found is None:
        raise Http404
    return found


def _only(found: Sequence[T]) -> T | None:
    return found[0] if len(found) == 1 else None
