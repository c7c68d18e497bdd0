"""有异议 (you yiyi): what a deal that somebody doubts comes to: the totals with it and without it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from zipai_ledger.models import Stage
from zipai_ledger.rules.totals import Settlement

from .boards import Balance, balance_of


@dataclass(frozen=True, slots=True)
class DisputedRow:
    """One player's total with the deal, and without it."""

    now: Balance
    without: Balance


@dataclass(frozen=True, slots=True)
class CountChange:
    """胡 of the round that is played, with the deal and without it."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DisputedTotals:
    """Both totals; ``later`` deals would change too, by number, and ``blocked`` ones could stand no more."""

    rows: tuple[DisputedRow, ...]
    later: tuple[int, ...]
    blocked: tuple[int, ...]
    counted: tuple[CountChange, ...]


@dataclass(frozen=True, slots=True)
class DisputeNotice:
    """第 7 盘有异议: with both totals, or only the way to its own page, which has them too.

    ``hu`` is what hands are counted in.
    """

    key: int
    position: int
    note: str
    totals: DisputedTotals | None = None
    hu: str = ""


def disputed_rows(
    names: Sequence[str], seated: Collection[int], stage: Stage, now: Settlement, without: Settlement
) -> tuple[DisputedRow, ...]:
    """Who sits at the table, and everybody else whose total in the unit and the currency of the stage is another."""
    rows = [
        DisputedRow(*(balance_of(player, name, each, stage) for each in (now, without)))
        for player, name in enumerate(names)
    ]
    return tuple(row for row in rows if row.now != row.without or row.now.player in seated)
