"""怎么来的 (zenme lai de): from a player's total down to the stages, rounds and deals that made it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from zipai_ledger.formats.speaker import game_under, unit_word
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealRow, StageView, TableView
from zipai_ledger.ledger.shares import Share, Stretch
from zipai_ledger.models import GameSession, Player
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.state import State

from .boards import Money, Units, units_of
from .deals import DealLine, Roster, Score, deal_row
from .ledger_rows import roster as table_roster

NOTHING = Score(None, "zero")


class MoneyKind(StrEnum):
    """What became of money besides what the deals brought."""

    WON = "won"
    CARRIED_IN = "carried_in"
    CARRIED_OUT = "carried_out"
    PAID = "paid"
    RECEIVED = "received"


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Money of a player; ``minor`` is added to what he is owed, ``name``: whom he paid, or who paid him."""

    kind: MoneyKind
    minor: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class MoneyAccount:
    """What the money of one currency is made of, and what of it is ``left`` to be paid."""

    currency: str
    lines: tuple[MoneyLine, ...]
    left: int


@dataclass(frozen=True, slots=True)
class StageSum:
    """What a stage brought; ``stake`` is None where only points are kept."""

    index: int
    game: str
    units: int
    unit: str
    stake: Stake | None

    @property
    def minor(self) -> int:
        """The same in money."""
        return self.units * self.stake.minor_per_unit if self.stake else 0


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a total is looked into: a stage, and of its ``parts`` one; ``on_top``: nothing was asked for."""

    stage: StageView | None
    parts: tuple[Stretch, ...]
    part: Stretch | None
    on_top: bool


@dataclass(frozen=True, slots=True)
class BreakdownPage:
    """A player's total. Of several stages one is looked into, of its parts one, whose deals are shown; else all of them.

    ``in_rounds``: its parts are rounds. Of ``deals`` each has two scores: what it brought, and what had come together then.
    """

    player: Player
    sums: tuple[Units | Money, ...]
    accounts: tuple[MoneyAccount, ...]
    stages: tuple[StageSum, ...]
    focus: Focus
    stage: StageSum | None
    in_rounds: bool
    deals: tuple[DealLine, ...]


def breakdown_page(session: GameSession, view: TableView, player: int, focus: Focus) -> BreakdownPage:
    """What a player's total is made of: two queries for what is asked on top, two for deals."""
    settled = view.settlement
    return BreakdownPage(
        player=view.players[player],
        sums=(
            *(
                Units(units_of(row, player), unit_word(view.rulesets, unit))
                for unit, row in settled.units.items()
            ),
            *(Money(units_of(row, player), currency) for currency, row in settled.money.items()),
        ),
        accounts=tuple(_accounts(session, view, player)) if focus.on_top else (),
        stages=tuple(_stage_sum(stage, view, player) for stage in view.stages),
        focus=focus,
        stage=_stage_sum(focus.stage, view, player) if focus.stage else None,
        in_rounds=focus.stage is not None and State.from_text(focus.stage.stage.opening).tally is not None,
        deals=tuple(_deals(session, view, player, focus.part)) if focus.part else (),
    )


def _accounts(session: GameSession, view: TableView, player: int) -> Iterator[MoneyAccount]:
    """What became of the money besides the deals, by currency, if anything did."""
    flows = {**_carried(session, player), **_paid(session, view, player)}
    for currency, owed in view.settlement.owed.items():
        lines = [line for (_seq, of), line in sorted(flows.items()) if of == currency]
        if lines:
            won = MoneyLine(MoneyKind.WON, units_of(view.settlement.money.get(currency, ()), player))
            yield MoneyAccount(currency, (won, *lines), units_of(owed, player))


def _carried(session: GameSession, player: int) -> Mapping[tuple[int, str], MoneyLine]:
    """By event and currency."""
    return {
        (row.seq, row.currency): MoneyLine(
            MoneyKind.CARRIED_IN if row.into else MoneyKind.CARRIED_OUT, units_of(row.minor, player)
        )
        for row in queries.carried_of(session)
        if units_of(row.minor, player)
    }


def _paid(session: GameSession, view: TableView, player: int) -> Mapping[tuple[int, str], MoneyLine]:
    """By event and currency: what the player paid counts for him, what he was paid counts against him."""
    found = {}
    for one in queries.payments_of(session):
        if one.cancelled:
            continue
        if one.payer == player:
            line = MoneyLine(MoneyKind.PAID, one.minor, view.players[one.payee].name)
        elif one.payee == player:
            line = MoneyLine(MoneyKind.RECEIVED, -one.minor, view.players[one.payer].name)
        else:
            continue
        found[one.seq, one.currency] = line
    return found


def _stage_sum(stage: StageView, view: TableView, player: int) -> StageSum:
    return StageSum(
        index=stage.stage.index,
        game=game_under(stage.stage.ruleset, stage.options),
        units=units_of(stage.totals, player),
        unit=unit_word(view.rulesets, stage.stage.unit),
        stake=stage.stake,
    )


def _deals(session: GameSession, view: TableView, player: int, part: Stretch) -> Iterator[DealLine]:
    """The deals in order, each with what it brought and what had come together then."""
    rows = queries.deals_by_key(session, [share.key for share in part.shares])
    void_reasons = queries.void_reasons(session, [key for key, row in rows.items() if not row.deal.live])
    roster = replace(table_roster(view, void_reasons), columns=(player,))
    together = part.before
    for share in part.shares:
        together += share.units
        yield from _deal_lines(rows[share.key], roster, share, together)


def _deal_lines(row: DealRow, roster: Roster, share: Share, together: int) -> Iterator[DealLine]:
    """What settled a round comes after its last deal, bringing what that brought."""
    line = deal_row(row, roster)
    brought = (Score.paid(share.units, _("这一盘")), Score.paid(together, _("加到这里")))
    if settled := line.settled:
        yield replace(line, scores=(*line.scores, NOTHING), settled=None)
        yield replace(settled, scores=brought)
        return
    counted = line.scores if share.units == 0 and not line.void else brought[:1]
    yield replace(line, scores=(*counted, brought[1]))
