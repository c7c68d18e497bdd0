"""结转 (jiezhuan): what one evening did not settle, and where it went."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import signed_amount
from zipai_ledger.ledger.queries import CarriedRow, TableView
from zipai_ledger.models import GameSession, Player
from zipai_ledger.rules.totals import Due


@dataclass(frozen=True, slots=True)
class Debts:
    """What is still owed at a table in money, never nothing: the names of who pays and of whom, and how much."""

    session: GameSession
    lines: tuple[tuple[str, str, Due], ...]


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What came ``into`` this evening or went out of it: the table at the other end, where this device may look at it.

    ``total`` in minor units; ``balances``: 老王 +1.50 元，小李 −1.50 元.
    """

    into: bool
    total: int
    currency: str
    balances: str
    other: GameSession | None = None


def debts(view: TableView) -> Debts | None:
    """What is owed at a table, None where there is nothing."""
    names = [player.name for player in view.players]
    lines = tuple(
        (names[due.payer], names[due.payee], due) for due in view.settlement.dues if due.minor is not None
    )
    return Debts(view.session, lines) if lines else None


def carried_over(
    carried: Iterable[CarriedRow], ends: Mapping[int, GameSession], players: Sequence[Player]
) -> tuple[CarriedOver, ...]:
    """What went into another evening and what came from one; ``ends``: event → the table at its other end."""
    names = [player.name for player in players]
    return tuple(
        CarriedOver(
            into=row.into,
            total=sum(minor for minor in row.minor if minor > 0),
            currency=row.currency,
            balances=carried_balances(names, row.minor, row.currency),
            other=ends.get(row.seq),
        )
        for row in carried
    )


def carried_balances(names: Iterable[str], minors: Iterable[int], currency: str) -> str:
    """老王 +1.50 元，小李 −1.50 元."""
    balances = zip(names, minors, strict=False)
    return _("，").join(f"{name} {signed_amount(minor, currency)}" for name, minor in balances if minor)
