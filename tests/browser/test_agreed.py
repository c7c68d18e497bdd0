"""商定 by finger: who pays and who gets is tapped, and what is left over has a button."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.conftest import open_phone
from tests.servers import Server


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


def test_nobody_types_a_minus_the_rest_is_offered_and_what_was_sent_back_is_still_told_apart(page: Page):
    table = Sender(page.context).open_table(people=PEOPLE[:3])
    page.goto(f"{table}deals/adjust/")
    page.get_by_role("button", name="阿芳付").click()
    page.keyboard.type("7")
    page.get_by_role("button", name="记上").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.get_by_role("button", name="阿芳付")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-balance]")).to_have_text("付的多了 7")

    page.goto(f"{table}deals/adjust/")
    balance = page.locator("[data-balance]")
    expect(balance).to_have_text("得的和付的要一样多。")
    page.get_by_role("button", name="小李付").click()
    page.keyboard.type("5")
    expect(page.locator("#id_delta_1")).to_have_value("-5")
    expect(balance).to_have_text("付的多了 5")
    page.locator("#id_delta_0").fill("8")
    expect(balance).to_have_text("得的多了 3")
    page.get_by_role("button", name="其余的归阿芳 −3").click()
    expect(page.get_by_role("button", name="阿芳付")).to_have_attribute("aria-pressed", "true")
    expect(balance).to_have_text("得的和付的一样多，可以记了。")
    page.get_by_role("button", name="小李得").click()
    expect(page.locator("#id_delta_1")).to_have_value("5")
    expect(balance).to_have_text("得的多了 10")
    page.get_by_role("button", name="小李付").click()
    page.get_by_role("button", name="记上").click()
    expect(page.locator(".desk")).to_be_visible()
    hands.expect_totals(page, {"老王": 8, "小李": -5, "阿芳": -3})
