"""再开一桌: the next evening of the same people, who may have left a round open."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.pace import opens_something
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import GameSession

from ..circles import sitting
from . import opening, owed, stage


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.AGAIN)
@opens_something
def again(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The form of a new table as this one stands: game, rules, people, seats, whose turn it is, the round carried on.

    Whoever sees a table may open another one like it; who keeps its score is asked first what becomes of an open round.
    """
    if request.method == "POST":
        return opening.posted(request)
    is_open = visit.session.status == GameSession.Status.OPEN
    if is_open and visit.may(Action.RECORD) and Standing.of(visit.session).state.in_round:
        return redirect(f"{reverse('deal_entry:end_round', args=[visit.session.public_id])}?then=again")
    draft = replace(stage.standing_draft(visit), base="", name=opening.evening())
    source = visit.session.name if draft.carrying.on else ""
    circle = sitting.like(request, visit.session)
    left = owed.of(visit, on=owed.FIELD in request.GET)
    return opening.form(request, draft, carried_from=source, circle=circle, left=left)
