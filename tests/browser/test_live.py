"""Two phones at one table: what one enters the other sees, and nothing under its fingers is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate, Stopped
from tests.browser.posts import PEOPLE, Sender, fresh_id, hand_over, invite
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server, free_port, serving

LONGEST = 30_500
"""Milliseconds after which a page asks again at the latest, however often it asked in vain (static/js/live.js)."""
WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0", "xing_lower": "0"}


@pytest.fixture
def page(browser: Browser, shared_server: Server, keeper: Sender, table: str) -> Iterator[Page]:
    """The keeper's phone."""
    for phone in open_phone(browser, shared_server.url):
        hand_over(keeper.cookies(), phone)
        yield phone


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """Another phone, on the local network, where no context is secure."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}", moves=True)


@pytest.fixture
def guest(other: Page, keeper: Sender, table: str) -> Page:
    """The other phone with the table open, its stream begun."""
    invite(keeper, table, other)
    follow(other, table)
    return other


def follow(page: Page, path: str) -> None:
    """Open a page and wait until its stream has begun."""
    with page.expect_response(lambda answer: "/live/" in answer.url):
        page.goto(path)


PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What was set off before has been drawn."""


def numbers(page: Page) -> list[str]:
    return page.locator("#rows .deal .no").all_inner_texts()


