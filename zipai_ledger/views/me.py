"""我是谁 (wo shi shei): whose phone this is, asked once, remembered on it, changed by its holder."""

from collections.abc import Sequence
from urllib.parse import quote, unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, devices, for_table, grants, holders
from zipai_ledger.forms.phones import PhonePlayerForm
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries

NAME, NOBODY = "me", "onlooker"
"""Cookies: what the holder of this phone is called; at which table nobody of those who play."""
LONGEST = 24


def remembered_name(request: HttpRequest) -> str:
    """What the holder of this phone was last called at a table, empty where nobody said."""
    return unquote(request.COOKIES.get(devices.cookie_name(NAME), ""))[:LONGEST]


def remember(answer: HttpResponse, name: str) -> None:
    """Have this phone keep what its holder is called: it is asked no more where somebody of that name plays."""
    devices.set_cookie(answer, devices.cookie_name(NAME), quote(name))


def holder_among(request: HttpRequest, names: Sequence[str]) -> int | None:
    """The number of this phone's holder among those who sit down: as the form says, else by name; None where nobody knows."""
    chosen = number(request.POST.get("me", ""))
    if chosen is not None and chosen < len(names):
        return chosen
    name = remembered_name(request)
    return names.index(name) if name in names else None


def plays_nowhere(request: HttpRequest) -> bool:
    """Whether its holder has said to play none of those at this table."""
    return NOBODY in request.COOKIES


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.ME)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who plays here and has no phone yet; a POST says which of them this phone's holder is."""
    players = queries.players_of(visit.session)
    form = PhonePlayerForm(players, request.POST if request.method == "POST" else None)
    if form.is_valid():
        player = form.cleaned_data["player"]
        try:
            holders.be(visit.grant, player)
        except grants.Taken:
            form.refuse_name()
            return _page(request, visit, form, status=409)
        answer = redirect("table:show", visit.session.public_id)
        if player is None:
            devices.set_cookie(answer, NOBODY, "1", path=answer.url)
        else:
            remember(answer, players[player].name)
        return answer
    return _page(request, visit, form, status=422 if form.is_bound else 200)


def _page(request: HttpRequest, visit: Visit, form: PhonePlayerForm, *, status: int) -> HttpResponse:
    context = {"visit": visit, "form": form, "taken": holders.taken_players(visit.grant)}
    return render(request, "me/show.html", context, status=status)
