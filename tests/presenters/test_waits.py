"""What a card to wait for is worth, in the words of its game."""

import pytest

from zipai_ledger.entries.setting import Setting
from zipai_ledger.presenters.waits import WaitValue, hand_hint, hand_pad, wait_value
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


@pytest.mark.parametrize(("slug", "has_one"), [("guilin", True), ("dalin", False), ("gone", False)])
def test_how_a_hand_is_written_is_said_of_games_that_have_some(slug: str, has_one: bool):
    assert (hand_hint(slug) is not None) == has_one


def test_hands_are_tapped_where_they_are_of_cards_or_tiles():
    def kinds(slug: str) -> list[str] | None:
        ruleset = registry.get(slug)
        table = ruleset.table({}, tuple(range(4)), 4, 0, None)
        setting = Setting(ruleset=ruleset, table=table, state=ruleset.open(table), speaker=Speaker(ruleset))
        pad = hand_pad(setting)
        return pad and [kind for kind, *_ in pad.kinds]

    assert kinds("guiyang") == ["peng"]
    assert kinds("dalin") is None
