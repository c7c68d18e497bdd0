"""没付清的 (mei fuqing de): what the people of a circle still owe each other, over all evenings that are through."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from zipai_ledger.access import Action, CircleVisit, can
from zipai_ledger.circles import EveningRow

from .boards import Money

LONGEST = timedelta(hours=18)
"""As long as people play."""


@dataclass(frozen=True, slots=True)
class EveningDebt:
    """What one evening left between two; ``may_note``: this phone may note there that it was paid."""

    row: EveningRow
    payer: str
    payee: str
    amount: Money
    may_note: bool


@dataclass(frozen=True, slots=True)
class CircleDebt:
    """What one of two owes the other when all their evenings are taken together, and of which it is made, oldest first.

    ``amount`` is nought where they owe each other the same. ``is_mine``: the one who asks is one of the two.
    """

    payer: str
    payee: str
    amount: Money
    parts: tuple[EveningDebt, ...]
    is_mine: bool


def circle_debts(
    visit: CircleVisit, names: Mapping[int, str], rows: Iterable[EveningRow], roles: Mapping[int, str]
) -> tuple[CircleDebt, ...]:
    """Of the evenings whose ledger this phone may see; one's own first. ``names`` of people, ``roles`` at tables."""
    me = None if visit.person is None else names.get(visit.person)
    between: defaultdict[tuple[frozenset[str], str], list[EveningDebt]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.session.opened_at):
        role = roles.get(row.session.pk)
        if is_through(row) and (role or (role is None and row.evening.open_to_members)):
            for debt in _debts(row, names, may_note=can(role or "", Action.PAY)):
                between[frozenset((debt.payer, debt.payee)), debt.amount.currency].append(debt)
    found = [_together(parts, me) for parts in between.values()]
    return tuple(sorted(found, key=lambda debt: not debt.is_mine))


def is_through(row: EveningRow) -> bool:
    """Whether it is closed, or long ago: what a table owes that is still played may change with its next deal."""
    return not row.session.is_open or timezone.now() - row.session.opened_at > LONGEST


def _debts(row: EveningRow, names: Mapping[int, str], *, may_note: bool) -> Iterator[EveningDebt]:
    known = {player.index: player.name for player in row.players}
    known |= {player: names[person] for player, person in row.who.items() if person in names}
    for due in row.settlement.dues:
        if due.minor is not None:
            amount = Money(due.minor, due.currency)
            yield EveningDebt(row, known[due.payer], known[due.payee], amount, may_note)


def _together(parts: list[EveningDebt], me: str | None) -> CircleDebt:
    payer, payee = parts[0].payer, parts[0].payee
    minor = sum(part.amount.minor if part.payer == payer else -part.amount.minor for part in parts)
    if minor < 0:
        payer, payee = payee, payer
    amount = Money(abs(minor), parts[0].amount.currency)
    return CircleDebt(payer, payee, amount, tuple(parts), me in (payer, payee))
