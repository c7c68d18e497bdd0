"""战绩 (zhanji): figures of an evening, of a circle, and of one person in it: boards, charts, the greatest hands."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger import circles
from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats.numbers import DASH, average, percentage, signed
from zipai_ledger.formats.speaker import stored_speaker, word
from zipai_ledger.ledger.figures import BestHand, Evening, GameFigures, StageFigures, Tally, ways_of
from zipai_ledger.models import Person
from zipai_ledger.rules.speaker import Speaker

from .cards import HandCards, hand_cards
from .charts import ABREAST, Chart, deal_chart, evening_charts, split
from .circle import Amounts, amounts
from .deals import win_facts


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


BETTER: Mapping[Figure, Callable[[Tally], float]] = {
    Figure.WINS: lambda tally: tally.wins,
    Figure.WIN_RATE: lambda tally: tally.wins / max(tally.played, 1),
    Figure.DRAWN: lambda tally: tally.drawn,
    Figure.GREATEST: lambda tally: tally.greatest,
    Figure.AVERAGE: lambda tally: tally.worth / max(tally.wins, 1),
    Figure.AHEAD: lambda tally: tally.ahead,
    Figure.AHEAD_RATE: lambda tally: tally.ahead / max(tally.played, 1),
    Figure.STREAK: lambda tally: tally.streak,
    Figure.MOST_WON: lambda tally: tally.most_won,
}
"""Figures of which more is better, as numbers."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure of a few people, written as they read it; ``term``: what the game calls it, where it has a word for it.

    ``best``: the places of those who have most, where more is better and not all have the same.
    """

    figure: Figure
    cells: tuple[str, ...]
    unit: str = ""
    term: str = ""
    best: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FigureBoard:
    """战绩表 (zhanji biao): figures of a few people beside each other."""

    names: tuple[str, ...]
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """最大一手 (zuida yi shou): one of the greatest hands: who, how much in which ``unit``, its cards."""

    hand: BestHand
    name: str
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
    """Figures of one stage, and who sat there."""

    stage: StageFigures
    names: tuple[str, ...]
    boards: tuple[FigureBoard, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a table or of a circle; of a table how many ``deals``, and stages where there are several."""

    charts: tuple[Chart, ...]
    games: tuple[GameBoards, ...]
    deals: int = 0
    stages: tuple[StageBoards, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Figures of one person of a circle; the evenings, newest first, each with what it came to."""

    name: str
    amounts: Amounts
    figures: Figures
    evenings: tuple[tuple[EveningRow, Amounts], ...]


def evening_figures(evening: Evening, names: Sequence[str]) -> Figures:
    """An evening; ``names`` by player."""
    alone = len(evening.courses) == 1
    seated = {player for stage in evening.stages for player in stage.seats}
    courses = (*evening.money, *evening.courses, *evening.counted)
    stages = evening.stages if len(evening.stages) > 1 else ()
    return Figures(
        charts=tuple(deal_chart(course, names, alone=alone) for course in courses),
        games=tuple(game_boards(game, names, seated) for game in evening.games),
        deals=evening.deals,
        stages=tuple(stage_boards(stage, names) for stage in stages),
    )


def game_boards(game: GameFigures, names: Sequence[str], seated: Container[int]) -> GameBoards:
    """One game of an evening: of those who had a seat, and of whoever played for one of them."""
    speaker = stored_speaker(game.ruleset, game.unit, names)
    counted = speaker.hu if ways_of(game.ruleset).by_hu else speaker.unit
    return GameBoards(
        name=word(game.game),
        boards=boards(
            {
                one: tally
                for one, tally in game.tallies.items()
                if one in seated or tally.played or tally.fouls
            },
            dict(enumerate(names)),
            game.ruleset,
            game.unit,
        ),
        best=tuple(hand_card(hand, speaker, counted) for hand in game.best),
    )


def hand_card(hand: BestHand, speaker: Speaker, unit: str) -> HandCard:
    """One of the greatest hands; ``unit``: what hands of the game are compared by."""
    return HandCard(
        hand=hand,
        name=speaker.names[hand.person],
        unit=unit,
        facts=tuple(win_facts(hand.win, speaker)),
        cards=hand_cards(hand.win, speaker),
    )


def stage_boards(stage: StageFigures, names: Sequence[str]) -> StageBoards:
    """One stage of an evening."""
    return StageBoards(
        stage=stage,
        names=tuple(names[player] for player in stage.seats),
        boards=boards(stage.tallies, dict(enumerate(names)), stage.ruleset, stage.unit),
    )


def circle_figures(rows: Sequence[EveningRow], names: Mapping[int, str]) -> Figures:
    """What these evenings come to for those who have a name, by number."""
    return Figures(
        charts=tuple(
            chart for course in circles.courses(rows) for chart in evening_charts(course, names, rows)
        ),
        games=tuple(
            GameBoards(word(game.game), boards(game.tallies, names, game.ruleset, game.unit))
            for game in circles.games(rows)
        ),
    )


def person_figures(rows: Iterable[EveningRow], person: Person) -> PersonFigures:
    """One person: only the evenings count at which he was."""
    mine = [row for row in rows if person.index in row.attendees]
    return PersonFigures(
        name=person.name,
        amounts=amounts(circles.sums(mine).get(person.index, Sum()), mine),
        figures=circle_figures(mine, {person.index: person.name}),
        evenings=tuple((row, amounts(circles.sums([row])[person.index], [row])) for row in mine),
    )


def boards(
    tallies: Mapping[int, Tally], names: Mapping[int, str], ruleset: str, unit: str
) -> tuple[FigureBoard, ...]:
    """The figures of one game: tables of a few people each, who come in the order of ``tallies``.

    ``names`` by person, of whom there are figures. Rows in which everybody has nothing are left out where they are rare
    things.
    """
    speaker = stored_speaker(ruleset, unit)
    people = [person for person in tallies if person in names]
    every = [tallies[person] for person in people]
    return tuple(
        FigureBoard(
            names=tuple(names[person] for person in some),
            rows=tuple(figure_rows(ruleset, speaker, [tallies[person] for person in some], every)),
        )
        for some in split(people, ABREAST)
    )


def figure_rows(
    ruleset: str, speaker: Speaker, tallies: Sequence[Tally], every: Sequence[Tally]
) -> Iterator[FigureRow]:
    """The rows of some people; ``every`` decides which of the rare ones there are."""

    def row(
        figure: Figure, cell: Callable[[Tally], str | int], *, unit: str = "", term: str = ""
    ) -> FigureRow:
        cells = tuple(f"{cell(tally)}" for tally in tallies)
        return FigureRow(figure, cells, unit, term, leaders(figure, tallies, every))

    ways = ways_of(ruleset)
    yield row(Figure.PLAYED, lambda tally: tally.played)
    if ways.has_hands:
        counted = speaker.hu if ways.by_hu else speaker.unit
        yield row(Figure.WINS, lambda tally: tally.wins)
        yield row(Figure.WIN_RATE, lambda tally: percentage(tally.wins, tally.played))
        yield row(Figure.DRAWN, lambda tally: tally.drawn, term=speaker.label("self_draw"))
        yield row(Figure.DISCARDS, lambda tally: tally.discards, term=speaker.label("discard"))
        yield row(Figure.GREATEST, lambda tally: f"{tally.greatest} {counted}" if tally.wins else DASH)
        yield row(Figure.AVERAGE, lambda tally: average(tally.worth, tally.wins), unit=counted)
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


def leaders(figure: Figure, tallies: Iterable[Tally], every: Iterable[Tally]) -> frozenset[int]:
    """The places of those of ``tallies`` who have most of ``every``; none where all have the same, or more is not better."""
    if figure not in BETTER:
        return frozenset()
    better = BETTER[figure]
    numbers = {better(tally) for tally in every}
    most = max(numbers, default=0)
    return frozenset(at for at, tally in enumerate(tallies) if len(numbers) > 1 and better(tally) == most)
