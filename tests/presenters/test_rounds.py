"""How far a round has come."""

import pytest

from zipai_ledger.presenters.rounds import SeatInRound


@pytest.mark.parametrize(
    ("hu", "reached", "left"),
    [(0, 0, 100), (37, 37, 63), (-20, 0, 120), (100, 100, 0), (115, 100, 0)],
)
def test_a_seat_lacks_what_is_left_to_the_end_of_its_round(hu: int, reached: int, left: int):
    seat = SeatInRound(hu, target=100)
    assert (seat.reached, seat.left) == (reached, left)


def test_nothing_is_lacking_where_a_round_has_no_end():
    seat = SeatInRound(12)
    assert (seat.target, seat.reached, seat.left) == (0, 0, 0)
