"""Whose columns the ledger has, stage by stage."""

import pytest

from zipai_ledger.presenters.ledger_rows import stage_columns


@pytest.mark.parametrize(
    ("seats", "columns"),
    [
        ([(0, 1, 2)], [(0, 1, 2)]),
        ([(0, 1, 2), (1, 0, 2)], [(0, 1, 2), (0, 1, 2)]),
        ([(0, 1, 2), (3, 2, 0)], [(0, 1, 2), (0, 3, 2)]),
        ([(0, 1, 2), (0, 1, 2, 3), (3, 1)], [(0, 1, 2), (0, 1, 2, 3), (1, 3)]),
    ],
)
def test_who_stays_keeps_his_column_and_who_comes_takes_one_that_is_free(
    seats: list[tuple[int, ...]], columns: list[tuple[int, ...]]
):
    assert list(stage_columns(seats)) == columns
