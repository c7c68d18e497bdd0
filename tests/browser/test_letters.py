"""The largest letters on a small phone: no word is torn, nothing runs out of its box, totals stand in even rows."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands, looks
from tests.browser.posts import Sender
from tests.phones import open_phone
from tests.servers import Server

SMALL = {"width": 360, "height": 640}
FOUR = ("老王", "小李", "阿芳", "四叔")
LONG = (*FOUR[:3], "上官婉儿与欧阳修")
TORN = """() => {
    const found = [], range = document.createRange();
    const lines = one => new Set(Array.from(one.getClientRects(), rect => Math.round(rect.top))).size;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!node.parentElement.checkVisibility() || node.parentElement.closest(".visually-hidden, .skip, .secret, code")) continue;
        // A sentence may end a line at a hyphen, what stands on a key or in a table may not. Letters of a digest are no word.
        const words = node.parentElement.closest("p") ? /\\b[A-Za-z]{2,}\\b/g : /\\b[A-Za-z]{2,}(?:-[A-Za-z]+)*\\b/g;
        for (const word of node.data.matchAll(words)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (lines(range) > 1) found.push(word[0]);
        }
        if (getComputedStyle(node.parentElement).writingMode !== "horizontal-tb" || node.parentElement.closest(".seal")) continue;
        // Characters one below the other are no line.
        for (const word of node.data.matchAll(/[\\u4e00-\\u9fff]{3,}/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (lines(range) >= word[0].length) found.push(word[0]);
        }
    }
    return found;
}"""
BURST = """selector => Array.from(document.querySelectorAll(selector)).filter(one => one.getClientRects().length)
    .filter(one => {
        const range = document.createRange(), box = one.getBoundingClientRect();
        range.selectNodeContents(one);
        const inside = range.getBoundingClientRect();
        return inside.top < box.top - 1 || inside.bottom > box.bottom + 1 || inside.right > box.right + 1;
    }).map(one => one.textContent.trim())"""
OVER = """() => Array.from(document.querySelectorAll(".seat:has(.tags)")).filter(seat => {
        const name = seat.querySelector("bdi").getBoundingClientRect();
        return Array.from(seat.querySelectorAll(".tag")).map(tag => tag.getBoundingClientRect())
            .some(tag => tag.left < name.right && tag.right > name.left && tag.bottom > name.top + 3);
    }).map(seat => seat.textContent)"""

ROWS = """() => {
    const bar = Array.from(document.querySelectorAll(".actions")).find(one => one.checkVisibility());
    const end = bar.getBoundingClientRect().top;
    const keys = Array.from(document.querySelectorAll("[data-part=keys] .key")).map(key => key.getBoundingClientRect());
    return new Set(keys.filter(key => key.bottom <= end).map(key => key.top)).size;
}"""
INSIDE = """all => all.every(key => {
    const [drawn, box] = [key.querySelector(".glyphs"), key].map(one => one.getBoundingClientRect());
    return drawn.top >= box.top && drawn.bottom <= box.bottom;
})"""
SIDES = """all => all.filter(one => one.getClientRects().length).map(one => one.getBoundingClientRect())
    .map(box => [box.left, box.right])"""
LINES = """one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set(Array.from(range.getClientRects(), box => Math.round(box.top))).size;
}"""
ENDS = """all => all.map(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const boxes = Array.from(range.getClientRects());
    return Math.min(...boxes.map(box => box.width)) / Math.max(...boxes.map(box => box.width));
})"""
"""How long the shortest line of each of these is, of the longest."""

OUTSIDE = """() => Array.from(document.querySelectorAll(".deal .sub")).filter(sub => {
    const box = sub.getBoundingClientRect();
    if (!sub.children.length) return box.height > 0;
    return Array.from(sub.children, one => one.getBoundingClientRect())
        .some(one => one.top < box.top - 2 || one.bottom > box.bottom + 2);
}).map(sub => sub.textContent)"""
"""What is said of a deal and not seen whole, or takes room though nothing is said."""
OVERLAP = """([legend]) => {
    const [a, b] = [legend, legend.nextElementSibling].map(one => one.getBoundingClientRect());
    return Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1 && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 1;
}"""


@pytest.fixture
def reader(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone that reads English."""
    for phone in open_phone(browser, shared_server.url, locale="en-GB"):
        phone.set_viewport_size(SMALL)  # type: ignore[arg-type]
        yield phone


