"""The circle of a table: putting it into one, who its players are, who may look, taking it out again."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, devices, for_table, grants
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.models import Circle, Evening, Person, Player
from zipai_ledger.rules.problems import Refused

from ..refusals import refusal_text
from .opening import opened_page

Shown = dict[str, Any]
NEW, NOBODY = "new", "none"
PREFIX = "who-"


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CIRCLE)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Which circle, then who is who; a POST does what was chosen."""
    evening = circles.evening_of(visit.session)
    if evening and "out" in request.POST:
        circles.take_out(evening)
        return redirect("table:show", visit.session.public_id)
    if evening and not _is_in(visit, evening.circle):
        return render(request, "circles/elsewhere.html", {"table_url": _table_url(visit)})
    circle = evening.circle if evening else _chosen(request, visit)
    if circle:
        return _matched(request, visit, circle, evening)
    return _made(request, visit) if "name" in request.POST else _choose(request, visit)


def _table_url(visit: Visit) -> str:
    return reverse("table:show", args=[visit.session.public_id])


def _is_in(visit: Visit, circle: Circle) -> bool:
    return grants.holding(circle).filter(device=visit.device).exists()


def _chosen(request: HttpRequest, visit: Visit) -> Circle | None:
    """The circle that was picked, if this device is in it."""
    picked = request.POST.get("circle") or request.GET.get("circle", "")
    mine = (row.circle for row in circles.circles_of(visit.device.pk))
    return next((circle for circle in mine if circle.public_id == picked), None)


def _choose(request: HttpRequest, visit: Visit, *, name: str = "", error: str = "") -> HttpResponse:
    """One of this device's circles, or a new one of these people."""
    context = {
        "table_url": _table_url(visit),
        "circles": [
            {
                "id": row.circle.public_id,
                "name": row.circle.name,
                "people": row.people,
                "evenings": row.evenings,
            }
            for row in circles.circles_of(visit.device.pk)
        ],
        "people": [player.name for player in queries.players_of(visit.session)],
        "client_id": request.POST.get("client_id") or new_client_id(),
        "name": name,
        "error": error,
    }
    return render(request, "circles/choose.html", context, status=422 if error else 200)


def _made(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A circle of the people at this table, and the table in it; its recovery code is shown once."""
    name = request.POST.get("name", "")
    client_id = request.POST.get("client_id") or new_client_id()
    try:
        opened = circles.open_of(
            session=visit.session,
            brought=devices.token_of(request),
            client_id=client_id,
            name=name,
            person=visit.player,
        )
    except Refused as refused:
        return _choose(request, visit, name=name, error=refusal_text(refused))
    except grants.WrongCode:
        return _choose(request, visit, name=name, error=_("这一页过期了，请再点一次。"))
    return opened_page(request, opened)


def _matched(request: HttpRequest, visit: Visit, circle: Circle, evening: Evening | None) -> HttpResponse:
    """Who each player is; saved where it was sent."""
    if "matched" not in request.POST:
        return _page(request, visit, circle, evening)
    players = queries.players_of(visit.session)
    try:
        who = {player.index: _one(request, player) for player in players}
        circles.add(circle, visit.session, who, open_to_members=request.POST.get("open") == "1")
    except Refused as refused:
        return _page(request, visit, circle, evening, error=refusal_text(refused))
    return redirect("circle:show", circle.public_id)


def _one(request: HttpRequest, player: Player) -> int | str | None:
    """Who was picked for a player: a person's number, their own name for somebody new, or nobody."""
    picked = request.POST.get(f"{PREFIX}{player.index}", NOBODY)
    if picked == NEW:
        return player.name
    return number(picked)


def _page(
    request: HttpRequest, visit: Visit, circle: Circle, evening: Evening | None, *, error: str = ""
) -> HttpResponse:
    players, people = queries.players_of(visit.session), circles.people_of(circle)
    known = _known(evening, people, players)
    rows = [_row(request, player, people, known) for player in players]
    opened = request.POST.get("open") == "1" if error else bool(evening and evening.open_to_members)
    context = {
        "table_url": _table_url(visit),
        "circle": circle,
        "circle_url": reverse("circle:show", args=[circle.public_id]),
        "is_in": evening is not None,
        "players": rows,
        "open": opened,
        "error": error,
    }
    return render(request, "circles/who.html", context, status=422 if error else 200)


def _known(evening: Evening | None, people: Iterable[Person], players: Iterable[Player]) -> dict[int, str]:
    """Player → what is chosen at first: as it was said, else by name, else somebody new."""
    if evening is None:
        found = circles.by_name(people, players)
        return {player.index: str(found.get(player.index, NEW)) for player in players}
    said = dict(evening.attendances.values_list("player__index", "person__index"))
    return {player.index: str(said.get(player.index, NOBODY)) for player in players}


def _row(request: HttpRequest, player: Player, people: Iterable[Person], known: dict[int, str]) -> Shown:
    field = f"{PREFIX}{player.index}"
    chosen = request.POST.get(field, known[player.index])
    offered = [(str(person.index), person.name) for person in people]
    if player.name not in {person.name for person in people}:
        offered.append((NEW, _("新牌友：%(name)s") % {"name": player.name}))
    offered.append((NOBODY, _("不算在圈里")))
    return {
        "field": field,
        "name": player.name,
        "choices": [{"value": value, "text": text, "checked": value == chosen} for value, text in offered],
    }
