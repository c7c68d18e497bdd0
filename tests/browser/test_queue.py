"""The queue of one phone: answers lost, tabs, double taps, reloads, refusals; each entry is stored once or stays."""

from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender, fresh_id
from tests.browser.test_offline import (
    WIN,
    blocked,
    connect,
    cut,
    enter,
    expect_titles,
    lan,
    look,
    look_afresh,
    save,
    stored,
    table,
    waiting,
)
from tests.phones import open_phone
from tests.quick_taps import spot_of
from tests.servers import Server

__all__ = ["lan", "table"]


@pytest.fixture
def secure(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone at 127.0.0.1, where one tab can lock the others out."""
    yield from open_phone(browser, shared_server.url, keeps=True)


def lose(route: Route) -> None:
    """Let the server store, and cut the line before it has answered."""
    route.fetch()
    route.abort("connectionreset")


def busy(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "1"}, body="")


def test_an_answer_lost_on_the_way_is_stored_once_and_ends_at_saved(secure: Page, shared_server: Server):
    table = Sender(secure.context).open_table(people=PEOPLE[:3])
    secure.goto(table)
    secure.locator("footer a", has_text="黄庄").click()
    expect(secure.locator("#deal")).to_be_visible()
    Gate(secure, "**/deals/dead/", lose, times=1)
    hands.send(secure)
    expect(secure.locator("#waiting")).to_be_hidden()
    expect(secure.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def two_wait_whose_answers_are_lost(phone: Page) -> str:
    """Two deals wait without network; what will be answered then never arrives. The table."""
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    look(phone, table)
    cut(phone)
    enter(phone, 16)
    save(phone)
    blocked(phone)
    Gate(phone, "**/deals/save/", lose)
    return table


def expect_both(phone: Page) -> None:
    """Both deals are stored, in their order, and nothing waits."""
    expect(phone.locator("#rows .deal")).to_have_count(2)
    expect(phone.locator("#waiting")).to_be_hidden()
    expect_titles(phone, "老王 16 胡", "黄庄")


def test_what_waits_builds_on_an_entry_that_was_stored_though_the_page_was_left_before_it_heard(secure: Page):
    table = two_wait_whose_answers_are_lost(secure)
    with secure.expect_event("requestfailed", lambda one: one.url.endswith("/deals/save/")):
        connect(secure)
    secure.goto(table)
    expect_both(secure)


def test_what_waits_builds_on_an_entry_that_is_stored_as_the_news_say(secure: Page):
    """The page stays, or one is shown as it was kept: news of the table say what it has, though no answer arrives."""
    two_wait_whose_answers_are_lost(secure)
    connect(secure)
    expect_both(secure)


def test_what_a_busy_server_did_not_take_survives_a_reload_and_a_new_tab(
    lan: Page, table: str, shared_server: Server
):
    lan.goto(table)
    enter(lan, 16)
    gate = Gate(lan.context, "**/deals/save/", busy)
    save(lan)
    expect(waiting(lan)).to_have_text(["老王 16 胡，自摸"])
    lan.reload()
    expect(waiting(lan)).to_have_text(["老王 16 胡，自摸"])
    tab = lan.context.new_page()
    # Where a page is closed, what it is just asking for goes past every gate; a page that leaves lets go of it.
    lan.goto("about:blank")
    lan.close()
    tab.goto("/")
    expect(tab.locator("#waiting li")).to_contain_text("周五老地方 老王 16 胡，自摸")
    tab.locator("#waiting li a").click()
    expect(tab.locator(".seat .total").first).to_be_visible()
    assert stored(shared_server, table) == 0
    gate.open()
    expect(tab.locator("#rows .deal")).to_have_count(1)
    expect(tab.locator("#waiting")).to_be_hidden()


def sent_by_two_tabs(phone: Page, table: str) -> list[str]:
    """Two deals wait without network, two tabs see it come back: the ids of what is answered then, each time that it is."""
    look(phone, table)
    tab = phone.context.new_page()
    tab.goto(table)
    # A tab that is not looked at takes its time.
    phone.bring_to_front()
    cut(phone)
    enter(phone, 16)
    save(phone)
    blocked(phone)
    expect(tab.locator("#waiting li")).to_have_count(2)
    sent: list[str] = []
    phone.context.on("requestfinished", lambda one: sent.extend(ids(one)))
    connect(phone)
    for page in (phone, tab):
        page.bring_to_front()
        expect(page.locator("#rows .deal")).to_have_count(2)
        expect(page.locator("#waiting")).to_be_hidden()
    expect_titles(phone, "老王 16 胡", "黄庄")
    return sent


def ids(request: Request) -> list[str]:
    return parse_qs(request.post_data or "").get("client_id", [])


def test_two_tabs_send_what_waits_once(secure: Page, shared_server: Server):
    table = Sender(secure.context).open_table(people=PEOPLE[:3])
    sent = sent_by_two_tabs(secure, table)
    assert len(sent) == len(set(sent)) == 2
    assert stored(shared_server, table) == 2


def test_what_two_tabs_send_where_neither_can_lock_the_other_out_is_stored_once(
    lan: Page, table: str, shared_server: Server
):
    """Over plain HTTP a lease is all there is, and of it the other tab may hear too late."""
    assert len(set(sent_by_two_tabs(lan, table))) == 2
    assert stored(shared_server, table) == 2


def test_a_double_tap_without_network_waits_once_and_can_be_changed_and_another_deal_dropped(
    lan: Page, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    enter(lan, 16)
    lan.locator("[data-part=save]").dblclick(no_wait_after=True)
    expect(lan.locator(".seat .total").first).to_be_visible()
    expect(waiting(lan)).to_have_text(["老王 16 胡，自摸"])
    hands.read(lan)
    blocked(lan)
    expect(waiting(lan)).to_have_text(["黄庄", "老王 16 胡，自摸"])
    lan.on("dialog", lambda dialog: dialog.accept())
    lan.locator("#waiting li", has_text="黄庄").get_by_role("button", name="不要了").click()
    expect(waiting(lan)).to_have_text(["老王 16 胡，自摸"])
    lan.get_by_role("button", name="改").click()
    lan.wait_for_selector("#entry[data-live]")
    expect(lan.locator("[data-hu='16']")).to_have_attribute("aria-pressed", "true")
    lan.locator("[data-hu='26']").click()
    save(lan)
    expect(waiting(lan)).to_have_text(["老王 26 胡，自摸"])
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect_titles(lan, "老王 26 胡")
    assert stored(shared_server, table) == 1


def test_what_waits_says_who_won_how_much_and_who_discarded_it(lan: Page, table: str):
    look(lan, table)
    cut(lan)
    lan.locator("footer a.primary").click()
    lan.wait_for_selector("#entry[data-live]")
    discarded = ".how[data-how='0'] [data-source=discard]"
    hands.click_all(
        lan, "[data-winner='1']", discarded, "[data-mode=hu]", "[data-hu='16']", "button[data-xing='0']"
    )
    save(lan)
    expect(waiting(lan)).to_have_text(["小李 16 胡，老王点炮"])
    expect(waiting(lan)).to_have_css("word-break", "keep-all")


def test_a_table_closed_meanwhile_keeps_what_waits_until_it_is_open_again(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    look(lan, table)
    cut(lan)
    blocked(lan)
    assert owner.post(f"{table}close/", {"client_id": fresh_id()}).status == 302
    connect(lan)
    expect(lan.locator("#waiting li")).to_contain_text("桌已经收了")
    assert owner.post(f"{table}reopen/", {"client_id": fresh_id()}).status == 302
    lan.get_by_role("button", name="看看").click()
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()


def test_back_and_the_same_button_is_one_entry_and_one_that_cannot_stand_stops_what_was_entered_after_it(
    lan: Page, table: str, shared_server: Server
):
    """Where a deal is refused, the next one may depend on it: it waits until somebody has looked."""
    look(lan, table)
    cut(lan)
    lan.locator("footer a.primary").click()
    lan.locator("header:not(.js-only) a", has_text="诈胡").first.click()
    lan.locator("label.choice", has_text="小李").click()
    hands.read(lan)
    lan.locator("footer button").click()
    expect(waiting(lan)).to_have_text(["小李诈胡"])
    lan.go_back()
    lan.locator("label.choice", has_text="阿芳").click()
    hands.read(lan)
    lan.locator("footer button").click()
    expect(waiting(lan)).to_have_text(["阿芳诈胡"])
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1
    look_afresh(lan, table)
    cut(lan)
    lan.locator("footer a.primary").click()
    lan.locator("header:not(.js-only) a", has_text="诈胡").first.click()
    lan.locator("footer button").click()
    blocked(lan)
    connect(lan)
    expect(lan.locator("#waiting [role=status]")).to_contain_text("没记上")
    expect(waiting(lan)).to_have_count(2)
    assert stored(shared_server, table) == 1
    lan.get_by_role("button", name="看看").click()
    lan.locator("label.choice", has_text="小李").click()
    lan.locator("footer button").click()
    expect(lan.locator("#rows .deal")).to_have_count(3)
    expect(lan.locator("#rows .deal .what b").first).to_contain_text("黄庄")
    expect(lan.locator("#waiting")).to_be_hidden()


def refused_beside_another(phone: Page, owner: Sender, table: str, hu: int) -> None:
    """A deal waits without network while another phone records one: somebody has to look at both."""
    cut(phone)
    enter(phone, hu)
    save(phone)
    owner.record(table, **WIN)
    connect(phone)
    expect(phone.locator("#waiting [role=status]")).to_contain_text("没记上")


def test_an_entry_that_waited_is_given_up_for_the_same_deal_of_another_phone_or_takes_its_place(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    look(lan, table)
    refused_beside_another(lan, owner, table, 16)
    lan.get_by_role("button", name="看看").click()
    lan.get_by_role("link", name="同一盘，不记了").click()
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    hands.expect_totals(lan, {"老王": 6, "小李": -3, "阿芳": -3})
    look_afresh(lan, table)
    refused_beside_another(lan, owner, table, 21)
    # However often it is asked for before the answer is there.
    asked = Gate(lan, "**/deals/save/", method="POST")
    spot = spot_of(lan.get_by_role("button", name="看看"))
    assert spot
    for _ in range(2):
        lan.touchscreen.tap(spot.x, spot.y)
    asked.open()
    expect(lan.get_by_role("link", name="同一盘，不记了")).to_be_visible()
    assert asked.count == 1
    lan.get_by_role("button", name="是同一盘，第 2 盘照我的改").click()
    expect(lan.locator(".effect .row").first).to_contain_text("+14")
    hands.confirm(lan, "看错了")
    expect_titles(lan, "老王 16 胡", "老王 21 胡")
    hands.expect_totals(lan, {"老王": 14, "小李": -7, "阿芳": -7})
    expect(lan.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 2


def lines_of(page: Page) -> set[Request]:
    """What the page posts from now on, as long as its answer has not ended."""
    found: set[Request] = set()
    page.on("request", lambda one: found.add(one) if one.method == "POST" else None)
    page.on("requestfinished", lambda one: found.discard(one))
    page.on("requestfailed", lambda one: found.discard(one))
    return found


def test_an_entry_is_sent_though_its_token_is_gone(
    lan: Page, owner: Sender, table: str, shared_server: Server
):
    """A browser that clears its cookies may leave the phone at the table and forget the token of its forms."""
    look(lan, table)
    cut(lan)
    blocked(lan)
    lan.context.clear_cookies(name="csrf")
    answers: list[int] = []
    lan.context.on(
        "response", lambda one: answers.append(one.status) if one.request.method == "POST" else None
    )
    open_lines = lines_of(lan)
    connect(lan)
    expect(lan.locator("#rows .deal")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_hidden()
    assert answers == [403, 201]
    for _ in range(200):
        if not open_lines:
            break
        lan.evaluate("() => new Promise(requestAnimationFrame)")
    assert not open_lines, "an answer that nobody reads holds its line"
    assert stored(shared_server, table) == 1

    # So is one of a page that lay open.
    enter(lan, 21)
    lan.context.clear_cookies(name="csrf")
    save(lan)
    expect(lan.locator("#rows .deal")).to_have_count(2)
    assert stored(shared_server, table) == 2

    # What is refused after the token was renewed still says why.
    lan.locator("footer a", has_text="黄庄").click()
    expect(lan.locator("#deal")).to_be_visible()
    lan.context.clear_cookies(name="csrf")
    owner.record(table, **{**WIN, "winner": "1"})
    lan.locator("footer button.primary").click()
    expect(lan.get_by_role("alert")).to_contain_text("还没有记上")
    lan.get_by_role("button", name="不是，接着记").click()
    expect(lan.locator("#rows .deal")).to_have_count(4)
