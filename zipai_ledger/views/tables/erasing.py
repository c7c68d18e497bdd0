"""不留痕迹: erasing a whole table, or one name in it, after a page that says what goes."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles, samples
from zipai_ledger.access import Action, Visit, for_table, grants, invitations
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.forms.settlement_method import forget_method
from zipai_ledger.ledger import names, queries, record
from zipai_ledger.ledger.record import Conflict
from zipai_ledger.models import GameSession, Player

from ..refusals import refusal


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.ERASE)
def purge(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What goes with a table, and its archive first; a POST with its name typed erases it for good, a sample at once."""
    session, here = visit.session, visit.session.public_id
    typed = request.POST.get("name", "")
    if request.method == "POST" and (session.sample or same(typed, session.name)):
        record.purge(session=session, sent=visit.sent())
        answer = redirect(f"{reverse('tables:home')}?{urlencode({'gone': 'table', 'at': here})}")
        forget_method(answer, session)
        return answer
    if session.sample:
        shown = {"table_url": reverse("table:show", args=[here]), "days": samples.LIFETIME.days}
        return render(request, "samples/purge.html", shown)
    wrong = _("和桌名不一样，再看看。") if request.method == "POST" else ""
    context: dict[str, Any] = {
        "table_url": reverse("table:show", args=[here]),
        "archive_url": reverse("exports:archive", args=[here]),
        "name": session.name,
        "people": [player.name for player in queries.players_of(session)],
        "count": session.deal_count,
        "is_open": session.status == GameSession.Status.OPEN,
        "others": grants.holding(session).exclude(pk=visit.grant.pk).count(),
        "typed": typed,
        "error": wrong,
    }
    return render(request, "tables/purge.html", context, status=422 if wrong else 200)


def same(typed: str, name: str) -> bool:
    """Whether that is the name, however it was typed."""
    return names.name_key(typed.strip()) == names.name_key(name)


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.ERASE)
def erase(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """What forgetting a name means; a POST does it."""
    players = queries.players_of(visit.session)
    if player >= len(players):
        raise Http404
    back, error = reverse("tables:rename", args=[visit.session.public_id]), ""
    if request.method == "POST":
        error = _erased(request, visit, players[player])
        if not error:
            return redirect(back)
    context = {
        "back_url": back,
        "name": players[player].name,
        "client_id": new_client_id(),
        "error": error,
    }
    return render(request, "tables/erase.html", context, status=409 if error else 200)


def _erased(request: HttpRequest, visit: Visit, player: Player) -> str:
    """Why it could not be done, empty where it was."""
    sent = visit.sent(request.POST.get("client_id"))
    # First what the trail does not know of: the journal goes with the name itself.
    circles.forget(visit.session, player.index)
    invitations.forget(visit.session, player.index, player.name)
    try:
        record.erase_player(session=visit.session, sent=sent, player=player.index)
    except Conflict as error:
        return refusal(error).text
    return ""
