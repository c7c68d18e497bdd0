"""A line that takes its time: who taps sees that it goes on, a second tap does no harm, and nothing waits for ever."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.conftest import open_phone
from tests.servers import Server

WAIT = 2.5
SLOW = "网有点慢"

# What a page said before it was left: the toast, and which button waits.
NOTE = """() => document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const said = document.getElementById("toast").textContent, busy = document.querySelector("[aria-busy=true]");
    if (said) sessionStorage.setItem("said", said);
    if (busy) sessionStorage.setItem("busy", busy.textContent.trim());
}).observe(document.body, { subtree: true, childList: true, attributes: true }))"""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for phone in open_phone(browser, shared_server.url):
        phone.add_init_script(f"({NOTE})()")
        yield phone


@pytest.fixture
def table(page: Page) -> str:
    made = Sender(page.context).open_table(people=PEOPLE[:3], stake="50")
    Sender(page.context).record(made, "foul", offender="0")
    return made


def slow(page: Page, path: str) -> list[str]:
    """Posts to it come late; what came."""
    came: list[str] = []

    def late(route: Route) -> None:
        if route.request.method == "POST":
            came.append(route.request.url)
            time.sleep(WAIT)
        route.continue_()

    page.route(path, late)
    return came


def noted(page: Page, name: str) -> str:
    return str(page.evaluate("name => sessionStorage.getItem(name)", name))


def taps_twice(page: Page, selector: str) -> None:
    """Once, and again after more than the time of a double tap, without waiting for what the first leads to."""
    tap = """selector => { const one = document.querySelector(selector); one.click();
        setTimeout(() => { if (one.isConnected) one.click(); }, 900); }"""
    page.evaluate(tap, selector)


def test_a_tick_says_that_it_waits_and_is_not_taken_back_by_a_second_tap(page: Page, table: str):
    page.goto(f"{table}settle/")
    came = slow(page, "**/settle/tick/")
    taps_twice(page, ".tick")
    expect(page.locator("#toast")).to_contain_text(SLOW)
    expect(page.locator("[aria-busy=true]").first).to_be_visible()
    expect(page.locator(".payment").first).to_contain_text("已付", timeout=10_000)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.locator("#toast")).to_be_empty()
    page.wait_for_timeout(1_500)
    assert len(came) == 1
    expect(page.locator(".payment").first).to_contain_text("已付")


def test_a_deal_says_that_it_is_being_stored_and_is_stored_once(page: Page, table: str):
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 1, "self_draw")
    hands.by_hu(page, 22, 0)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    slow(page, "**/deals/save/")
    taps_twice(page, "[data-part=save]")
    expect(page.locator("#toast")).to_contain_text("正在记")
    expect(page.locator("[data-part=save]")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".desk")).to_be_visible(timeout=15_000)
    expect(page.locator("#rows .deal")).to_have_count(2)


@pytest.mark.parametrize("what", ["new table", "recovery code"])
def test_a_form_says_that_it_waits_and_is_sent_once(page: Page, table: str, what: str):
    page.goto("/new/" if what == "new table" else f"{table}recovery/")
    if what == "new table":
        for row, player in enumerate(PEOPLE[:3]):
            page.locator("input[name=player]").nth(row).fill(player)
    came = slow(page, "**/new/" if what == "new table" else "**/recovery/")
    taps_twice(page, "footer button.primary")
    expect(page.locator("#code")).to_be_visible(timeout=15_000)
    assert len(came) == 1
    assert SLOW in noted(page, "said")
    assert noted(page, "busy") in {"开牌", "换一个新的恢复码"}


def test_joining_says_that_it_waits(page: Page, table: str, browser: Browser, shared_server: Server):
    made = Sender(page.context).post(f"{table}links/", {"role": "viewer", "label": ""}).text()
    for guest in open_phone(browser, shared_server.url):
        guest.add_init_script(f"({NOTE})()")
        guest.goto("/j/")
        guest.fill("#id_secret", made.split('id="code">')[1].split("<")[0])
        slow(guest, "**/j/*")
        taps_twice(guest, "footer button.primary")
        expect(guest.get_by_text("你是哪一位")).to_be_visible(timeout=15_000)
        assert SLOW in noted(guest, "said")


def test_a_tick_that_is_never_answered_says_so_and_can_be_tapped_again(page: Page, table: str):
    page.goto(f"{table}settle/")
    assert page.evaluate("window.htmx.config.timeout") == 15_000
    page.evaluate("window.htmx.config.timeout = 1500")
    held: list[Route] = []
    page.route("**/settle/tick/", lambda route: held.append(route))
    page.locator(".tick").first.click()
    expect(page.locator("#toast")).to_contain_text("这次没发出去")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.unroute("**/settle/tick/")
    page.locator(".tick").first.click()
    expect(page.locator(".payment").first).to_contain_text("已付")
