"""战绩 (zhanji): figures of an evening, of a circle, and of one person in it: boards, charts, the greatest hands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext as _

from zipai_ledger import circles
from zipai_ledger.charts import MOST_MARKS, Series, axes
from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats import dates
from zipai_ledger.formats.numbers import DASH, average, percentage, signed
from zipai_ledger.formats.speaker import stored_speaker, unit_word
from zipai_ledger.ledger.figures import (
    BestHand,
    Course,
    Evening,
    GameFigures,
    StageFigures,
    Tally,
    ways_of,
)
from zipai_ledger.models import Person
from zipai_ledger.rules.speaker import Speaker

from .cards import HandCards, hand_cards
from .circle import Amounts, amounts, games, rulesets_of
from .deals import win_facts

T = TypeVar("T")
ABREAST = 4
"""People in one table; a narrow phone has room for no more."""
LINES = 8
"""People in one chart."""
NUMBERS = 24
"""Rows of a chart's numbers, about."""
STEPS: Sequence[tuple[int, Callable[[], str]]] = (
    (100, lambda: _("元")),
    (10, lambda: _("角")),
    (1, lambda: _("分")),
)


class Figure(StrEnum):
    """What a row counts, as `ledger.figures.Tally` calls it."""

    PLAYED = "played"
    WINS = "wins"
    WIN_RATE = "win_rate"
    DRAWN = "drawn"
    DISCARDS = "discards"
    GREATEST = "greatest"
    AVERAGE = "average"
    AHEAD = "ahead"
    BEHIND = "behind"
    AHEAD_RATE = "ahead_rate"
    STREAK = "streak"
    MOST_WON = "most_won"
    MOST_LOST = "most_lost"
    FOULS = "fouls"
    SAT = "sat"


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure of a few people, written as they read it; ``term``: what the game calls it, where it has a word for it."""

    figure: Figure
    cells: tuple[str, ...]
    unit: str = ""
    term: str = ""


@dataclass(frozen=True, slots=True)
class FigureBoard:
    """战绩表 (zhanji biao): figures of a few people beside each other."""

    names: tuple[str, ...]
    rows: tuple[FigureRow, ...]


class Subject(StrEnum):
    """What a chart is about: money of several games, 胡 towards rounds, totals from deal to deal or from evening to evening."""

    MONEY = "money"
    ROUNDS = "rounds"
    DEALS = "deals"
    EVENINGS = "evenings"


@dataclass(frozen=True, slots=True)
class ChartNumbers:
    """The numbers of some lines of a chart: (step, total by line)."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """走势 (zoushi): lines of totals; ``places`` name the steps after the first, nought.

    ``games`` are named where a page has charts of several; values are in ``unit``, or with a ``currency`` minor units of it
    (``unit`` is then its word). ``is_marked``: marks show which deals were won. ``players``: whose lines they are, where the
    page tells how a total came about.
    """

    subject: Subject
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
                tuple((self.places[at - 1], tuple(one.values[at] for one in lines)) for at in steps),
            )
            for lines in _split(self.lines, ABREAST)
        )


@dataclass(frozen=True, slots=True)
class HandCard:
    """最大一手 (zuida yi shou): one of the greatest hands: who, how much, in which deal, its cards."""

    key: int
    position: int
    name: str
    worth: int
    unit: str
    facts: tuple[str, ...]
    cards: HandCards


@dataclass(frozen=True, slots=True)
class GameBoards:
    """Figures of one game, and its greatest hands, the best first."""

    name: str
    boards: tuple[FigureBoard, ...]
    best: tuple[HandCard, ...] = ()


@dataclass(frozen=True, slots=True)
class StageBoards:
    """Figures of one stage by its number; ``first`` and ``last`` are the numbers of its deals, 0 where there is none."""

    number: int
    names: tuple[str, ...]
    game: str
    first: int
    last: int
    boards: tuple[FigureBoard, ...]


@dataclass(frozen=True, slots=True)
class EveningFigures:
    """Figures of a table; stages where there are several."""

    deals: int
    charts: tuple[Chart, ...]
    games: tuple[GameBoards, ...]
    stages: tuple[StageBoards, ...]


@dataclass(frozen=True, slots=True)
class CircleFigures:
    """Figures of a circle."""

    charts: tuple[Chart, ...]
    games: tuple[GameBoards, ...]


@dataclass(frozen=True, slots=True)
class PersonEvening:
    """An evening at which somebody was, and what it came to."""

    name: str
    day: date
    games: tuple[str, ...]
    amounts: Amounts


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Figures of one person of a circle; the evenings, newest first, and what they came to."""

    name: str
    amounts: Amounts
    charts: tuple[Chart, ...]
    games: tuple[GameBoards, ...]
    evenings: tuple[PersonEvening, ...]


