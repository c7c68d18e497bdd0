"""Sent twice, from two tabs, from two phones, to a server that died: what is stored, and what everybody is told."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender, fresh_id, head_of
from tests.conftest import open_phone
from tests.servers import Server, serving


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def table(page: Page) -> str:
    return Sender(page.context).open_table(people=PEOPLE[:3])


def invite(owner: Page, table: str, guest: Page, role: str) -> None:
    made = Sender(owner.context).post(f"{table}links/", {"role": role, "label": "给小李"})
    secret = made.text().split('id="code">')[1].split("<")[0]
    assert Sender(guest.context).post("/j/", {"secret": secret, "as": "viewer"}).status == 302


def enter(page: Page, table: str, hu: int = 16) -> None:
    """A 胡 by own draw of 老王, ready to be saved: 2 舵 and 1 for the own draw from each."""
    page.goto(table)
    hands.begin(page)
    hands.win(page, 0, "self_draw")
    hands.by_hu(page, hu, 0)
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def deals(page: Page, table: str) -> int:
    page.goto(table)
    return page.locator("details.deal").count()


def tap_twice(page: Page) -> None:
    page.locator("[data-part=save]").dblclick(no_wait_after=True)


def enter_and_tap(page: Page) -> None:
    """The tap comes as soon as the key has done what it does."""
    save = page.locator("[data-part=save]")
    save.evaluate("one => one.addEventListener('click', () => setTimeout(() => one.click()), { once: true })")
    save.focus()
    page.keyboard.press("Enter")


def submit_around_the_script(page: Page) -> None:
    page.evaluate("() => { const form = document.getElementById('entry'); form.submit(); form.submit(); }")


@pytest.mark.parametrize("send", [tap_twice, enter_and_tap, submit_around_the_script])
def test_one_entry_sent_twice_is_stored_once(page: Page, table: str, send: Callable[[Page], None]):
    enter(page, table)
    send(page)
    expect(page.locator(".desk")).to_be_visible()
    assert deals(page, table) == 1


def test_back_and_the_same_button_again_store_nothing_more(page: Page, table: str):
    page.goto(f"{table}deals/foul/")
    page.locator("label.choice", has_text="小李").click()
    page.locator("footer button").click()
    expect(page.locator(".desk")).to_be_visible()
    page.go_back()
    page.locator("label.choice", has_text="小李").click()
    page.locator("footer button").click()
    expect(page.locator(".desk")).to_be_visible()
    assert deals(page, table) == 1


def test_back_and_another_content_is_told_that_it_was_saved_already(page: Page, table: str):
    page.goto(f"{table}deals/foul/")
    page.locator("label.choice", has_text="小李").click()
    page.locator("footer button").click()
    expect(page.locator(".desk")).to_be_visible()
    page.go_back()
    page.locator("label.choice", has_text="阿芳").click()
    with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
        page.locator("footer button").click()
    assert sent.value.status == 409
    expect(page.get_by_role("alert")).to_contain_text("已经记过一次")
    expect(page.locator("details.deal")).to_have_count(1)
    page.get_by_role("button", name="是另一盘，记上").click()
    assert hands.totals(page)
    assert deals(page, table) == 2


def test_back_to_the_pad_is_a_new_deal(page: Page, table: str):
    enter(page, table)
    hands.save(page)
    page.go_back()
    page.wait_for_selector("#entry[data-live]")
    assert page.locator("body").get_attribute("data-step") == "winner"
    hands.win(page, 1, "self_draw")
    hands.by_hu(page, 11, 0)
    hands.save(page)
    assert deals(page, table) == 2


def test_back_to_the_form_of_a_new_table_opens_no_second_one(page: Page):
    Sender(page.context).open_table(people=PEOPLE[:3])
    page.goto("/new/")
    for row, name in enumerate(PEOPLE[:3]):
        page.locator("input[name=player]").nth(row).fill(name)
    page.locator("footer button").click()
    expect(page.locator("#code")).to_be_visible()
    page.go_back()
    page.locator("footer button").click()
    expect(page.locator("#code")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".table-card")).to_have_count(2)


def test_two_tabs_with_one_draft_store_it_once(page: Page, table: str):
    enter(page, table)
    tab = page.context.new_page()
    tab.goto(f"{table}deals/new/")
    tab.wait_for_selector("#entry[data-live]")
    expect(tab.locator("[data-part=restored]")).to_be_visible()
    hands.save(tab)
    hands.save(page)
    assert deals(page, table) == 1


def test_the_slower_of_two_phones_is_told_what_changed_and_keeps_its_entry(
    page: Page, other: Page, table: str
):
    invite(page, table, other, "scorekeeper")
    enter(page, table, 16)
    enter(other, table, 21)
    hands.save(page)
    with other.expect_response(
        lambda answer: answer.request.method == "POST" and "save" in answer.url
    ) as sent:
        other.locator("[data-part=save]").click()
    assert sent.value.status == 412
    expect(other.get_by_role("alert")).to_contain_text("还没有记上")
    expect(other.locator(".ledger")).to_contain_text("老王 16 胡")
    assert deals(page, table) == 1
    other.get_by_role("button", name="不是，接着记").click()
    expect(other.locator(".desk")).to_be_visible()
    # 2 + 1 and 3 + 1 from each of two.
    assert hands.totals(other) == {"老王": 14, "小李": -7, "阿芳": -7}
    assert deals(page, table) == 2


def test_the_account_says_who_entered_what_and_both_totals_and_mine_may_take_its_place(
    page: Page, other: Page, table: str
):
    invite(page, table, other, "scorekeeper")
    enter(page, table, 16)
    enter(other, table, 21)
    hands.save(page)
    other.locator("[data-part=save]").click()
    expect(other.locator(".event")).to_contain_text(re.compile(r"桌主.* \d\d:\d\d 记的"))
    rows = other.locator(".effect .row").all_inner_texts()
    assert [re.findall(rf"[+{hands.MINUS}]\d+", row) for row in rows] == [
        ["+6", "+14", "+8"],
        ["−3", "−7", "−4"],
        ["−3", "−7", "−4"],
    ]
    other.get_by_role("button", name="是同一盘，第 1 盘照我的改").click()
    expect(other.locator(".effect")).to_be_visible()
    hands.confirm(other, "小李记的准")
    assert hands.totals(other) == {"老王": 8, "小李": -4, "阿芳": -4}
    expect(other.locator("#waiting")).to_be_hidden()
    # The other phone lay open on the table all the time.
    expect(page.locator("#rows .deal .what b")).to_contain_text("老王 21 胡")
    assert hands.totals(page) == hands.totals(other)
    page.goto(f"{table}history/")
    expect(page.locator("main")).to_contain_text("小李记的准")


def test_an_entry_left_undecided_is_kept_as_not_saved(page: Page, other: Page, table: str):
    invite(page, table, other, "scorekeeper")
    other.goto(f"{table}deals/dead/")
    enter(page, table)
    hands.save(page)
    other.locator("footer button").click()
    expect(other.get_by_role("alert")).to_contain_text("还没有记上")
    other.goto(table)
    expect(other.locator("#waiting [role=status]")).to_contain_text("没记上")
    expect(other.locator("#waiting li")).to_contain_text("别的手机也记了")
    other.get_by_role("button", name="看看").click()
    other.get_by_role("button", name="不是，接着记").click()
    expect(other.locator("#rows .deal")).to_have_count(2)
    expect(other.locator("#waiting")).to_be_hidden()


def test_the_same_deal_on_two_phones_can_be_given_up_and_leaves_no_draft(page: Page, other: Page, table: str):
    invite(page, table, other, "scorekeeper")
    enter(page, table)
    enter(other, table)
    hands.save(page)
    other.locator("[data-part=save]").click()
    other.get_by_role("link", name="同一盘，不记了").click()
    expect(other.locator(".desk")).to_be_visible()
    hands.begin(other)
    expect(other.locator("[data-part=restored]")).to_be_hidden()
    assert deals(page, table) == 1


def test_a_table_closed_meanwhile_takes_nothing_and_the_entry_waits(page: Page, table: str):
    enter(page, table)
    sender = Sender(page.context)
    assert sender.post(f"{table}close/", {"client_id": fresh_id()}).status == 302
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and "save" in answer.url
    ) as sent:
        page.locator("[data-part=save]").click()
    assert sent.value.status == 423
    expect(page.get_by_role("alert")).to_contain_text("收了")
    assert sender.post(f"{table}reopen/", {"client_id": fresh_id()}).status == 302
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    expect(page.locator("[data-part=restored]")).to_be_visible()
    hands.save(page)
    assert deals(page, table) == 1


def test_a_server_killed_between_filling_and_saving_saves_once(
    browser: Browser, tmp_path: Path, collected_static: Path
):
    with serving(tmp_path / "data", collected_static) as server:
        for page in open_phone(browser, server.url):
            table = Sender(page.context).open_table(people=PEOPLE[:3])
            enter(page, table)
            server.process.kill()
            server.process.wait()
            page.locator("[data-part=save]").click()
            expect(page.locator("#waiting li")).to_have_count(1)
            with serving(server.data, collected_static, port=server.port):
                expect(page.locator("#rows .deal")).to_have_count(1)
                expect(page.locator("#waiting")).to_be_hidden()
                assert deals(page, table) == 1
                assert hands.totals(page) == {"老王": 6, "小李": -3, "阿芳": -3}
                assert server.manage("verify_ledger").returncode == 0


def test_an_onlooker_sees_no_button_and_may_send_nothing(
    page: Page, other: Page, table: str, shared_server: Server
):
    invite(page, table, other, "viewer")
    other.goto(table)
    expect(other.locator(".desk")).to_be_visible()
    assert other.get_by_text("记一盘").count() == 0
    assert other.locator(f"a[href^='{table}deals/']").count() == 0
    before = head_of(shared_server, table)
    for form in ("save", "dead", "foul", "adjust", "preview"):
        answer = Sender(other.context).save(table, form, winner="0", source="self_draw", mode="hu", hu="16")
        assert answer.status == 403
    assert head_of(shared_server, table) == before


def test_a_stranger_gets_the_same_page_as_for_a_table_that_never_was(page: Page, other: Page, table: str):
    stranger = Sender(other.context)
    stranger.open_table()
    for path in ("", "settle/", "deals/new/", "history/", "export/csv/"):
        theirs, none = stranger.get(table + path), stranger.get(f"/t/AAAAAAAAAAAAAAAAAAAAAA/{path}")
        assert (theirs.status, none.status) == (404, 404)
        assert theirs.body() == none.body()
        assert "老王" not in theirs.text()
