"""What a card to wait for is worth, in the words of its game."""

import pytest

from zipai_ledger.presenters.waits import WaitValue, wait_value
from zipai_ledger.rules import registry
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.waiting import Worth


@pytest.mark.parametrize(
    ("slug", "worth", "value"),
    [
        ("guilin", Worth(25, 5), WaitValue("25 胡", "5 舵")),
        ("guilin", Worth(9, enough=False), WaitValue("9 胡")),
        ("dazipai", Worth(21, 21), WaitValue("21 油")),
        ("guiyang", Worth(0, 7, "xiaoqidui"), WaitValue("7 个", "小七对")),
    ],
)
def test_units_stand_beside_the_hu_where_they_are_something_else(slug: str, worth: Worth, value: WaitValue):
    assert wait_value(worth, Speaker(registry.get(slug))) == value


def test_a_value_is_said_whole():
    assert WaitValue("25 胡", "5 舵").whole == "25 胡 5 舵"
    assert WaitValue("21 油").whole == "21 油"
