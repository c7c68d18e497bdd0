"""`make unchanged` finds what shows, and nothing else."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser

from tests.unchanged import answers, pictures
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


@pytest.mark.external
def test_every_case_has_an_answer_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every tenth; what each comes to is for the tests of the rules to say."""
    some = {command: lines[::10] for command, lines in answers.requests().items()}
    assert some.keys() == answers.COMMANDS.keys()
    monkeypatch.setattr(answers, "requests", lambda: some)
    assert not answers.are_there(tmp_path)
    answers.collect(HERE, tmp_path)
    assert answers.are_there(tmp_path)
    for command, lines in some.items():
        text = (tmp_path / "answers" / f"{command}.jsonl").read_text(encoding="utf-8")
        assert len(text.splitlines()) == len(lines), command
        assert '"ok": true' in text, command


def test_a_file_that_is_gone_is_a_difference(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("一")
    (tmp_path / "new").write_text("二")
    assert difference(tmp_path / "old", tmp_path / "old") == []
    assert difference(tmp_path / "old", tmp_path / "gone") == ["only before"]
    assert difference(tmp_path / "old", tmp_path / "new")[-2:] == ["-一", "+二"]


def picture_with_button(path: Path, colour: str) -> Path:
    """A page of 390 pixels with one button."""
    page = Image.new("RGB", (390, 844), "#f5ecdf")
    ImageDraw.Draw(page).rounded_rectangle((20, 760, 369, 820), 8, fill=colour)
    path.parent.mkdir(parents=True, exist_ok=True)
    page.save(path)
    return path


def test_a_button_of_another_colour_is_a_difference_of_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    when = before, now = tmp_path / "before", tmp_path / "now"
    for folder in when:
        picture_with_button(folder / "zh-hans" / "same.light-normal.png", "#a32020")
    picture_with_button(before / "zh-hans" / "drawing_decided.light-normal.png", "#20a320")
    picture_with_button(before / "zh-hans" / "other.light-normal.png", "#a32020")
    picture_with_button(now / "zh-hans" / "other.light-normal.png", "#a32120")
    assert pictures.report(before, now, (), tmp_path / "sheets") == 1
    assert capsys.readouterr().out.splitlines() == [
        "== zh-hans/other.light-normal.png: from (20, 760) to (370, 821)",
        f"1 differences; compared: 2 pictures; see {tmp_path / 'sheets'}",
    ]
    [sheet] = (tmp_path / "sheets" / "zh-hans").iterdir()
    with Image.open(sheet) as both:
        assert [both.getpixel((x, 800)) for x in (100, 500)] == [(0xA3, 0x20, 0x20), (0xA3, 0x21, 0x20)]


def test_a_picture_that_is_longer_or_was_not_taken_is_a_difference(tmp_path: Path) -> None:
    old, longer, empty = (tmp_path / name for name in ("old.png", "longer.png", "empty.png"))
    Image.new("RGB", (390, 844)).save(old)
    Image.new("RGB", (390, 846)).save(longer)
    empty.touch()
    assert pictures.difference(old, old) == ""
    assert pictures.difference(old, longer) == "390 x 844 before, 390 x 846 now"
    assert pictures.difference(old, tmp_path / "gone.png") == "only before"
    assert pictures.difference(empty, empty) == NOT_REACHED


def test_clocks_and_ids_are_written_over_while_pictures_are_taken(browser: Browser) -> None:
    page = browser.new_page()
    body = '<p> 老王 到 21:40</p><textarea>账首 e9806aa3</textarea><svg><path d="M0 0h7v1h-7zm2 0h1v1h-1z"/></svg>'
    page.set_content(PAGE.format(body=body))
    shown = """() => [document.querySelector("p").textContent, document.querySelector("textarea").value,
        document.querySelector("path").checkVisibility({ visibilityProperty: true })]"""
    page.evaluate(pictures.MASK)
    pictures.write_over(page)
    assert page.evaluate(shown) == [" 老王 到 CLOCK", "账首 HASH", False]
    page.evaluate("mask.off()")
    assert page.evaluate(shown) == [" 老王 到 21:40", "账首 e9806aa3", True]
    page.close()
