"""What a screen reader is told: one polite sentence for a deal of others, nothing for what one does oneself or loads again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import WIN, follow, invite
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

# Every time that a live region says something, from the first moment on: what is there when a page comes is not read out.
LISTEN = """() => {
    window.heard = [];
    const regions = "[aria-live], [role=status], [role=alert], [role=log]";
    const note = records => {
        const changed = records.map(one => (one.target.nodeType === 1 ? one.target : one.target.parentElement))
            .map(one => one && one.closest(regions)).filter(Boolean);
        new Set(changed).forEach(one => {
            const text = one.textContent.trim();
            const how = one.getAttribute("aria-live") || (one.getAttribute("role") === "alert" ? "assertive" : "polite");
            if (text && one.isConnected) window.heard.push([how, text]);
        });
    };
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(note)
        .observe(document.body, { childList: true, subtree: true, characterData: true }));
}"""


@pytest.fixture
def keeper(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for page in open_phone(browser, shared_server.url):
        page.add_init_script(f"({LISTEN})()")
        yield page


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for page in open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}"):
        page.add_init_script(f"({LISTEN})()")
        yield page


@pytest.fixture
def table(keeper: Page) -> str:
    return Sender(keeper.context).open_table(people=PEOPLE[:3])


def heard(page: Page) -> list[list[str]]:
    page.wait_for_timeout(1_500)
    found: list[list[str]] = page.evaluate("window.heard.splice(0)")
    return found


def test_each_deal_of_others_is_said_once_and_politely(keeper: Page, other: Page, table: str):
    sender = Sender(keeper.context)
    invite(sender, table, other)
    follow(other, table)
    assert heard(other) == []
    for number, winner in enumerate(PEOPLE[:3], 1):
        sender.record(table, **{**WIN, "winner": str(number - 1)})
        expect(other.locator("#rows .deal")).to_have_count(number)
        [[how, said]] = heard(other)
        assert how == "polite"
        assert winner in said


def test_a_page_that_is_loaded_again_says_nothing(keeper: Page, table: str):
    Sender(keeper.context).record(table, **WIN)
    keeper.goto(table)
    assert heard(keeper) == []
    keeper.reload()
    assert heard(keeper) == []


def test_ones_own_deal_is_said_to_be_stored_and_no_more(keeper: Page, table: str):
    keeper.goto(table)
    hands.begin(keeper)
    hands.win(keeper, 0, "self_draw")
    hands.by_hu(keeper, 22, 0)
    hands.save(keeper)
    assert heard(keeper) == [["polite", "记上了。"]]


def test_a_deal_told_beside_a_half_entered_one_is_said_once(keeper: Page, other: Page, table: str):
    sender = Sender(keeper.context)
    invite(sender, table, other)
    with other.expect_request(lambda request: "/live/" in request.url):
        other.goto(f"{table}deals/new/")
    heard(other)
    sender.record(table, **WIN)
    expect(other.locator(".news")).to_contain_text("刚才")
    assert [how for how, _said in heard(other)] == ["polite"]
