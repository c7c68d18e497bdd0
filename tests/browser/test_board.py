"""The board on the wall: readable from three metres on every screen, and after hours what it was in the beginning."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.posts import HAND, PEOPLE, Sender, fresh_id, invite
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server

SCREENS = ((1920, 1080), (1280, 720), (1024, 600), (1080, 1920), (820, 1180))
READABLE = 0.07
"""Of the height of a screen, for digits that are read from three metres."""
DIGIT = """([total]) => {
    const style = getComputedStyle(total), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("8").actualBoundingBoxAscent;
}"""
OVERFLOWS = """() => {
    const root = document.documentElement, boxes = [...document.querySelectorAll(".wall-seat, .wall-middle, .qr")];
    const seats = boxes.map(one => one.getBoundingClientRect());
    const lies = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return [
        ...(root.scrollWidth > innerWidth ? ["wider than the screen"] : []),
        ...(root.scrollHeight > innerHeight + 1 ? [`${root.scrollHeight} high on ${innerHeight}`] : []),
        ...seats.flatMap((a, i) => seats.slice(i + 1).some(b => lies(a, b)) ? [boxes[i].innerText + " lies on another"] : []),
    ];
}"""
HELD = "() => [document.querySelectorAll('*').length, window.listeners]"
NOTED = """(() => {
    window.listeners = 0;
    for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
        const before = EventTarget.prototype[name];
        EventTarget.prototype[name] = function (...all) {
            if (this === window || this instanceof Node) window.listeners += by;
            return before.apply(this, all);
        };
    }
    window.EventSource = class extends EventTarget {
        constructor() { super(); window.stream = this; }
        close() {}
    };
})()"""
"""Counts listeners of the page, and lets a test say what the stream brings."""
BROUGHT = """async ([pages, times]) => {
    for (let n = 0; n < times; n += 1) {
        window.stream.dispatchEvent(new MessageEvent("update", { data: pages[n % pages.length] }));
        if (n % 20 === 0) await new Promise(requestAnimationFrame);
    }
}"""
UPDATES = 120
WON = {"source": "self_draw", "mode": "hu", "xing_count": "0", "xing_lower": "0"}


@pytest.fixture
def wall(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A screen that merely looks on, by an address from which others can come too."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


def hung(keeper: Sender, wall: Page, people: int, stand: int) -> str:
    """A board with so many people, whose totals have grown by deals worth so much; its table."""
    table = keeper.open_table(people=PEOPLE[:people])
    keeper.fill(table) if people == len(PEOPLE) else keeper.record(table, winner="0", hu="21", **WON)
    keeper.record(table, "adjust", gives_0="1", gets_0="0", units_0=str(stand), note="上回的")
    keeper.post(f"{table}board/invitation/")
    invite(keeper, table, wall, "viewer")
    with wall.expect_response(lambda answer: "/live/" in answer.url):
        wall.goto(f"{table}board/")
    return table


@pytest.mark.parametrize(("people", "stand"), [(4, 90), (3, 2100)])
def test_totals_are_readable_from_three_metres_on_every_screen(
    keeper: Sender, wall: Page, people: int, stand: int
):
    table = hung(keeper, wall, people, stand)
    expect(wall.locator(".qr")).to_be_visible()
    assert unreadable(wall) == []
    keeper.record(table, winner="1", source="self_draw", mode="cards", groups=HAND, flipped="肆")
    expect(wall.locator(".wall-hand li")).to_have_count(7)
    assert unreadable(wall) == []


def test_a_round_is_readable_with_its_tallies_and_the_last_hand(keeper: Sender, wall: Page):
    table = keeper.open_table(people=PEOPLE, ruleset="bopi", seats="three_and_counter")
    keeper.record(table, winner="0", hu="40", **WON)
    keeper.record(table, winner="1", source="self_draw", mode="cards", groups=HAND)
    keeper.post(f"{table}board/invitation/")
    invite(keeper, table, wall, "viewer")
    wall.goto(f"{table}board/")
    expect(wall.locator(".wall-hand li")).to_have_count(7)
    assert unreadable(wall) == []


def test_tiles_of_two_hands_stand_in_a_row_each_and_leave_the_totals_their_room(keeper: Sender, wall: Page):
    table = keeper.open_table(people=PEOPLE, ruleset="guiyang")
    tiles = {
        "tiles_0": "二二二万 六六六条 九九九条 四四四筒 八八筒",
        "tiles_1": "一一三三四四万 五五七七八八条 一一筒",
    }
    keeper.record(table, won_0="1", won_1="1", source="discard", **{"from": "3"}, flipped="四条", **tiles)
    invite(keeper, table, wall, "viewer")
    wall.goto(f"{table}board/")
    expect(wall.locator(".wall-tiles .tile")).to_have_count(28)
    assert unreadable(wall) == []
    tops = wall.locator(".wall-tiles .tile").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 2


def unreadable(wall: Page) -> list[tuple[object, ...]]:
    """Screens on which a digit of a total is too small, or something has no room."""
    found: list[tuple[object, ...]] = []
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        digit = wall.locator(".wall-seat .total").first.evaluate(f"one => ({DIGIT})([one])") / height
        found += [(width, height, round(digit, 3))] if digit < READABLE else []
        found += [(width, height, what) for what in wall.evaluate(OVERFLOWS)]
    return found


def test_after_a_hundred_deals_it_holds_no_more_than_in_the_beginning(keeper: Sender, wall: Page):
    wall.add_init_script(NOTED)
    table = keeper.open_table(people=PEOPLE[:3])
    keeper.record(table, winner="0", hu="21", **WON)
    keeper.post(f"{table}board/invitation/")
    invite(keeper, table, wall, "viewer")
    wall.goto(f"{table}board/")
    expect(wall.locator(".wall-last h2")).to_have_text("老王 21 胡")
    pages = []
    for number in range(2):
        keeper.record(table, winner=str(number), hu=str(16 + number), **WON)
        pages.append(keeper.get(f"{table}news/?show=board&rev=1").text())
    wall.evaluate(BROUGHT, [pages, 2])
    expect(wall.locator(".wall-last h2")).to_have_text("小李 17 胡")
    expect(wall.locator("#live")).to_contain_text("小李 17 胡")
    before = wall.evaluate(HELD)
    wall.evaluate(BROUGHT, [pages, UPDATES])
    assert wall.evaluate(HELD) == before


def test_it_follows_says_when_it_is_not_connected_and_comes_back(keeper: Sender, wall: Page):
    table = hung(keeper, wall, 3, 1)
    expect(wall.locator(".wall-seat .total")).to_have_text(["+9", "−5", "−4"])
    stamp = "() => { window.stayed = true; }"
    wall.evaluate(stamp)
    keeper.record(table, winner="1", hu="21", **WON)
    expect(wall.locator(".wall-last h2")).to_have_text("小李 21 胡")
    expect(wall.locator("#wall-news")).to_contain_text("刚才")
    wall.context.set_offline(True)
    expect(wall.locator("#connection")).to_have_text("断线了，正在连…")
    expect(wall.locator("#stale")).to_contain_text("的数")
    keeper.record(table, winner="2", hu="21", **WON)
    keeper.post(f"{table}close/", {"client_id": fresh_id()})
    wall.context.set_offline(False)
    expect(wall.locator(".wall-middle")).to_contain_text("已收桌")
    expect(wall.locator("#stale")).to_be_empty()
    expect(wall.locator(".wall-final li")).not_to_have_count(0)
    assert wall.evaluate("() => window.stayed"), "without a reload"


def walk(page: Page, arrow: str, name: str) -> None:
    """Press an arrow until what has this name has the focus."""
    seen = []
    for _ in range(12):
        page.keyboard.press(arrow)
        if page.evaluate("name => document.activeElement.matches(name)", name):
            return
        seen.append(page.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
    raise AssertionError(f"{name} was not reached: {seen}")


def test_a_television_comes_by_a_spoken_code_with_digits_and_arrows_alone(keeper: Sender, wall: Page):
    table = keeper.open_table(people=PEOPLE[:3])
    said = keeper.post(f"{table}links/spoken/").text()
    code = said.split('id="spoken" data-text="')[1].split('"')[0]
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto("/j/")
    walk(wall, "ArrowDown", "#id_secret")
    for digit in code.replace("-", ""):
        wall.keyboard.press(digit)
    expect(wall.locator("html:not([data-fresh])")).to_have_count(1)
    wall.keyboard.press("Enter")
    expect(wall.locator("[name=as][value=viewer]")).to_be_visible()
    walk(wall, "ArrowDown", "[name=as][value=viewer]")
    expect(wall.locator("html:not([data-fresh])")).to_have_count(1)
    wall.keyboard.press("Enter")
    wall.wait_for_url(f"**{table}")
    walk(wall, "ArrowRight", "a[href$='/board/']")
    wall.keyboard.press("Enter")
    expect(wall.locator(".wall-desk")).to_be_visible()
