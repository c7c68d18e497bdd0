"""A phone that another test had before is as good as new."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.phones import open_phone
from tests.servers import Server

LEAVE = """async () => {
    document.cookie = "left=behind; path=/";
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    await (await caches.open("left")).put("/left/", new Response("behind"));
    await new Promise((done, failed) => {
        const opening = indexedDB.open("left");
        opening.onsuccess = () => { opening.result.close(); done(); };
        opening.onerror = failed;
    });
}"""
LEFT = """async () => [
    document.cookie, localStorage.getItem("left"), sessionStorage.getItem("left"), await caches.keys(),
    (await indexedDB.databases()).length, history.length,
]"""
FETCHED = """() => performance.getEntriesByType("resource").filter(one => one.transferSize > 0).length"""
"""How many files have come from the server."""
OTHERWISE = {
    "a script for all pages": lambda page: page.context.add_init_script("window.left = 'behind'"),
    "a clock": lambda page: page.clock.install(),
}
"""What is not taken back."""


def used(browser: Browser, address: str, use: Callable[[Page], object]) -> BrowserContext:
    """What a phone was after that use of its page."""
    for page in open_phone(browser, address, locale="zh-TW"):
        page.goto("/about/")
        use(page)
    return page.context


def test_it_has_the_files_of_the_server_and_nothing_of_what_was_done(browser: Browser, shared_server: Server):
    def leave(page: Page) -> None:
        page.route("**/*", lambda route: route.continue_())
        page.context.route("**/about/", lambda route: route.abort())
        page.context.set_offline(True)
        page.evaluate(LEAVE)

    for _ in range(2):
        before = used(browser, shared_server.url, leave)
    found = []

    def look(page: Page) -> None:
        found.extend([page.evaluate(LEFT), page.evaluate(FETCHED)])

    assert used(browser, shared_server.url, look) is before
    assert found == [["", None, None, [], 0, 2], 0]


@pytest.mark.parametrize("change", OTHERWISE.values(), ids=OTHERWISE)
def test_one_whose_pages_have_become_others_is_nobodys(
    browser: Browser, shared_server: Server, change: Callable[[Page], object]
):
    before = used(browser, shared_server.url, change)
    assert used(browser, shared_server.url, lambda page: None) is not before
