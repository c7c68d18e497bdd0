"""Without network: what is entered waits on the phone, says so, and is stored once and in order when it is back."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands, looks
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import invite
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0", "xing_lower": "0"}
AGAIN = 8_000
"""Milliseconds after which a page that did not come is asked for again (static/js/kept.js)."""
KEPT = "path => sessionStorage.getItem(`zipai-page:${path}`) !== null"
AFRESH = """path => sessionStorage.getItem("zipai-fresh:" + path) === document.querySelector("a[data-base]").dataset.base"""
"""The next entry has been kept as it is after the newest deal."""


@pytest.fixture
def lan(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone where no worker can keep pages."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def owner(other: Page) -> Sender:
    return Sender(other.context)


@pytest.fixture
def table(owner: Sender, lan: Page) -> str:
    made = owner.open_table(people=PEOPLE[:3])
    invite(owner, made, lan)
    return made


def look(page: Page, table: str) -> None:
    """Open the table and wait until the next pages are kept."""
    page.goto(table)
    page.wait_for_function(KEPT, arg=f"{table}deals/foul/")


def cut(page: Page) -> None:
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")


def connect(page: Page) -> None:
    page.context.set_offline(False)


def enter(page: Page, hu: int, seat: int = 0) -> None:
    hands.begin(page)
    hands.win(page, seat, "self_draw")
    hands.by_hu(page, hu, 0)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def save(page: Page) -> None:
    hands.read(page)
    page.locator("[data-part=save]").click()
    expect(page.locator(".desk")).to_be_visible()


def waiting(page: Page) -> list[str]:
    """The waiting deals as rows, newest first."""
    return page.locator("#waiting li b").all_inner_texts()


def titles(page: Page) -> list[str]:
    """The deals of the ledger, oldest first."""
    found = page.locator("#rows .deal .what b").all_inner_texts()
    return [re.sub(r"^\d+\s*", "", text) for text in reversed(found)]


def stored(server: Server, table: str) -> int:
    """How many deals the server has."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as ledger:
        query = (
            "SELECT count(*) FROM zipai_ledger_deal d JOIN zipai_ledger_gamesession s ON s.id = d.session_id "
            "WHERE s.public_id = ?"
        )
        return int(ledger.execute(query, [table.split("/")[2]]).fetchone()[0])


def test_a_page_that_did_not_come_is_kept_later(lan: Page, table: str):
    """Once the line breaks, once the server is busy."""
    lan.clock.install()
    entry, foul = f"{table}deals/new/", f"{table}deals/foul/"
    Gate(lan, f"**{foul}", lambda route: route.abort(), times=1)
    Gate(lan, f"**{entry}", lambda route: route.fulfill(status=503), times=1)
    with lan.expect_response(lambda answer: answer.url.endswith(entry) and answer.status == 503):
        lan.goto(table)
    with lan.expect_event("requestfailed", lambda request: request.url.endswith(foul)):
        lan.clock.fast_forward(AGAIN)
    lan.clock.fast_forward(2 * AGAIN)
    for path in (entry, foul):
        lan.wait_for_function(KEPT, arg=path)


