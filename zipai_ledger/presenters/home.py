"""我的牌桌 (wo de paizhuo): the tables and circles of a phone, those that are still played first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from zipai_ledger.circles import CircleRow
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger.queries import SessionRow
from zipai_ledger.models import GameSession
from zipai_ledger.rules import registry

from .boards import Board, boards
from .rounds import tally_text
from .rows import TemplateRow


@dataclass(frozen=True, slots=True)
class TableRow(TemplateRow):
    """A table in a list: what was played there, how many deals, and since when."""

    public_id: str
    name: str
    games: tuple[str, ...]
    deals: int
    opened: datetime


@dataclass(frozen=True, slots=True)
class RoundLead:
    """这一轮 (zhe yi lun): who has most in an open round, and how many of what the game calls 胡."""

    names: tuple[str, ...]
    tally: str
    hu: str


@dataclass(frozen=True, slots=True)
class OpenTable(TemplateRow):
    """A table that is played, with its totals; ``lead`` is None where nobody has any 胡 in a round."""

    row: TableRow
    players: int
    is_sample: bool
    boards: tuple[Board, ...]
    lead: RoundLead | None


@dataclass(frozen=True, slots=True)
class LatestTable:
    """The table like which another one can be opened: its people and its game."""

    public_id: str
    names: tuple[str, ...]
    game: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """The front page; ``latest`` is None where there is no table that another one could be like."""

    open: tuple[OpenTable, ...]
    closed: tuple[TableRow, ...]
    circles: tuple[CircleRow, ...]
    latest: LatestTable | None

    @property
    def is_empty(self) -> bool:
        """Whether this phone is nowhere yet."""
        return not (self.open or self.closed or self.circles)


def home_page(rows: Sequence[SessionRow], circles: Iterable[CircleRow]) -> HomePage:
    """The tables of a phone, the newest first, samples last; and its circles."""
    playing = [row for row in rows if row.session.status == GameSession.Status.OPEN]
    playing.sort(key=lambda row: row.session.sample)
    return HomePage(
        open=tuple(map(open_table, playing)),
        closed=tuple(table_row(row) for row in rows if row.session.status == GameSession.Status.CLOSED),
        circles=tuple(circles),
        latest=next((latest_table(row) for row in rows if _can_be_repeated(row)), None),
    )


def table_row(row: SessionRow) -> TableRow:
    """A table of the list."""
    session = row.session
    games = tuple(stored_speaker(slug).game for slug in row.rulesets)
    return TableRow(session.public_id, session.name, games, session.deal_count, session.opened_at)


def open_table(row: SessionRow) -> OpenTable:
    """The same where it is played."""
    names = [player.name for player in row.players]
    return OpenTable(
        row=table_row(row),
        players=len(names),
        is_sample=row.session.sample,
        boards=boards(names, row.settlement, row.rulesets, keeps_money=False),
        lead=round_lead(row),
    )


def round_lead(row: SessionRow) -> RoundLead | None:
    """Who has most in the open round so far."""
    standing = row.standing
    if standing.tally is None or not standing.state.in_round:
        return None
    most = max(standing.tally)
    if most <= 0:
        return None
    leading = (player.name for player, hu in zip(row.players, standing.tally, strict=False) if hu == most)
    return RoundLead(tuple(leading), tally_text(most), stored_speaker(row.playing).hu)


def latest_table(row: SessionRow) -> LatestTable:
    """A table as another one like it would begin."""
    names = tuple(player.name for player in row.players)
    return LatestTable(row.session.public_id, names, stored_speaker(row.playing).game)


def _can_be_repeated(row: SessionRow) -> bool:
    """No sample, and no table whose game is gone."""
    return row.playing in registry.all_rulesets() and not row.session.sample
