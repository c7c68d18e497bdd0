"""`make unchanged` finds what shows, and nothing else."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.unchanged import answers
from tests.unchanged.comparison import difference
from tests.unchanged.pages import DOM, NOT_REACHED, Cost, Stand, write
from tests.unchanged.trees import HERE
from tests.unchanged.varying import fixed

PAGE = "<!DOCTYPE html><html><body>{body}</body></html>"
SAME = {
    "a newline between blocks": ("<p>小李</p><p>老王</p>", "<p>小李</p>\n  <p>老王</p>\n"),
    "a newline at the ends of a block": ("<p>小李</p>", "<p>\n  小李\n</p>"),
    "blanks that fall together": ("<p>one two</p>", "<p>one\n   two</p>"),
    "the order of attributes": ('<p id="a" class="b c"></p>', '<p class="c b" id="a"></p>'),
    "a newline beside a hidden field": (
        '<p>一<input type="hidden"></p>',
        '<p>一\n<input type="hidden">\n</p>',
    ),
    "a newline in a flex box": (
        '<p style="display:flex"><b>一</b><i>二</i></p>',
        '<p style="display:flex">\n<b>一</b>\n<i>二</i></p>',
    ),
}
OTHER = {
    "a blank between characters": ("<p>小李付老王</p>", "<p>小李 付老王</p>"),
    "a newline between inline elements": ("<p><b>小李</b><i>付</i></p>", "<p><b>小李</b>\n<i>付</i></p>"),
    "a class": ('<p class="plus">3</p>', '<p class="minus">3</p>'),
    "an address": ('<a href="/a/">一</a>', '<a href="/b/">一</a>'),
    "an element": ("<p>一</p>", "<div>一</div>"),
}
VARYING = {
    "/t/8hGd_3kPq-Zx0YvT7LmN2w/deals/": "/t/ID/deals/",
    "“周五” 帐首 e9806aa3c684641b": "“周五” 帐首 HASH",
    "/static/css/base.0123456789ab.css": "/static/css/base.css",
    "21:40 收桌": "CLOCK 收桌",
    "有效到 11 月 24 日 0:12": "有效到 CLOCK",
    "周一上午 ・ 4 盘": "EVENING ・ 4 盘",
    "老王 +11": "老王 +11",
}


def test_white_space_counts_only_where_it_shows(browser: Browser) -> None:
    page = browser.new_page()

    def dom(body: str) -> object:
        page.set_content(PAGE.format(body=body))
        return page.evaluate(f"{DOM}; domLines()")

    assert {why for why, (one, other) in SAME.items() if dom(one) != dom(other)} == set()
    assert {why for why, (one, other) in OTHER.items() if dom(one) == dom(other)} == set()
    page.close()


@pytest.mark.parametrize(("text", "expected"), VARYING.items())
def test_only_ids_and_clocks_are_taken_out(text: str, expected: str) -> None:
    assert fixed(text) == expected


def test_a_state_that_is_reached_no_more_is_a_difference_even_where_it_never_was(tmp_path: Path) -> None:
    old, new = (tmp_path / when / "pages" / "en" / "sent_away.json" for when in ("old", "new"))
    for path in (old, new):
        write(path, Stand([], [NOT_REACHED], Cost(0, 0, 0)))
    assert difference(old, new) == [NOT_REACHED]


def test_every_case_has_an_answer_of_its_own(tmp_path: Path) -> None:
    assert not answers.are_there(tmp_path)
    answers.collect(HERE, tmp_path)
    assert answers.are_there(tmp_path)
    for command, lines in answers.requests().items():
        text = (tmp_path / "answers" / f"{command}.jsonl").read_text(encoding="utf-8")
        assert len(text.splitlines()) == len(lines), command
        assert '"ok": true' in text, command


def test_a_file_that_is_gone_is_a_difference(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("一")
    (tmp_path / "new").write_text("二")
    assert difference(tmp_path / "old", tmp_path / "old") == []
    assert difference(tmp_path / "old", tmp_path / "gone") == ["only before"]
    assert difference(tmp_path / "old", tmp_path / "new")[-2:] == ["-一", "+二"]
