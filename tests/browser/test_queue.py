"""The queue of one phone: answers lost, tabs, double taps, reloads, refusals; each entry is stored once or stays."""

from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender, fresh_id
from tests.browser.test_live import invite
from tests.browser.test_offline import WIN, connect, cut, enter, look, save, stored, titles, waiting
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

SAVE = "**/deals/save/"


@pytest.fixture
def lan(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone where no worker can keep pages."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


@pytest.fixture
def owner(browser: Browser, shared_server: Server) -> Iterator[Sender]:
    for page in open_phone(browser, shared_server.url):
        yield Sender(page.context)


@pytest.fixture
def table(owner: Sender, lan: Page) -> str:
    made = owner.open_table(people=PEOPLE[:3])
    invite(owner, made, lan)
    return made


def lose(route: Route) -> None:
    """Let the server store, and cut the line before it has answered."""
    route.fetch()
    route.abort("connectionreset")


def busy(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "1"}, body="")


def test_an_answer_lost_on_the_way_is_stored_once_and_ends_at_saved(
    owner: Sender, table: str, shared_server: Server
):
    phone = owner.context.pages[0]
    look(phone, table)
    enter(phone, 16)
    Gate(phone, SAVE, lose, times=1)
    save(phone)
    expect(phone.locator("#waiting")).to_be_hidden()
    expect(phone.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_what_a_busy_server_did_not_take_survives_a_reload_and_a_new_tab(
    lan: Page, table: str, shared_server: Server
):
    gate = Gate(lan.context, SAVE, busy)
    look(lan, table)
    enter(lan, 16)
    save(lan)
    assert waiting(lan) == ["老王 自摸 16 胡"]
    lan.reload()
    assert waiting(lan) == ["老王 自摸 16 胡"]
    tab = lan.context.new_page()
    lan.close()
    tab.goto("/")
    expect(tab.locator("#waiting li")).to_contain_text("周五老地方 老王 自摸 16 胡")
    tab.locator("#waiting li a").click()
    expect(tab.locator(".seat .total").first).to_be_visible()
    assert stored(shared_server, table) == 0
    gate.open()
    expect(tab.locator("#rows .deal")).to_have_count(1)
    expect(tab.locator("#waiting")).to_be_hidden()


def sent_by_two_tabs(phone: Page, table: str) -> list[str]:
    """Two deals wait without network, two tabs see it come back: the ids of what is sent then, each time that it is."""
    look(phone, table)
    tab = phone.context.new_page()
    tab.goto(table)
    cut(phone)
    for hu in (16, 21):
        enter(phone, hu)
        save(phone)
    expect(tab.locator("#waiting li")).to_have_count(2)
    sent: list[str] = []
    phone.context.on("request", lambda one: sent.extend(parse_qs(one.post_data or "").get("client_id", [])))
    connect(phone)
    for page in (phone, tab):
        expect(page.locator("#rows .deal")).to_have_count(2)
        expect(page.locator("#waiting")).to_be_hidden()
    assert titles(phone) == ["老王 16 胡", "老王 21 胡"]
    return sent


def test_two_tabs_send_what_waits_once(owner: Sender, table: str, shared_server: Server):
    sent = sent_by_two_tabs(owner.context.pages[0], table)
    assert len(sent) == len(set(sent)) == 2
    assert stored(shared_server, table) == 2


def test_what_two_tabs_send_where_neither_can_lock_the_other_out_is_stored_once(
    lan: Page, table: str, shared_server: Server
):
    """Over plain HTTP a lease is all there is, and of it the other tab may hear too late."""
    assert len(set(sent_by_two_tabs(lan, table))) == 2
    assert stored(shared_server, table) == 2


def test_a_double_tap_without_network_waits_once(lan: Page, table: str, shared_server: Server):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    lan.locator("[data-part=save]").dblclick(no_wait_after=True)
    expect(lan.locator(".seat .total").first).to_be_visible()
    assert waiting(lan) == ["老王 自摸 16 胡"]
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_back_and_the_same_button_again_without_network_is_one_entry(
    lan: Page, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    lan.locator("footer a.primary").click()
    lan.locator("header:not(.js-only) a", has_text="诈胡").first.click()
    lan.locator("label.choice", has_text="小李").click()
    lan.locator("footer button").click()
    expect(lan.locator("#waiting li b")).to_have_text(["小李"])
    lan.go_back()
    lan.locator("label.choice", has_text="阿芳").click()
    lan.locator("footer button").click()
    expect(lan.locator("#waiting li b")).to_have_text(["阿芳"])
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_a_waiting_deal_can_be_changed_and_another_dropped(lan: Page, table: str, shared_server: Server):
    look(lan, table)
    cut(lan)
    for hu in (16, 21):
        enter(lan, hu)
        save(lan)
    lan.on("dialog", lambda dialog: dialog.accept())
    lan.locator("#waiting li", has_text="21 胡").get_by_role("button", name="不要了").click()
    assert waiting(lan) == ["老王 自摸 16 胡"]
    lan.get_by_role("button", name="改").click()
    lan.wait_for_selector("#entry[data-live]")
    expect(lan.locator("[data-hu='16']")).to_have_attribute("aria-pressed", "true")
    lan.locator("[data-hu='26']").click()
    save(lan)
    assert waiting(lan) == ["老王 自摸 26 胡"]
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert titles(lan) == ["老王 26 胡"]
    assert stored(shared_server, table) == 1


def test_a_table_closed_meanwhile_keeps_what_waits_until_it_is_open_again(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    assert owner.post(f"{table}close/", {"client_id": fresh_id()}).status == 302
    connect(lan)
    expect(lan.locator("#waiting li")).to_contain_text("桌已经收了")
    assert owner.post(f"{table}reopen/", {"client_id": fresh_id()}).status == 302
    lan.get_by_role("button", name="看看").click()
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()


def test_a_phone_that_was_sent_away_keeps_its_entry_and_is_told(lan: Page, table: str, shared_server: Server):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    lan.context.clear_cookies()
    connect(lan)
    expect(lan.locator("#waiting li")).to_contain_text("这台手机")
    assert stored(shared_server, table) == 0
    lan.goto("/")
    expect(lan.locator("#waiting li")).to_contain_text("老王 自摸 16 胡")


def test_a_deal_that_cannot_stand_stops_what_was_entered_after_it(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    """Where a deal is refused, the next one may depend on it: it waits until somebody has looked."""
    look(lan, table)
    cut(lan)
    lan.locator("footer a.primary").click()
    lan.locator("header:not(.js-only) a", has_text="诈胡").first.click()
    lan.locator("footer button").click()
    enter(lan, 16)
    save(lan)
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上")
    assert len(waiting(lan)) == 2
    assert stored(shared_server, table) == 0
    lan.get_by_role("button", name="看看").click()
    lan.locator("label.choice", has_text="小李").click()
    lan.locator("footer button").click()
    expect(lan.locator("#rows .deal")).to_have_count(2)
    assert titles(lan)[1] == "老王 16 胡"
    expect(lan.locator("#waiting")).to_be_hidden()


def test_deals_of_two_phones_that_both_waited_are_all_there(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    owner.record(table, **WIN)
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上")
    lan.get_by_role("button", name="看看").click()
    lan.get_by_role("link", name="同一盘，不记了").click()
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert hands.totals(lan) == {"老王": 6, "小李": -3, "阿芳": -3}
    assert shared_server.manage("verify_ledger").returncode == 0


def test_an_entry_that_waited_takes_the_place_of_the_same_deal_of_another_phone(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    watching = owner.context.pages[0]
    look(lan, table)
    cut(lan)
    enter(lan, 21)
    save(lan)
    owner.record(table, **WIN)
    watching.goto(table)
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上")
    lan.get_by_role("button", name="看看").click()
    lan.get_by_role("button", name="是同一盘，第 1 盘照我的改").click()
    expect(lan.locator(".effect .row").first).to_contain_text("+8")
    hands.confirm(lan, "看错了")
    for phone in (lan, watching):
        expect(phone.locator("#rows .deal")).to_have_count(1)
        expect(phone.locator("#rows .deal .what b")).to_contain_text("老王 21 胡")
        assert hands.totals(phone) == {"老王": 8, "小李": -4, "阿芳": -4}
    expect(lan.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 1


def test_an_entry_that_waited_is_sent_though_its_token_is_gone(lan: Page, table: str, shared_server: Server):
    """A browser that clears its cookies may leave the phone at the table and forget the token of its forms."""
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    save(lan)
    lan.context.clear_cookies(name="csrf")
    answers: list[int] = []
    lan.context.on(
        "response", lambda answer: answers.append(answer.status) if "/save/" in answer.url else None
    )
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert answers == [403, 201]
    assert stored(shared_server, table) == 1


def test_a_page_that_lay_open_saves_though_its_token_is_gone(lan: Page, table: str, shared_server: Server):
    look(lan, table)
    enter(lan, 16)
    lan.context.clear_cookies(name="csrf")
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def test_what_is_refused_after_the_token_was_renewed_still_says_why(lan: Page, owner: Sender, table: str):
    look(lan, table)
    enter(lan, 16)
    lan.context.clear_cookies(name="csrf")
    owner.record(table, **{**WIN, "winner": "1"})
    lan.locator("[data-part=save]").click()
    expect(lan.get_by_role("alert")).to_contain_text("还没有记上")
    lan.get_by_role("button", name="不是，接着记").click()
    expect(lan.locator("#rows .deal")).to_have_count(2)
