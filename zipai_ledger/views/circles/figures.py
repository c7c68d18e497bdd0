"""战绩 of a circle and of one person in it: totals from evening to evening, figures by game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle
from zipai_ledger.charts import Series
from zipai_ledger.circles import Course, EveningRow, Game, Sum
from zipai_ledger.formats import dates
from zipai_ledger.formats.speaker import stored_speaker, unit_word
from zipai_ledger.models import Person
from zipai_ledger.presenters.circle import amounts, games, rulesets_of
from zipai_ledger.views.showing import tallies

from ..preferences import read_preferences

Shown = dict[str, Any]
LINES = 8
"""People in one chart."""
STEPS: Sequence[tuple[int, Callable[[], str]]] = (
    (100, lambda: _("元")),
    (10, lambda: _("角")),
    (1, lambda: _("分")),
)


@require_safe
@for_circle(CircleAction.SEE)
def figures(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Everybody: lines over the evenings, figures game by game."""
    rows = circles.evenings_of(visit.circle)
    page = _Page(circles.people_of(visit.circle), rows, read_preferences(request).type)
    context = {
        "circle": visit.circle,
        "circle_url": reverse("circle:show", args=[visit.circle.public_id]),
        "charts": [chart for course in circles.courses(rows) for chart in page.charts(course)],
        "games": [page.game(game) for game in circles.games(rows)],
    }
    return render(request, "circles/figures.html", context)


@require_safe
@for_circle(CircleAction.SEE)
def person(request: HttpRequest, visit: CircleVisit, person: int) -> HttpResponse:
    """One person: what it came to, the line of it, figures, the evenings."""
    found = get_object_or_404(Person, circle=visit.circle, index=person)
    rows = [row for row in circles.evenings_of(visit.circle) if found.index in row.who.values()]
    page = _Page(circles.people_of(visit.circle), rows, read_preferences(request).type)
    total = circles.sums(rows).get(found.index, Sum())
    context = {
        "name": found.name,
        "circle_url": reverse("circle:show", args=[visit.circle.public_id]),
        "attended": total.evenings,
        "amounts": amounts(total, rows),
        "charts": [
            chart for course in circles.courses(rows) for chart in page.charts(_only(course, found.index))
        ],
        "games": [page.game(_alone(game, found.index)) for game in circles.games(rows)],
        "evenings": [_evening(row, found) for row in rows],
    }
    return render(request, "circles/person.html", context)


def _only(course: Course, person: int) -> Course:
    mine = {person: course.totals[person]} if person in course.totals else {}
    return Course(course.currency, course.unit, course.evenings, mine)


def _alone(game: Game, person: int) -> Game:
    mine = {person: game.tallies[person]} if person in game.tallies else {}
    return Game(game.ruleset, game.unit, mine)


def _evening(row: EveningRow, person: Person) -> Shown:
    return {
        "name": row.session.name,
        "day": row.day,
        "games": games(row),
        "amounts": amounts(circles.sums([row])[person.index], [row]),
    }


class _Page:
    """How one reader is shown the figures of some evenings."""

    def __init__(self, people: Sequence[Person], rows: Sequence[EveningRow], size: str) -> None:
        self.rows, self.size = rows, size
        self.names = {person.index: person.name for person in people}

    def charts(self, course: Course) -> list[Shown]:
        """The lines of a currency or a unit, as many charts as there are people for."""
        people = list(course.totals)
        divisor, unit = self._unit(course)
        places = [dates.short_day(row.day) for row in course.evenings]
        return [
            {"steps": _("哪天")}
            | tallies.chart(
                _("一场一场走下来"),
                unit,
                [
                    Series(
                        self.names[person],
                        tuple(value // divisor for value in course.totals[person]),
                        look=look,
                        marks=tuple(range(1, len(places) + 1)),
                    )
                    for look, person in enumerate(people[at : at + LINES])
                ],
                places,
                self.size,
            )
            for at in range(0, len(people), LINES)
        ]

    def _unit(self, course: Course) -> tuple[int, str]:
        """What to divide by so that all numbers are whole, and what they are then called."""
        if not course.currency:
            return 1, unit_word(rulesets_of(self.rows), course.unit)
        values = [value for line in course.totals.values() for value in line]
        if course.currency != "CNY":
            return 1, f"0.01 {course.currency}"
        return next((step, text()) for step, text in STEPS if all(value % step == 0 for value in values))

    def game(self, game: Game) -> Shown:
        """The figures of one game."""
        return {
            "name": stored_speaker(game.ruleset).game,
            "boards": tallies.board(game.tallies, _listed(self.names), game.ruleset, game.unit),
        }


def _listed(names: Mapping[int, str]) -> list[str]:
    """Names by number; numbers that nobody has any more stay empty."""
    return [names.get(number, "") for number in range(max(names, default=-1) + 1)]
