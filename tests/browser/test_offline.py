"""Without network: what is entered waits on the phone, says so, and is stored once and in order when it is back."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender, invite
from tests.phones import open_phone
from tests.servers import Server

WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0", "xing_lower": "0"}
KEPT = "path => sessionStorage.getItem(`zipai-page:${path}`) !== null"
AFRESH = """path => sessionStorage.getItem("zipai-fresh:" + path) === document.querySelector("a[data-base]").dataset.base"""
"""The next entry has been kept as it is after the newest deal."""


@pytest.fixture
def lan(browser: Browser, lan_address: str) -> Iterator[Page]:
    """A phone where no worker can keep pages."""
    yield from open_phone(browser, lan_address, keeps=True)


@pytest.fixture
def table(owner: Sender, lan: Page) -> str:
    made = owner.open_table(people=PEOPLE[:3])
    invite(owner, made, lan)
    return made


def look(page: Page, table: str) -> None:
    """Open the table and wait until the next pages are kept."""
    page.goto(table)
    page.wait_for_function(KEPT, arg=f"{table}deals/foul/", polling=hands.POLL)


def cut(page: Page) -> None:
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")


def connect(page: Page) -> None:
    page.context.set_offline(False)


def enter(page: Page, hu: int, seat: int = 0) -> None:
    hands.begin(page)
    hands.fill_in(page, seat, hu)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def enter_at(page: Page, entry: str, hu: int) -> None:
    """The same on a phone that comes to the entry by its address, and not from the table."""
    page.goto(entry)
    page.wait_for_selector("#entry[data-live]")
    hands.fill_in(page, 0, hu)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def save(page: Page) -> None:
    hands.tap(page.locator("[data-part=save]"))
    expect(page.locator(".desk")).to_be_visible()


PUT = """([table, form, label, fields]) => {
    const { queue, newId, latestBase } = window.zipai, action = `${table}deals/${form}/`;
    const page = action.replace("/save/", "/new/"), base = latestBase(table), at = Date.now();
    queue.put({ clientId: newId(), table, action, page, base, at, order: 0, fields, label, name: "周五老地方" });
}"""


def put_in_queue(page: Page, table: str, hu: int, seat: int = 0) -> None:
    """Let an own draw wait on a phone that looks at the table, without a tap."""
    fields = {**WIN, "winner": str(seat), "hu": str(hu)}
    page.evaluate(PUT, [table, "save", f"{PEOPLE[seat]} {hu} 胡，自摸", [*fields.items()]])


def put_blocked_in_queue(page: Page, table: str) -> None:
    """The same for 黄庄."""
    page.evaluate(PUT, [table, "dead", "黄庄", []])


def put_foul_in_queue(page: Page, table: str) -> None:
    """And for 诈胡 of nobody, which the server refuses."""
    page.evaluate(PUT, [table, "foul", "诈胡", []])


def blocked(page: Page) -> None:
    """黄庄, in two taps: for where it does not matter what is entered."""
    page.locator("footer a", has_text="黄庄").click()
    hands.send(page)


def waiting(page: Page) -> Locator:
    """The waiting deals as rows, newest first."""
    return page.locator("#waiting li b")


def expect_titles(page: Page, *titles: str) -> None:
    """Wait until these are the deals of the ledger, oldest first."""
    newest_first = [
        re.compile(rf"^\s*第 \d+ 盘\s*\d+\s*(?:改过)?\s*{words}\s*(?:验过牌)?\s*$")
        for words in (title.replace(" ", r"\s") for title in reversed(titles))
    ]
    expect(page.locator("#rows .deal .what b")).to_have_text(newest_first)


def stored(server: Server, table: str) -> int:
    """How many deals the server has."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as ledger:
        query = (
            "SELECT count(*) FROM zipai_ledger_deal d JOIN zipai_ledger_gamesession s ON s.id = d.session_id "
            "WHERE s.public_id = ?"
        )
        return int(ledger.execute(query, [table.split("/")[2]]).fetchone()[0])


