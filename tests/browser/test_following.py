"""照规矩改 by fingers: a forgotten first deal struck out, and 数算's halves go to whom the rule has them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import looks
from tests.browser.gates import Gate
from tests.browser.posts import Sender
from tests.browser.test_games import expect_tally
from tests.phones import open_phone
from tests.servers import Server

PEOPLE = ("老王", "小李", "阿芳", "四叔")

TAP_AT_ONCE = """() => new MutationObserver((_changes, watch) => {
    watch.disconnect();
    document.querySelector("#follow").click();
}).observe(document.querySelector("#correct").parentNode, { childList: true })"""
"""A tap in the moment in which what the one before brought can be seen."""


@pytest.fixture
def page(browser: Browser, shared_server: Server):
    yield from open_phone(browser, shared_server.url)


def test_following_the_rule_moves_the_halves_of_the_seat_that_sits_out(page: Page):
    sender = Sender(page.context)
    table = sender.open_table("剥皮", PEOPLE, ruleset="bopi", seats="three_and_counter")
    # 老王 deals, 四叔 has half: 20 and 10. 臭牌: 小李, who deals now, owes 老王 ten. 阿芳 30, 老王 half; 四叔 20, 小李 half.
    first = sender.record(table, winner="1", source="other_draw", mode="hu", hu="20", **{"from": "0"})
    sender.record(table, "dead")
    sender.record(table, winner="2", source="other_draw", mode="hu", hu="30", **{"from": "1"})
    sender.record(table, winner="3", source="other_draw", mode="hu", hu="20", **{"from": "2"})
    scripts = Gate(page, "*/htmx*")
    page.goto(f"{table}deals/{first}/void/", wait_until="commit")
    tick = page.locator("#follow")
    expect(tick).not_to_be_checked()
    expect(page.locator(".follow")).to_contain_text("后面 3 盘，打桩的、数算也跟着改")
    expect(page.locator(".counted")).to_contain_text("小李 20 → 0")
    page.fill("#id_reason", "记重了")
    page.locator(".follow label").click()
    expect(tick).to_be_checked()
    scripts.open()
    # The same page with the rule followed: 老王 owes 四叔 ten, 四叔 has half of 阿芳's, 老王 half of 四叔's.
    expect(page.locator(".counted")).to_contain_text("四叔 30 → 45")
    expect(page.locator("#id_reason")).to_have_value("记重了")
    expect(tick).to_be_checked()
    looks.check(page)
    page.evaluate(TAP_AT_ONCE)
    page.locator(".follow label").click()
    expect(tick).to_be_checked()
    expect(page.locator(".counted")).to_contain_text("四叔 30 → 45")
    page.locator("footer button").click()
    expect_tally(page, 0, 0, 30, 45)
