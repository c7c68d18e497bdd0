"""改名字: new names for a table and its players; nobody's entry becomes stale by it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.names import NamesForm
from zipai_ledger.ledger import queries, record
from zipai_ledger.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RENAME_PLAYER)
def rename(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every name in one form; only those that differ are changed."""
    table = visit.session.name if visit.may(Action.RENAME_TABLE) else None
    sent = request.POST.dict() if request.method == "POST" else None
    form = NamesForm(table, queries.players_of(visit.session), sent)
    if form.is_bound and form.give(lambda player, name: _rename(visit, player, name)):
        return redirect("table:show", visit.session.public_id)
    context = {"visit": visit, "form": form}
    return render(request, "names/table.html", context, status=422 if form.is_bound else 200)


def _rename(visit: Visit, player: Player | None, name: str) -> None:
    """Of a player, or of the table; raises `Refused`."""
    if player is None:
        record.rename_session(session=visit.session, sent=visit.sent(), name=name)
    else:
        record.rename_player(session=visit.session, sent=visit.sent(), player=player.index, name=name)
