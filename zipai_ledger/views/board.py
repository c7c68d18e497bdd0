"""墙上的大牌 (qiang shang de da pai): a table for a screen that everybody looks at, and the invitation that hangs there."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from zipai_ledger.access import Action, Visit, for_table, walls
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.board import board_page

from .preferences import read_preferences

LOOKS = ("dark", "light")
"""The first where nothing else is asked: a screen on the wall shines into a room where people look at cards."""


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The board, ``?look=light`` on a bright wall; for htmx only the invitation that hangs on it."""
    secret = walls.keep_hanging(visit.session)
    requested = request.GET.get("look", "")
    look = requested if requested in LOOKS else LOOKS[0]
    if htmx_of(request):
        return render(request, "board/show.html#invitation", {"visit": visit, "look": look, "secret": secret})
    page = board_page(visit, queries.table_view(visit.session))
    ui = replace(read_preferences(request), theme=look, type="normal")
    return render(
        request, "board/show.html", {"visit": visit, "page": page, "ui": ui, "look": look, "secret": secret}
    )


@require_POST
@for_table(Action.INVITE)
def invite(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Hang an invitation to look on where every board of the table shows it; ``down=1`` takes it away."""
    change = walls.take_down if request.POST.get("down") else walls.hang
    change(visit.session, by=visit.grant)
    look = request.POST.get("look", "")
    query = {"look": look} if look in LOOKS[1:] else {}
    return redirect(reverse("board:show", args=[visit.session.public_id], query=query))
