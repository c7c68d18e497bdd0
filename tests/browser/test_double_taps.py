"""A few controls tapped twice, half a second apart; all of them: `tests/benchmarks/test_double_taps.py`."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.double_taps import controls, is_harmless, rest, tap
from tests.browser.posts import PEOPLE, Sender
from tests.conftest import open_phone
from tests.servers import Server

WIN = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "11", "xing_count": "0"}
HALVES = 350
"""Milliseconds between the halves: time for the next page to come."""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


def test_a_second_tap_stores_nothing_more(page: Page):
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3], stake="100")
    key = sender.record(table, **WIN)
    sender.post(f"{table}links/", {"role": "viewer", "label": "给二婶"})
    link = re.findall(r"/links/(\d+)/revoke/", sender.get(f"{table}links/").text())[0]
    for path in (f"deals/{key}/dispute/", f"links/{link}/revoke/", "deals/dead/"):
        page.goto(table + path)
        rest(page)
        control = [one for one in controls(page) if one.posts][-1]
        outcome = tap(page, control, HALVES)
        assert outcome
        assert is_harmless(control, outcome), (path, outcome)
