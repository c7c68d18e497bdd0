"""Storage that is full or refused, as in private windows: nothing is lost silently, and what is told is true."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.gates import Gate, Stopped
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_offline import (
    connect,
    cut,
    enter,
    enter_at,
    expect_titles,
    put_in_queue,
    save,
    stored,
    table,
    waiting,
)
from tests.servers import Server

__all__ = ["table"]

SAVE = "*/deals/save/"
FULL = """() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
NOT_SENT = "没网，这次没发出去。网好了再试。"
SHOWN_AGAIN = "() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.fixture
def lan(lan_phone: Page) -> Page:
    """A phone that keeps no page but the tables it looks at."""
    return lan_phone


def unreachable(one: Stopped) -> None:
    one.fail("ConnectionRefused")


def test_a_phone_that_can_keep_nothing_leaves_the_hand_in_place_where_it_cannot_be_sent(
    lan: Page, table: str, shared_server: Server
):
    enter_at(lan, f"{table}deals/new/", 16)
    lan.evaluate(FULL)
    gate = Gate(lan, SAVE, unreachable)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#toast")).to_have_text(NOT_SENT)
    expect(lan.locator("[data-hu='16']")).to_have_attribute("aria-pressed", "true")
    gate.open()
    lan.add_init_script(f"({FULL})()")
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1

    # Otherwise it saves as any other, from the first page on.
    enter(lan, 21)
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    assert stored(shared_server, table) == 2


def test_a_waiting_deal_changed_where_there_is_no_more_room_is_stored_as_changed(
    lan: Page, table: str, shared_server: Server
):
    lan.goto(table)
    gate = Gate(lan, SAVE, unreachable)
    put_in_queue(lan, table, 16)
    expect(waiting(lan)).to_have_count(1)
    an_address_that_anybody_can_write_takes_nothing_that_waits(lan, table)
    lan.goto(table)
    lan.get_by_role("button", name="改").click()
    lan.wait_for_selector("#entry[data-live]")
    lan.locator("[data-hu='26']").click()
    lan.evaluate(FULL)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#toast")).to_have_text(NOT_SENT)
    assert "zipai-wait" in lan.evaluate("Object.keys(localStorage).join()")
    gate.open()
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect_titles(lan, "老王 26 胡")
    expect(lan.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 1


def an_address_that_anybody_can_write_takes_nothing_that_waits(lan: Page, table: str) -> None:
    lan.goto(f"/?gone=table&at={table.split('/')[2]}")
    lan.wait_for_load_state("networkidle")
    expect(waiting(lan)).to_have_count(1)


def test_a_hand_that_waits_with_no_page_to_go_to_says_so_and_goes_on_once_it_is_sent(
    lan: Page, table: str, shared_server: Server
):
    """The entry was opened by itself: this tab has never seen the table."""
    enter_at(lan, f"{table}deals/new/", 16)
    cut(lan)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#toast")).to_have_text("1 盘等着上传，网好了自己传。")
    expect(lan.locator("[data-part=save]")).not_to_have_attribute("aria-busy", "true")
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#toast")).to_have_text("1 盘等着上传，网好了自己传。")
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#live")).to_contain_text("刚才老王 16 胡")
    assert stored(shared_server, table) == 1


def test_a_hand_that_gets_through_after_all_goes_on_whatever_the_browser_thinks_of_its_network(
    lan: Page, table: str
):
    """The server could not be reached, although there was a network: no change of that tells when it can be."""
    enter_at(lan, f"{table}deals/new/", 16)
    gate = Gate(lan, SAVE, unreachable)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#toast")).to_have_text("1 盘等着上传，网好了自己传。")
    gate.open()
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#live")).to_contain_text("刚才老王 16 胡")


def test_a_hand_shown_again_just_as_it_was_left_begins_a_new_deal(lan: Page, table: str):
    """Back, in browsers that keep whole pages; this one does not, so it is kept from leaving."""
    enter_at(lan, f"{table}deals/new/", 16)
    Gate(lan, f"*{table}", lambda one: one.fail("Aborted"))
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#entry[data-left]")).to_be_attached()
    lan.evaluate(SHOWN_AGAIN)
    expect(lan.locator("#entry[data-live]:not([data-left])")).to_be_attached()
    assert lan.locator("body").get_attribute("data-step") == "winner"


def test_an_erased_table_leaves_no_draft_on_the_phone(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    phone.goto(f"{table}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    hands.click_all(phone, "[data-winner='0']", ".how[data-how='0'] [data-source=self_draw]")
    assert "zipai-draft" in phone.evaluate("Object.keys(localStorage).join()")
    phone.goto(f"{table}purge/")
    phone.fill("#id_name", "周五老地方")
    phone.locator("footer button").click()
    expect(phone.locator("[data-forget]")).to_be_visible()
    phone.wait_for_function("() => !Object.keys(localStorage).join().includes('zipai-draft')")
