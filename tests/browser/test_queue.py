"""The queue of one phone: answers lost, tabs, double taps, reloads, refusals; each entry is stored once or stays."""

import math
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser import hands
from tests.browser.gates import Gate, Stopped
from tests.browser.posts import PEOPLE, Sender, fresh_id, invite
from tests.browser.test_offline import (
    WIN,
    connect,
    cut,
    enter,
    expect_titles,
    lan,
    look,
    put_blocked_in_queue,
    put_foul_in_queue,
    put_in_queue,
    save,
    stored,
    waiting,
)
from tests.quick_taps import spot_of
from tests.servers import Server

__all__ = ["lan"]

SAVE = "*/deals/save/"


@pytest.fixture
def table(owner: Sender) -> str:
    """A table for three, to which no phone has been let in yet."""
    return owner.open_table(people=PEOPLE[:3])


@pytest.fixture
def guest(owner: Sender, lan_phone: Page, table: str) -> Page:
    """A phone that looks at that table, where no tab can lock the others out, and that keeps no page but this one."""
    invite(owner, table, lan_phone)
    lan_phone.goto(table)
    return lan_phone


@pytest.fixture
def keeping(owner: Sender, lan: Page, table: str) -> Page:
    """One that has also kept what can be entered there."""
    invite(owner, table, lan)
    look(lan, table)
    return lan


def lose(phone: Page, address: str, times: float = math.inf) -> None:
    """Let the server store, and cut the line before it has answered."""
    Gate(phone, address, lambda one: one.fail("ConnectionReset"), times=times, answered=True)


def busy(one: Stopped) -> None:
    one.answer(503, headers={"Retry-After": "1"})


def test_an_answer_lost_on_the_way_is_stored_once_and_ends_at_saved(phone: Page, shared_server: Server):
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    phone.goto(f"{table}deals/dead/")
    lose(phone, "*/deals/dead/", times=1)
    hands.send(phone)
    expect(phone.locator("#waiting")).to_be_hidden()
    expect(phone.locator("#rows .deal")).to_have_count(1)
    assert stored(shared_server, table) == 1


def expect_both(phone: Page) -> None:
    """Both deals are stored, in their order, and nothing waits."""
    expect(phone.locator("#rows .deal")).to_have_count(2)
    expect(phone.locator("#waiting")).to_be_hidden()
    expect_titles(phone, "老王 16 胡", "黄庄")


def two_wait_whose_answers_are_lost(phone: Page) -> str:
    """Two deals wait without network, and the table is shown as it was kept; what will be answered then never arrives."""
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    phone.goto(table)
    cut(phone)
    put_in_queue(phone, table, 16)
    put_blocked_in_queue(phone, table)
    phone.evaluate("path => window.zipai.go(path)", table)
    expect(phone.locator("html[data-from-store]")).to_be_attached()
    lose(phone, SAVE)
    return table


def test_what_waits_builds_on_an_entry_that_was_stored_though_the_page_was_left_before_it_heard(phone: Page):
    table = two_wait_whose_answers_are_lost(phone)
    with phone.expect_event("requestfailed", lambda one: one.url.endswith("/deals/save/")):
        connect(phone)
    phone.goto(table)
    expect_both(phone)


def test_what_waits_builds_on_an_entry_that_is_stored_as_the_news_say(phone: Page):
    """The page stays, or one is shown as it was kept: news of the table say what it has, though no answer arrives."""
    two_wait_whose_answers_are_lost(phone)
    connect(phone)
    expect_both(phone)


def test_what_a_busy_server_did_not_take_survives_a_reload_and_a_new_tab(
    guest: Page, table: str, shared_server: Server
):
    """One that is saved on its page meanwhile waits as well: `tests/browser/test_points.py`."""
    Gate(guest, SAVE, busy)
    put_in_queue(guest, table, 16)
    with guest.expect_response(lambda answer: answer.status == 503):
        guest.reload()
    expect(waiting(guest)).to_have_text(["老王 16 胡，自摸"])
    tab = guest.context.new_page()
    gate = Gate(tab, SAVE, busy)
    # Where a page is closed, what it is just asking for goes past every gate; a page that leaves lets go of it.
    guest.goto("about:blank")
    guest.close()
    tab.goto("/")
    expect(tab.locator("#waiting li")).to_contain_text("周五老地方 老王 16 胡，自摸")
    tab.locator("#waiting li a").click()
    expect(tab.locator(".seat .total").first).to_be_visible()
    assert stored(shared_server, table) == 0
    gate.open()
    expect(tab.locator("#rows .deal")).to_have_count(1)
    expect(tab.locator("#waiting")).to_be_hidden()


