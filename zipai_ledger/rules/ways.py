"""怎么付 (zenme fu): three ways to settle what is owed, each to the last unit: fewest transfers, pair by pair, one cashier."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .settlement import Transfer, fewest_transfers, pair_by_pair, through_cashier

Debts = dict[tuple[int, int], int]
"""(who owes, whom) → how much, positive; a pair of players is in it once at most."""


class Way(StrEnum):
    """How a table settles."""

    FEWEST = "fewest"
    PAIRS = "pairs"
    CASHIER = "cashier"


@dataclass(frozen=True, slots=True)
class Account:
    """What one currency, or one unit, came to: whole numbers by player that sum to zero.

    ``won``: by the deals and what was carried in. ``flows``: who paid whom in the deals, in any order, which
    need not explain all of ``won``. ``paid``: what has been given since, or carried on elsewhere.
    """

    won: tuple[int, ...]
    flows: tuple[Transfer, ...] = ()
    paid: tuple[Transfer, ...] = ()

    @property
    def owed(self) -> tuple[int, ...]:
        """What is still to come to each player; below zero, what they still have to give."""
        return _after(self.won, self.paid)

    def dues(self, way: Way, cashier: int = 0) -> tuple[Transfer, ...]:
        """The transfers that bring `owed` to zero. ``cashier`` matters only where one collects."""
        if way is Way.CASHIER:
            return through_cashier(self.owed, cashier)
        return self._pair_by_pair() if way is Way.PAIRS else self._fewest()

    def _fewest(self) -> tuple[Transfer, ...]:
        """As few as can be. Whoever has paid by the list finds the rest of the same list."""
        planned = {(each.payer, each.payee): each.amount for each in fewest_transfers(self.won)}
        for payer, payee, amount in self.paid:
            planned[payer, payee] = planned.get((payer, payee), 0) - amount
        fewest = fewest_transfers(self.owed)
        rest = tuple(Transfer(*pair, amount) for pair, amount in sorted(planned.items()) if amount)
        as_planned = all(each.amount > 0 for each in rest)
        return rest if as_planned and len(rest) <= len(fewest) else fewest

    def _pair_by_pair(self) -> tuple[Transfer, ...]:
        """Each with each. Who paid more than the two of them had between them paid debts that others owed on."""
        if not any(self.owed):
            return ()
        debts = {(each.payer, each.payee): each.amount for each in pair_by_pair(self.won, self.flows)}
        overpaid = _pay(debts, self.paid)
        for pair in overpaid:
            _pass_on(debts, pair)
        return tuple(Transfer(*pair, amount) for pair, amount in sorted(debts.items()))


@dataclass(frozen=True, slots=True)
class Method:
    """怎么付 (zenme fu): how every account of a table settles, as `totals.settle` needs it.

    ``accounts``: those of which more is known than their balances; ``cashier``: see `Account.dues`.
    """

    accounts: Mapping[str, Account]
    way: Way
    cashier: int

    def __call__(self, account: str, balances: tuple[int, ...]) -> tuple[Transfer, ...]:
        """The transfers of one account."""
        return self.accounts.get(account, Account(balances)).dues(self.way, self.cashier)


def _after(balances: Sequence[int], moves: Iterable[Transfer]) -> tuple[int, ...]:
    """Balances once the moves are made: the payer owes less, the payee has less to come."""
    left = list(balances)
    for payer, payee, amount in moves:
        left += [0] * (max(payer, payee) + 1 - len(left))
        left[payer] += amount
        left[payee] -= amount
    return tuple(left)


def _owe(debts: Debts, payer: int, payee: int, amount: int) -> None:
    """Add a debt, against what the other one owes; a negative one is a debt the other way."""
    owed = debts.pop((payer, payee), 0) - debts.pop((payee, payer), 0) + amount
    if owed:
        debts[(payer, payee) if owed > 0 else (payee, payer)] = abs(owed)


def _pay(debts: Debts, paid: Iterable[Transfer]) -> list[tuple[int, int]]:
    """Take payments off; gives the pairs that owe only because too much was paid to them."""
    owing = set(debts)
    for payer, payee, amount in paid:
        _owe(debts, payer, payee, -amount)
    return sorted(set(debts) - owing)


def _pass_on(debts: Debts, pair: tuple[int, int]) -> None:
    """Take out circles through a debt: what would come back to who gives it needs not be given."""
    while pair in debts and (path := _path(debts, pair[1], pair[0])):
        circle = [pair, *path]
        amount = min(debts[each] for each in circle)
        for payer, payee in circle:
            _owe(debts, payer, payee, -amount)


def _path(debts: Debts, start: int, end: int) -> list[tuple[int, int]]:
    """The shortest way from who owes to whom it ends up with, empty where there is none."""
    ways: dict[int, list[tuple[int, int]]] = {start: []}
    coming = deque([start])
    while coming and end not in ways:
        here = coming.popleft()
        for payer, payee in sorted(debts):
            if payer == here and payee not in ways:
                ways[payee] = [*ways[here], (payer, payee)]
                coming.append(payee)
    return ways.get(end, [])