def test_three_deals_in_airplane_mode_and_two_of_another_phone_are_five_in_order(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    for hu in (16, 21, 26):
        enter(lan, hu)
        expect(lan.locator("#preview")).to_contain_text("联网后算")
        save(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("3 盘等着上传")
    assert waiting(lan) == ["老王 自摸 26 胡", "老王 自摸 21 胡", "老王 自摸 16 胡"]
    assert stored(shared_server, table) == 0
    for seat in ("1", "2"):
        owner.record(table, **{**WIN, "winner": seat})
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("要你看一下")
    assert stored(shared_server, table) == 2
    lan.locator("#waiting li", has_text="16 胡").get_by_role("button", name="看看").click()
    expect(lan.locator(".ledger")).to_contain_text("小李 16 胡")
    lan.get_by_role("button", name="不是，接着记").click()
    expect(lan.locator("#rows .deal")).to_have_count(5)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert titles(lan) == ["小李 16 胡", "阿芳 16 胡", "老王 16 胡", "老王 21 胡", "老王 26 胡"]
    assert shared_server.manage("verify_ledger").returncode == 0


def test_deals_entered_without_network_are_stored_by_themselves_when_nobody_else_entered_any(
    lan: Page, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    lan.locator("footer a.primary").click()
    lan.locator("header:not(.js-only) a", has_text="黄庄").first.click()
    lan.locator("footer button").click()
    expect(lan.locator("#waiting li")).to_have_count(2)
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert hands.totals(lan) == {"老王": 6, "小李": -3, "阿芳": -3}
    assert stored(shared_server, table) == 2


def test_a_server_too_busy_to_count_leaves_no_older_count_standing(lan: Page, table: str):
    lan.goto(table)
    enter(lan, 16)
    expect(lan.locator("#preview")).to_contain_text("16 胡")
    lan.route("**/deals/preview/", lambda route: route.fulfill(status=503, body="等几秒"))
    lan.locator("button[data-xing='1']").click()
    expect(lan.locator("#preview")).to_contain_text("联网后算")
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)


def test_a_hand_is_tapped_in_without_network_with_all_its_pictures(
    lan: Page, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    missing: list[str] = []
    lan.on("requestfailed", lambda request: missing.append(request.url))
    hands.begin(lan)
    hands.win(lan, 1, "discard", 0)
    hands.tap_hand(lan, hands.PLAIN, "八")
    hands.turn(lan, "肆")
    expect(lan.locator("#preview")).to_contain_text("联网后算")
    lan.screenshot()
    save(lan)
    assert [url for url in missing if "/static/" in url] == []
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert titles(lan) == ["小李 18 胡"]


def test_who_deals_is_left_to_the_rules_where_the_phone_cannot_know(
    lan: Page, table: str, shared_server: Server
):
    """The page was made while 老王 dealt; 小李's win, still waiting, makes her the next dealer."""
    look(lan, table)
    cut(lan)
    for seat in (1, 2):
        enter(lan, 16, seat)
        save(lan)
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    with sqlite3.connect(f"file:{shared_server.database}?mode=ro", uri=True) as ledger:
        query = (
            "SELECT d.dealer FROM zipai_ledger_deal d JOIN zipai_ledger_gamesession s ON s.id = d.session_id "
            "WHERE s.public_id = ? ORDER BY d.position"
        )
        dealers = [row[0] for row in ledger.execute(query, [table.split("/")[2]])]
    assert dealers == [0, 1]


def test_a_tap_on_a_seat_begins_its_entry_without_network_too(lan: Page, table: str):
    look(lan, table)
    cut(lan)
    lan.locator(".desk a.seat", has_text="小李").click()
    lan.wait_for_selector("#entry[data-live]")
    expect(lan.locator("body")).to_have_attribute("data-step", "source")
    expect(lan.locator(".step-source [data-fact=winner]")).to_have_text("小李")


def test_a_deal_that_waits_is_not_called_saved_because_the_one_before_was(lan: Page, table: str):
    look(lan, table)
    enter(lan, 16)
    save(lan)
    expect(lan.locator("#toast")).to_contain_text("记上了")
    lan.wait_for_function(AFRESH, arg=f"{table}deals/new/")
    cut(lan)
    enter(lan, 21)
    save(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("1 盘等着上传")
    assert "记上了" not in lan.locator("#toast").inner_text()


def test_what_waits_and_what_was_refused_have_nothing_to_be_found(lan: Page, owner: Sender, table: str):
    look(lan, table)
    cut(lan)
    for hu in (16, 21):
        enter(lan, hu)
        save(lan)
    looks.check(lan)
    owner.record(table, **{**WIN, "winner": "1"})
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上")
    looks.check(lan)
    lan.get_by_role("button", name="看看").click()
    expect(lan.get_by_role("alert")).to_contain_text("还没有记上")
    looks.check(lan)


def test_who_rests_is_left_to_the_rules_and_everybody_can_have_won(
    lan: Page, owner: Sender, shared_server: Server
):
    """阿芳 rests in the first deal; the win of 小李, still waiting, has another one rest in the second."""
    table = owner.open_table()
    invite(owner, table, lan)
    look(lan, table)
    expect(lan.locator(".seat.sitting")).to_contain_text("阿芳")
    cut(lan)
    hands.begin(lan)
    expect(lan.locator("[data-winner='2']")).to_have_count(0)
    lan.go_back()
    enter_resting(lan, 1)
    hands.begin(lan)
    expect(lan.locator(".step.step-winner")).to_contain_text("谁坐醒这里说不准")
    lan.go_back()
    enter_resting(lan, 2)
    assert waiting(lan) == ["阿芳 自摸 16 胡", "小李 自摸 16 胡"]
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    assert titles(lan) == ["小李 16 胡", "阿芳 16 胡"]


def enter_resting(page: Page, seat: int) -> None:
    hands.begin(page)
    hands.win(page, seat, "self_draw")
    hands.by_hu(page, 16, 0, 0)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    save(page)
