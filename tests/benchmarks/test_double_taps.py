"""Every control of every page tapped twice, as shaking hands do: nothing is entered, paid or sent away by the second tap.

Deltas from 80 to 800 ms; ``ZIPAI_DELAYS="350"`` tries fewer, ``ZIPAI_PAGES="settling|a deal"`` only some pages. A control
that looks alike and leads to the same on many pages is tried on the first of them.
"""

import os
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as BrowserError

from tests.browser.double_taps import (
    DELAYS,
    Control,
    Outcome,
    controls,
    is_harmless,
    more_than,
    rest,
    tap,
    undone,
)
from tests.browser.places.evening import Evening, prepared
from tests.browser.states import PATHS
from tests.conftest import open_phone
from tests.servers import Server

Row = tuple[str, str, int, str]


@pytest.mark.benchmark
def test_a_second_tap_does_nothing_that_nobody_wanted(browser: Browser, shared_server: Server):
    delays = tuple(map(int, os.environ.get("ZIPAI_DELAYS", "").split())) or DELAYS
    only = re.compile(os.environ.get("ZIPAI_PAGES", ""))
    found: list[Row] = []
    tried = 0
    for owner in open_phone(browser, shared_server.url):
        for onlooker in open_phone(browser, shared_server.url):
            evening = prepared(owner, onlooker, shared_server)
            seen: set[str] = set()
            for name, path in PATHS.items():
                if only.search(name):
                    rows, count = try_page(evening, name, path, delays, seen)
                    found += rows
                    tried += count
            print(f"\n{tried} double taps, {len(found)} findings")
    assert [row for row in found if "posted" in row[3]] == []


def try_page(
    evening: Evening, name: str, path: str, delays: tuple[int, ...], seen: set[str]
) -> tuple[list[Row], int]:
    """What second taps do on one page, and how many were tried."""
    page, address = evening.page, path.format(**vars(evening))
    found: list[Row] = []
    tried = 0
    try:
        open_page(page, address)
    except BrowserError:
        return [], 0  # A file: no page.
    fresh = [one for one in controls(page) if one.kind not in seen]
    seen.update(one.kind for one in fresh)
    for control in fresh:
        for delay in delays:
            tried += 1
            if finding := second_tap(evening, address, control, delay):
                found.append((name, control.text, delay, finding))
                print(f"\n{name:<40} {control.text:<26} {delay:>4} ms  {finding}", end="", flush=True)
    return found, tried


def second_tap(evening: Evening, address: str, control: Control, delay: int) -> str:
    """What it does beyond the first; where one tap can have done as much, nothing."""
    double = tapped(evening, address, control, delay)
    if double is None or is_harmless(control, double):
        return ""
    return more_than(control, tapped(evening, address, control), double)


def tapped(evening: Evening, address: str, control: Control, *delays: int) -> Outcome | None:
    """Taps on a fresh page; what they stored is taken out of the database again."""
    page = evening.page
    with undone(evening.server):
        open_page(page, address)
        try:
            return tap(page, control, *delays) if control in controls(page) else None
        except BrowserError:
            return None  # It went away before it could be tapped.
        finally:
            # What a tap set off late may be on its way to a page of its own.
            with suppress(BrowserError):
                page.goto("about:blank")


def open_page(page: Page, address: str) -> None:
    try:
        page.goto(address)
    except BrowserError as error:
        if "interrupted" not in error.message:
            raise
        page.goto(address)
    rest(page)
