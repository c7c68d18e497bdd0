"""战绩 (zhanji): figures of an evening, of a circle, and of one person in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import Action, CircleAction, CircleVisit, Visit, for_circle, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.ledger import figures, queries
from zipai_ledger.models import Person
from zipai_ledger.presenters.figures import circle_figures, evening_figures, person_figures


@require_safe
@for_table(Action.SEE)
@heavy
def evening(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lines of totals, figures by game and by stage, the greatest hands."""
    names = [player.name for player in queries.players_of(visit.session)]
    page = evening_figures(figures.evening(visit.session), names)
    return render(request, "figures/evening.html", {"visit": visit, "page": page})


@require_safe
@for_circle(CircleAction.SEE)
def circle(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Everybody: lines over the evenings, figures game by game."""
    names = {person.index: person.name for person in circles.people_of(visit.circle)}
    page = circle_figures(circles.evenings_of(visit.circle), names)
    return render(request, "figures/circle.html", {"visit": visit, "page": page})


@require_safe
@for_circle(CircleAction.SEE)
def person(request: HttpRequest, visit: CircleVisit, person: int) -> HttpResponse:
    """One person: what it came to, the line of it, figures, the evenings."""
    found = get_object_or_404(Person, circle=visit.circle, index=person)
    page = person_figures(circles.evenings_of(visit.circle), found)
    return render(request, "figures/person.html", {"visit": visit, "page": page})