def asked(page: Page) -> list[str]:
    """Whenever the page asks for news from now on, because no stream brings them."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/news/" in request.url else None)
    return found


def test_the_second_phone_is_sent_a_deal_and_need_not_ask(keeper: Sender, table: str, guest: Page):
    """How soon: `tests/benchmarks/test_live.py`."""
    expect(guest.locator(".empty")).to_be_visible()
    expect(guest.locator("#heads")).to_be_hidden()
    news = asked(guest)
    key = keeper.record(table, **WIN)
    expect(guest.locator(f"#deal-{key}")).to_be_visible()
    assert news == []
    hands.expect_totals(guest, {"老王": 6, "小李": -3, "阿芳": -3})
    expect(guest.locator(".empty")).to_have_count(0)
    expect(guest.locator("#heads")).to_be_visible()
    expect(guest.locator("#live")).to_have_text("第 1 盘，老王 16 胡、自摸、3 舵。")
    expect(guest.locator(".middle")).to_contain_text("第 2 盘")
    expect(guest.locator(".just p")).to_contain_text("+6")
    expect(guest.locator(".just a", has_text="撤")).to_be_visible()
    row = guest.locator(f"#deal-{key}")
    row.locator("summary").click()
    expect(row.locator(".lines")).to_contain_text("小李、阿芳各付老王")
    focus_stays_and_an_open_row_stays_open(keeper, table, guest, row)
    a_new_name_reaches_every_line(keeper, table, guest, row)


def focus_stays_and_an_open_row_stays_open(keeper: Sender, table: str, guest: Page, row: Locator) -> None:
    guest.locator(".desk a.seat").nth(1).focus()
    guest.evaluate("() => { window.kept = document.activeElement; }")
    key = keeper.record(table, **WIN)
    expect(guest.locator(f"#deal-{key}")).to_be_visible()
    assert guest.evaluate("() => document.activeElement === window.kept && window.kept.isConnected")
    expect(row).to_have_attribute("open", "")


def a_new_name_reaches_every_line(keeper: Sender, table: str, guest: Page, row: Locator) -> None:
    fields = {"player": ["大王", "小李", "阿芳"], "player-0": "大王"}
    keeper.post(f"{table}rename/", {"client_id": fresh_id(), "name": "周五老地方", **fields})
    expect(row.locator(".what b")).to_contain_text("大王")
    expect(guest.locator(".desk")).to_contain_text("大王")
    expect(guest.locator("#heads")).to_contain_text("大王")


def test_deals_stand_newest_first_and_corrections_change_their_row_or_the_numbers_of_later_ones(
    keeper: Sender, table: str, guest: Page
):
    keys = [keeper.record(table, **{**WIN, "winner": str(seat)}) for seat in range(3)]
    expect(guest.locator("#rows .deal")).to_have_count(3)
    assert numbers(guest) == ["3", "2", "1"]
    keeper.post(
        f"{table}deals/{keys[0]}/void/", {"client_id": fresh_id(), "reason": "记重了", "confirm": "1"}
    )
    expect(guest.locator(f"#deal-{keys[0]}")).to_have_class(re.compile("void"))
    hands.expect_totals(guest, {"老王": -6, "小李": 3, "阿芳": 3})
    expect(guest.locator("#live")).to_have_text("第 1 盘作废。")
    fields = {**WIN, "winner": "1", "confirm": "1", "client_id": fresh_id()}
    answer = keeper.post(f"{table}deals/save/?before={keys[1]}", fields)
    added = answer.headers["location"].split("#saved-")[1]
    expect(guest.locator("#rows .deal")).to_have_count(4)
    assert guest.locator("#rows .deal").evaluate_all("rows => rows.map(row => row.id)") == [
        f"deal-{key}" for key in (keys[2], keys[1], added, keys[0])
    ]
    assert numbers(guest) == ["4", "3", "2", "1"]
    fields = {**WIN, "winner": "2", "hu": "21", "confirm": "1", "client_id": fresh_id()}
    keeper.post(f"{table}deals/save/?replace={keys[2]}", fields)
    expect(guest.locator("#rows .deal .what b").first).to_contain_text("阿芳 21 胡")
    hands.expect_totals(guest, {"老王": -10, "小李": 8, "阿芳": 2})


def test_the_row_that_is_being_read_stays_in_its_place(keeper: Sender, table: str, other: Page):
    for _ in range(21):
        keeper.record(table, **WIN)
    guest = other
    invite(keeper, table, guest)
    follow(guest, table)
    guest.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    expect(guest.locator("#rows .deal")).to_have_count(21)
    row = guest.locator("#rows .deal").nth(15)
    row.evaluate("row => row.scrollIntoView({ block: 'center' })")
    guest.evaluate(PAINTED)
    before = row.bounding_box()
    text = row.inner_text()
    keeper.record(table, **WIN)
    expect(guest.locator("#rows .deal")).to_have_count(22)
    row = guest.locator("#rows .deal").nth(16)
    assert row.inner_text() == text
    assert abs(row.bounding_box()["y"] - before["y"]) < 1
    assert numbers(guest) == [str(number) for number in range(22, 0, -1)]


def test_a_table_that_is_closed_and_opened_again_says_so_everywhere(
    keeper: Sender, table: str, page: Page, guest: Page
):
    follow(page, table)
    keeper.post(f"{table}close/", {"client_id": fresh_id()})
    expect(guest.get_by_text("已收桌")).to_be_visible()
    expect(guest.locator("footer").get_by_text("记一盘")).to_have_count(0)
    expect(page.get_by_role("button", name="再打开")).to_be_visible()
    hands.read(page)
    page.get_by_role("button", name="再打开").click()
    expect(page.get_by_role("button", name="收桌")).to_be_visible()
    expect(guest.locator("footer").get_by_text("记一盘")).to_be_visible()


def test_a_half_entered_hand_stays_and_its_owner_is_told(keeper: Sender, table: str, other: Page):
    guest = other
    invite(keeper, table, guest)
    follow(guest, f"{table}deals/new/")
    guest.wait_for_selector("#entry[data-live]")
    hands.click_all(guest, "[data-winner='1']", ".how[data-how='1'] [data-source=self_draw]")
    hands.fill_in_hand(guest, hands.PLAIN[:2])
    entered = guest.locator("#entry").evaluate("form => [...new FormData(form)].map(String)")
    guest.evaluate("() => { window.kept = document.getElementById('entry'); }")
    keeper.record(table, **WIN)
    expect(guest.locator("#meanwhile [data-part=line]")).to_contain_text("老王刚记了第 1 盘")
    assert guest.evaluate("() => document.getElementById('entry') === window.kept")
    assert guest.locator("#entry").evaluate("form => [...new FormData(form)].map(String)") == entered
    hands.click_all(guest, "[data-mode=hu]", "[data-hu='18']", "button[data-xing='1']")
    expect(guest.locator("#preview [data-ready='1']")).to_be_visible()
    guest.locator("[data-part=save]").click()
    expect(guest.get_by_role("alert")).to_contain_text("你这一盘还没有记上，内容都留着。")
    guest.locator("footer .primary").click()
    expect(guest.locator("#rows .deal")).to_have_count(2)


def test_pages_beside_the_table_say_that_there_is_news_and_that_of_a_deal_takes_over_what_others_do_to_it(
    keeper: Sender, table: str, other: Page
):
    """And what can be done with it now."""
    invite(keeper, table, other)
    follow(other, f"{table}history/?all=1")
    key = keeper.record(table, **WIN)
    expect(other.locator(".news")).to_contain_text("刚才：老王记了第 1 盘")
    other.get_by_role("link", name="刷新").click()
    expect(other.locator("main")).to_contain_text("第 1 盘")
    expect(other.locator(".news")).to_be_hidden()

    follow(other, f"{table}deals/{key}/")
    expect(other.locator(".actions")).to_have_text("记错了，改")
    keeper.post(f"{table}deals/{key}/void/", {"client_id": fresh_id(), "reason": "记重了", "confirm": "1"})
    expect(other.locator(".trail")).to_contain_text("记重了")
    expect(other.locator(".actions")).to_have_text("还是要算")


HELD = """(() => {
    const Real = window.EventSource;
    window.streams = [];
    window.EventSource = function (...how) {
        const stream = new Real(...how);
        window.streams.push(stream);
        return stream;
    };
})();"""
"""The page's streams, the first one first."""


