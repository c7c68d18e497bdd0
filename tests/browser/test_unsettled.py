"""While entries wait on a phone, no page of it claims what they may have changed: number, dealer, who rests."""

import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands, looks
from tests.browser.posts import PEOPLE, Sender, invite
from tests.browser.test_offline import (
    WIN,
    connect,
    cut,
    expect_titles,
    lan,
    look,
    put_in_queue,
    save,
    stored,
    waiting,
)
from tests.servers import Server

__all__ = ["lan"]

HALF = 450
"""Milliseconds, somewhat more than half of the time for which a page that has come takes no tap (static/js/early.js)."""
TAP_EARLY = """() => {
    const early = (_changes, watch) => {
        const link = document.querySelector("header:not(.js-only) a[href$='/foul/']");
        if (!link) return;
        watch.disconnect();
        window.tappedEarly = !document.querySelector("#entry[data-live]");
        link.click();
    };
    new MutationObserver(early).observe(document, { childList: true, subtree: true });
    document.querySelector("footer a.primary").click();
}"""
"""To the entry, and on as soon as the link is there: before any task, and so before the scripts that wait for the whole page."""


@pytest.fixture
def four(owner: Sender, lan: Page) -> str:
    """A table where one of four rests."""
    made = owner.open_table()
    invite(owner, made, lan)
    return made


@pytest.fixture
def three(owner: Sender, lan: Page) -> str:
    made = owner.open_table(people=PEOPLE[:3])
    invite(owner, made, lan)
    return made


