"""Adding stages up: units that are of one kind, money over all, what is still owed of it, and who pays whom."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .document import Stake
from .settlement import Transfer, fewest_transfers

Balances = tuple[int, ...]
Way = Callable[[str, Balances], tuple[Transfer, ...]]
"""How to settle: an account (a currency, or a unit where there is no stake) and its balances → transfers."""


@dataclass(frozen=True, slots=True)
class StageTotal:
    """What one stage came to: units by player, which unit (舵, 油 …), and the stake where there is one."""

    unit: str
    totals: tuple[int, ...]
    stake: Stake | None


@dataclass(frozen=True, slots=True)
class Due:
    """One transfer of a settlement.

    ``units`` is None where the money is no whole number of one unit: units of different worth were added up, or some
    of it was paid already. ``minor`` is None where there is no stake.
    """

    payer: int
    payee: int
    unit: str
    units: int | None
    currency: str
    minor: int | None


@dataclass(frozen=True, slots=True)
class MoneyMove:
    """Money besides the deals, by player: paid (+ for the payer, − for the payee), or carried in or out. Sums to zero."""

    currency: str
    minor: Balances


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a session came to.

    ``units``: unit → units by player; ``money``: currency → minor units by player, won by the deals; ``owed``:
    currency → minor units by player that are still to be paid or received; ``dues`` settle all of it.
    """

    units: dict[str, Balances]
    money: dict[str, Balances]
    owed: dict[str, Balances]
    dues: tuple[Due, ...]

    @property
    def unpaid(self) -> int | None:
        """How many payments of money are left; None where none is kept."""
        return sum(due.minor is not None for due in self.dues) if self.owed else None


def paid(payer: int, payee: int, currency: str, minor: int) -> MoneyMove:
    """A payment; below zero one that was taken back."""
    amounts = [0] * (max(payer, payee) + 1)
    amounts[payer], amounts[payee] = minor, -minor
    return MoneyMove(currency, tuple(amounts))


def fewest(_account: str, balances: Balances) -> tuple[Transfer, ...]:
    """The way with the fewest transfers."""
    return fewest_transfers(balances)


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    padded = shorter + (0,) * (len(longer) - len(shorter))
    return tuple(a + b for a, b in zip(longer, padded, strict=True))


def _sum(stages: Sequence[StageTotal]) -> dict[str, tuple[int, ...]]:
    sums: dict[str, tuple[int, ...]] = {}
    for stage in stages:
        sums[stage.unit] = _add(sums.get(stage.unit, ()), stage.totals)
    return sums


def _money(stages: Sequence[StageTotal]) -> dict[str, tuple[int, ...]]:
    sums: dict[str, tuple[int, ...]] = {}
    for stage in stages:
        if stage.stake is not None:
            minor = tuple(units * stage.stake.minor_per_unit for units in stage.totals)
            sums[stage.stake.currency] = _add(sums.get(stage.stake.currency, ()), minor)
    return sums


def _rate(stages: Sequence[StageTotal], currency: str) -> tuple[str, int]:
    """The one unit and price of all stages in a currency, or no unit where they differ."""
    rates = {(s.unit, s.stake.minor_per_unit) for s in stages if s.stake and s.stake.currency == currency}
    return rates.pop() if len(rates) == 1 else ("", 0)


def settle(stages: Sequence[StageTotal], moves: Iterable[MoneyMove] = (), way: Way = fewest) -> Settlement:
    """Totals and transfers of a session: in money where there is a stake, else per unit.

    ``moves`` change what is still owed, never what was won; so after a correction the rest is exact.
    """
    money = _money(stages)
    owed = dict(money)
    for move in moves:
        owed[move.currency] = _add(owed.get(move.currency, ()), move.minor)
    dues: list[Due] = []
    for currency, balances in owed.items():
        unit, rate = _rate(stages, currency)
        for due in way(currency, balances):
            units = due.amount // rate if rate and due.amount % rate == 0 else None
            dues.append(Due(due.payer, due.payee, unit, units, currency, due.amount))
    for unit, balances in _sum([stage for stage in stages if stage.stake is None]).items():
        dues += [Due(m.payer, m.payee, unit, m.amount, "", None) for m in way(unit, balances)]
    return Settlement(_sum(stages), money, owed, tuple(dues))
