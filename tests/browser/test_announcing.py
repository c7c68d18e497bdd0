"""What a screen reader is told: one polite sentence for a deal of others, nothing for what one does oneself or loads again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender, invite, keeping
from tests.browser.test_live import WIN, follow
from tests.phones import LAN_NAME, open_phone
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


def heard(page: Page) -> list[list[str]]:
    """What was said on this page until now, and how."""
    found: list[list[str]] = page.evaluate("window.heard")
    return found


def said_of(page: Page, *winners: str) -> None:
    """Hold that these wins were said, each once and politely, and nothing else."""
    found = heard(page)
    assert [how for how, _text in found] == ["polite"] * len(winners), found
    assert all(
        winner in " ".join(text.split()) for winner, (_how, text) in zip(winners, found, strict=True)
    ), found


def test_each_deal_of_others_is_said_once_and_politely(
    other: Page, playwright: Playwright, shared_server: Server
):
    """On the table, and beside a half-entered one."""
    with keeping(playwright, shared_server) as keeper:
        table = keeper.open_table(people=PEOPLE[:3])
        invite(keeper, table, other)
        follow(other, table)
        for number in range(1, 4):
            keeper.record(table, **{**WIN, "winner": str(number - 1)})
            expect(other.locator("#rows .deal")).to_have_count(number)
        said_of(other, *PEOPLE[:3])
        follow(other, f"{table}deals/new/")
        for number in range(4, 6):
            keeper.record(table, **{**WIN, "winner": str(number - 3)})
            expect(other.locator("#meanwhile [data-part=line]")).to_contain_text(f"第 {number} 盘")
        assert [how for how, _text in heard(other)] == ["polite"] * 2


def test_a_page_that_is_loaded_again_says_nothing_and_ones_own_deal_is_said_to_be_stored_and_no_more(
    keeper: Page,
):
    """The deal that comes after it is the first thing said."""
    sender = Sender(keeper.context)
    table = sender.open_table(people=PEOPLE[:3])
    sender.record(table, **WIN)
    follow(keeper, table)
    for number, winner in enumerate(PEOPLE[1:3], 1):
        sender.record(table, **{**WIN, "winner": str(number)})
        expect(keeper.locator("#rows .deal")).to_have_count(number + 1)
        said_of(keeper, winner)
        keeper.reload()
    hands.begin(keeper)
    hands.win(keeper, 0, "self_draw")
    hands.by_hu(keeper, 22, 0)
    hands.save(keeper)
    sender.record(table, **{**WIN, "winner": "1"})
    expect(keeper.locator("#rows .deal")).to_have_count(5)
    said_of(keeper, "刚才老王 22 胡", PEOPLE[1])
