"""What asks the server for more comes to the table's page only when it is wanted, and misses nothing of what was tapped."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender, hand_over
from tests.browser.test_offline import WIN

SCRIPT = "*/htmx-2.min*.js"


@pytest.fixture(scope="module")
def table(owner: Sender) -> str:
    """A table of 25 deals, which these tests only look at."""
    made = owner.open_table(people=PEOPLE[:3])
    for _ in range(25):
        owner.record(made, **WIN)
    return made


@pytest.fixture
def phone(phone: Page, owner: Sender) -> Page:
    hand_over(owner.cookies(), phone)
    return phone


def test_a_table_that_is_only_looked_at_does_without_it_and_older_deals_come_while_scrolling(
    phone: Page, table: str
):
    phone.goto(table, wait_until="networkidle")
    assert phone.locator("script[src*=htmx]").count() == 0
    expect(phone.locator("#rows details.deal")).to_have_count(20)
    phone.mouse.wheel(0, 6_000)
    expect(phone.locator("#rows details.deal")).to_have_count(25)
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


def test_a_row_opened_by_the_keyboard_shows_its_lines(phone: Page, table: str):
    phone.goto(table)
    phone.locator("#rows details.deal summary").first.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#rows details.deal").first.locator(".lines")).to_contain_text("自摸")


def test_what_could_not_be_fetched_is_asked_for_again(phone: Page, table: str):
    Gate(phone, SCRIPT, lambda one: one.fail("ConnectionReset"), times=1)
    phone.goto(table)
    row = phone.locator("#rows details.deal").first
    with phone.expect_event("requestfailed"):
        row.locator("summary").click()
    phone.locator("#rows details.deal").nth(1).locator("summary").click()
    expect(row.locator(".lines")).to_contain_text("自摸")
