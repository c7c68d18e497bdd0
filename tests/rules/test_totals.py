"""Adding stages up: what was won, what was paid and carried, and what is still owed."""

from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.settlement import through_cashier
from zipai_ledger.rules.totals import MoneyMove, StageTotal, paid, settle

YUAN, DOLLAR = Stake(currency="CNY", minor_per_unit=50), Stake(currency="USD", minor_per_unit=7)


def zero_sum(count: int = 4, most: int = 400) -> st.SearchStrategy[tuple[int, ...]]:
    values = st.lists(st.integers(-most, most), min_size=count - 1, max_size=count - 1)
    return values.map(lambda found: (*found, -sum(found)))


stages = st.lists(
    st.builds(StageTotal, st.sampled_from(["舵", "油"]), zero_sum(), st.sampled_from([YUAN, DOLLAR, None])),
    min_size=1,
    max_size=5,
)
payments = st.builds(
    lambda pair, currency, minor: paid(*pair, currency, minor),
    st.permutations(range(4)).map(lambda order: (order[0], order[1])),
    st.sampled_from(["CNY", "USD"]),
    st.integers(-500, 500),
)
carried = st.builds(MoneyMove, st.sampled_from(["CNY", "USD"]), zero_sum())
moves = st.lists(st.one_of(payments, carried), max_size=6)


@given(stages, moves)
@tries(50)
def test_what_is_owed_is_what_was_won_and_what_moved_since(played: list[StageTotal], moved: list[MoneyMove]):
    found = settle(played, moved)
    assert found.money == settle(played).money
    for currency, owed in found.owed.items():
        assert sum(owed) == 0
        for player in range(4):
            won = sum(
                stage.totals[player] * stage.stake.minor_per_unit
                for stage in played
                if stage.stake and stage.stake.currency == currency
            )
            more = sum(
                move.minor[player] for move in moved if move.currency == currency and player < len(move.minor)
            )
            assert (owed[player] if player < len(owed) else 0) == won + more


@given(stages, moves, st.integers(0, 3))
@tries(50)
def test_the_dues_of_any_way_leave_nothing_owed(
    played: list[StageTotal], moved: list[MoneyMove], player: int
):
    for found in (
        settle(played, moved),
        settle(played, moved, lambda _account, balances: through_cashier(balances, player)),
    ):
        for currency, owed in found.owed.items():
            left = [*owed, *[0] * (4 - len(owed))]
            for due in found.dues:
                if due.currency == currency:
                    left[due.payer] += due.minor or 0
                    left[due.payee] -= due.minor or 0
            assert not any(left)


def test_a_rest_that_is_no_number_of_units_names_none():
    played = [StageTotal("舵", (3, -3), YUAN)]
    assert [(due.units, due.minor) for due in settle(played).dues] == [(3, 150)]
    assert [(due.units, due.minor) for due in settle(played, [paid(1, 0, "CNY", 50)]).dues] == [(2, 100)]
    assert [(due.units, due.minor) for due in settle(played, [paid(1, 0, "CNY", 20)]).dues] == [(None, 130)]


def test_a_payment_taken_back_is_as_if_it_had_not_been():
    played = [StageTotal("舵", (3, -3), YUAN)]
    moved = [paid(1, 0, "CNY", 20), paid(1, 0, "CNY", -20)]
    assert settle(played, moved) == settle(played)


def test_money_of_a_table_that_has_no_stake_in_it_is_owed_all_the_same():
    found = settle([StageTotal("舵", (3, -3), None)], [MoneyMove("CNY", (40, -40))])
    assert (found.money, found.owed) == ({}, {"CNY": (40, -40)})
    assert [(due.payer, due.payee, due.currency, due.minor) for due in found.dues] == [
        (1, 0, "CNY", 40),
        (1, 0, "", None),
    ]


def test_payments_of_money_are_left_until_nobody_owes_any_and_none_where_no_money_is_kept():
    played = [StageTotal("舵", (3, -1, -2), YUAN), StageTotal("油", (4, -4, 0), None)]
    assert settle(played).unpaid == 2
    assert settle(played, [paid(1, 0, "CNY", 50)]).unpaid == 1
    assert settle(played, [paid(1, 0, "CNY", 50), paid(2, 0, "CNY", 100)]).unpaid == 0
    assert settle(played[1:]).unpaid is None
    assert settle(played[1:], [MoneyMove("CNY", (40, -40))]).unpaid == 1
