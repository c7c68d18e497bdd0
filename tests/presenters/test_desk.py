"""Seats as one of the people round the desk sees them."""

import pytest

from zipai_ledger.presenters.desk import place


@pytest.mark.parametrize(
    ("size", "bottom", "places"),
    [
        (2, 0, [0, 2]),
        (2, 1, [2, 0]),
        (3, 0, [0, 1, 3]),
        (3, 1, [3, 0, 1]),
        (4, 0, [0, 1, 2, 3]),
        (4, 3, [1, 2, 3, 0]),
    ],
)
def test_the_next_to_play_sits_on_the_right_of_whoever_looks(size: int, bottom: int, places: list[int]):
    assert [place(seat, bottom, size) for seat in range(size)] == places
