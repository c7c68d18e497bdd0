"""The picture for chat: where everything stands."""

import pytest

from zipai_ledger.exports.paper import PlayerPoints, PlayerResult
from zipai_ledger.presenters import picture
from zipai_ledger.presenters.summary import win_count


@pytest.mark.parametrize("count", range(2, 9))
def test_every_player_has_a_row_within_the_frame(count):
    points = (PlayerPoints(12345, "舵"), PlayerPoints(-99, "坨"))
    results = [PlayerResult("名" * 24, win_count(12), points, ("+12,345.50 元",))] * count
    rows = picture.picture_rows(results, picture.row_height(count, picture.BOTTOM, has_line=True))
    assert len(rows) == count
    for row in rows:
        assert picture.TOP < row.name.y < picture.BOTTOM
        start = min(number.x - picture.width(number.text, number.size) for number in row.numbers)
        end = row.name.x + picture.width(row.name.text, row.name.size)
        assert end < row.money.x - picture.width(row.money.text, row.money.size) < start


def test_a_text_that_is_too_long_for_the_least_size_is_cut_off():
    assert picture.fitted("老王", 60, 200, 20) == ("老王", 60)
    assert picture.fitted("老" * 10, 60, 300, 20) == ("老" * 10, 30)
    shown, size = picture.fitted("老" * 40, 60, 300, 20)
    assert (shown[-1], size) == ("…", 20)
    assert picture.width(shown, size) <= 300
