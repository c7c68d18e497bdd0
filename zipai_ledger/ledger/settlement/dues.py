"""What a table still owes, account by account, and who pays whom in the way that it settles."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import CarriedRow, PaymentRow, TableView
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules.settlement import Transfer, fewest_transfers
from zipai_ledger.rules.totals import Due
from zipai_ledger.rules.ways import Account, Method, Way

Flows = Mapping[str, tuple[Transfer, ...]]
"""Currency, or the unit where there is no stake → who owes whom how much by the deals."""


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """怎么付 (zenme fu): the way, and who collects where one does; None leaves that to the table's balances."""

    way: Way = Way.FEWEST
    cashier: int | None = None


@dataclass(frozen=True, slots=True)
class Settling:
    """A table on its settling page. ``dues`` are what is left to pay in the way chosen, by payer and payee.

    ``flows`` are read only for the way that asks who lost to whom, else empty.
    """

    view: TableView
    choice: MethodChoice
    cashier: int
    payments: tuple[PaymentRow, ...]
    carried: tuple[CarriedRow, ...]
    flows: Flows
    dues: tuple[Due, ...]

    @property
    def live(self) -> tuple[PaymentRow, ...]:
        """The payments that count."""
        return tuple(paid for paid in self.payments if not paid.cancelled)

    @property
    def owing(self) -> bool:
        """Whether money is owed."""
        return any(due.minor for due in self.dues)

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies in which anything can be paid here, each once."""
        return tuple(dict.fromkeys([*self.view.settlement.money, *(row.currency for row in self.carried)]))

    def between(self, payer: int, payee: int, currency: str) -> tuple[PaymentRow, ...]:
        """The payments that passed between two in a currency, the one or the other way, those taken back too."""
        pair = {payer, payee}
        return tuple(
            paid for paid in self.payments if {paid.payer, paid.payee} == pair and paid.currency == currency
        )

    def owed(self, payer: int, payee: int, currency: str) -> int:
        """Minor units that one still has to give the other."""
        return sum(
            due.minor or 0
            for due in self.dues
            if (due.payer, due.payee, due.currency) == (payer, payee, currency)
        )

    def next_payment(self, payer: int, payee: int, currency: str) -> str:
        """The id of the next payment between two: the same on every phone that has seen the same, so it is stored once."""
        between = self.between(payer, payee, currency)
        count = len(between) + sum(paid.cancelled for paid in between)
        return f"pay-{currency}-{payer}-{payee}-{count}"


def settling(session: GameSession, choice: MethodChoice) -> Settling:
    """How a table settles. Ten queries at most; only pair by pair are the deals read."""
    view = queries.table_view(session, most=0)
    payments, carried = queries.payments_of(session), queries.carried_of(session)
    flows = flows_of(view) if choice.way is Way.PAIRS else {}
    accounts = accounts_of(view, payments, carried, flows)
    cashier = cashier_of(view, choice, accounts.values())
    dues = queries.settlement_of(
        [stage.stage for stage in view.stages],
        view.standing.totals,
        queries.moves_of(session),
        Method(accounts, choice.way, cashier),
    ).dues
    return Settling(view, choice, cashier, payments, carried, flows, dues)


def accounts_of(
    view: TableView, payments: Iterable[PaymentRow], carried: Iterable[CarriedRow], flows: Flows
) -> dict[str, Account]:
    """What each currency, and each unit without a stake, came to."""
    count = len(view.players)
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * count)
    for stage in view.stages:
        account, worth = (
            (stage.stake.currency, stage.stake.minor_per_unit) if stage.stake else (stage.stage.unit, 1)
        )
        _add(sums[account], [units * worth for units in stage.totals])
    given: dict[str, list[Transfer]] = defaultdict(list)
    for row in carried:
        if row.into:
            _add(sums[row.currency], row.minor[:count])
        else:
            given[row.currency] += carried_transfers(row)
    for paid in payments:
        if not paid.cancelled:
            given[paid.currency].append(Transfer(paid.payer, paid.payee, paid.minor))
    return {
        account: Account(tuple(won), tuple(flows.get(account, ())), tuple(given[account]))
        for account, won in sums.items()
    }


def carried_transfers(row: CarriedRow) -> tuple[Transfer, ...]:
    """What was carried on is as good as paid here, by who would have had to: else they would seem to owe it in circles."""
    return fewest_transfers([-minor for minor in row.minor])


def _add(to: list[int], values: Sequence[int]) -> None:
    for at, value in enumerate(values):
        to[at] += value


def cashier_of(view: TableView, choice: MethodChoice, accounts: Iterable[Account]) -> int:
    """Who collects: whoever was chosen, else who has won most, whose money it is anyway."""
    if choice.cashier is not None and choice.cashier < len(view.players):
        return choice.cashier
    won = [account.won for account in accounts]
    return max(range(len(view.players)), key=lambda player: (max(row[player] for row in won), -player))


def flows_of(view: TableView) -> Flows:
    """Who owes whom by every deal that counts. One query."""
    by_stage = {stage.stage.pk: stage for stage in view.stages}
    found: dict[str, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    deals = Deal.objects.filter(session=view.session, live=True).values_list("stage_id", "outcome")
    for stage_id, outcome in deals:
        stage = by_stage[stage_id]
        account, worth = (
            (stage.stake.currency, stage.stake.minor_per_unit) if stage.stake else (stage.stage.unit, 1)
        )
        for flow in canonical.parse(outcome)["flows"]:
            found[account][flow["payer"], flow["payee"]] += worth * flow["units"]
    return {
        account: tuple(Transfer(*pair, amount) for pair, amount in pairs.items())
        for account, pairs in found.items()
    }
