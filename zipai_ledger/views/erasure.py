"""不留痕迹: erasing a whole table, or one name of a table or a circle, after a page that says what goes."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from zipai_ledger import circles, samples
from zipai_ledger.access import (
    Action,
    AnyVisit,
    CircleAction,
    CircleVisit,
    Visit,
    for_circle,
    for_place,
    for_table,
    grants,
    invitations,
)
from zipai_ledger.forms.erasure import PurgeForm
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries, record
from zipai_ledger.models import Person, Player

from .places import people_of
from .refusals import Refusal, attempt
from .settlement_method import forget_method


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.ERASE)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What goes with a table, and its archive first; a POST with its name typed erases it for good, a sample at once."""
    session = visit.session
    form = PurgeForm(session.name, request.POST.dict() if request.method == "POST" else None)
    if form.is_bound and (session.sample or form.is_valid()):
        record.purge(session=session, sent=visit.sent())
        answer = redirect(reverse("home", query={"gone": "table", "at": session.public_id}))
        forget_method(answer, session)
        return answer
    if session.sample:
        return render(request, "erasure/sample.html", {"visit": visit, "days": samples.LIFETIME.days})
    phones = grants.others(visit.grant).count()
    context = {"visit": visit, "form": form, "players": queries.players_of(session), "phones": phones}
    return render(request, "erasure/table.html", context, status=422 if form.is_bound else 200)


@require_safe
@for_place(Action.ERASE, CircleAction.ERASE)
def choose(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """Whose name is to be forgotten, of a table or a circle."""
    context = {"visit": visit, "people": people_of(visit.place)}
    return render(request, "erasure/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.ERASE)
def name(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """What forgetting a name means; a POST does it."""
    players = queries.players_of(visit.session)
    if player >= len(players):
        raise Http404
    refused = None
    if request.method == "POST":
        refused = _erased(visit, players[player], request.POST.get("client_id"))
        if refused is None:
            return redirect("table:names", visit.session.public_id)
    context = {
        "visit": visit,
        "name": players[player].name,
        "client_id": new_client_id(),
        "refused": refused,
    }
    return render(request, "erasure/name.html", context, status=refused.status if refused else 200)


def _erased(visit: Visit, player: Player, client_id: str | None) -> Refusal | None:
    """Why it could not be done, None where it was."""
    sent = visit.sent(client_id)
    with transaction.atomic():
        recorded = attempt(lambda: record.erase_player(session=visit.session, sent=sent, player=player.index))
        if isinstance(recorded, Refusal):
            return recorded
        # What the trail does not know of.
        circles.forget(visit.session, player.index)
        invitations.forget(visit.session, player.index, player.name)
    record.forget_the_journal()
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.ERASE)
def name_in_circle(request: HttpRequest, visit: CircleVisit, person: int) -> HttpResponse:
    """The same of a person of a circle."""
    found = get_object_or_404(Person, circle=visit.circle, index=person)
    if request.method == "POST":
        circles.erase_person(found, by=visit.grant)
        return redirect("circle:names", visit.circle.public_id)
    context = {"visit": visit, "name": found.name, "evenings": found.attendances.count()}
    return render(request, "erasure/name.html", context)