def evening_figures(evening: Evening, names: Sequence[str]) -> EveningFigures:
    """An evening; ``names`` by player."""
    alone = len(evening.courses) == 1
    courses = (*evening.money, *evening.courses, *evening.counted)
    stages = evening.stages if len(evening.stages) > 1 else ()
    return EveningFigures(
        deals=evening.deals,
        charts=tuple(deal_chart(course, names, alone=alone) for course in courses),
        games=tuple(game_boards(game, names) for game in evening.games),
        stages=tuple(stage_boards(stage, names) for stage in stages),
    )


def deal_chart(course: Course, names: Sequence[str], *, alone: bool) -> Chart:
    """Totals from deal to deal; ``alone``: there is only one unit."""
    lines = tuple(
        Series(names[account], totals, look=account, marks=course.marks[account])
        for account, totals in course.totals.items()
    )
    is_marked = all(len(one.marks) <= MOST_MARKS for one in lines) and any(one.marks for one in lines)
    return Chart(
        subject=_subject(course),
        games=() if alone else tuple(stored_speaker(slug).game for slug in course.rulesets),
        unit=_unit(course),
        currency=course.currency,
        lines=lines,
        places=tuple(map(str, course.positions)),
        is_marked=is_marked,
        players=() if course.of_rounds else tuple(course.totals),
    )


def _subject(course: Course) -> Subject:
    if course.currency:
        return Subject.MONEY
    return Subject.ROUNDS if course.of_rounds else Subject.DEALS


def _unit(course: Course) -> str:
    if course.currency:
        return _("元") if course.currency == "CNY" else course.currency
    speaker = stored_speaker(course.rulesets[0], course.unit)
    return speaker.hu if course.of_rounds else speaker.unit


def game_boards(game: GameFigures, names: Sequence[str]) -> GameBoards:
    """One game of an evening."""
    speaker = stored_speaker(game.ruleset, game.unit, names)
    counted = speaker.hu if ways_of(game.ruleset).by_hu else speaker.unit
    return GameBoards(
        name=speaker.game,
        boards=boards(game.tallies, dict(enumerate(names)), game.ruleset, game.unit),
        best=tuple(hand_card(hand, speaker, counted) for hand in game.best),
    )


def hand_card(hand: BestHand, speaker: Speaker, unit: str) -> HandCard:
    """One of the greatest hands; ``unit``: what hands of the game are compared by."""
    return HandCard(
        key=hand.key,
        position=hand.position,
        name=speaker.names[hand.person],
        worth=hand.worth,
        unit=unit,
        facts=tuple(win_facts(hand.win, speaker)),
        cards=hand_cards(hand.win, speaker),
    )


def stage_boards(stage: StageFigures, names: Sequence[str]) -> StageBoards:
    """One stage of an evening."""
    return StageBoards(
        number=stage.index + 1,
        names=tuple(names[player] for player in stage.seats),
        game=stored_speaker(stage.ruleset).game,
        first=stage.first,
        last=stage.last,
        boards=boards(stage.tallies, dict(enumerate(names)), stage.ruleset, stage.unit),
    )


def circle_figures(rows: Sequence[EveningRow], people: Iterable[Person]) -> CircleFigures:
    """A circle of these evenings and people."""
    names = {person.index: person.name for person in people}
    return CircleFigures(
        charts=tuple(
            chart for course in circles.courses(rows) for chart in evening_charts(course, names, rows)
        ),
        games=tuple(circle_game(game, names) for game in circles.games(rows)),
    )


def person_figures(rows: Iterable[EveningRow], person: Person) -> PersonFigures:
    """One person: only the evenings count at which he was."""
    mine = [row for row in rows if person.index in row.who.values()]
    names = {person.index: person.name}
    courses = (replace(course, totals=_only(course.totals, names)) for course in circles.courses(mine))
    of_games = (replace(game, tallies=_only(game.tallies, names)) for game in circles.games(mine))
    return PersonFigures(
        name=person.name,
        amounts=amounts(circles.sums(mine).get(person.index, Sum()), mine),
        charts=tuple(chart for course in courses for chart in evening_charts(course, names, mine)),
        games=tuple(circle_game(game, names) for game in of_games),
        evenings=tuple(
            PersonEvening(
                row.session.name, row.day, games(row), amounts(circles.sums([row])[person.index], [row])
            )
            for row in mine
        ),
    )


