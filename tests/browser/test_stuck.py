"""What stops half way: an answer without an end, a tab that sends and hangs, a server that asks for time, a change never finished."""

import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import invite
from tests.browser.test_offline import BACK, connect, cut, enter, look, save, stored, waiting
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

UNREAD = """() => {
    const real = window.fetch;
    window.fetch = async function (url, asked) {
        const answer = await real.apply(window, arguments);
        if (String(url).includes("/save/")) {
            window.fetch = real;
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
ASKED = 4


@pytest.fixture
def owner(browser: Browser, shared_server: Server) -> Iterator[Sender]:
    for page in open_phone(browser, shared_server.url):
        yield Sender(page.context)


@pytest.fixture
def table(owner: Sender) -> str:
    return owner.open_table(people=PEOPLE[:3])


@pytest.fixture
def lan(browser: Browser, shared_server: Server, owner: Sender, table: str) -> Iterator[Page]:
    """A phone at the table, where no worker can keep pages."""
    for page in open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}"):
        invite(owner, table, page)
        yield page


def test_an_answer_without_an_end_is_asked_for_again(lan: Page, table: str, shared_server: Server):
    look(lan, table)
    enter(lan, 16)
    lan.evaluate(UNREAD)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#rows .deal")).to_have_count(1, timeout=BACK)
    expect(lan.locator("#waiting")).to_be_hidden(timeout=BACK)
    assert stored(shared_server, table) == 1


def test_a_tab_that_hangs_while_it_sends_keeps_no_other_tab_from_sending(
    owner: Sender, table: str, shared_server: Server
):
    page = owner.context.pages[0]
    tab = owner.context.new_page()
    look(page, table)
    enter(page, 16)
    tab.goto(table)
    tab.evaluate(SEIZE)
    page.locator("[data-part=save]").click()
    expect(page.locator("#rows .deal")).to_have_count(1, timeout=2 * BACK)
    expect(page.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 1


def test_a_server_is_not_asked_again_before_the_time_it_named(lan: Page, table: str):
    lan.add_init_script("Math.random = () => 0;")
    times: list[float] = []

    def busy(route: Route) -> None:
        times.append(time.monotonic())
        route.fulfill(status=429, headers={"Retry-After": f"{ASKED}"}, body="")

    lan.context.route("**/deals/save/", busy)
    look(lan, table)
    enter(lan, 16)
    save(lan)
    lan.wait_for_timeout(1_000)
    on_the_table = len(times)
    lan.wait_for_timeout((ASKED + 2) * 1_000)
    gaps = [after - before for before, after in pairwise(times)][on_the_table - 1 :]
    assert gaps
    assert min(gaps) >= ASKED


@pytest.mark.parametrize(("left", "why"), [(2_500, "nobody finished"), (9_000_000, "the clock was put back")])
def test_a_change_begun_and_never_finished_holds_nothing_up(
    lan: Page, table: str, shared_server: Server, left: int, why: str
):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    assert len(waiting(lan)) == 1
    lan.evaluate(HOLD, left)
    connect(lan)
    expect(lan.locator("#rows .deal"), why).to_have_count(1, timeout=BACK)
    assert stored(shared_server, table) == 1
