"""我的牌桌 (wo de paizhuo): the tables and circles of a phone, those that are still played first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zipai_ledger.circles import CircleRow
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger.queries import SessionRow
from zipai_ledger.rules import registry

from .boards import Board, Money, boards
from .phones import names_of
from .rounds import tally_text
from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class RoundLead:
    """这一轮 (zhe yi lun): who has most in an open round, and how many of what the game calls 胡."""

    names: tuple[str, ...]
    tally: str
    hu: str


@dataclass(frozen=True, slots=True)
class OpenTable(TemplateValue):
    """A table that is played, with its totals; ``lead`` is None where nobody has any 胡 in a round."""

    row: SessionRow
    boards: tuple[Board, ...]
    lead: RoundLead | None


@dataclass(frozen=True, slots=True)
class ClosedTable(TemplateValue):
    """A table that is closed; ``dues``: payments that are left, None where it keeps no money.

    ``mine``: of that what the holder of this phone gets, or owes where it is below zero.
    """

    row: SessionRow
    dues: int | None
    mine: tuple[Money, ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """The front page; ``unsettled``: closed, and somebody owes something.

    ``latest``: the table like which another one can be opened: no sample, no game that is gone.
    """

    open: tuple[OpenTable, ...]
    unsettled: tuple[ClosedTable, ...]
    closed: tuple[ClosedTable, ...]
    circles: tuple[CircleRow, ...]
    latest: SessionRow | None

    @property
    def is_empty(self) -> bool:
        """Whether this phone is nowhere yet."""
        return not (self.open or self.unsettled or self.closed or self.circles)


def home_page(rows: Sequence[SessionRow], circles: Iterable[CircleRow]) -> HomePage:
    """The tables of a phone, the newest first, samples last; and its circles."""
    playing = [row for row in rows if row.session.is_open]
    playing.sort(key=lambda row: row.session.sample)
    known = registry.all_rulesets()
    closed = [_closed(row) for row in rows if not row.session.is_open]
    return HomePage(
        open=tuple(OpenTable(row, _points(row), round_lead(row)) for row in playing),
        unsettled=tuple(table for table in closed if table.dues),
        closed=tuple(table for table in closed if not table.dues),
        circles=tuple(circles),
        latest=next((row for row in rows if row.playing.ruleset in known and not row.session.sample), None),
    )


def _closed(row: SessionRow) -> ClosedTable:
    """What is left of it, by the way with the fewest payments."""
    settlement, me = row.settlement, row.grant.player
    owed = () if me is None else ((minor[me], currency) for currency, minor in settlement.owed.items())
    return ClosedTable(
        row, settlement.unpaid, tuple(Money(minor, currency) for minor, currency in owed if minor)
    )


def _points(row: SessionRow) -> tuple[Board, ...]:
    return boards(names_of(row.holders), row.settlement, row.rulesets, keeps_money=False)


def round_lead(row: SessionRow) -> RoundLead | None:
    """Who has most in the open round so far."""
    standing = row.standing
    if standing.tally is None or not standing.state.in_round:
        return None
    most = max(standing.tally)
    if most <= 0:
        return None
    leading = (player.name for player, hu in zip(row.players, standing.tally, strict=False) if hu == most)
    return RoundLead(tuple(leading), tally_text(most), stored_speaker(row.playing.ruleset).hu)
