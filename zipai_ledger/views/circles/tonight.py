"""今晚谁来: the people of a circle who sit down tonight, handed on to the form of a new table."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle


@require_safe
@for_circle(CircleAction.SEE)
def tonight(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Who comes, in the order they are ticked off; then their names stand in the form."""
    people = circles.people_of(visit.circle)
    coming = set(request.GET.getlist("person"))
    if "go" in request.GET:
        names = [("player", person.name) for person in people if str(person.index) in coming]
        query = urlencode([("circle", visit.circle.public_id), *names])
        return redirect(f"{reverse('tables:new')}?{query}")
    usual = _usual(visit) or {str(person.index) for person in people}
    context = {
        "circle_url": reverse("circles:show", args=[visit.circle.public_id]),
        "circle": visit.circle,
        "people": [
            {"value": person.index, "name": person.name, "checked": str(person.index) in usual}
            for person in people
        ],
    }
    return render(request, "circles/tonight.html", context)


def _usual(visit: CircleVisit) -> set[str]:
    """Who came last time."""
    rows = circles.evenings_of(visit.circle)
    return {str(person) for person in rows[0].who.values()} if rows else set()