def deals(server: Server, table: str) -> list[Any]:
    """(dealer, fact) of the stored deals, in order."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as ledger:
        query = (
            "SELECT d.dealer, d.fact FROM zipai_ledger_deal d JOIN zipai_ledger_gamesession s ON "
            "s.id = d.session_id WHERE s.public_id = ? ORDER BY d.position"
        )
        return ledger.execute(query, [table.split("/")[2]]).fetchall()


def test_the_kept_table_claims_no_number_no_dealer_and_nobody_who_rests(
    lan: Page, four: str, shared_server: Server
):
    """阿芳 rests in the first deal; the win of 小李, still waiting, has another one rest in the second, and her deal it."""
    look(lan, four)
    desk, middle = lan.locator("#board"), lan.locator(".desk .middle")
    expect(middle).to_contain_text("第 1")
    expect(desk.locator(".seal")).to_be_visible()
    expect(lan.locator(".seat.sitting")).to_contain_text("阿芳坐醒")
    assert lan.locator(".seat.sitting").get_attribute("href") is None
    cut(lan)
    hands.begin(lan)
    expect(lan.locator("header h1").first).to_have_text("第 1 盘")
    expect(lan.locator("[data-winner='2']")).to_have_count(0)
    lan.go_back()
    put_in_queue(lan, four, 16, seat=1)
    expect(middle).to_contain_text("等 1 盘上传")
    expect(middle).not_to_contain_text("第 1", use_inner_text=True)
    expect(desk.locator(".seal")).to_be_hidden()
    expect(desk.get_by_text("坐醒")).to_be_hidden()
    hands.begin(lan)
    expect(lan.locator(".step.step-winner")).to_contain_text("谁坐醒这里说不准")
    lan.go_back()
    expect(lan.locator(".desk a.seat[href]")).to_have_count(4)
    lan.locator(".desk a.seat", has_text="阿芳").click()
    lan.wait_for_selector("#entry[data-live]")
    expect(lan.locator("body")).to_have_attribute("data-step", "source")
    expect(lan.locator(".step-source [data-fact=winner]")).to_have_text("阿芳")
    hands.tap(lan.locator(".how[data-how='2'] [data-source='self_draw']"))
    hands.click_all(lan, "[data-mode=hu]", "[data-hu='16']", "button[data-xing='0']", "[data-lower='0']")
    expect(lan.locator("#preview [data-ready='1']")).to_be_visible()
    save(lan)
    expect(waiting(lan)).to_have_text(["阿芳 16 胡，自摸", "小李 16 胡，自摸"])
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    expect_titles(lan, "小李 16 胡", "阿芳 16 胡")
    assert [dealer for dealer, _fact in deals(shared_server, four)] == [0, 1]
    expect(middle).to_contain_text("第 3", use_inner_text=True)
    expect(desk.locator(".seal")).to_be_visible()


def save_marked(page: Page, seat: int, mark: str) -> None:
    marked = (f"[data-winner='{seat}']", f"[data-mark='{mark}']")
    hands.click_all(page, *marked, "[data-mode=hu]", "[data-hu='16']", "button[data-xing='0']")
    save(page)


def test_an_entry_behind_waiting_ones_has_no_number_and_leaves_the_dealer_to_the_rules(
    lan: Page, three: str, shared_server: Server
):
    """Both ways to win at once are offered; a mark that the server knows better is refused, and why is said.

    小李's waiting win has her deal the next: the kept page would have forbidden her 天胡, and 阿芳's 地胡 from her.
    """
    look(lan, three)
    cut(lan)
    put_in_queue(lan, three, 16, seat=1)
    hands.begin(lan)
    expect(lan.locator("header h1").first).to_have_text("记一盘")
    assert "第 1 盘" not in lan.locator("body").inner_text() + lan.title()
    assert lan.title().startswith("记一盘")
    chosen = lan.locator("#id_dealer").evaluate("one => one.selectedOptions[0].textContent")
    assert chosen == "照规矩"
    lan.locator("header:not(.js-only) a", has_text="黄庄").first.click()
    expect(lan.locator("main")).not_to_contain_text("第 1 盘", use_inner_text=True)
    expect(lan.locator("main")).to_contain_text("没有人胡")
    lan.go_back()
    lan.wait_for_selector("#entry[data-live]")
    save_marked(lan, 1, "tianhu")
    for seat, mark in ((2, "dihu"), (0, "tianhu")):
        hands.begin(lan)
        save_marked(lan, seat, mark)
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(3)
    expect(lan.locator("#waiting li")).to_have_count(1)
    expect(lan.locator("#waiting li")).to_contain_text("要改")
    assert [dealer for dealer, _fact in deals(shared_server, three)] == [0, 1, 1]
    expect_titles(lan, "小李 16 胡", "小李 16 胡", "阿芳 16 胡")
    assert '"from":1' in deals(shared_server, three)[2][1]
    lan.get_by_role("button", name="看看").click()
    expect(lan.get_by_role("alert")).to_contain_text("庄")
    expect(lan.locator("[data-fact=winner]").first).to_have_text("老王")


def test_a_phone_that_was_sent_away_keeps_its_entry_and_is_told_why_and_what_to_do(
    lan_phone: Page, owner: Sender, shared_server: Server
):
    lan, three = lan_phone, owner.open_table(people=PEOPLE[:3])
    invite(owner, three, lan)
    lan.goto(three)
    cut(lan)
    put_in_queue(lan, three, 16)
    lan.context.clear_cookies()
    connect(lan)
    expect(lan.locator("#waiting li")).to_contain_text("这台手机不能再看这一桌")
    assert stored(shared_server, three) == 0
    lan.get_by_role("button", name="看看").click()
    expect(lan.locator("h1:visible")).to_have_text("这台手机不能再看这一桌了")
    expect(lan.locator("main")).to_contain_text("请桌上的人再给你看一次二维码")
    expect(lan.locator("#waiting li")).to_contain_text("老王 16 胡，自摸")
    looks.check(lan)
    lan.goto("/")
    expect(lan.locator("#waiting li")).to_contain_text("老王 16 胡，自摸")
    lan.goto(three)
    expect(lan.locator("h1:visible")).to_have_text("这台手机不能再看这一桌了")
    invite(owner, three, lan)
    lan.goto(three)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    # Nothing waits any more, and still it is no strange phone.
    lan.context.clear_cookies()
    lan.goto(three)
    expect(lan.locator("h1:visible")).to_have_text("这台手机不能再看这一桌了")


def test_a_strange_phone_learns_nothing_of_a_table_that_exists(lan: Page, owner: Sender):
    table = owner.open_table()
    owner.record(table, **WIN)
    lan.goto(table)
    expect(lan.locator("h1:visible")).to_have_text("没有这一页")
    there = lan.locator("main").inner_text()
    lan.goto("/t/000000000000/")
    assert lan.locator("main").inner_text() == there


def test_a_link_tapped_before_the_page_is_awake_is_followed_without_network(lan: Page, three: str):
    look(lan, three)
    cut(lan)
    lan.evaluate(TAP_EARLY)
    expect(lan.locator("input[name=offender]").first).to_be_attached()
    assert lan.evaluate("window.tappedEarly")


def test_a_kept_page_takes_no_tap_before_its_own_time(clocked_lan: Page, owner: Sender):
    """It is written into the window of the page before, whose time ends sooner."""
    lan, three = clocked_lan, owner.open_table(people=PEOPLE[:3])
    invite(owner, three, lan)
    look(lan, three)
    cut(lan)
    lan.clock.pause_at(lan.evaluate("Date.now() / 1000 + 1"))
    lan.locator("footer a.primary").click()
    lan.wait_for_selector("#entry[data-live]")
    lan.clock.run_for(HALF)
    lan.locator("header:not(.js-only) a[href$='/foul/']").click()
    expect(lan.locator("input[name=offender]").first).to_be_attached()
    save = lan.locator("footer button")
    lan.clock.run_for(HALF)
    expect(save).to_have_attribute("aria-disabled", "true")
    lan.clock.run_for(HALF)
    expect(save).not_to_have_attribute("aria-disabled", "true")
