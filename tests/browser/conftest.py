"""What several modules of browser tests share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.posts import PEOPLE, Sender, keeping
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server


@pytest.fixture(scope="module")
def lan_address(shared_server: Server) -> str:
    """The server by a name that no browser counts as a secure context."""
    return f"http://{LAN_NAME}:{shared_server.port}"


@pytest.fixture
def page(phone: Page) -> Page:
    """The phone of a test that is about one alone."""
    return phone


@pytest.fixture
def clocked_phone(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone at 127.0.0.1 whose clock is moved."""
    yield from open_phone(browser, shared_server.url, clocked=True)


@pytest.fixture
def clocked_lan(browser: Browser, lan_address: str) -> Iterator[Page]:
    """A phone where no worker can keep pages, and whose clock is moved."""
    yield from open_phone(browser, lan_address, keeps=True, clocked=True)


@pytest.fixture(scope="module")
def owner(playwright: Playwright, shared_server: Server) -> Iterator[Sender]:
    """An owner whose phone is not looked at, for a whole module."""
    with keeping(playwright, shared_server) as sender:
        yield sender


@pytest.fixture
def keeper(playwright: Playwright, shared_server: Server) -> Iterator[Sender]:
    """An owner whose phone is not looked at."""
    with keeping(playwright, shared_server) as sender:
        yield sender


@pytest.fixture
def table(keeper: Sender) -> str:
    """A table of that owner, for three."""
    return keeper.open_table(people=PEOPLE[:3])