def test_a_stream_that_breaks_off_is_opened_again_and_brings_by_itself_what_came_meanwhile(
    keeper: Sender, table: str, guest: Page
):
    guest.add_init_script(HELD)
    follow(guest, table)
    news = asked(guest)
    with guest.expect_response(lambda answer: "/live/" in answer.url):
        guest.evaluate("() => { window.streams[0].close(); window.streams[0].onerror(); }")
    keeper.record(table, **WIN)
    expect(guest.locator("#rows .deal")).to_have_count(1)
    expect(guest.locator("#connection")).to_be_empty()
    assert guest.evaluate("window.streams.length") == 2
    assert news == []


def test_a_phone_without_network_says_so_and_catches_up(keeper: Sender, table: str, guest: Page):
    keeper.record(table, **WIN)
    expect(guest.locator("#rows .deal")).to_have_count(1)
    guest.context.set_offline(True)
    expect(guest.locator("#connection")).to_have_text("断线了，正在连…")
    for _ in range(3):
        keeper.record(table, **WIN)
    assert guest.locator("#rows .deal").count() == 1
    guest.context.set_offline(False)
    expect(guest.locator("#rows .deal")).to_have_count(4)
    expect(guest.locator("#connection")).to_be_empty()
    key = keeper.record(table, **WIN)
    expect(guest.locator(f"#deal-{key}")).to_be_visible()
    assert numbers(guest) == ["5", "4", "3", "2", "1"]


CUT = """() => { const real = window.fetch; let cuts = 2;
window.fetch = async function (url) {
    const answer = await real.apply(window, arguments);
    const cut = String(url).includes("/news/") && answer.status === 200 && cuts-- > 0;
    if (cut) answer.text = function () { return Promise.reject(new TypeError("network error")); };
    return answer;
}; }"""
"""The line is cut in the middle of an answer, twice."""


def test_where_no_stream_can_be_had_the_page_asks_and_again_where_the_answer_was_cut_off(
    keeper: Sender, table: str, other: Page
):
    """Because the line lets none through, or because the browser knows none."""
    invite(keeper, table, other)
    Gate(other, "*/live/?*", Stopped.fail)
    other.goto(table)
    # Nor has the phone that enters a deal.
    assert keeper.get(f"{table}news/?show=entry&tab=entering").ok
    expect(other.locator("[data-entering]")).to_have_text("老王正在记")
    for number in (1, 2):
        keeper.record(table, **WIN)
        expect(other.locator("#rows .deal")).to_have_count(number)
    expect(other.locator("#connection")).to_be_empty()

    other.add_init_script("delete window.EventSource")
    other.goto(table)
    assert keeper.get(f"{table}news/?show=entry&tab=entering").ok
    expect(other.locator("[data-entering]")).to_have_text("老王正在记")
    other.evaluate(CUT)
    keeper.record(table, **WIN)
    expect(other.locator("#rows .deal")).to_have_count(3)
    expect(other.locator("#connection")).to_be_empty()


def test_a_revoked_phone_says_so_and_asks_no_more(keeper: Sender, table: str, clocked_phone: Page):
    other = clocked_phone
    invite(keeper, table, other)
    follow(other, table)
    page = keeper.get(f"{table}links/").text()
    answers = [keeper.post(f"{one}revoke/").status for one in set(re.findall(rf"{table}devices/\d+/", page))]
    assert 302 in answers
    expect(other.locator("#connection")).to_have_text("这台手机看不到这一桌了。")
    sent: list[str] = []
    other.on("request", lambda request: sent.append(request.url))
    other.clock.run_for(2 * LONGEST)
    other.evaluate(PAINTED)
    assert sent == []


def test_a_server_that_died_and_came_back_is_found_again(
    browser: Browser, tmp_path: Path, collected_static: Path
):
    port = free_port()
    phone = open_phone(browser, f"http://127.0.0.1:{port}")
    page = next(phone)
    page.clock.install()
    with serving(tmp_path, collected_static, port=port) as server:
        keeper = Sender(page.context)
        table = keeper.open_table(people=PEOPLE[:3])
        follow(page, table)
        keeper.record(table, **WIN)
        expect(page.locator("#rows .deal")).to_have_count(1)
        server.process.kill()
        expect(page.locator("#connection")).to_have_text("断线了，正在连…")
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    with serving(tmp_path, collected_static, port=port):
        keeper.record(table, **WIN)
        page.clock.fast_forward(LONGEST)
        expect(page.locator("#rows .deal")).to_have_count(2)
        expect(page.locator("#connection")).to_be_empty()
        keeper.record(table, **WIN)
        expect(page.locator("#rows .deal")).to_have_count(3)
        assert numbers(page) == ["3", "2", "1"]
    phone.close()
