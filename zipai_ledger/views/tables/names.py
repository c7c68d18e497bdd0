"""New names for the table and its players; nobody's entry becomes stale by it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.ledger import queries, record
from zipai_ledger.rules.problems import Collector, Refused

from ..addresses import offered
from ..refusals import refusal_text

TABLE = "name"


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RENAME_PLAYER)
def rename(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every name in one form; only those that differ are changed."""
    if request.method != "POST":
        return form(request, visit, {}, {})
    wrong = renamed(visit, {field: text for field, text in request.POST.items() if isinstance(text, str)})
    if wrong:
        return form(request, visit, request.POST, wrong, status=422)
    return redirect("table:show", visit.session.public_id)


def renamed(visit: Visit, typed: dict[str, str]) -> dict[str, str]:
    """Give the names that were typed; field → what is wrong with those that were refused."""
    wrong: dict[str, str] = {}
    for player in queries.players_of(visit.session):
        name = typed.get(f"player-{player.index}", player.name)
        if name.strip() != player.name:
            wrong |= _told(f"player-{player.index}", visit, name, player.index)
    name = typed.get(TABLE, visit.session.name)
    if name.strip() != visit.session.name and visit.may(Action.RENAME_TABLE):
        wrong |= _told(TABLE, visit, name, None)
    return wrong


def _told(field: str, visit: Visit, name: str, player: int | None) -> dict[str, str]:
    found = Collector()
    if player is None:
        found.attempt(lambda: record.rename_session(session=visit.session, sent=visit.sent(), name=name))
    else:
        found.attempt(
            lambda: record.rename_player(session=visit.session, sent=visit.sent(), player=player, name=name)
        )
    try:
        found.finish()
    except Refused as refused:
        return {field: refusal_text(refused)}
    return {}


def form(
    request: HttpRequest, visit: Visit, typed: Any, wrong: dict[str, str], *, status: int = 200
) -> HttpResponse:
    """The names as they are, or as they were typed."""
    fields = [
        {
            "field": f"player-{player.index}",
            "name": typed.get(f"player-{player.index}", player.name),
            "number": player.index + 1,
            "error": wrong.get(f"player-{player.index}", ""),
            "was": player.name,
            "erase_url": offered(visit, Action.ERASE, "tables:erase", player.index),
        }
        for player in queries.players_of(visit.session)
    ]
    context = {
        "table_url": reverse("table:show", args=[visit.session.public_id]),
        "players": fields,
        "name": typed.get(TABLE, visit.session.name),
        "name_error": wrong.get(TABLE, ""),
        "may_rename_table": visit.may(Action.RENAME_TABLE),
        "purge_url": offered(visit, Action.ERASE, "tables:purge"),
    }
    return render(request, "tables/rename.html", context, status=status)
