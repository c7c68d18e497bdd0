"""The figures of one evening, read in a number of queries that does not depend on how many deals there are."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger.queries import StandInChange, playing_at, rulesets_of, stage_seats, stand_ins_of
from zipai_ledger.ledger.queries.kept import kept
from zipai_ledger.ledger.trail import canonical, outcomes
from zipai_ledger.ledger.trail.bodies import WinBody
from zipai_ledger.models import Deal, GameSession, Hu, Stage
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.speaker import find_ruleset

from .counting import Played, Tally, tallies, together
from .reading import StoredDeal, StoredWin, Ways, played, ways_of, worth

BEST = 3
"""Hands of a game that are shown."""


@dataclass(frozen=True, slots=True)
class StageFigures:
    """One stage: its number, its ``game`` by the name of its place, who sat, the tallies.

    ``first`` and ``last`` are the numbers of its first and last deal, 0 where there is none.
    """

    index: int
    ruleset: str
    game: Words
    unit: str
    seats: tuple[int, ...]
    first: int
    last: int
    tallies: Mapping[int, Tally]


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand that won: its deal, who played it, the stored win, and what it is compared by."""

    key: int
    position: int
    person: int
    worth: int
    win: WinBody


@dataclass(frozen=True, slots=True)
class GameFigures:
    """All stages of one game, by the name of its place, together: person → tally, and the greatest hands, the best first."""

    ruleset: str
    game: Words
    unit: str
    tallies: Mapping[int, Tally]
    best: tuple[BestHand, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The totals of one unit after each of its deals: ``totals[account]`` begins at nought, before the first.

    ``positions`` are the numbers of the deals; ``marks[account]`` the places at which that account won a hand.
    ``starts[account]``: the place at which that account came to the table. ``of_rounds``: the 胡 that deals brought
    towards their rounds, all together, which are not what was paid; ``currency``: money in minor units, of all stages
    that were played for it. ``games``: what was played.
    """

    unit: str
    rulesets: tuple[str, ...]
    positions: tuple[int, ...]
    totals: Mapping[int, tuple[int, ...]]
    marks: Mapping[int, tuple[int, ...]]
    starts: Mapping[int, int]
    of_rounds: bool = False
    currency: str = ""
    games: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that is counted of an evening; games, stages and courses in the order they began.

    ``courses``: one for each unit; ``counted``: one for each game whose deals count towards rounds; ``money``: one for
    each currency that more than one unit or price makes up.
    """

    deals: int
    games: tuple[GameFigures, ...]
    stages: tuple[StageFigures, ...]
    courses: tuple[Course, ...]
    counted: tuple[Course, ...]
    money: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class _Stage:
    """A stage with its deals that count in the ledger, in their order."""

    row: Stage
    game: Words
    seats: tuple[int, ...]
    deals: tuple[StoredDeal, ...]
    ways: Ways
    stand_ins: Sequence[StandInChange]

    def who(self, deal: StoredDeal) -> dict[int, int]:
        """Account → who played for it."""
        instead = playing_at(self.stand_ins, self.row.index, deal.position)
        return {account: instead.get(account, account) for account in self.seats}

    def played(self) -> list[Played]:
        deals = (deal for deal in checkpoints(self.deals) if deal.counts)
        return [played(deal, self.who(deal), self.ways) for deal in deals]


@kept
def evening(session: GameSession) -> Evening:
    """The figures of a session. Four queries, five where somebody stood in."""
    stages = _stages(session)
    of_stages = tuple(map(_figures, stages))
    games: dict[tuple[str, Words], list[int]] = {}
    units: dict[str, list[_Stage]] = {}
    for place, stage in enumerate(stages):
        games.setdefault((stage.row.ruleset, stage.game), []).append(place)
        units.setdefault(stage.row.unit, []).append(stage)
    by_game = [[stages[at] for at in places] for places in games.values()]
    return Evening(
        deals=sum(deal.counts for stage in stages for deal in stage.deals),
        games=tuple(
            _game(found, [of_stages[at].tallies for at in places])
            for found, places in zip(by_game, games.values(), strict=True)
        ),
        stages=of_stages,
        courses=tuple(_course(found, _paid) for found in units.values() if any(each.deals for each in found)),
        counted=tuple(
            replace(_course(found, _counted), of_rounds=True)
            for found in by_game
            if found[0].ways.in_rounds and any(each.deals for each in found)
        ),
        money=tuple(_in_money(stages)),
    )


def _stages(session: GameSession) -> list[_Stage]:
    rows = list(Stage.objects.filter(session=session).order_by("index"))
    seats = {row.pk: stage_seats(row) for row in rows}
    deals: dict[int, list[StoredDeal]] = {row.pk: [] for row in rows}
    in_rounds = {row.pk for row in rows if ways_of(row.ruleset).in_rounds}
    wins = _wins(session)
    columns = ("pk", "stage_id", "key", "position", "fact", "outcome")
    stored = Deal.objects.filter(session=session, live=True).order_by("position").values_list(*columns)
    for pk, stage, key, position, fact, outcome in checkpoints(stored):
        won = _tallied(wins.get(pk, ()), outcome) if stage in in_rounds else tuple(wins.get(pk, ()))
        numbers = outcomes.numbers_of(outcome)
        deals[stage].append(
            StoredDeal(key, position, canonical.parse(fact), numbers, won, seats[stage], outcome)
        )
    stand_ins = stand_ins_of(session)
    return [
        _Stage(row, _game_of(row), seats[row.pk], tuple(deals[row.pk]), ways_of(row.ruleset), stand_ins)
        for row in rows
    ]


def _tallied(wins: Sequence[StoredWin], outcome: str) -> tuple[StoredWin, ...]:
    """The wins of a deal that counts towards a round, each with what that counts of it."""
    tallied = outcomes.tallied_of(outcome)
    return tuple(win._replace(tallied=tallied) for win in wins)


def _game_of(row: Stage) -> Words:
    return find_ruleset(row.ruleset, row.unit).name_under(canonical.parse(row.options))


def _wins(session: GameSession) -> dict[int, list[StoredWin]]:
    """Deal → its wins in their order."""
    found: dict[int, list[StoredWin]] = {}
    columns = ("deal_id", "ordinal", "winner", "source", "from_player", "hu", "units")
    stored = Hu.objects.filter(session=session, deal__live=True).order_by("deal_id", "ordinal")
    for deal, *win in stored.values_list(*columns):
        found.setdefault(deal, []).append(StoredWin(*win))
    return found


def _figures(stage: _Stage) -> StageFigures:
    positions = [deal.position for deal in stage.deals]
    return StageFigures(
        index=stage.row.index,
        ruleset=stage.row.ruleset,
        game=stage.game,
        unit=stage.row.unit,
        seats=stage.seats,
        first=positions[0] if positions else 0,
        last=positions[-1] if positions else 0,
        tallies=tallies(stage.played()),
    )


def _game(stages: Sequence[_Stage], found: Iterable[Mapping[int, Tally]]) -> GameFigures:
    return GameFigures(
        ruleset=stages[0].row.ruleset,
        game=stages[0].game,
        unit=stages[-1].row.unit,
        tallies=together(found),
        best=tuple(_hands(stages)),
    )


def _hands(stages: Sequence[_Stage]) -> Iterator[BestHand]:
    """The greatest hands, the greatest first; of equal ones what paid more, then the earlier."""
    won = ((stage, deal, win) for stage in stages for deal in stage.deals for win in deal.wins)
    for stage, deal, win in heapq.nsmallest(BEST, won, key=_greatness):
        value, person = worth(win, stage.ways), stage.who(deal)[win.winner]
        yield BestHand(deal.key, deal.position, person, value, deal.win_body(win))


def _greatness(won: tuple[_Stage, StoredDeal, StoredWin]) -> tuple[int, int, int]:
    stage, deal, win = won
    return -worth(win, stage.ways), -(win.units or 0), deal.position


def _in_money(stages: Sequence[_Stage]) -> Iterator[Course]:
    for currency in dict.fromkeys(stage.row.currency for stage in stages if stage.row.currency):
        found = [stage for stage in stages if stage.row.currency == currency]
        prices = {(stage.row.unit, stage.row.minor_per_unit) for stage in found if stage.deals}
        if len(prices) > 1:
            yield replace(_course(found, _priced), currency=currency)


Brought = Callable[[_Stage, StoredDeal], Sequence[int]]


def _course(stages: Sequence[_Stage], brought: Brought) -> Course:
    deals = [deal for stage in stages for deal in stage.deals]
    values = [brought(stage, deal) for stage in stages for deal in stage.deals]
    accounts = sorted({account for stage in stages for account in stage.seats})
    winners = [{win.winner for win in deal.wins} for deal in deals]
    begun = accumulate((len(stage.deals) for stage in stages), initial=0)
    starts = dict[int, int]()
    for stage, place in zip(stages, begun, strict=False):
        for account in stage.seats:
            starts.setdefault(account, place)
    return Course(
        unit=stages[0].row.unit,
        rulesets=rulesets_of(stage.row for stage in stages),
        positions=tuple(deal.position for deal in deals),
        totals={account: _totals(account, values) for account in accounts},
        marks={
            account: tuple(at for at, won in enumerate(winners, 1) if account in won) for account in accounts
        },
        starts=starts,
        games=tuple(dict.fromkeys(stage.game for stage in stages)),
    )


def _paid(_stage: _Stage, deal: StoredDeal) -> Sequence[int]:
    """Units by account that a deal moved."""
    paid: Sequence[int] = deal.numbers["deltas"]
    return paid


def _priced(stage: _Stage, deal: StoredDeal) -> Sequence[int]:
    """The same in money."""
    return [units * (stage.row.minor_per_unit or 0) for units in _paid(stage, deal)]


def _counted(_stage: _Stage, deal: StoredDeal) -> Sequence[int]:
    """胡 by account that a deal brought towards its round."""
    return deal.numbers.get("gains") or ()


def _totals(account: int, brought: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Who came later had nothing before."""
    return tuple(accumulate((units[account] if account < len(units) else 0 for units in brought), initial=0))
