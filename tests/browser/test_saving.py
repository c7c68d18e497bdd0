"""What the table shows when a deal has just been saved there: what everybody looks at, whatever was saved."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import invite
from tests.browser.test_offline import cut, look
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

WIN = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0"}
SMALL = {"width": 360, "height": 640}
LONG = 12
"""Deals that make a table longer than any phone."""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, viewport=SMALL)


@pytest.fixture
def lan(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone where no worker can keep pages."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}", viewport=SMALL)


def played(page: Page, deals: int = LONG) -> tuple[str, list[str]]:
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3])
    return table, [sender.record(table, **WIN) for _ in range(deals)]


def shows_its_top(page: Page) -> None:
    expect(page.locator("header.bar")).to_be_in_viewport(ratio=1)
    expect(page.locator(".coming")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_a_table_opens_at_its_top_with_the_new_deal_marked(page: Page):
    table, _keys = played(page)
    page.goto(table)
    page.mouse.wheel(0, 400)
    hands.begin(page)
    hands.win(page, 0, "self_draw")
    hands.by_hu(page, 16, 0)
    hands.save(page)
    expect(page.locator(".deal.new .no")).to_have_text(f"{LONG + 1}")
    shows_its_top(page)


def test_it_does_so_after_an_old_deal_is_voided(page: Page):
    table, keys = played(page)
    page.goto(f"{table}deals/{keys[2]}/void/")
    hands.confirm(page, "记重了")
    expect(page.locator("#toast")).to_have_text("第 3 盘不算了。")
    expect(page.locator(".deal.new .no")).to_have_text("3")
    shows_its_top(page)


def test_it_does_so_where_the_pages_are_kept_in_the_tab(page: Page, lan: Page):
    table, _keys = played(page)
    invite(Sender(page.context), table, lan)
    look(lan, table)
    cut(lan)
    lan.mouse.wheel(0, 400)
    hands.begin(lan)
    hands.win(lan, 0, "self_draw")
    hands.by_hu(lan, 16, 0)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#waiting li")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_in_viewport()
    assert lan.evaluate("scrollY") == 0


def test_the_mark_goes_to_the_next_deal(page: Page):
    table, _keys = played(page, 2)
    page.goto(table)
    Sender(page.context).record(table, **WIN)
    expect(page.locator(".deal.new .no")).to_have_text("3")
    Sender(page.context).record(table, **WIN)
    expect(page.locator(".deal.new .no")).to_have_text("4")
