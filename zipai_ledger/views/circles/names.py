"""Names of a circle and its people; somebody new; forgetting somebody, and the whole circle."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle
from zipai_ledger.ledger import names as naming
from zipai_ledger.models import Person
from zipai_ledger.rules.problems import Refused

from ..refusals import refusal_text

TITLE, ADDED = "name", "added"


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.NAME)
def names(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Every name in one form, and room for somebody new; only what differs is changed."""
    if request.method != "POST":
        return _page(request, visit, {})
    wrong = _renamed(visit, {field: str(text).strip() for field, text in request.POST.items()})
    if wrong:
        return _page(request, visit, wrong, status=422)
    return redirect("circle:names" if request.POST.get(ADDED) else "circle:show", visit.circle.public_id)


def _renamed(visit: CircleVisit, typed: dict[str, str]) -> dict[str, str]:
    """Give the names that were typed; field → what is wrong with those that were refused."""
    changes: dict[str, Callable[[], object]] = {}
    for person in circles.people_of(visit.circle):
        name = typed.get(_field(person), person.name)
        if name != person.name:
            changes[_field(person)] = lambda one=person, to=name: circles.rename_person(one, to)  # type: ignore[misc]
    title = typed.get(TITLE, visit.circle.name)
    if title != visit.circle.name:
        changes[TITLE] = lambda: circles.rename(visit.circle, title)
    if typed.get(ADDED):
        changes[ADDED] = lambda: circles.add_person(visit.circle, typed[ADDED])
    return {field: text for field, change in changes.items() if (text := _refused(change))}


def _refused(change: Callable[[], object]) -> str:
    try:
        change()
    except Refused as refused:
        return refusal_text(refused)
    return ""


def _field(person: Person) -> str:
    return f"person-{person.index}"


def _page(
    request: HttpRequest, visit: CircleVisit, wrong: dict[str, str], *, status: int = 200
) -> HttpResponse:
    here = visit.circle.public_id
    sent = request.POST if wrong else {}
    people = [
        {
            "field": _field(person),
            "name": sent.get(_field(person), person.name),
            "was": person.name,
            "error": wrong.get(_field(person), ""),
            "erase_url": reverse("circle:erase", args=[here, person.index]),
        }
        for person in circles.people_of(visit.circle)
    ]
    shown = {TITLE, ADDED, *(person["field"] for person in people)}
    context = {
        "circle_url": reverse("circle:show", args=[here]),
        "lost": sorted({text for field, text in wrong.items() if field not in shown}),
        "name": sent.get(TITLE, visit.circle.name),
        "name_error": wrong.get(TITLE, ""),
        "people": people,
        "added": sent.get(ADDED, ""),
        "added_error": wrong.get(ADDED, ""),
        "longest": naming.PLAYER_LONGEST,
    }
    return render(request, "circles/names.html", context, status=status)


def person_of(visit: CircleVisit, number: int) -> Person:
    """Somebody of the circle, else a 404."""
    found = visit.circle.people.filter(index=number).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.ERASE)
def erase(request: HttpRequest, visit: CircleVisit, person: int) -> HttpResponse:
    """What forgetting somebody means; a POST does it."""
    found = person_of(visit, person)
    back = reverse("circle:names", args=[visit.circle.public_id])
    if request.method == "POST":
        circles.erase_person(found, by=visit.grant)
        return redirect(back)
    context = {"back_url": back, "name": found.name, "evenings": found.attendances.count()}
    return render(request, "circles/erase.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.PURGE)
def purge(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """What goes with a circle; a POST with its name typed erases it."""
    circle = visit.circle
    typed = request.POST.get(TITLE, "")
    if request.method == "POST" and naming.name_key(typed.strip()) == naming.name_key(circle.name):
        circles.purge(circle)
        return redirect(f"{reverse('home')}?gone=circle")
    wrong = _("和圈名不一样，再看看。") if request.method == "POST" else ""
    context: dict[str, Any] = {
        "circle_url": reverse("circle:show", args=[circle.public_id]),
        "circle": circle,
        "people": circle.people.count(),
        "evenings": circle.evenings.count(),
        "typed": typed,
        "error": wrong,
    }
    return render(request, "circles/purge.html", context, status=422 if wrong else 200)
