"""Sent twice, from two tabs, from two phones: what is stored, and what everybody is told."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender, fresh_id, invite
from tests.browser.test_offline import WIN, enter_at, stored
from tests.servers import Server


@pytest.fixture
def table(page: Page) -> str:
    return Sender(page.context).open_table(people=PEOPLE[:3])


@pytest.fixture
def invited(owner: Sender, page: Page) -> str:
    """A table of somebody else, at which the phone may keep score too."""
    made = owner.open_table(people=PEOPLE[:3])
    invite(owner, made, page)
    return made


def enter(page: Page, table: str, hu: int = 16) -> None:
    """A 胡 by own draw of 老王, ready to be saved: 2 舵 and 1 for the own draw from each."""
    page.goto(f"{table}deals/new/?winner=0")
    page.wait_for_selector("#entry[data-live]")
    source = ".how[data-how='0'] [data-source=self_draw]"
    hands.click_all(page, source, "[data-mode=hu]", f"[data-hu='{hu}']", "button[data-xing='0']")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def tap_twice(page: Page) -> None:
    page.locator("[data-part=save]").dblclick(no_wait_after=True)


def enter_and_tap(page: Page) -> None:
    """The tap comes as soon as the key has done what it does."""
    hands.read(page)
    save = page.locator("[data-part=save]")
    save.evaluate("one => one.addEventListener('click', () => setTimeout(() => one.click()), { once: true })")
    save.focus()
    page.keyboard.press("Enter")


def submit_around_the_script(page: Page) -> None:
    page.evaluate("() => { const form = document.getElementById('entry'); form.submit(); form.submit(); }")


def test_one_entry_sent_twice_is_stored_once_and_back_to_the_pad_is_a_new_deal(
    page: Page, table: str, shared_server: Server
):
    for number, send in enumerate((tap_twice, enter_and_tap, submit_around_the_script), 1):
        if number == 1:
            enter_at(page, f"{table}deals/new/", 16)
        else:
            page.go_back()
            page.wait_for_selector("#entry[data-live]")
            expect(page.locator("body")).to_have_attribute("data-step", "winner")
            hands.fill_in(page, 1, 11)
            expect(page.locator("#preview [data-ready='1']")).to_be_visible()
        send(page)
        expect(page.locator("#rows .deal")).to_have_count(number)
        assert stored(shared_server, table) == number


def test_back_and_the_same_button_again_store_nothing_more_and_another_content_is_told_why(
    page: Page, table: str, shared_server: Server
):
    page.goto(f"{table}deals/foul/")
    foul(page, "小李")
    page.go_back()
    foul(page, "小李")
    assert stored(shared_server, table) == 1
    page.go_back()
    page.locator("label.choice", has_text="阿芳").click()
    with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
        hands.tap(page.locator("footer button"))
    assert sent.value.status == 409
    expect(page.get_by_role("alert")).to_contain_text("已经记过一次")
    expect(page.locator("details.deal")).to_have_count(1)
    page.get_by_role("button", name="是另一盘，记上").click()
    expect(page.locator(".desk")).to_be_visible()
    expect(page.locator("#rows .deal")).to_have_count(2)
    assert stored(shared_server, table) == 2


def foul(page: Page, name: str) -> None:
    page.locator("label.choice", has_text=name).click()
    hands.tap(page.locator("footer button"))
    expect(page.locator(".desk")).to_be_visible()


def test_back_to_the_form_of_a_new_table_opens_no_second_one(page: Page):
    page.context.clear_cookies()
    Sender(page.context).open_table(people=PEOPLE[:3])
    page.goto("/new/")
    for row, name in enumerate(PEOPLE[:3]):
        page.locator("input[name=player]").nth(row).fill(name)
    page.locator("footer button").click()
    expect(page.locator("#board")).to_be_visible()
    page.go_back()
    with page.expect_navigation():
        page.locator("footer button").click()
    expect(page.locator("#board")).to_be_visible()
    assert Sender(page.context).get("/").text().count("sheet table-card") == 2


def test_two_tabs_with_one_draft_store_it_once(page: Page, table: str, shared_server: Server):
    enter(page, table)
    tab = page.context.new_page()
    tab.goto(f"{table}deals/new/")
    tab.wait_for_selector("#entry[data-live]")
    expect(tab.locator("[data-part=restored]")).to_be_visible()
    hands.save(tab)
    tab.close()
    page.bring_to_front()
    hands.save(page)
    expect(page.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_the_slower_of_two_phones_is_told_what_changed_and_by_whom_and_keeps_its_entry_or_puts_it_in_place(
    page: Page, owner: Sender, invited: str, shared_server: Server
):
    """The account says who entered what and both totals, and mine may take its place."""
    enter(page, invited, 21)
    owner.record(invited, **WIN)
    with page.expect_response(is_saving) as sent:
        hands.tap(page.locator("[data-part=save]"))
    assert sent.value.status == 412
    expect(page.get_by_role("alert")).to_contain_text("还没有记上")
    expect(page.locator(".ledger")).to_contain_text("老王 16 胡")
    assert stored(shared_server, invited) == 1
    expect(page.locator(".event")).to_contain_text(re.compile(r"桌主.* \d\d:\d\d 记的"))
    expect(page.locator(".effect .row .num")).to_have_text(
        [*("+6", "+14", "+8"), *("−3", "−7", "−4"), *("−3", "−7", "−4")]
    )
    page.get_by_role("button", name="是同一盘，第 1 盘照我的改").click()
    expect(page.locator(".effect")).to_be_visible()
    hands.confirm(page, "小李记的准")
    expect(page.locator("#rows .deal .what b")).to_contain_text("老王 21 胡")
    hands.expect_totals(page, {"老王": 8, "小李": -4, "阿芳": -4})
    expect(page.locator("#waiting")).to_be_hidden()
    assert "小李记的准" in owner.get(f"{invited}history/").text()


def is_saving(answer: Response) -> bool:
    return answer.request.method == "POST" and "save" in answer.url


def test_an_entry_left_undecided_is_kept_as_not_saved_and_goes_on(
    page: Page, owner: Sender, invited: str, shared_server: Server
):
    page.goto(f"{invited}deals/dead/")
    owner.record(invited, **WIN)
    page.locator("footer button").click()
    expect(page.get_by_role("alert")).to_contain_text("还没有记上")
    page.goto(invited)
    expect(page.locator("#waiting [role=status]")).to_contain_text("没记上")
    expect(page.locator("#waiting li")).to_contain_text("别的手机也记了")
    page.get_by_role("button", name="看看").click()
    page.get_by_role("button", name="不是，接着记").click()
    expect(page.locator("#rows .deal")).to_have_count(2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, invited) == 2


def test_a_table_closed_meanwhile_takes_nothing_and_the_entry_waits(
    page: Page, table: str, shared_server: Server
):
    enter(page, table)
    sender = Sender(page.context)
    assert sender.post(f"{table}close/", {"client_id": fresh_id()}).status == 302
    with page.expect_response(is_saving) as sent:
        hands.tap(page.locator("[data-part=save]"))
    assert sent.value.status == 423
    expect(page.get_by_role("alert")).to_contain_text("收了")
    assert sender.post(f"{table}reopen/", {"client_id": fresh_id()}).status == 302
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    expect(page.locator("[data-part=restored]")).to_be_visible()
    hands.save(page)
    expect(page.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_a_deal_begun_before_somebody_else_sat_down_is_never_booked_for_the_newcomer(
    page: Page, owner: Sender, invited: str, shared_server: Server
):
    owner.record(invited, **WIN)
    page.goto(f"{invited}deals/new/?winner=1")
    page.wait_for_selector("#entry[data-live]")
    source = ".how[data-how='1'] [data-source=self_draw]"
    hands.click_all(page, source, "[data-mode=hu]", "[data-hu='21']", "button[data-xing='0']")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    rules = {"ruleset": "guilin", "seats": "3", "dealer": "0", "rule-xing_kinds": ("上", "下")}
    stage = {**rules, "client_id": fresh_id(), "player": ("老王", "建国", "阿芳")}
    assert owner.post(f"{invited}stage/", stage).status == 302
    hands.tap(page.locator("[data-part=save]"))
    expect(page.get_by_role("alert")).to_contain_text(
        "按老王、小李、阿芳坐的记的；现在坐的是老王、建国、阿芳"
    )
    assert stored(shared_server, invited) == 1

    # Nor by the draft that is left of it.
    page.goto(f"{invited}deals/new/?winner=1")
    page.wait_for_selector("#entry[data-live]")
    expect(page.locator("[data-part=restored]")).to_be_hidden()
    expect(page.locator("#ask-source")).to_be_visible()
    hands.tap(page.get_by_role("button", name="接着小李那盘"))
    hands.tap(page.get_by_role("button", name="是换人以前打的，补在第 1 盘后面"))
    expect(page.locator(".effect")).to_be_visible()
    hands.confirm(page, "换人以前的")
    expect(page.locator("#rows .deal .what b").first).to_contain_text("小李 21 胡")
    assert stored(shared_server, invited) == 2
    expect(page.locator("#waiting")).to_be_hidden()