def wrong(page: Page, boxes: str) -> list[str]:
    looks.dress(page, "light", "huge")
    return [*page.evaluate(TORN), *page.evaluate(BURST, boxes), *page.evaluate(OVER)]


def test_no_english_word_is_torn_and_nothing_runs_out_of_its_box(reader: Page):
    """Four totals stand two and two where four have no room."""
    table = Sender(reader.context).open_table(people=FOUR, stake="50")
    boxes = ".how button, .slot.empty, .tabs > a, .actions .button, .middle, .facts button"
    tiles = Sender(reader.context).open_table(people=FOUR, ruleset="guiyang")
    settling = f"{table}settle/"
    pages = ("/", "/new/", "/preferences/", table, settling, f"{table}deals/foul/", f"{tiles}deals/dead/")
    rows = "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
    for path in (*pages, f"{table}deals/new/"):
        reader.goto(path)
        if path in ("/", settling):
            tops = reader.locator(".totals").first.locator("dd.num").evaluate_all(rows)
            assert {tops.count(top) for top in tops} == {2}, path
        assert wrong(reader, boxes) == [], path
    hands.tap(reader.locator("[data-winner='0']"))
    assert wrong(reader, boxes) == []
    hands.tap(reader.locator("[data-source='self_draw']").first)
    assert wrong(reader, boxes) == []
    assert reader.evaluate(ROWS) == 4
    hands.click_all(reader, "[data-mode=hu]")
    expect(reader.locator("#ask-hu")).to_be_visible()
    assert wrong(reader, boxes) == []
    all_keys_of_which_one_won_are_as_high_as_what_is_drawn_on_them(reader)
    hands.click_all(reader, f"[data-win='{hands.CARDS.index('八')}']")
    reader.locator("[data-flip]").first.wait_for()
    assert wrong(reader, boxes) == []
    hands.turn(reader, "八")
    expect(reader.locator("#preview [data-ready='1']")).to_be_visible()
    assert wrong(reader, boxes) == []
    assert reader.locator(".facts [data-fact=winner]").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_at_twice_the_size_no_word_is_torn_and_totals_and_figures_stand_in_one_row(
    reader: Page, language: str
):
    """200 % on a phone of 390 pixels: four columns have one row, and what is asked stands above its buttons."""
    sender = Sender(reader.context)
    sender.post("/preferences/", {"language": language})
    table = sender.open_table(people=FOUR, stake="50")
    sender.record(table, "foul", offender="1")
    reader.set_viewport_size({"width": 195, "height": 422})
    for path in (f"{table}settle/", "/t/nowhere/", table):
        reader.goto(path)
        assert reader.evaluate(TORN) == [], path
        assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    rows = "all => new Set(all.map(one => one.getBoundingClientRect().top)).size"
    for columns in (".ledger-head .figures > a", ".deal .figures > .num"):
        assert reader.locator(columns).evaluate_all(rows) == 1, columns
    reader.set_viewport_size({"width": 320, "height": 568})
    looks.dress(reader, "light", "huge")
    for columns in (".ledger-head .figures > a", ".deal .figures > .num"):
        assert reader.locator(columns).evaluate_all(rows) == 1, columns
    reader.goto(f"{table}figures/")
    looks.dress(reader, "light", "huge")
    assert reader.locator(".scores-table .head bdi:visible").evaluate_all(rows) == 1
    reader.goto("/")
    looks.dress(reader, "light", "huge")
    assert reader.locator(".home-title").evaluate("one => one.scrollWidth <= one.clientWidth")
    reader.goto("/new/")
    looks.dress(reader, "light", "huge")
    assert reader.locator(".seat-name").first.evaluate("one => one.clientWidth > 200")


def in_every_size(page: Page) -> Iterator[str]:
    """The page as it stands, in letters of each size."""
    for size in ("normal", "large", "huge"):
        looks.dress(page, "light", size)
        yield size


