"""Who pays whom at the end, in three ways, for balances that sum to zero; rounding of whole numbers."""

import functools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

MOST_PLAYERS: Final = 8


class Transfer(NamedTuple):
    """``payer`` gives ``amount`` (positive, in the unit of the balances) to ``payee``, by player numbers."""

    payer: int
    payee: int
    amount: int


def fewest_transfers(balances: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest transfers that bring every balance to zero, by payer and payee; the same for equal balances.

    A group of players that owes nothing to the others settles with one transfer fewer than it has members, so
    the fewest transfers come from the most groups. Raises ValueError if the balances do not sum to zero, or
    for more than eight players.
    """
    if sum(balances):
        raise ValueError(f"balances must sum to zero, got {sum(balances)}: {list(balances)}")
    if len(balances) > MOST_PLAYERS:
        raise ValueError(f"expected at most {MOST_PLAYERS} players, got {len(balances)}")
    owing = [player for player, balance in enumerate(balances) if balance]
    groups = _most_groups(tuple(balances[player] for player in owing))
    transfers = [
        each for group in groups for each in _settle({owing[at]: balances[owing[at]] for at in group})
    ]
    return tuple(sorted(transfers))


def through_cashier(balances: Sequence[int], cashier: int) -> tuple[Transfer, ...]:
    """Everybody settles with ``cashier`` alone. Raises ValueError if the balances do not sum to zero."""
    if sum(balances):
        raise ValueError(f"balances must sum to zero, got {sum(balances)}: {list(balances)}")
    return tuple(
        Transfer(player, cashier, -balance) if balance < 0 else Transfer(cashier, player, balance)
        for player, balance in sorted(enumerate(balances), key=lambda one: (one[1] > 0, one[0]))
        if balance and player != cashier
    )


def pair_by_pair(balances: Sequence[int], flows: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Every two players settle what they owe each other: ``flows`` netted by pair.

    What the flows do not explain of the balances (an adjustment, something carried in, a deal of which is known only what
    each comes to) is added in the fewest transfers. Raises ValueError if the balances do not sum to zero.
    """
    between: defaultdict[tuple[int, int], int] = defaultdict(int)
    left = list(balances)
    flows = list(flows)
    for payer, payee, amount in flows:
        left[payer] += amount
        left[payee] -= amount
    for payer, payee, amount in (*flows, *fewest_transfers(left)):
        between[min(payer, payee), max(payer, payee)] += amount if payer < payee else -amount
    owed = [
        Transfer(one, other, net) if net > 0 else Transfer(other, one, -net)
        for (one, other), net in between.items()
        if net
    ]
    return tuple(sorted(owed))


def _most_groups(balances: tuple[int, ...]) -> list[list[int]]:
    """The finest partition of positions into groups that sum to zero; the first one found among equals."""

    @functools.cache
    def split(mask: int) -> tuple[int, ...]:
        lowest = mask & -mask
        others = part = mask ^ lowest
        most: tuple[int, ...] = (mask,) if mask else ()
        while part:
            part = (part - 1) & others
            if sums[part | lowest] == 0:
                most = max(most, (part | lowest, *split(others ^ part)), key=len)
        return most

    sums = [sum(b for at, b in enumerate(balances) if mask >> at & 1) for mask in range(1 << len(balances))]
    return [[at for at in range(len(balances)) if mask >> at & 1] for mask in split((1 << len(balances)) - 1)]


def _settle(balances: dict[int, int]) -> list[Transfer]:
    """One group: the largest debt pays the largest credit until all are zero, one player less each time."""
    transfers = []
    while any(balances.values()):
        payer = min(balances, key=lambda player: (balances[player], player))
        payee = max(balances, key=lambda player: (balances[player], -player))
        amount = min(-balances[payer], balances[payee])
        transfers.append(Transfer(payer, payee, amount))
        balances[payer] += amount
        balances[payee] -= amount
    return transfers


def round_half_up(numerator: int, denominator: int) -> int:
    """The nearest integer to a quotient, halves upwards: 5/2 → 3, −5/2 → −2. ``denominator`` > 0."""
    return (2 * numerator + denominator) // (2 * denominator)


def round_half_away(numerator: int, denominator: int) -> int:
    """The nearest integer to a quotient, halves away from zero: 5/2 → 3, −5/2 → −3. ``denominator`` > 0."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size