def sent_by_two_tabs(phone: Page, table: str) -> list[str]:
    """Two deals wait without network, two tabs see it come back: the ids of what is answered then, each time that it is.

    The phone looks at the table.
    """
    tab = phone.context.new_page()
    tab.goto(table)
    # A tab that is not looked at takes its time.
    phone.bring_to_front()
    cut(phone)
    put_in_queue(phone, table, 16)
    put_blocked_in_queue(phone, table)
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


def test_two_tabs_send_what_waits_once(phone: Page, shared_server: Server):
    """At 127.0.0.1 one can lock the other out."""
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    phone.goto(table)
    sent = sent_by_two_tabs(phone, table)
    assert len(sent) == len(set(sent)) == 2
    assert stored(shared_server, table) == 2


def test_what_two_tabs_send_where_neither_can_lock_the_other_out_is_stored_once(
    guest: Page, table: str, shared_server: Server
):
    """Over plain HTTP a lease is all there is, and of it the other tab may hear too late."""
    assert len(set(sent_by_two_tabs(guest, table))) == 2
    assert stored(shared_server, table) == 2


def test_what_is_tapped_twice_or_again_after_going_back_waits_once_and_what_cannot_stand_stops_what_came_after_it(
    keeping: Page, table: str, shared_server: Server
):
    """On one phone without network, three times over."""
    a_double_tap_waits_once_and_can_be_changed_and_another_deal_dropped(keeping, table, shared_server)
    back_and_the_same_button_is_one_entry(keeping, table, shared_server)
    one_that_cannot_stand_stops_what_was_entered_after_it(keeping, table, shared_server)


def a_double_tap_waits_once_and_can_be_changed_and_another_deal_dropped(
    keeping: Page, table: str, server: Server
) -> None:
    cut(keeping)
    enter(keeping, 16)
    keeping.locator("[data-part=save]").dblclick(no_wait_after=True)
    expect(keeping.locator(".seat .total").first).to_be_visible()
    expect(waiting(keeping)).to_have_text(["老王 16 胡，自摸"])
    put_blocked_in_queue(keeping, table)
    expect(waiting(keeping)).to_have_text(["黄庄", "老王 16 胡，自摸"])
    keeping.on("dialog", lambda dialog: dialog.accept())
    keeping.locator("#waiting li", has_text="黄庄").get_by_role("button", name="不要了").click()
    expect(waiting(keeping)).to_have_text(["老王 16 胡，自摸"])
    keeping.get_by_role("button", name="改").click()
    keeping.wait_for_selector("#entry[data-live]")
    expect(keeping.locator("[data-hu='16']")).to_have_attribute("aria-pressed", "true")
    keeping.locator("[data-hu='26']").click()
    save(keeping)
    expect(waiting(keeping)).to_have_text(["老王 26 胡，自摸"])
    connect(keeping)
    expect(keeping.locator("#rows .deal")).to_have_count(1)
    expect_titles(keeping, "老王 26 胡")
    assert stored(server, table) == 1


def back_and_the_same_button_is_one_entry(keeping: Page, table: str, server: Server) -> None:
    cut(keeping)
    keeping.evaluate("path => window.zipai.go(path)", f"{table}deals/foul/")
    keeping.locator("label.choice", has_text="小李").click()
    hands.read(keeping)
    keeping.locator("footer button").click()
    expect(waiting(keeping)).to_have_text(["小李诈胡"])
    keeping.go_back()
    keeping.locator("label.choice", has_text="阿芳").click()
    hands.read(keeping)
    keeping.locator("footer button").click()
    expect(waiting(keeping)).to_have_text(["阿芳诈胡"])
    connect(keeping)
    expect(keeping.locator("#rows .deal")).to_have_count(2)
    assert stored(server, table) == 2


def one_that_cannot_stand_stops_what_was_entered_after_it(keeping: Page, table: str, server: Server) -> None:
    """Where a deal is refused, the next one may depend on it: it waits until somebody has looked."""
    # Nobody is named as the one who declared it.
    cut(keeping)
    put_foul_in_queue(keeping, table)
    put_blocked_in_queue(keeping, table)
    connect(keeping)
    expect(keeping.locator("#waiting [role=status]")).to_contain_text("没记上")
    expect(waiting(keeping)).to_have_count(2)
    assert stored(server, table) == 2
    keeping.get_by_role("button", name="看看").click()
    keeping.locator("label.choice", has_text="小李").click()
    keeping.locator("footer button").click()
    expect(keeping.locator("#rows .deal")).to_have_count(4)
    expect(keeping.locator("#rows .deal .what b").first).to_contain_text("黄庄")
    expect(keeping.locator("#waiting")).to_be_hidden()


