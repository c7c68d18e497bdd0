"""A line that takes its time: who taps sees that it goes on, a second tap does no harm, and nothing waits for ever."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import PAINTED

SLOW = "网有点慢"
TAP_TWICE = """selector => new Promise(done => {
    const toast = document.getElementById("toast"), one = document.querySelector(selector);
    new MutationObserver((_changes, watch) => {
        watch.disconnect();
        done([toast.textContent, document.querySelector("[aria-busy=true]").textContent.trim()]);
        one.click();
    }).observe(toast, { childList: true });
    one.click();
})"""
"""The second tap comes when something is said of the first; what was said, and of which button."""

DROPPED_BY = """selector => {
    let isDropped = false;
    document.addEventListener("htmx:sendAbort", () => { isDropped = true; });
    document.querySelector(selector).click();
    return isDropped;
}"""
"""Whether a tap drops what is on its way, at once."""


@pytest.fixture
def page(clocked_phone: Page) -> Page:
    """A phone whose clock is moved."""
    return clocked_phone


@pytest.fixture
def table(page: Page) -> str:
    made = Sender(page.context).open_table(people=PEOPLE[:3], stake="50")
    Sender(page.context).record(made, "foul", offender="0")
    return made


def tap_again(page: Page, selector: str) -> None:
    """A second tap, after more than the time of a double tap."""
    page.clock.run_for(900)
    page.locator(selector).first.dispatch_event("click")


def test_a_tick_says_that_it_waits_and_is_not_taken_back_by_a_second_tap(page: Page, table: str):
    """One that is never answered says so and can be tapped again."""
    page.goto(f"{table}settle/")
    assert page.evaluate("window.htmx.config.timeout") == 15_000
    page.evaluate("window.htmx.config.timeout = 200")
    lost = Gate(page, "*/settle/tick/", times=1)
    page.locator(".tick").first.click()
    expect(page.locator("#toast")).to_contain_text("这次没发出去")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    # A busy machine may take longer to answer than a phone waits, and what waits behind it would be sent then.
    page.evaluate("window.htmx.config.timeout = 300_000")
    assert len(lost.held) == 1
    line = Gate(page, "*/settle/tick/", method="POST")
    tap_again(page, ".tick")
    tap_again(page, ".tick")
    expect(page.locator("#toast")).to_contain_text(SLOW)
    # It outlasts the time that the message before it would have stood there.
    page.clock.run_for(2500)
    expect(page.locator("#toast")).to_contain_text(SLOW)
    expect(page.locator("[aria-busy=true]").first).to_be_visible()
    line.open()
    expect(page.locator(".payment").first).to_contain_text("已付")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.locator("#toast")).to_be_empty()
    page.evaluate(PAINTED)
    assert line.count == 1
    expect(page.locator(".payment").first).to_contain_text("已付")


def test_a_deal_says_that_it_is_being_stored_and_is_stored_once(page: Page, table: str):
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    hands.fill_in(page, 1, 22)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    line = Gate(page, "*/deals/save/", method="POST")
    page.locator("[data-part=save]").click()
    tap_again(page, "[data-part=save]")
    expect(page.locator("#toast")).to_contain_text("正在记")
    expect(page.locator("[data-part=save]")).to_have_attribute("aria-busy", "true")
    line.open()
    expect(page.locator(".desk")).to_be_visible()
    expect(page.locator("#rows .deal")).to_have_count(2)


def test_a_form_says_that_it_waits_and_is_sent_once(page: Page, owner: Sender, table: str):
    for path in ("/new/", f"{table}recovery/"):
        page.goto(path)
        if path == "/new/":
            for row, player in enumerate(PEOPLE[:3]):
                page.locator("input[name=player]").nth(row).fill(player)
        line = Gate(page, f"*{path}", method="POST")
        said, busy = page.evaluate(TAP_TWICE, "footer button.primary")
        assert SLOW in said
        assert busy in {"开牌", "给我恢复码", "换一个新的恢复码"}
        line.open()
        expect(page.locator("footer a.button.primary")).to_be_visible()
        assert line.count == 1
    joining_says_that_it_waits(page, owner)


def joining_says_that_it_waits(page: Page, owner: Sender) -> None:
    table = owner.open_table(people=PEOPLE[:3])
    made = owner.post(f"{table}links/", {"role": "viewer", "label": ""}).text()
    page.goto("/j/")
    page.fill("#id_secret", made.split('id="code">')[1].split("<")[0])
    line = Gate(page, "*/j/*", method="POST")
    said, _busy = page.evaluate(TAP_TWICE, "footer button.primary")
    assert SLOW in said
    line.open()
    expect(page.get_by_text("你是哪一位")).to_be_visible()


def test_what_an_earlier_hand_comes_to_is_not_waited_for(page: Page, table: str):
    """Its answer would say of the hand that is there now what it lacks."""
    page.goto(f"{table}deals/new/")
    Gate(page, "*/deals/preview/")
    with page.expect_request("**/deals/preview/"):
        hands.click_all(
            page, "[data-winner='1']", "[data-source=self_draw]", "[data-mode=hu]", "[data-hu='21']"
        )
        page.clock.run_for(500)
    assert page.evaluate(DROPPED_BY, "button[data-xing='0']")
