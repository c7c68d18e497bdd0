"""各家总数 (gejia zongshu): what everybody has come to, a board for each unit, money below the first of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.models import Stage
from zipai_ledger.rules.totals import Balances, Settlement

from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in minor units of its currency."""

    minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class Units(TemplateValue):
    """Units of one kind, with their word."""

    count: int
    word: str


@dataclass(frozen=True, slots=True)
class Balance(TemplateValue):
    """What one player has come to: units of the board, and money by currency."""

    player: int
    name: str
    units: int
    money: tuple[Money, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The totals in one unit, which is in the reader's language."""

    unit: str
    balances: tuple[Balance, ...]


@dataclass(frozen=True, slots=True)
class TotalChange:
    """What becomes of somebody's number: his total in a unit, or his 胡 of a round, for ``components/totals_change.html``."""

    name: str
    before: int
    after: int

    @property
    def gain(self) -> int:
        """What is added."""
        return self.after - self.before


def boards(
    names: Mapping[int, str], settlement: Settlement, rulesets: Sequence[str], *, keeps_money: bool = True
) -> tuple[Board, ...]:
    """A board for each unit; ``names`` of those who have a place on it, ``rulesets`` (slugs) know the words of their units.

    Money stands on the first board, where it is wanted.
    """
    money = settlement.money if keeps_money else {}
    return tuple(
        Board(unit_word(rulesets, unit), tuple(_balances(names, units, {} if number else money)))
        for number, (unit, units) in enumerate(settlement.units.items())
    )


def _balances(names: Mapping[int, str], units: Balances, money: Mapping[str, Balances]) -> Iterator[Balance]:
    for player, name in names.items():
        yield Balance(player, name, units_of(units, player), _money_of(player, money))


def _money_of(player: int, money: Mapping[str, Balances]) -> tuple[Money, ...]:
    return tuple(Money(minor[player], currency) for currency, minor in money.items() if player < len(minor))


def balance_of(player: int, name: str, settlement: Settlement, stage: Stage) -> Balance:
    """What one player has come to in the unit of a stage, and in its currency."""
    money = {stage.currency: settlement.money[stage.currency]} if stage.currency in settlement.money else {}
    return Balance(player, name, units_of(settlement.units[stage.unit], player), _money_of(player, money))


def units_of(balances: Sequence[int], player: int) -> int:
    """What one player has; who joined later has nothing yet."""
    return balances[player] if player < len(balances) else 0
