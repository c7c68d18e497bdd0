"""走势 (zoushi): lines of totals, from deal to deal of an evening or from evening to evening of a circle."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext as _

from zipai_ledger.charts import MOST_MARKS, Series, axes
from zipai_ledger.circles import CircleCourse, EveningRow
from zipai_ledger.formats import dates
from zipai_ledger.formats.speaker import stored_speaker, unit_word, word
from zipai_ledger.ledger import figures

from .circle import played_rulesets

T = TypeVar("T")
ABREAST = 4
"""People in one table; a narrow phone has room for no more."""
LINES = 8
"""People in one chart."""
NUMBERS = 24
"""Rows of a chart's numbers, about."""


class ChartSubject(StrEnum):
    """What a chart is about: money of several games, 胡 towards rounds, totals from deal to deal or from evening to evening."""

    MONEY = "money"
    ROUNDS = "rounds"
    DEALS = "deals"
    EVENINGS = "evenings"


@dataclass(frozen=True, slots=True)
class ChartNumbers:
    """The numbers of some lines of a chart: (step, total by line, None before that line begins)."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """走势 (zoushi): lines of totals; ``places`` name the steps after the first, nought.

    ``games`` are named where a page has charts of several; values are in ``unit``, or with a ``currency`` minor units of it
    (``unit`` is then its word). ``is_marked``: marks show which deals were won. ``players``: whose lines they are, where the
    page tells how a total came about.
    """

    subject: ChartSubject
    games: tuple[str, ...]
    unit: str
    currency: str
    lines: tuple[Series, ...]
    places: tuple[str, ...]
    is_marked: bool = False
    players: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[tuple[int, str, int], ...]:
        """Player, name and last total."""
        return tuple(
            (player, one.name, one.values[-1])
            for player, one in zip(self.players, self.lines, strict=bool(self.players))
        )

    @property
    def numbers(self) -> tuple[ChartNumbers, ...]:
        """The same as tables of a few people each, at most `NUMBERS` rows or so."""
        last = len(self.places)
        steps = axes.places(last, min(last, NUMBERS))
        return tuple(
            ChartNumbers(
                tuple(one.name for one in lines),
                tuple((self.places[at - 1], tuple(_total(one, at) for one in lines)) for at in steps),
            )
            for lines in split(self.lines, ABREAST)
        )


def course_line(course: figures.Course, account: int, name: str) -> Series:
    """The line of one account, from where its player came."""
    return Series(
        name,
        course.totals[account],
        look=account,
        marks=course.marks[account],
        start=course.starts[account],
    )


def deal_chart(course: figures.Course, names: Sequence[str], *, alone: bool) -> Chart:
    """Totals from deal to deal; ``alone``: there is only one unit."""
    lines = tuple(course_line(course, account, names[account]) for account in course.totals)
    is_marked = all(len(one.marks) <= MOST_MARKS for one in lines) and any(one.marks for one in lines)
    return Chart(
        subject=_subject(course),
        games=() if alone else tuple(map(word, course.games)),
        unit=_unit(course),
        currency=course.currency,
        lines=lines,
        places=tuple(map(str, course.positions)),
        is_marked=is_marked,
        players=() if course.of_rounds else tuple(course.totals),
    )


def _total(line: Series, at: int) -> int | None:
    return line.values[at] if at > line.start else None


def _subject(course: figures.Course) -> ChartSubject:
    if course.currency:
        return ChartSubject.MONEY
    return ChartSubject.ROUNDS if course.of_rounds else ChartSubject.DEALS


def _unit(course: figures.Course) -> str:
    if course.currency:
        return _currency(course.currency)
    speaker = stored_speaker(course.rulesets[0], course.unit)
    return speaker.hu if course.of_rounds else speaker.unit


def evening_charts(
    course: CircleCourse, names: Mapping[int, str], rows: Iterable[EveningRow]
) -> Iterator[Chart]:
    """Totals of those who have a name, from evening to evening; as many charts as there are people for.

    ``rows``: all evenings of the page, whose rulesets know the word of a unit.
    """
    people = [person for person in course.totals if person in names]
    unit = _currency(course.currency) if course.currency else unit_word(played_rulesets(rows), course.unit)
    places = tuple(dates.short_day(row.day) for row in course.evenings)
    marks = range(1, len(places) + 1)
    for some in split(people, LINES):
        lines = tuple(
            Series(names[person], course.totals[person], look, marks[start:], start)
            for look, (person, start) in enumerate((person, _place_before(course, person)) for person in some)
        )
        yield Chart(ChartSubject.EVENINGS, (), unit, course.currency, lines, places)


def _place_before(course: CircleCourse, person: int) -> int:
    """The place before the first evening at which somebody was."""
    return next((at for at, row in enumerate(course.evenings) if person in row.attendees), 0)


def _currency(currency: str) -> str:
    return _("元") if currency == "CNY" else currency


def split(every: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """At most so many at a time."""
    return (every[at : at + most] for at in range(0, len(every), most))
