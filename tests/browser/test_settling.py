"""Settling on two phones: a tick on one is there on the other, and nothing is noted twice."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import read
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import WIN, follow, invite, page

__all__ = ["page"]


@pytest.fixture
def other(lan_phone: Page) -> Page:
    """Another phone, on the local network."""
    return lan_phone


@pytest.fixture
def table(keeper: Sender) -> str:
    """老王 won 3.00 from each of the others."""
    address = keeper.open_table(people=PEOPLE[:3], stake="100")
    keeper.record(address, **WIN)
    return address


def ticks(page: Page) -> Locator:
    return page.locator(".tick")


def expect_pressed(page: Page, *pressed: str) -> None:
    expect(ticks(page)).to_have_count(len(pressed))
    for at, one in enumerate(pressed):
        expect(ticks(page).nth(at)).to_have_attribute("aria-pressed", one)


def test_a_deal_and_ticks_of_one_phone_are_on_the_other_at_once_and_so_is_their_end(
    keeper: Sender, table: str, page: Page, other: Page
):
    """A tick on a phone that was told what another ticked is its own."""
    guest = other
    invite(keeper, table, guest)
    follow(guest, f"{table}settle/?way=cashier&by=0")
    keeper.record(table, **WIN)
    expect(guest.locator(".totals").first).to_contain_text("+12")
    expect(guest.locator(".payment").first).to_contain_text("6.00 元")
    expect(guest.get_by_role("link", name="一人收付")).to_have_attribute("aria-current", "true")

    follow(guest, f"{table}settle/")
    follow(page, f"{table}settle/")
    ticks(page).first.click()
    for phone in (page, guest):
        expect(ticks(phone).first).to_have_attribute("aria-pressed", "true")
        expect(phone.locator(".payment").first).to_contain_text("已付")
    expect_pressed(guest, "true", "false")
    ticks(guest).last.click()
    for phone in (page, guest):
        expect(phone.locator("#payments")).to_contain_text("都付清了。")
        expect_pressed(phone, "true", "true")
    ticks(guest).first.click()
    for phone in (guest, page):
        expect(ticks(phone).first).to_have_attribute("aria-pressed", "false")
        expect(phone.locator(".payment").first).to_contain_text("还没付")


def test_a_double_tap_notes_it_once_and_without_network_a_tick_says_that_it_was_not_sent(
    table: str, page: Page
):
    page.goto(f"{table}settle/")
    page.context.set_offline(True)
    ticks(page).first.click()
    expect(page.locator("#toast")).to_contain_text("没网，这次没发出去")
    page.context.set_offline(False)
    expect_pressed(page, "false", "false")
    ticks(page).first.dblclick()
    expect(ticks(page).first).to_have_attribute("aria-pressed", "true")
    ticks(page).last.dblclick()
    expect(page.locator("#payments")).to_contain_text("都付清了。")
    page.wait_for_load_state("networkidle")
    page.goto(f"{table}pay/")
    assert page.locator("main .row").count() == 2
    assert page.get_by_text("取消了").count() == 0


def test_a_part_is_typed_and_the_rest_is_left_and_focus_stays_on_the_box_that_was_ticked(
    table: str, page: Page
):
    page.goto(f"{table}settle/")
    page.locator("a.pay-text").first.click()
    page.fill("#id_amount", "5角")
    page.get_by_role("button", name="记上").click()
    expect(page.locator(".payment")).to_have_count(3)
    expect(page.locator(".payment").nth(1)).to_contain_text("付了 0.50 元，还差 2.50 元")
    read(page)
    ticks(page).last.focus()
    page.keyboard.press("Enter")
    expect(ticks(page).last).to_have_attribute("aria-pressed", "true")
    expect(ticks(page).last).to_be_focused()


def test_an_onlooker_sees_the_ticks_come(keeper: Sender, table: str, other: Page):
    invite(keeper, table, other, role="viewer")
    follow(other, f"{table}settle/")
    expect(ticks(other)).to_have_count(0)
    settling = keeper.get(f"{table}settle/").text()
    form = re.search(r'<form[^>]* action="([^"]*/tick/[^"]*)".*?</form>', settling, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0]))
    assert keeper.post(form[1], fields).status in (302, 303)
    expect(other.locator(".payment").first).to_contain_text("已付")
