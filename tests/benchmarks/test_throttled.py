"""A phone on a slow line: when the table can be seen and used, and that nothing jumps while it loads, plays and is told.

The line: 400 kbit/s both ways, 150 ms for every answer to begin; the phone's processor a quarter as fast as this one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import WIN
from tests.phones import PHONE
from tests.servers import Server, serving

pytestmark = pytest.mark.benchmark

DEALS = 20
KBIT = 400
LINE = {"offline": False, "latency": 150, "downloadThroughput": KBIT * 125, "uploadThroughput": KBIT * 125}
SLOWER = 4
USABLE = 2_000
"""Milliseconds until 记一盘 can be tapped."""
STILL = 0.001
"""A layout shift that nobody can see."""

WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(one => window.shifts.push([one.value, one.hadRecentInput,
        one.sources.map(each => each.node && each.node.nodeType === 1 ? each.node.outerHTML.slice(0, 90) : String(each.node))])))
        .observe({ type: "layout-shift", buffered: true });
}"""
# A link needs no script: it can be tapped as soon as it is painted and nothing lies over it.
TAPPABLE = """() => {
    const tell = () => {
        const main = document.querySelector("footer a.primary, footer button.primary");
        const box = main && main.getBoundingClientRect();
        const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (hit && main.contains(hit) && performance.getEntriesByName("first-contentful-paint").length)
            window.tappable = performance.now();
        else requestAnimationFrame(tell);
    };
    requestAnimationFrame(tell);
}"""
TIMES = """async () => {
    const last = await new Promise(done => new PerformanceObserver(list => done(list.getEntries().pop().startTime))
        .observe({ type: "largest-contentful-paint", buffered: true }));
    const page = performance.getEntriesByType("navigation")[0];
    return [performance.getEntriesByName("first-contentful-paint")[0].startTime, last, window.tappable,
        page.domContentLoadedEventEnd];
}"""


@dataclass(frozen=True)
class Opened:
    """Milliseconds since the page was asked for; bytes over the wire, heads included."""

    painted: int
    largest: int
    usable: int
    scripts: int
    taken: int


@pytest.fixture
def server(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    """Started for the second time: the first compresses the static files."""
    with serving(tmp_path / "first", collected_static):
        pass
    with serving(tmp_path / "data", collected_static) as running:
        yield running


@pytest.fixture
def owner(browser: Browser, server: Server) -> Iterator[Sender]:
    context = browser.new_context(**{**PHONE, "base_url": server.url})
    yield Sender(context)
    context.close()


@pytest.fixture
def table(owner: Sender) -> str:
    made = owner.open_table(people=PEOPLE[:3])
    for _ in range(DEALS):
        owner.record(made, **WIN)
    return made


@pytest.fixture
def phone(browser: Browser, server: Server, owner: Sender, table: str) -> Iterator[BrowserContext]:
    """A phone that may keep score at the table, and has never been here."""
    context = browser.new_context(**{**PHONE, "base_url": server.url})
    context.add_cookies(owner.context.cookies())  # type: ignore[arg-type]
    yield context
    context.close()


def slowed(page: Page) -> CDPSession:
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return tools


def opened(phone: BrowserContext, path: str) -> Opened:
    """Open a page in a new tab of a slowed phone."""
    page, taken = phone.new_page(), []
    tools = slowed(page)
    tools.on("Network.loadingFinished", lambda event: taken.append(event["encodedDataLength"]))
    page.add_init_script(f"({TAPPABLE})()")
    page.goto(path, wait_until="load")
    before = sum(taken)
    found = page.evaluate(TIMES)
    page.close()
    return Opened(*map(round, found), taken=round(before))


def report(name: str, found: Opened) -> None:
    shown = f"painted {found.painted:5} ms   largest {found.largest:5} ms   usable {found.usable:5} ms"
    print(f"{name:28}{shown}   scripts {found.scripts:5} ms{found.taken:9,} bytes")


def test_the_table_can_be_used_soon_on_a_slow_line(
    browser: Browser, server: Server, phone: BrowserContext, table: str
):
    """The middle one of three, as other programs take their time of the machine too."""
    print(f"\n{KBIT} kbit/s, {LINE['latency']} ms, processor ÷ {SLOWER}; a table with {DEALS} deals")
    found: dict[str, list[Opened]] = {"never here before": [], "here before": []}
    for _ in range(3):
        context = browser.new_context(**{**PHONE, "base_url": server.url})
        context.add_cookies(phone.cookies())  # type: ignore[arg-type]
        for name, times in found.items():
            times.append(opened(context, table))
            report(name, times[-1])
        context.close()
    for times in found.values():
        assert sorted(one.usable for one in times)[1] < USABLE
        assert sorted(one.largest for one in times)[1] < USABLE


@pytest.mark.parametrize("path", ["/", "/new/", "{table}deals/new/", "{table}settle/", "{table}figures/"])
def test_other_pages_on_a_slow_line(phone: BrowserContext, table: str, path: str):
    """Measured beside it, from the table's page, where most are opened."""
    opened(phone, table)
    print()
    report(path, opened(phone, path.format(table=table)))


def jumps(page: Page) -> list[object]:
    """What moved by itself since `WATCH`, without a finger's doing."""
    page.wait_for_timeout(300)
    return [one for one in page.evaluate("window.shifts") if not one[1]]


def moved(page: Page) -> float:
    return float(sum(one[0] for one in jumps(page)))  # type: ignore[index]


@pytest.mark.parametrize("type_", ["normal", "large"])
def test_nothing_moves_while_it_loads_nor_when_five_deals_arrive(
    phone: BrowserContext, table: str, owner: Sender, server: Server, type_: str
):
    phone.add_cookies([{"name": "type", "value": type_, "url": server.url}])
    page = phone.new_page()
    slowed(page)
    page.goto(table)
    page.evaluate(WATCH)
    print(f"\n{type_} type: layout shift while loading {moved(page):.4f}", end="")
    assert moved(page) < STILL, jumps(page)
    for number in range(1, 6):
        owner.record(table, **WIN)
        expect(page.locator("#rows .deal").first).to_contain_text(str(DEALS + number))
    print(f", after five deals {moved(page):.4f}")
    assert moved(page) < STILL, jumps(page)


@pytest.mark.parametrize("type_", ["normal", "large"])
def test_nothing_moves_by_itself_while_a_hand_is_tapped(
    phone: BrowserContext, table: str, server: Server, type_: str
):
    phone.add_cookies([{"name": "type", "value": type_, "url": server.url}])
    page = phone.new_page()
    slowed(page)
    page.goto(f"{table}deals/new/")
    page.evaluate(WATCH)
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 0, "self_draw")
    hands.tap_hand(page, hands.PLAIN, "八")
    hands.turn(page, "肆")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    print(f"\n{type_} type: layout shift over a whole hand {moved(page):.4f}")
    assert moved(page) < STILL, jumps(page)
