"""What a tap on the card pad costs the processor of the page: script, style, layout; a busy machine changes little of it."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.benchmarks.test_pad import taps
from tests.browser import hands
from tests.browser.posts import PEOPLE
from tests.quick_taps import DRAWN

pytestmark = pytest.mark.benchmark

ROUNDS = 3
SLOWER = 6
PARTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def test_what_a_tap_costs(phone: Page) -> None:
    table = hands.at_table(phone, PEOPLE[:3])
    session = phone.context.new_cdp_session(phone)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    least = dict[str, dict[str, float]]()
    for _ in range(ROUNDS):
        phone.goto(f"{table}deals/new/?winner=0")
        phone.wait_for_selector("#entry[data-live]")
        for name in (".how[data-how='0'] [data-source=self_draw]", *taps()):
            took = cost(phone, session, name)
            known = least.setdefault(name, took)
            least[name] = min(known, took, key=lambda one: one["TaskDuration"])
        phone.evaluate("localStorage.clear()")
    print(f"\nmilliseconds of the processor times {SLOWER}, least of {ROUNDS}: whole, script, style, layout")
    for name, took in least.items():
        print("".join(f"{took[part] * 1000 * SLOWER:6.0f}" for part in PARTS), "", name)


def cost(phone: Page, session: CDPSession, selector: str) -> dict[str, float]:
    target = phone.locator(selector)
    expect(target).to_be_visible()
    hands.read(phone)
    hands.outlast_bounce(phone)
    box = target.bounding_box()
    assert box
    before = metrics(session)
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.evaluate(DRAWN)
    after = metrics(session)
    return {part: after[part] - before[part] for part in PARTS}


def metrics(session: CDPSession) -> dict[str, float]:
    return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
