"""Adding stages up: units that are of one kind, money over all, and the fewest transfers that settle it."""

from collections.abc import Sequence
from dataclasses import dataclass

from .document import Stake
from .settlement import fewest_transfers


@dataclass(frozen=True, slots=True)
class StageTotal:
    """What one stage came to: units by player, which unit (舵, 油 …), and the stake where there is one."""

    unit: str
    totals: tuple[int, ...]
    stake: Stake | None


@dataclass(frozen=True, slots=True)
class Due:
    """One transfer of a settlement.

    ``units`` is None where money of different units was added up, ``minor`` where
    there is no stake.
    """

    payer: int
    payee: int
    unit: str
    units: int | None
    currency: str
    minor: int | None


@dataclass(frozen=True, slots=True)
class Settlement:
    """``units``: unit → units by player; ``money``: currency → minor units by player; ``dues`` settle all of it."""

    units: dict[str, tuple[int, ...]]
    money: dict[str, tuple[int, ...]]
    dues: tuple[Due, ...]


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


def settle(stages: Sequence[StageTotal]) -> Settlement:
    """Totals and transfers of a session: in money where there is a stake, else per unit."""
    money = _money(stages)
    dues: list[Due] = []
    for currency, balances in money.items():
        unit, rate = _rate(stages, currency)
        for move in fewest_transfers(balances):
            units = move.amount // rate if rate else None
            dues.append(Due(move.payer, move.payee, unit, units, currency, move.amount))
    for unit, balances in _sum([stage for stage in stages if stage.stake is None]).items():
        dues += [Due(m.payer, m.payee, unit, m.amount, "", None) for m in fewest_transfers(balances)]
    return Settlement(_sum(stages), money, tuple(dues))
