"""A phone whose browser is five years old: what is younger is taken away, and a deal of each kind is entered all the same."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands, looks
from tests.browser.gates import Gate, Stopped
from tests.browser.places.games import tap
from tests.browser.posts import PEOPLE, Sender
from tests.phones import open_phone
from tests.servers import Server
from tests.test_engines import KNOWN

NAMES = [name for kind in ("member", "global") for name in KNOWN[kind] if name != "HTMLDialogElement"]
TAKE_AWAY = """names => {
    const young = new Set(names);
    const owners = Object.getOwnPropertyNames(window).map(name => { try { return window[name]; } catch (error) { return null; } });
    const known = owners.filter(one => typeof one === "function" && one.prototype).map(one => one.prototype);
    known.forEach(of => Object.getOwnPropertyNames(of).filter(name => young.has(name)).forEach(name => { delete of[name]; }));
    names.forEach(name => { delete window[name]; });
    ["show", "close"].forEach(name => { delete HTMLDialogElement.prototype[name]; });
}"""
YOUNG_RULES = (
    r"@(?:container|supports)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}",
    r"[^{};]*:has\((?:[^{}\"]|\"[^\"]*\")*\{[^{}]*\}",
    r"(?:text-wrap|field-sizing|container-type):[^;}]*;?",
    r"[\w-]+: *[\d.]+dvh;",
)


SHEETS: dict[str, str] = {}
"""Each sheet, by its address, as a browser reads it that leaves out what it does not know."""


def old_sheet(page: Page, one: Stopped) -> None:
    url = one.url
    if url not in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", page.request.get(url).text(), flags=re.DOTALL)
        for rule in YOUNG_RULES:
            text = re.sub(rule, "", text)
        assert ":has(" not in text
        SHEETS[url] = text
    one.answer(body=SHEETS[url], headers={"Content-Type": "text/css"})


@pytest.fixture(scope="module")
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """One phone for all of them, each with a table of its own: what is taken away does not come back."""
    for phone in open_phone(browser, shared_server.url):
        phone.add_init_script(f"({TAKE_AWAY})({NAMES!r})")
        Gate(phone, "*.css", partial(old_sheet, phone))
        yield phone


def begin(page: Page, table: str) -> None:
    page.goto(f"{table}deals/new/")
    assert page.evaluate("[typeof navigator.locks, typeof [].findLast]") == ["undefined", "undefined"]


def saved(page: Page) -> None:
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    page.locator("[data-part=save]:visible, #entry .primary:visible, footer .primary:visible").last.click()
    expect(page.locator(".desk")).to_be_visible()


def test_a_hand_of_cards_and_the_sheets_that_slide_up(page: Page):
    begin(page, Sender(page.context).open_table(people=PEOPLE[:3]))
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 0, "self_draw")
    hands.tap_group(page, "sao", "捌捌捌")
    page.locator("[data-group='0']").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("one => one.contains(document.activeElement)")
    page.keyboard.press("Shift+Tab")
    assert sheet.evaluate("one => one.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    hands.read(page)
    page.locator("[data-group='0']").click()
    page.get_by_role("dialog").get_by_role("button", name="碰").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    hands.fill_in_hand(page, hands.PLAIN[1:], "八")
    hands.turn(page, "肆")
    saved(page)
    hands.expect_totals(page, {"老王": 14, "小李": -7, "阿芳": -7})
    a_number_is_asked_for_in_a_sheet(page)


def a_number_is_asked_for_in_a_sheet(page: Page) -> None:
    hands.read(page)
    hands.begin(page)
    hands.win(page, 0, "self_draw")
    page.locator("[data-mode=hu]").click()
    page.locator("[data-more-hu]").click()
    page.locator("dialog:not([data-shortcuts]) input").fill("99")
    page.locator("dialog:not([data-shortcuts]) button").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-more-hu]")).to_contain_text("99")
    page.locator("[data-more-hu]").click()
    page.mouse.click(195, 60)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-more-hu]")).to_contain_text("99")


def test_tiles_show_only_the_hand_that_won(page: Page):
    begin(page, Sender(page.context).open_table(people=PEOPLE, ruleset="guiyang"))
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 0, "self_draw")
    expect(page.locator(".won-hand:visible")).to_have_count(1)
    tap(page, "pattern_0", "qingyise")
    page.locator("[data-turn]").click()
    page.locator(".tile[data-tile='五筒']").click()
    assert looks.narrow(page) == []
    saved(page)
    # 清一色, 10 from each.
    hands.expect_totals(page, {"老王": 30, "小李": -10, "阿芳": -10, "四叔": -10})


def test_bands_are_counted(page: Page):
    begin(page, Sender(page.context).open_table(people=PEOPLE, ruleset="dalin"))
    tap(page, "points_10", 80)
    saved(page)
    # 80 is −3 each for 闲家, 小李 and 四叔.
    hands.expect_totals(page, {"老王": 3, "小李": -3, "阿芳": 3, "四叔": -3})


def test_figures_find_room_on_a_narrow_phone(page: Page):
    sender = Sender(page.context)
    table = sender.open_table()
    sender.fill(table)
    page.goto(f"{table}figures/")
    for fold in page.locator("main details > summary").all():
        fold.click()
    assert looks.narrow(page) == []