def test_a_table_closed_meanwhile_keeps_what_waits_until_it_is_open_again(
    guest: Page, owner: Sender, table: str
):
    cut(guest)
    put_blocked_in_queue(guest, table)
    assert owner.post(f"{table}close/", {"client_id": fresh_id()}).status == 302
    connect(guest)
    expect(guest.locator("#waiting li")).to_contain_text("桌已经收了")
    assert owner.post(f"{table}reopen/", {"client_id": fresh_id()}).status == 302
    guest.get_by_role("button", name="看看").click()
    expect(guest.locator("#rows .deal")).to_have_count(1)
    expect(guest.locator("#waiting")).to_be_hidden()


def refused_beside_another(phone: Page, owner: Sender, table: str, hu: int) -> None:
    """A deal waits without network while another phone records one: somebody has to look at both."""
    cut(phone)
    put_in_queue(phone, table, hu)
    owner.record(table, **WIN)
    connect(phone)
    expect(phone.locator("#waiting [role=status]")).to_contain_text("没记上")


def test_an_entry_that_waited_is_given_up_for_the_same_deal_of_another_phone_or_takes_its_place(
    guest: Page, owner: Sender, table: str, shared_server: Server
):
    refused_beside_another(guest, owner, table, 16)
    guest.get_by_role("button", name="看看").click()
    guest.get_by_role("link", name="同一盘，不记了").click()
    expect(guest.locator("#rows .deal")).to_have_count(1)
    expect(guest.locator("#waiting")).to_be_hidden()
    hands.expect_totals(guest, {"老王": 6, "小李": -3, "阿芳": -3})
    refused_beside_another(guest, owner, table, 21)
    # However often it is asked for before the answer is there.
    asked = Gate(guest, SAVE, method="POST")
    spot = spot_of(guest.get_by_role("button", name="看看"))
    assert spot
    for _ in range(2):
        guest.touchscreen.tap(spot.x, spot.y)
    asked.open()
    expect(guest.get_by_role("link", name="同一盘，不记了")).to_be_visible()
    assert asked.count == 1
    guest.get_by_role("button", name="是同一盘，第 2 盘照我的改").click()
    expect(guest.locator(".effect .row").first).to_contain_text("+14")
    hands.confirm(guest, "看错了")
    expect_titles(guest, "老王 16 胡", "老王 21 胡")
    hands.expect_totals(guest, {"老王": 14, "小李": -7, "阿芳": -7})
    expect(guest.locator("#waiting")).to_be_hidden()
    assert stored(shared_server, table) == 2


def lines_of(page: Page) -> set[Request]:
    """What the page posts from now on, as long as its answer has not ended."""
    found: set[Request] = set()
    page.on("request", lambda one: found.add(one) if one.method == "POST" else None)
    page.on("requestfinished", lambda one: found.discard(one))
    page.on("requestfailed", lambda one: found.discard(one))
    return found


def test_an_entry_is_sent_though_its_token_is_gone(
    guest: Page, owner: Sender, table: str, shared_server: Server
):
    """A browser that clears its cookies may leave the phone at the table and forget the token of its forms."""
    cut(guest)
    put_blocked_in_queue(guest, table)
    guest.context.clear_cookies(name="csrf")
    answers: list[int] = []
    guest.context.on(
        "response", lambda one: answers.append(one.status) if one.request.method == "POST" else None
    )
    open_lines = lines_of(guest)
    connect(guest)
    expect(guest.locator("#rows .deal")).to_have_count(1)
    expect(guest.locator("#waiting")).to_be_hidden()
    assert answers == [403, 201]
    for _ in range(200):
        if not open_lines:
            break
        guest.evaluate("() => new Promise(requestAnimationFrame)")
    assert not open_lines, "an answer that nobody reads holds its line"
    assert stored(shared_server, table) == 1

    # So is one of a page that lay open.
    enter(guest, 21)
    guest.context.clear_cookies(name="csrf")
    save(guest)
    expect(guest.locator("#rows .deal")).to_have_count(2)
    assert stored(shared_server, table) == 2

    # What is refused after the token was renewed still says why.
    guest.locator("footer a", has_text="黄庄").click()
    expect(guest.locator("#deal")).to_be_visible()
    guest.context.clear_cookies(name="csrf")
    owner.record(table, **{**WIN, "winner": "1"})
    guest.locator("footer button.primary").click()
    expect(guest.get_by_role("alert")).to_contain_text("还没有记上")
    guest.get_by_role("button", name="不是，接着记").click()
    expect(guest.locator("#rows .deal")).to_have_count(4)