def test_three_deals_in_airplane_mode_and_two_of_another_phone_are_five_in_order(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    """What waits, and what was refused, is as well made as any page: `test_axe`."""
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    expect(lan.locator("#preview")).to_contain_text("联网后算")
    save(lan)
    hands.begin(lan)
    discarded = ".how[data-how='0'] [data-source=discard]"
    hands.click_all(lan, "[data-winner='1']", discarded, "[data-hu='21']", "button[data-xing='0']")
    save(lan)
    put_in_queue(lan, table, 26)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("3 盘等着上传")
    expect(waiting(lan)).to_have_text(["老王 26 胡，自摸", "小李 21 胡，老王点炮", "老王 16 胡，自摸"])
    expect(waiting(lan).nth(1)).to_have_css("word-break", "keep-all")
    assert stored(shared_server, table) == 0
    for seat in ("1", "2"):
        owner.record(table, **{**WIN, "winner": seat})
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上，要你看一下")
    assert stored(shared_server, table) == 2
    lan.locator("#waiting li", has_text="16 胡").get_by_role("button", name="看看").click()
    expect(lan.locator(".ledger")).to_contain_text("小李 16 胡")
    expect(lan.get_by_role("alert")).to_contain_text("还没有记上")
    lan.get_by_role("button", name="不是，接着记").click()
    expect(lan.locator("#rows .deal")).to_have_count(5)
    expect(lan.locator("#waiting")).to_be_hidden()
    expect_titles(lan, "小李 16 胡", "阿芳 16 胡", "老王 16 胡", "小李 21 胡", "老王 26 胡")


def test_deals_entered_without_network_are_stored_by_themselves_when_nobody_else_entered_any(
    lan: Page, table: str, shared_server: Server
):
    """None of them is called saved because the one before was."""
    enter_at(lan, f"{table}deals/new/", 16)
    save(lan)
    expect(lan.locator(".just")).to_contain_text("16 胡")
    lan.wait_for_function(AFRESH, arg=f"{table}deals/new/", polling=hands.POLL)
    lan.wait_for_function(KEPT, arg=f"{table}deals/dead/", polling=hands.POLL)
    cut(lan)
    enter(lan, 21)
    save(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("1 盘等着上传")
    expect(lan.locator(".just")).to_be_hidden()
    blocked(lan)
    expect(lan.locator("#waiting li")).to_have_count(2)
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(3)
    expect(lan.locator("#waiting")).to_be_hidden()
    hands.expect_totals(lan, {"老王": 14, "小李": -7, "阿芳": -7})
    assert stored(shared_server, table) == 3


def test_a_server_too_busy_to_count_leaves_no_older_count_standing(lan_phone: Page, owner: Sender):
    lan, table = lan_phone, owner.open_table(people=PEOPLE[:3])
    invite(owner, table, lan)
    enter_at(lan, f"{table}deals/new/", 16)
    expect(lan.locator("#preview")).to_contain_text("16 胡")
    Gate(lan, "*/deals/preview/", lambda one: one.answer(503, "等几秒"))
    lan.locator("button[data-xing='1']").click()
    expect(lan.locator("#preview")).to_contain_text("联网后算")
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)


def test_a_hand_is_tapped_in_without_network_with_all_its_pictures(
    lan: Page, table: str, shared_server: Server
):
    """It begins with a tap on the total of who won."""
    look(lan, table)
    cut(lan)
    missing: list[str] = []
    lan.on("requestfailed", lambda request: missing.append(request.url))
    lan.locator(".desk a.seat", has_text="小李").click()
    lan.wait_for_selector("#entry[data-live]")
    expect(lan.locator("body")).to_have_attribute("data-step", "source")
    expect(lan.locator(".step-source [data-fact=winner]")).to_have_text("小李")
    hands.tap(lan.locator(".how[data-how='0'] [data-source='discard']"))
    hands.fill_in_hand(lan, hands.PLAIN, "八")
    hands.turn(lan, "肆")
    expect(lan.locator("#preview")).to_contain_text("联网后算")
    lan.screenshot()
    save(lan)
    assert [url for url in missing if "/static/" in url] == []
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect_titles(lan, "小李 18 胡")
