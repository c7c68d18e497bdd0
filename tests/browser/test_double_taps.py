"""A few controls tapped twice; all of them: `tests/benchmarks/test_double_taps.py`."""

import re

from playwright.sync_api import Page

from tests.browser.double_taps import Watched, controls, tap_on
from tests.browser.posts import PEOPLE, Sender

WIN = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "11", "xing_count": "0"}
SLOW = 800
"""Milliseconds between the halves of the slowest double tap."""


def test_a_second_tap_stores_nothing_more_nor_leads_on(page: Page):
    """Not even where it comes late, and the next page has a button at its place."""
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3], stake="100")
    key = sender.record(table, **WIN)
    sender.post(f"{table}links/", {"role": "viewer", "label": "给二婶"})
    link = re.findall(r"/links/(\d+)/revoke/", sender.get(f"{table}links/").text())[0]
    watched = Watched(page)
    for path in (f"deals/{key}/dispute/", f"links/{link}/revoke/", "deals/dead/", "pay/"):
        page.goto(table + path)
        watched.settle()
        control = [one for one in controls(page) if one.tag == "BUTTON"][-1]
        result = tap_on(watched, control, [SLOW])
        assert result
        assert result[1] == "", path
    page.goto("/new/")
    watched.settle()
    [swap, *_] = [one for one in controls(page) if one.text == "和下一位换座"]
    result = tap_on(watched, swap, [80])
    assert result
    assert result[1] == "", "a swap taken back"
