"""From a chat app's browser to the real one: a one-use link that carries the grant over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table, invitations

from . import chat_apps


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.MOVE)
def move(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What moving means; a POST makes the link and shows it, once."""
    here = visit.session.public_id
    context = {
        "visit": visit,
        "table_url": reverse("table:show", args=[here]),
        "name": visit.session.name,
        "chat_app": chat_apps.named(request),
    }
    if request.method != "POST":
        return render(request, "access/move.html", context)
    link, secret = invitations.move(visit.grant)
    return render(request, "access/move.html", {**context, "link": link, "secret": secret}, status=201)
