"""一桌的圈 (yi zhuo de quan): putting a table into a circle, who its players are there, taking it out again."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, devices, for_table, grants
from zipai_ledger.circles import OpenedCircle
from zipai_ledger.forms.circles import NEW, NOBODY, CircleForm, MatchingForm
from zipai_ledger.ledger import queries
from zipai_ledger.models import Circle, Evening, Person, Player

from .new_circle import open_by
from .recovery import opened_page
from .refusals import Refusal, attempt


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CIRCLE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Which circle, then who is who; a POST does what was chosen."""
    evening = circles.evening_of(visit.session)
    if evening and "out" in request.POST:
        circles.take_out(evening)
        return redirect("table:show", visit.session.public_id)
    if evening and not grants.holding(evening.circle).filter(device=visit.device).exists():
        return render(request, "table_circle/elsewhere.html", {"visit": visit})
    circle = evening.circle if evening else _picked_circle(request, visit)
    return _match(request, visit, circle, evening) if circle else _choose(request, visit)


def _picked_circle(request: HttpRequest, visit: Visit) -> Circle | None:
    """The circle that was picked, if this device is in it."""
    picked = request.POST.get("circle") or request.GET.get("circle", "")
    mine = (row.circle for row in circles.circles_of(visit.device.pk))
    return next((circle for circle in mine if circle.public_id == picked), None)


def _choose(request: HttpRequest, visit: Visit) -> HttpResponse:
    """One of this device's circles, or a new one of these people, with the table in it."""
    form, status = CircleForm(request.POST if "name" in request.POST else None), 200
    if form.is_bound:
        token, session = devices.token_of(request), visit.session
        done = open_by(
            form,
            lambda: circles.open_of(
                session=session, browser_token=token, person=visit.player, **form.cleaned_data
            ),
        )
        if isinstance(done, OpenedCircle):
            return opened_page(done.circle, done.token)
        status = done.status
    context = {
        "visit": visit,
        "circles": circles.circles_of(visit.device.pk),
        "people": queries.players_of(visit.session),
        "form": form,
    }
    return render(request, "table_circle/choose.html", context, status=status)


def _match(request: HttpRequest, visit: Visit, circle: Circle, evening: Evening | None) -> HttpResponse:
    """Who each player is; saved where it was sent."""
    players, people = queries.players_of(visit.session), circles.people_of(circle)
    form = MatchingForm(
        players,
        people,
        _initial(evening, people, players),
        request.POST if "matched" in request.POST else None,
        is_open=bool(evening and evening.open_to_members),
    )
    if form.is_valid():
        is_open = form.cleaned_data["open"]
        done = attempt(lambda: circles.add(circle, visit.session, form.who(), open_to_members=is_open))
        if not isinstance(done, Refusal):
            return redirect("circle:show", circle.public_id)
        form.add_error(None, done.text)
    context = {"visit": visit, "circle": circle, "is_in": evening is not None, "form": form}
    return render(request, "table_circle/who.html", context, status=422 if form.errors else 200)


def _initial(
    evening: Evening | None, people: Iterable[Person], players: Iterable[Player]
) -> dict[int, int | str]:
    """Player → who that is: as it was said, else by name, else somebody new. See `MatchingForm`."""
    if evening is None:
        found = circles.by_name(people, players)
        return {player.index: found.get(player.index, NEW) for player in players}
    known = dict(evening.attendances.values_list("player__index", "person__index"))
    return {player.index: known.get(player.index, NOBODY) for player in players}
