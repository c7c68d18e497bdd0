"""账本 (zhangben): the rows below the desk, newest first: deals, and what happened between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealRow, StandInChange, TableView

from .deals import Roster, settles_round
from .events import carried_in_text, stage_text, stand_in_text
from .rounds import carried_text
from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class ColumnHead(TemplateValue):
    """Whose column it is: ``index`` of the player."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class LedgerRow(TemplateValue):
    """A row of the ledger: a deal, or what happened between deals; ``ids`` are those of its elements.

    ``roster``: the columns of a deal are those who sat then. ``players``: who sat in the deals below, where others did.
    """

    ids: tuple[str, ...]
    deal: DealRow | None = None
    roster: Roster | None = None
    event: str = ""
    players: tuple[ColumnHead, ...] = ()

    @property
    def key(self) -> int | None:
        """The deal's."""
        return self.deal.deal.key if self.deal else None


@dataclass(frozen=True, slots=True)
class Ledger(TemplateValue):
    """Rows, newest first; ``players`` are the columns of the first of them, ``has_checked``: cards of some deal are there.

    ``before`` is the number of the last deal where older ones follow, else None.
    """

    rows: tuple[LedgerRow, ...]
    players: tuple[ColumnHead, ...]
    has_checked: bool
    before: int | None


def roster(view: TableView, void_reasons: Mapping[int, str] | None = None) -> Roster:
    """Everybody at the table."""
    names, columns = (player.name for player in view.players), (player.index for player in view.players)
    return Roster(tuple(names), tuple(columns), void_reasons or {})


def table_ledger(view: TableView, rows: Sequence[DealRow], *, more: bool) -> Ledger:
    """The ledger down to the oldest of ``rows``, newest first; ``more``: there are older ones. Up to five queries."""
    return _Drawing(view, rows).ledger(rows, more=more)


def older_rows(view: TableView, rows: Sequence[DealRow]) -> tuple[LedgerRow, ...]:
    """Deals by themselves, for pages that show them already."""
    return tuple(map(_Drawing(view, rows).deal, rows)) if rows else ()


def stage_columns(seats: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Who has a column in each stage: only who sits, in his old place; who comes takes that of one who left."""
    columns: list[int] = []
    for sitting in seats:
        came = [player for player in sitting if player not in columns]
        kept = [player if player in sitting else (came.pop(0) if came else None) for player in columns]
        columns = [*(player for player in kept if player is not None), *came]
        yield tuple(columns)


class _Drawing:
    """What all rows of a page need to know."""

    def __init__(self, view: TableView, rows: Sequence[DealRow]) -> None:
        self.view = view
        void = [row.deal.key for row in rows if not row.deal.live]
        people, corrected = (
            roster(view, queries.void_reasons(view.session, void)),
            queries.corrected_deals(view.session),
        )
        self.roster = replace(people, corrected=corrected)
        self.changes = queries.stand_ins_in(view)
        self.columns = tuple(stage_columns([stage.seats for stage in view.stages]))

    def ledger(self, rows: Sequence[DealRow], *, more: bool) -> Ledger:
        view = self.view
        is_top = not rows or rows[0].deal.position == view.session.deal_count
        top = view.stage.stage.index if is_top else rows[0].deal.stage.index
        oldest = () if more or (view.deals and not rows) else self._oldest()
        return Ledger(
            rows=(*self._rows(rows, top, more=more), *oldest),
            players=self._sitting(top),
            has_checked=any(row.deal.checked == "cards" and row.outcome["wins"] for row in rows),
            before=rows[-1].deal.position if more else None,
        )

    def _rows(self, rows: Sequence[DealRow], top: int, *, more: bool) -> Iterator[LedgerRow]:
        """The deals, each above what was noted right before it; what was noted since the last deal above all."""
        last = rows[0].deal.position if rows else 0
        if last == self.view.session.deal_count:
            yield from self._noted(change for change in self.changes if change.first > last)
        if rows:
            yield from self._begun(top, rows[0].deal.stage.index)
        for row, below in zip(rows, self._stages_below(rows, more=more), strict=True):
            yield self.deal(row)
            yield from self._noted(self._begun_with(row, below))
            if below is not None:
                yield from self._begun(row.deal.stage.index, below)

    def _stages_below(self, rows: Sequence[DealRow], *, more: bool) -> list[int | None]:
        """The stage of the deal below each, None below the oldest."""
        found: list[int | None] = [row.deal.stage.index for row in rows[1:]]
        if rows:
            found.append(self._stage_below(rows[-1]) if more else None)
        return found

    def _stage_below(self, row: DealRow) -> int:
        """A query, where there were several stages."""
        stage = row.deal.stage.index
        return queries.stage_at(self.view.session, row.deal.position - 1) if stage else stage

    def deal(self, row: DealRow) -> LedgerRow:
        """A deal, below the round that ended with it."""
        own, stage, position = f"deal-{row.deal.key}", row.deal.stage.index, row.deal.position
        playing = queries.playing_at(self.changes, stage, position)
        people = replace(self.roster, columns=self.columns[stage], playing=tuple(playing.items()))
        return LedgerRow((f"{own}-round", own) if settles_round(row) else (own,), row, people)

    def _begun(self, stage: int, below: int) -> Iterator[LedgerRow]:
        """What began between the stage of a deal and that of the one below."""
        if stage == below:
            return
        text = stage_text(self.view.stages, stage, self.roster.names)
        others = self.columns[stage] != self.columns[below]
        yield LedgerRow((f"stage-{stage}",), event=text, players=self._sitting(below) if others else ())

    def _sitting(self, stage: int) -> tuple[ColumnHead, ...]:
        return tuple(ColumnHead(player, self.roster.names[player]) for player in self.columns[stage])

    def _begun_with(self, row: DealRow, below: int | None) -> Iterator[StandInChange]:
        """Who began with this deal; with the first deal of a stage too, who did so before anything was played in it."""
        position, stage = row.deal.position, row.deal.stage.index
        is_first = position == 1 or (below is not None and below != stage)
        return (
            change
            for change in self.changes
            if change.stage == stage and (change.first == position or (is_first and change.first == 0))
        )

    def _noted(self, changes: Iterable[StandInChange]) -> Iterator[LedgerRow]:
        for change in sorted(changes, key=lambda one: -one.seq):
            yield LedgerRow((f"stand-in-{change.seq}",), event=stand_in_text(change, self.roster.names))

    def _oldest(self) -> Iterator[LedgerRow]:
        """The round that the evening began with, where another one had left it open, and what that had left owed."""
        view, names = self.view, self.roster.names
        if text := carried_text(view.stages[0], names):
            yield LedgerRow(("stage-0",), event=text)
        differs = view.settlement.owed != view.settlement.money
        for row in queries.carried_of(view.session) if differs else ():
            if row.into:
                yield LedgerRow((f"carried-{row.seq}",), event=carried_in_text(row, names))
