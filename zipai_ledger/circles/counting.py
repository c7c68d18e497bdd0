"""Evenings counted together, by person: deals, 胡, 自摸, 点炮 of each game, and totals as they went on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from zipai_ledger.ledger import figures
from zipai_ledger.ledger.figures import Tally, together
from zipai_ledger.models import GameSession
from zipai_ledger.rules.options import Words

from .reads import EveningRow, Sum, sums

EVENINGS_KEPT = 1_000
"""Evenings whose counts a process remembers."""


@dataclass(frozen=True, slots=True)
class CircleGame:
    """One game, by the name of its place: person (of an evening: player) → tally."""

    ruleset: str
    game: Words
    unit: str
    tallies: Mapping[int, Tally]


@dataclass(frozen=True, slots=True)
class CircleCourse:
    """Totals after each of some evenings, in their order: ``totals[person]`` begins at nought, before the first.

    In minor units of a ``currency``, or in a ``unit``; the other of the two is empty.
    """

    currency: str
    unit: str
    evenings: tuple[EveningRow, ...]
    totals: Mapping[int, tuple[int, ...]]


def games(rows: Iterable[EveningRow]) -> tuple[CircleGame, ...]:
    """What was played, the game played first coming first. Some queries for each evening that was not counted before."""
    found: dict[tuple[str, Words], list[Mapping[int, Tally]]] = {}
    units: dict[tuple[str, Words], str] = {}
    for row in sorted(rows, key=_moment):
        for game in _counted(row.session.pk, row.session.head_hash):
            key = game.ruleset, game.game
            found.setdefault(key, []).append(_by_person(game.tallies, row.who))
            units[key] = game.unit
    return tuple(CircleGame(*key, units[key], together(counts)) for key, counts in found.items())


@lru_cache(maxsize=EVENINGS_KEPT)
def _counted(session: int, _head: str) -> tuple[CircleGame, ...]:
    """An evening by player. The head of its trail says whether anything has changed; no words of a language are kept."""
    games = figures.evening(GameSession.objects.get(pk=session)).games
    return tuple(CircleGame(game.ruleset, game.game, game.unit, game.tallies) for game in games)


def _by_person(tallies: Mapping[int, Tally], who: Mapping[int, int]) -> dict[int, Tally]:
    return {who[player]: tally for player, tally in tallies.items() if player in who}


def courses(rows: Iterable[EveningRow]) -> tuple[CircleCourse, ...]:
    """How totals went from evening to evening: by currency, then by unit; in money alone where all was played for one."""
    found = sorted(rows, key=_moment)
    totals = [(row, sums([row])) for row in found]
    currencies = dict.fromkeys(name for row in found for name in row.settlement.money)
    units = dict.fromkeys(name for row in found for name in row.settlement.units)
    if len(currencies) == 1 and all(row.settlement.money for row in found):
        units = {}
    return (
        *(_course(totals, name, "", lambda total, key: total.money.get(key)) for name in currencies),
        *(_course(totals, "", name, lambda total, key: total.units.get(key)) for name in units),
    )


def _course(
    totals: Sequence[tuple[EveningRow, Mapping[int, Sum]]],
    currency: str,
    unit: str,
    value: Callable[[Sum, str], int | None],
) -> CircleCourse:
    """Of the evenings at which that was played for."""
    key = currency or unit
    mine = [
        (row, {person: value(total, key) for person, total in by_person.items()}) for row, by_person in totals
    ]
    counting = [(row, values) for row, values in mine if key in _names(row, currency)]
    people = {person for _, values in counting for person, value in values.items() if value is not None}
    lines = {
        person: tuple(accumulate((values.get(person) or 0 for _, values in counting), initial=0))
        for person in sorted(people)
    }
    return CircleCourse(currency, unit, tuple(row for row, _ in counting), lines)


def _names(row: EveningRow, currency: str) -> Iterable[str]:
    return row.settlement.money if currency else row.settlement.units


def _moment(row: EveningRow) -> tuple[object, int]:
    return row.session.opened_at, row.evening.pk
