"""The picture for chat: where everything stands."""

import pytest

from zipai_ledger.exports.paper import OpenTransfer, PlayerPoints, PlayerResult, StageRules
from zipai_ledger.presenters import picture
from zipai_ledger.presenters.fans import Fan
from zipai_ledger.presenters.summary import BestHandWords, win_count


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
    cut, size = picture.fitted("老" * 40, 60, 300, 20)
    assert (cut[-1], size) == ("…", 20)
    assert picture.width(cut, size) <= 300


@pytest.mark.parametrize(
    "fans", [None, (), (Fan("run", ("0", "1", "2"), "顺"),)], ids=["none", "called", "cards"]
)
@pytest.mark.parametrize("count", range(1, 8))
def test_who_pays_whom_stands_within_the_frame_and_below_the_line(count, fans):
    best = None if fans is None else BestHandWords("老王", "30 胡", "第 7 盘", fans)
    dues = [OpenTransfer("上官婉儿与欧阳修", "老王", "1,234.50 元")] * count
    texts, bottom = picture.picture_payments("还没付", dues, best)
    title, *rows = texts
    assert len(rows) == count
    assert bottom + 20 <= title.y < rows[0].y - rows[0].size
    lowest = picture.HAND if fans else picture.FOOT
    assert max(text.y for text in rows) < lowest
    assert max(text.x + picture.width(text.text, text.size) for text in rows) <= picture.RIGHT + 1
    assert picture.row_height(8, bottom, has_line=False) > 30


def test_nothing_is_said_of_payments_where_nobody_owed_anything_and_all_paid_is():
    assert picture.picture_payments("", [], None) == ((), picture.FOOT - 24)
    (only,), _bottom = picture.picture_payments("都付清了", [], None)
    assert only.text == "都付清了"


def test_a_mark_above_a_letter_takes_no_room():
    assert picture.width("e\u0301", 20) == picture.width("e", 20)
    assert picture.width("老…", 20) == 40


def test_of_three_games_the_rules_are_their_names():
    def stage(name: str) -> StageRules:
        return StageRules(name, "", "", "", (f"{name}的规矩", "起胡 10"))

    one, two, three = map(stage, ("桂林字牌", "打坨子", "告胡子"))
    assert picture.rule_lines([one, three, one]) == [
        "桂林字牌 ・ 桂林字牌的规矩 ・ 起胡 10",
        "告胡子 ・ 告胡子的规矩 ・ 起胡 10",
    ]
    assert picture.rule_lines([one, two, three, one]) == ["桂林字牌 ・ 打坨子 ・ 告胡子"]
