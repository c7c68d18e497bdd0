"""What stops half way: an answer without an end, a tab that sends and hangs, a server that asks for time, a change never finished."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate, Stopped
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_offline import (
    KEPT,
    connect,
    cut,
    enter,
    enter_at,
    put_blocked_in_queue,
    save,
    stored,
    table,
    waiting,
)
from tests.phones import open_phone
from tests.servers import Server

__all__ = ["table"]

UNREAD = """() => {
    const real = window.fetch;
    window.fetch = async function (url, asked) {
        const answer = await real.apply(window, arguments);
        if (String(url).includes("/save/")) {
            Object.assign(window, { fetch: real, unread: true });
            answer.json = () => new Promise((_, fail) => asked.signal.addEventListener("abort", fail));
        }
        return answer;
    };
}"""
"""The line dies between the head of the next answer and its body."""
HOLD = """after => {
    const key = Object.keys(localStorage).find(one => one.startsWith("zipai-wait:"));
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), held: Date.now() + after }));
}"""
"""What waits is being changed, so many milliseconds more."""
SEIZE = "() => { navigator.locks.request('zipai-queue', () => new Promise(() => {})); }"
ASKED = """() => {
    Math.random = () => 0;
    const real = window.fetch;
    Object.assign(window, { asked: [], answered: 0 });
    window.fetch = async function (url) {
        if (!String(url).includes("/save/")) return real.apply(window, arguments);
        window.asked.push(Date.now());
        try { return await real.apply(window, arguments); } finally { window.answered += 1; }
    };
}"""
"""When this page sent what waits, by its own clock, and how often it was answered."""
TIMED = """() => {
    window.timers = [];
    document.addEventListener("DOMContentLoaded", () => {
        const real = window.setTimeout;
        window.setTimeout = (...asked) => { window.timers.push(asked[1]); return real.apply(window, asked); };
    });
}"""
"""For how many milliseconds this page's timers have been set. By then the clock that tests move is its own."""
SET = "after => window.timers.includes(after)"
WAIT = 4
"""Seconds that a busy server names."""
AGAIN = 8_000
"""Milliseconds after which a page that did not come is asked for again (static/js/kept.js)."""
HUNG = 10_000
"""Milliseconds: no phone waits so long for an answer, nor twice so long for a tab that sends (static/js/queue.js)."""


@pytest.fixture
def keeps(request: pytest.FixtureRequest) -> bool:
    """Only where that is asked for: `param`."""
    return getattr(request, "param", False)


@pytest.fixture
def lan(browser: Browser, lan_address: str, keeps: bool) -> Iterator[Page]:
    """A phone whose clock is moved."""
    yield from open_phone(browser, lan_address, keeps=keeps, clocked=True)


@pytest.mark.parametrize("keeps", [True], indirect=True, ids=["kept"])
def test_a_page_that_did_not_come_is_kept_later(lan: Page, table: str):
    """Once the line breaks, once the server is busy."""
    entry, foul = f"{table}deals/new/", f"{table}deals/foul/"
    Gate(lan, f"*{foul}", Stopped.fail, times=1)
    Gate(lan, f"*{entry}", lambda one: one.answer(503), times=1)
    lan.add_init_script(f"({TIMED})()")
    lan.goto(table)
    for after in (AGAIN, 2 * AGAIN):
        lan.wait_for_function(SET, arg=after, polling=hands.POLL)
        lan.clock.fast_forward(after)
    for path in (entry, foul):
        lan.wait_for_function(KEPT, arg=path, polling=hands.POLL)


def test_an_answer_without_an_end_is_asked_for_again(lan: Page, table: str, shared_server: Server):
    enter_at(lan, f"{table}deals/new/", 16)
    lan.evaluate(UNREAD)
    lan.locator("[data-part=save]").click()
    lan.wait_for_function("() => window.unread")
    lan.clock.run_for(HUNG)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 1


def test_a_tab_that_hangs_while_it_sends_keeps_no_other_tab_from_sending(
    clocked_phone: Page, shared_server: Server
):
    page = clocked_phone
    table = Sender(page.context).open_table(people=PEOPLE[:3])
    tab = page.context.new_page()
    tab.goto("/help/")
    tab.evaluate(SEIZE)
    page.bring_to_front()
    enter_at(page, f"{table}deals/new/", 16)
    page.locator("[data-part=save]").click()
    hands.wait_for_answer(page, "async () => (await navigator.locks.query()).pending.length === 1")
    page.clock.run_for(2 * HUNG)
    expect(page.locator("#rows .deal")).to_have_count(1)
    expect(page.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 1


def test_a_server_is_not_asked_again_before_the_time_it_named(lan: Page, table: str):
    """It is when the hand is saved and when the table has come; from then on by the clock."""
    lan.add_init_script(f"({ASKED})()")
    lan.goto(table)
    enter(lan, 16)
    Gate(lan, "*/deals/save/", busy)
    save(lan)
    lan.wait_for_function("() => window.answered === 2")
    lan.clock.run_for(2_000 * WAIT)
    lan.wait_for_function("() => window.answered === 3")
    _hand, table_came, again = lan.evaluate("window.asked")
    assert again - table_came >= 1_000 * WAIT


def busy(one: Stopped) -> None:
    one.answer(429, headers={"Retry-After": f"{WAIT}"})


def test_a_change_begun_and_never_finished_holds_nothing_up(lan: Page, table: str, shared_server: Server):
    """Nobody finished it, or the clock was put back."""
    lan.goto(table)
    for number, left in enumerate((2_500, 9_000_000), 1):
        cut(lan)
        put_blocked_in_queue(lan, table)
        expect(waiting(lan)).to_have_count(1)
        lan.evaluate(HOLD, left)
        connect(lan)
        lan.clock.run_for(2_500)
        expect(lan.locator("#rows .deal")).to_have_count(number)
        assert stored(shared_server, table) == number