def _only(found: Mapping[int, T], names: Mapping[int, str]) -> dict[int, T]:
    return {person: value for person, value in found.items() if person in names}


def evening_charts(
    course: circles.Course, names: Mapping[int, str], rows: Iterable[EveningRow]
) -> Iterator[Chart]:
    """The lines of a currency or a unit from evening to evening, as many charts as there are people for."""
    divisor, unit = _whole_unit(course, rows)
    places = tuple(dates.short_day(row.day) for row in course.evenings)
    marks = range(1, len(places) + 1)
    for people in _split(list(course.totals), LINES):
        lines = (
            Series(names[person], [value // divisor for value in course.totals[person]], look, marks)
            for look, person in enumerate(people)
        )
        yield Chart(Subject.EVENINGS, (), unit, "", tuple(lines), places)


def _whole_unit(course: circles.Course, rows: Iterable[EveningRow]) -> tuple[int, str]:
    """What to divide by so that all numbers are whole, and what they are then called."""
    if not course.currency:
        return 1, unit_word(rulesets_of(rows), course.unit)
    if course.currency != "CNY":
        return 1, f"0.01 {course.currency}"
    values = [value for line in course.totals.values() for value in line]
    return next((step, word()) for step, word in STEPS if all(value % step == 0 for value in values))


def circle_game(game: circles.Game, names: Mapping[int, str]) -> GameBoards:
    """One game of all these evenings."""
    return GameBoards(stored_speaker(game.ruleset).game, boards(game.tallies, names, game.ruleset, game.unit))


def boards(
    tallies: Mapping[int, Tally], names: Mapping[int, str], ruleset: str, unit: str
) -> tuple[FigureBoard, ...]:
    """The figures of one game: tables of a few people each, who come in the order of ``tallies``.

    ``names`` by person. Rows in which everybody has nothing are left out where they are rare things.
    """
    speaker, every = stored_speaker(ruleset, unit), list(tallies.values())
    return tuple(
        FigureBoard(
            names=tuple(names[person] for person in people),
            rows=tuple(figure_rows(ruleset, speaker, [tallies[person] for person in people], every)),
        )
        for people in _split(list(tallies), ABREAST)
    )


def figure_rows(
    ruleset: str, speaker: Speaker, tallies: Sequence[Tally], every: Sequence[Tally]
) -> Iterator[FigureRow]:
    """The rows of some people; ``every`` decides which of the rare ones there are."""

    def row(
        figure: Figure, cell: Callable[[Tally], str | int], *, unit: str = "", term: str = ""
    ) -> FigureRow:
        return FigureRow(figure, tuple(f"{cell(tally)}" for tally in tallies), unit, term)

    ways = ways_of(ruleset)
    yield row(Figure.PLAYED, lambda tally: tally.played)
    if ways.has_hands:
        counted = speaker.hu if ways.by_hu else speaker.unit
        yield row(Figure.WINS, lambda tally: tally.wins)
        yield row(Figure.WIN_RATE, lambda tally: percentage(tally.wins, tally.played))
        yield row(Figure.DRAWN, lambda tally: tally.drawn, term=speaker.label("self_draw"))
        yield row(Figure.DISCARDS, lambda tally: tally.discards, term=speaker.label("discard"))
        yield row(Figure.GREATEST, lambda tally: f"{tally.greatest} {counted}" if tally.wins else DASH)
        yield row(Figure.AVERAGE, lambda tally: average(tally.worth, tally.wins))
    else:
        yield row(Figure.AHEAD, lambda tally: tally.ahead)
        yield row(Figure.BEHIND, lambda tally: tally.behind)
        yield row(Figure.AHEAD_RATE, lambda tally: percentage(tally.ahead, tally.played))
    if any(tally.streak > 1 for tally in every):
        yield row(Figure.STREAK, lambda tally: tally.streak)
    brought = speaker.hu if ways.in_rounds else speaker.unit
    yield row(Figure.MOST_WON, lambda tally: signed(tally.most_won), unit=brought)
    yield row(Figure.MOST_LOST, lambda tally: signed(tally.most_lost), unit=brought)
    if any(tally.fouls for tally in every):
        yield row(Figure.FOULS, lambda tally: tally.fouls, term=speaker.terms["foul"])
    if any(tally.sat for tally in every):
        yield row(Figure.SAT, lambda tally: tally.sat, term=speaker.terms["sitting"])


def _split(every: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """At most so many at a time."""
    return (every[at : at + most] for at in range(0, len(every), most))
