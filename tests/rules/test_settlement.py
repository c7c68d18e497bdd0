import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.rules.settlement import Transfer, fewest_transfers, round_half_away, round_half_up


@st.composite
def balances(draw: st.DrawFn, most: int = 8, largest: int = 30) -> list[int]:
    some = draw(st.lists(st.integers(-largest, largest), min_size=0, max_size=most - 1))
    return draw(st.permutations([*some, -sum(some)]))


def applied(before: list[int], transfers: tuple[Transfer, ...]) -> list[int]:
    after = list(before)
    for payer, payee, amount in transfers:
        after[payer] += amount
        after[payee] -= amount
    return after


@given(balances())
@tries(50)
def test_the_transfers_bring_every_balance_to_zero(before: list[int]):
    transfers = fewest_transfers(before)
    assert applied(before, transfers) == [0] * len(before)
    assert all(amount > 0 and payer != payee for payer, payee, amount in transfers)
    assert len(transfers) < len(before)


@given(balances())
@tries(50)
def test_only_losers_pay_and_only_winners_are_paid(before: list[int]):
    for payer, payee, _ in fewest_transfers(before):
        assert before[payer] < 0 < before[payee]


def set_partitions(items: list[int]):
    if not items:
        yield []
        return
    for size in range(len(items)):
        for others in itertools.combinations(items[1:], size):
            left = [item for item in items[1:] if item not in others]
            for later in set_partitions(left):
                yield [[items[0], *others], *later]


@given(balances(most=6, largest=4))
@tries(100)
def test_no_partition_of_the_table_needs_fewer(before: list[int]):
    owing = [player for player, balance in enumerate(before) if balance]
    fewest = min(
        len(owing) - len(groups)
        for groups in set_partitions(owing)
        if all(sum(before[player] for player in group) == 0 for group in groups)
    )
    assert len(fewest_transfers(before)) == fewest


@given(balances())
@tries(50)
def test_the_same_balances_are_always_settled_the_same_way(before: list[int]):
    assert (
        fewest_transfers(before) == fewest_transfers(tuple(before)) == tuple(sorted(fewest_transfers(before)))
    )


def test_four_players_with_two_separate_debts_need_two_transfers():
    assert fewest_transfers([5, -3, 3, -5]) == (Transfer(1, 2, 3), Transfer(3, 0, 5))


def test_a_table_in_balance_needs_nothing():
    assert fewest_transfers([]) == fewest_transfers([0, 0, 0]) == ()


def test_the_worked_example_of_bopi_needs_three_transfers():
    assert fewest_transfers([10, 6, -2, -14]) == (Transfer(2, 1, 2), Transfer(3, 0, 10), Transfer(3, 1, 4))


def test_groups_are_found_that_paying_the_largest_first_would_miss():
    assert len(fewest_transfers([7, 4, 4, -5, -3, -7])) == 4
    assert len(fewest_transfers([6, 5, -4, -4, -3, 0])) == 4
    assert len(fewest_transfers([9, 1, -6, -3, -1])) == 3


def test_eight_players_are_settled_exactly():
    assert len(fewest_transfers([5, -3, -2, 7, -7, 0, 1, -1])) == 4


@pytest.mark.parametrize("wrong", [[1], [5, -4], [0, 0, -1]])
def test_balances_that_do_not_sum_to_zero_are_refused(wrong: list[int]):
    with pytest.raises(ValueError, match="must sum to zero"):
        fewest_transfers(wrong)


def test_nine_players_are_refused():
    with pytest.raises(ValueError, match="at most 8 players"):
        fewest_transfers([0] * 9)


@pytest.mark.parametrize(
    ("numerator", "up", "away"),
    [
        (104, 10, 10),
        (85, 9, 9),
        (72, 7, 7),
        (36, 4, 4),
        (5, 1, 1),
        (4, 0, 0),
        (-5, 0, -1),
        (-15, -1, -2),
        (-16, -2, -2),
    ],
)
def test_halves_are_rounded_up_or_away_from_zero(numerator: int, up: int, away: int):
    assert (round_half_up(numerator, 10), round_half_away(numerator, 10)) == (up, away)


@given(st.integers(-(10**12), 10**12), st.integers(1, 1000))
@tries(50)
def test_rounding_finds_a_nearest_integer(numerator: int, denominator: int):
    exact = Fraction(numerator, denominator)
    for rounded in (round_half_up(numerator, denominator), round_half_away(numerator, denominator)):
        assert abs(exact - rounded) <= Fraction(1, 2)
    assert round_half_up(numerator, denominator) >= exact - Fraction(1, 2)
    assert round_half_away(-numerator, denominator) == -round_half_away(numerator, denominator)
