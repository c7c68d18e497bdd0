"""Three ways to settle what is owed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.rules.settlement import Transfer, fewest_transfers, pair_by_pair, through_cashier
from zipai_ledger.rules.ways import Account, Method, Way

from .test_settlement import applied, balances

patient = tries(30)
PEOPLE = st.integers(0, 5)
MOVES = st.lists(
    st.builds(Transfer, PEOPLE, PEOPLE, st.integers(1, 20)).filter(lambda m: m.payer != m.payee), max_size=8
)


def zeros(account: Account, dues: tuple[Transfer, ...]) -> bool:
    return not any(applied([*account.owed], dues))


@patient
@given(balances(most=6), MOVES, MOVES, st.sampled_from(Way), PEOPLE)
def test_every_way_leaves_nobody_owing(
    won: list[int], flows: list[Transfer], paid: list[Transfer], way: Way, cashier: int
):
    account = Account((*won, *[0] * (6 - len(won))), tuple(flows), tuple(paid))
    dues = account.dues(way, cashier)
    assert zeros(account, dues)
    assert all(due.amount > 0 and due.payer != due.payee for due in dues)
    pairs = [frozenset(due[:2]) for due in dues]
    assert len(pairs) == len(set(pairs))


@patient
@given(balances(most=6), MOVES, MOVES, st.sampled_from(Way), PEOPLE)
def test_once_everything_named_is_paid_no_way_names_anything(
    won: list[int], flows: list[Transfer], paid: list[Transfer], way: Way, cashier: int
):
    account = Account((*won, *[0] * (6 - len(won))), tuple(flows), tuple(paid))
    settled = Account(account.won, account.flows, (*account.paid, *account.dues(way, cashier)))
    assert [settled.dues(other, cashier) for other in Way] == [(), (), ()]


@patient
@given(balances(), st.data())
def test_whoever_pays_by_the_list_leaves_the_rest_of_it_as_it_was(won: list[int], data: st.DataObject):
    listed = fewest_transfers(won)
    part = data.draw(st.lists(st.sampled_from(listed), unique=True)) if listed else []
    left = Account(tuple(won), paid=tuple(part)).dues(Way.FEWEST)
    assert left == tuple(due for due in listed if due not in part)


@patient
@given(balances(), MOVES)
def test_never_are_there_more_transfers_than_the_fewest(won: list[int], paid: list[Transfer]):
    account = Account((*won, *[0] * (6 - len(won))), paid=tuple(paid))
    assert len(account.dues(Way.FEWEST)) == len(fewest_transfers(account.owed))


@patient
@given(balances(most=5), MOVES)
def test_pairs_settle_what_passed_between_the_two(won: list[int], flows: list[Transfer]):
    moves = tuple(move for move in flows if max(move[:2]) < 5)
    explained = tuple(-value for value in applied([0] * 5, moves))
    dues = Account(explained, moves).dues(Way.PAIRS)
    if not any(explained):
        assert dues == ()
        return
    for one in range(5):
        for other in range(one):
            between = sum(m.amount for m in moves if m[:2] == (one, other))
            between -= sum(m.amount for m in moves if m[:2] == (other, one))
            named = sum(d.amount for d in dues if d[:2] == (one, other))
            named -= sum(d.amount for d in dues if d[:2] == (other, one))
            assert named == between


def test_part_of_a_debt_leaves_the_rest_of_it():
    account = Account((750, 0, -750), paid=(Transfer(2, 0, 500),))
    assert [account.dues(way) for way in Way] == [(Transfer(2, 0, 250),)] * 3


def test_too_much_comes_back():
    account = Account((750, -750), paid=(Transfer(1, 0, 1000),))
    assert [account.dues(way) for way in Way] == [(Transfer(0, 1, 250),)] * 3


def test_what_pairs_did_not_owe_each_other_paid_the_debts_of_others():
    # Each owes the next one in a row; the first pays the last, as the fewest transfers have it.
    flows = (Transfer(0, 1, 10), Transfer(1, 2, 10), Transfer(2, 3, 15))
    account = Account((-10, 0, -5, 15), flows, (Transfer(0, 3, 10),))
    assert account.dues(Way.PAIRS) == (Transfer(2, 3, 5),)
    assert Account(account.won, flows).dues(Way.PAIRS) == flows


def test_what_no_deal_explains_is_owed_by_the_fewest_transfers():
    account = Account((30, -10, -20), (Transfer(1, 0, 10),))
    assert account.dues(Way.PAIRS) == (Transfer(1, 0, 10), Transfer(2, 0, 20))


def test_a_debt_beside_a_circle_leaves_the_circle_to_those_in_it():
    circle = (Transfer(0, 1, 5), Transfer(1, 2, 5), Transfer(2, 0, 5))
    account = Account((0, 0, 0, 4, -4), (*circle, Transfer(4, 3, 4)))
    assert account.dues(Way.PAIRS) == (*circle, Transfer(4, 3, 4))
    assert account.dues(Way.FEWEST) == (Transfer(4, 3, 4),)


@pytest.mark.parametrize("cashier", range(4))
def test_everybody_settles_with_the_cashier_givers_first(cashier: int):
    dues = through_cashier((30, -10, 5, -25), cashier)
    assert {due.payer for due in dues} | {due.payee for due in dues} == {0, 1, 2, 3}
    assert all(cashier in (due.payer, due.payee) for due in dues)
    assert [due.payee == cashier for due in dues] == sorted(
        (due.payee == cashier for due in dues), reverse=True
    )


def test_a_payment_to_somebody_who_joined_later_counts():
    account = Account((5, -5), paid=(Transfer(1, 2, 5),))
    assert account.owed == (5, 0, -5)
    assert account.dues(Way.FEWEST) == (Transfer(2, 0, 5),)


def test_balances_that_do_not_sum_to_zero_have_no_way():
    with pytest.raises(ValueError, match="sum to zero"):
        through_cashier((1, 2), 0)
    with pytest.raises(ValueError, match="sum to zero"):
        pair_by_pair((1, 2), ())


def test_a_part_that_lets_fewer_settle_the_rest_makes_a_new_list():
    listed = fewest_transfers((-5, -5, 8, 2))
    assert listed == (Transfer(0, 2, 5), Transfer(1, 2, 3), Transfer(1, 3, 2))
    left = Account((-5, -5, 8, 2), paid=(Transfer(0, 2, 3),)).dues(Way.FEWEST)
    assert left == (Transfer(0, 3, 2), Transfer(1, 2, 5))


def test_a_method_settles_accounts_it_knows_more_of_and_others_by_their_balances():
    paid = Account((6, -6, 0), paid=(Transfer(1, 0, 2),))
    method = Method({"CNY": paid}, Way.FEWEST, 0)
    assert method("CNY", (4, -4, 0)) == (Transfer(1, 0, 4),)
    assert method("油", (3, 0, -3)) == (Transfer(2, 0, 3),)
    assert Method({}, Way.CASHIER, 1)("油", (3, 0, -3)) == through_cashier((3, 0, -3), 1)
