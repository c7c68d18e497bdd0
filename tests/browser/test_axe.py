"""Every page in every state: nothing for axe to find, nothing too small, nothing that scrolls sideways."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import looks
from tests.browser.posts import Sender, fresh_id
from tests.browser.states import PATHS, STATES, Evening
from tests.conftest import open_phone
from tests.servers import Server


@pytest.fixture(scope="module")
def owner(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for page in open_phone(browser, shared_server.url):
        page.add_init_script("try { localStorage.clear() } catch (error) { /* about:blank has none */ }")
        yield page


@pytest.fixture(scope="module")
def onlooker(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture(scope="module")
def evening(owner: Page, onlooker: Page) -> Evening:
    sender = Sender(owner.context)
    played, empty, closed = (sender.open_table(name) for name in ("周五老地方", "刚开的一桌", "收了的一桌"))
    keys = tuple(sender.fill(played))
    sender.fill(closed)
    assert sender.post(f"{closed}close/", {"client_id": fresh_id()}).status == 302
    invite(sender, played, onlooker.context)
    return Evening(owner, sender, played, empty, closed, onlooker, keys)


def invite(sender: Sender, table: str, guest: BrowserContext) -> None:
    """A phone that may only look on comes to the table."""
    made = sender.post(f"{table}links/", {"role": "viewer", "label": "给二婶"})
    secret = made.text().split('id="code">')[1].split("<")[0]
    came = Sender(guest).post("/j/", {"secret": secret, "as": "viewer"})
    assert came.status == 302, came.text()


@pytest.mark.parametrize("name", PATHS)
def test_a_page_has_nothing_to_be_found(evening: Evening, name: str):
    evening.at(PATHS[name].format(**vars(evening)))
    looks.check(evening.page)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_page_in_use_has_nothing_to_be_found(evening: Evening, state: Callable[[Evening], None]):
    state(evening)
    looks.check(evening.page)


@pytest.mark.parametrize("path", ["{played}", "{played}deals/new/", "{played}settle/", "/"])
def test_an_onlookers_page_has_nothing_to_be_found(evening: Evening, path: str):
    evening.onlooker.goto(path.format(played=evening.played))
    looks.check(evening.onlooker)


def test_the_front_page_of_a_new_phone_has_nothing_to_be_found(browser: Browser, shared_server: Server):
    for page in open_phone(browser, shared_server.url):
        page.goto("/")
        expect(page.get_by_text("还没有牌桌")).to_be_visible()
        looks.check(page)


def test_english_finds_room_on_every_page(browser: Browser, shared_server: Server, evening: Evening):
    found = []
    for page in open_phone(browser, shared_server.url, locale="en-GB"):
        page.context.add_cookies(evening.page.context.cookies())  # type: ignore[arg-type]
        for path in PATHS.values():
            page.goto(path.format(**vars(evening)))
            assert page.locator("html").get_attribute("lang") == "en"
            found += [f"{path}: {one}" for one in looks.measures(page) + looks.narrow(page)]
    assert not found, "\n" + "\n".join(found)
