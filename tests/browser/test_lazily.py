"""What asks the server for more comes to the table's page only when it is wanted, and misses nothing of what was tapped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender
from tests.browser.tabs import new_tab
from tests.browser.test_offline import WIN
from tests.conftest import open_phone
from tests.servers import Server

SCRIPT = "**/htmx-2.min*.js"


@pytest.fixture(scope="module")
def same_phone(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def phone(same_phone: Page) -> Iterator[Page]:
    yield from new_tab(same_phone)


@pytest.fixture(scope="module")
def table(same_phone: Page) -> str:
    """A table of 25 deals, which these tests only look at."""
    sender = Sender(same_phone.context)
    made = sender.open_table(people=PEOPLE[:3])
    for _ in range(25):
        sender.record(made, **WIN)
    return made


def test_a_table_that_is_only_looked_at_does_without_it(phone: Page, table: str):
    phone.goto(table, wait_until="networkidle")
    assert phone.locator("script[src*=htmx]").count() == 0
    phone.goto(f"{table}settle/")
    assert phone.locator("script[src*=htmx]").count() == 1


def test_a_row_opened_before_it_is_there_shows_its_lines_all_the_same(phone: Page, table: str):
    gate = Gate(phone, SCRIPT)
    phone.goto(table)
    first, second = phone.locator("#rows details.deal").nth(0), phone.locator("#rows details.deal").nth(1)
    first.locator("summary").click()
    second.locator("summary").click()
    expect(second).to_have_attribute("open", "")
    gate.open()
    for row in (first, second):
        expect(row.locator(".lines")).to_contain_text("自摸")
    first.locator("summary").click()
    first.locator("summary").click()
    expect(first.locator(".deal-actions")).to_have_count(1)


def test_older_deals_come_while_scrolling(phone: Page, table: str):
    phone.goto(table)
    expect(phone.locator("#rows details.deal")).to_have_count(20)
    phone.mouse.wheel(0, 6_000)
    expect(phone.locator("#rows details.deal")).to_have_count(25)


def test_a_row_opened_by_the_keyboard_shows_its_lines(phone: Page, table: str):
    phone.goto(table)
    phone.locator("#rows details.deal summary").first.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#rows details.deal").first.locator(".lines")).to_contain_text("自摸")


def test_what_could_not_be_fetched_is_asked_for_again(phone: Page, table: str):
    Gate(phone, SCRIPT, lambda route: route.abort("connectionreset"), times=1)
    phone.goto(table)
    row = phone.locator("#rows details.deal").first
    with phone.expect_event("requestfailed"):
        row.locator("summary").click()
    phone.locator("#rows details.deal").nth(1).locator("summary").click()
    expect(row.locator(".lines")).to_contain_text("自摸")