def test_bars_of_the_narrowest_phone_keep_their_words_apart_and_in_one_row(reader: Page):
    sender = Sender(reader.context)
    table = sender.open_table(people=LONG, stake="50")
    key = sender.record(table, "foul", offender="1")
    reader.set_viewport_size({"width": 320, "height": 568})
    reader.goto("/")
    for size in in_every_size(reader):
        boxes = reader.locator(".bar > *").evaluate_all(SIDES)
        title = reader.locator(".home-title")
        assert title.evaluate("one => one.scrollWidth <= one.clientWidth"), size
        assert reader.evaluate(TORN) == [], size
        assert len(boxes) > 1
        assert all(right <= left + 1 for (_left, right), (left, _right) in pairwise(boxes)), size
    reader.goto(table)
    for size in in_every_size(reader):
        assert reader.locator(".bar").first.evaluate("one => one.clientHeight") < 80, size
    reader.goto(f"{table}settle/")
    for size in in_every_size(reader):
        assert reader.locator(".actions .primary").evaluate(LINES) == 1, size
        ends = reader.locator(".payment .whom bdi").evaluate_all(ENDS)
        assert min(ends) > 0.6, f"a name leaves its end behind: {size}"
    reader.goto(f"{table}deals/{key}/void/")
    for size in in_every_size(reader):
        assert reader.locator(".effect bdi").first.evaluate(LINES) == 1, size
    reader.goto(f"{table}deals/new/?winner=0")
    hands.tap(reader.locator(".how[data-how='0'] [data-source='self_draw']"))
    words = reader.locator(".actions .button:visible")
    expect(words.first).to_be_visible()
    for size in in_every_size(reader):
        assert max(words.evaluate_all(f"all => all.map({LINES})")) <= 2, size
        tops = words.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, size


def test_names_of_a_new_table_stand_below_each_other(reader: Page):
    reader.set_viewport_size({"width": 390, "height": 844})
    reader.goto("/new/")
    for letters in ("normal", "large", "huge"):
        looks.dress(reader, "light", letters)
        edges = reader.locator(".seat-name").evaluate_all(SIDES)
        assert len(edges) > 2
        assert len({(round(left), round(right)) for left, right in edges}) == 1, letters


def test_what_is_said_of_a_deal_is_seen_whole_and_its_columns_stand_below_their_names(reader: Page):
    sender = Sender(reader.context)
    table = sender.open_table(people=FOUR)
    sender.fill(table)
    for path, sizes in ((table, ((320, 568), (390, 844))), (f"{table}deals/new/?winner=1", ((1440, 900),))):
        reader.set_viewport_size(dict(zip(("width", "height"), sizes[0], strict=True)))  # type: ignore[arg-type]
        reader.goto(path)
        expect(reader.locator(".legend").first).to_be_visible()
        for width, height in sizes:
            reader.set_viewport_size({"width": width, "height": height})
            for size in in_every_size(reader):
                assert reader.evaluate(OUTSIDE) == [], (width, size)
                assert not reader.locator(".legend").evaluate_all(OVERLAP), (width, size)
                lines = reader.locator("h3 bdi:visible").evaluate_all(f"all => all.map({LINES})")
                assert lines == [1] * len(lines), (width, size)


def test_the_pad_shows_all_four_rows_of_keys_above_the_bar_in_chinese_too(reader: Page):
    Sender(reader.context).post("/preferences/", {"language": "zh-hans"})
    table = Sender(reader.context).open_table(people=FOUR)
    reader.goto(f"{table}deals/new/?winner=0")
    hands.tap(reader.locator("[data-source='self_draw']").first)
    looks.dress(reader, "light", "huge")
    assert reader.evaluate(ROWS) == 4
    all_keys_of_which_one_won_are_as_high_as_what_is_drawn_on_them(reader)


def all_keys_of_which_one_won_are_as_high_as_what_is_drawn_on_them(reader: Page) -> None:
    hands.fill_in_hand(reader, hands.PLAIN)
    keys = reader.locator("[data-win]")
    expect(keys.first).to_be_visible()
    assert keys.evaluate_all(INSIDE)


def test_the_largest_letters_are_chosen_by_two_taps_and_stay(phone: Page):
    size = "parseFloat(getComputedStyle(document.querySelector('legend')).fontSize)"
    phone.goto("/preferences/")
    before = phone.evaluate(size)
    hands.tap(phone.locator("label.choice:has([name=type][value=huge])"))
    hands.tap(phone.get_by_role("button", name="就这样"))
    phone.wait_for_url("**/")
    expect(phone.locator("html")).to_have_attribute("data-type", "huge")
    phone.goto("/preferences/")
    expect(phone.locator("[name=type]:checked")).to_have_value("huge")
    assert phone.evaluate(size) >= 1.3 * before
