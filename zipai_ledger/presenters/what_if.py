"""换一套规矩 (huan yi tao guiju): an evening as it was, beside the same deals under other house rules."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.posting import Again, Otherwise
from zipai_ledger.ledger.queries import StageView, TableView
from zipai_ledger.models import GameSession

from .boards import Money, TotalChange
from .deals import deal_row
from .ledger_rows import roster

MOST = 40
"""Deals named one by one."""


@dataclass(frozen=True, slots=True)
class OtherStage:
    """One stage as it was, and the same under other options."""

    view: StageView
    again: Otherwise

    @property
    def gained(self) -> tuple[int, ...]:
        """What the stage would have brought more or less, by player."""
        pairs = [
            [after - before for before, after in zip(deal.before, deal.after, strict=True)]
            for deal in self.again.deals
        ]
        return tuple(map(sum, zip(*pairs, strict=True))) if pairs else ()


@dataclass(frozen=True, slots=True)
class ComparedDeal:
    """A deal that would have gone another way: for whom, or why it could not have stood."""

    number: int
    title: str
    changes: tuple[TotalChange, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All of it: of ``count`` deals ``changed`` differ; ``lines`` do, the first `MOST` of them in ``deals``; ``refused`` could not stand.

    ``totals``: by player, as it was and as it would have been, and what the difference would have been worth.
    """

    unit: str
    totals: tuple[tuple[TotalChange, tuple[Money, ...]], ...]
    deals: tuple[ComparedDeal, ...]
    count: int
    changed: int
    lines: int
    refused: int
    is_round_open: bool

    @property
    def more(self) -> int:
        """How many are not named."""
        return max(self.lines - MOST, 0)


def comparison(session: GameSession, view: TableView, stages: Sequence[OtherStage]) -> Comparison:
    """Both totals side by side, what moved them, and what could not have stood. One query."""
    again = [deal for stage in stages for deal in stage.again.deals]
    changed = [deal for deal in again if deal.differs or deal.problems]
    rows = queries.deals_by_key(session, [deal.key for deal in changed[:MOST]])
    return Comparison(
        unit=stage_speaker(stages[0].view.stage).unit,
        totals=tuple(_totals(view, stages)),
        deals=tuple(_deal(deal, rows[deal.key], view) for deal in changed[:MOST]),
        count=sum(deal.is_deal for deal in again),
        changed=sum(deal.is_deal for deal in changed),
        lines=len(changed),
        refused=sum(bool(deal.problems) for deal in changed),
        is_round_open=any(stage.again.open_round for stage in stages),
    )


def _totals(view: TableView, stages: Sequence[OtherStage]) -> Iterator[tuple[TotalChange, tuple[Money, ...]]]:
    """The unit of the game by player, and money where there is any."""
    count = len(view.players)
    was = _spread(view.settlement.units[stages[0].view.stage.unit], count)
    gained = _added((stage.gained for stage in stages), count)
    currencies = dict.fromkeys(stage.view.stake.currency for stage in stages if stage.view.stake)
    money = {currency: _added(_worth(stages, currency), count) for currency in currencies}
    for player in view.holders:
        at = player.index
        worth = tuple(Money(sums[at], of) for of, sums in money.items() if sums[at])
        yield TotalChange(player.name, was[at], was[at] + gained[at]), worth


def _worth(stages: Iterable[OtherStage], currency: str) -> Iterator[tuple[int, ...]]:
    """What the stages would have brought more or less in one currency."""
    for stage in stages:
        stake = stage.view.stake
        if stake and stake.currency == currency:
            yield tuple(units * stake.minor_per_unit for units in stage.gained)


def _added(rows: Iterable[Sequence[int]], count: int) -> list[int]:
    """Rows by player added up."""
    return [sum(column) for column in zip([0] * count, *(_spread(row, count) for row in rows), strict=True)]


def _spread(row: Sequence[int], count: int) -> list[int]:
    """Values by player, nought for those who joined later."""
    return [*row, *[0] * (count - len(row))]


def _deal(deal: Again, row: queries.DealRow, view: TableView) -> ComparedDeal:
    people = roster(view)
    speaker = stage_speaker(row.deal.stage, people.names)
    return ComparedDeal(
        number=deal.position,
        title=deal_row(row, people).title,
        changes=tuple(
            TotalChange(name, before, after)
            for name, before, after in zip(people.names, deal.before, deal.after, strict=False)
            if before != after
        ),
        why=tuple(map(speaker.problem, deal.problems)),
    )
