"""Phones come to a table by a scan, by a spoken code, from a chat app; ask to keep score; and are sent away."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender, hand_over, invite
from tests.browser.test_offline import WIN
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server

WECHAT = (
    "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0 "
    "Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.44 MQQBrowser/6.2"
)
ASKS_AGAIN = 10_000
"""Milliseconds after which the page with a code to be said asks what has become of it."""


@pytest.fixture
def owner(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def second(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


@pytest.fixture
def third(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


def opened(owner: Sender) -> str:
    """A table of this phone; its path."""
    return owner.open_table(people=PEOPLE[:3])


def spoken(owner: Page) -> str:
    """A code to be said, as the owner reads it on the page that invites."""
    owner.get_by_role("button", name="念一个口令").click()
    return owner.locator("#spoken").inner_text().replace("\n", " ")


def changed(server: Server, statement: str) -> None:
    """What would take hours or many tries, at all tables."""
    with closing(sqlite3.connect(server.database)) as database, database:
        database.execute(statement)


def sent(keeper: Sender, path: str, mark: str, **fields: str) -> str:
    """What stands on the page that answers a tap of the owner, marked so: a code, or a link without its host."""
    found = re.search(
        rf'id="{mark}"[^>]*?(?: data-text="([^"]*)")?>([^<]*)<', keeper.post(path, fields).text()
    )
    assert found
    return re.sub(r"^https?://[^/]*", "", found[1] or found[2])


def came_by_code(guest: Page, code: str, name: str) -> None:
    guest.goto("/")
    guest.get_by_role("link", name="上别人的桌").click()
    # No scan is offered where there is no camera.
    expect(guest.locator("[data-scan] button")).to_be_hidden()
    expect(guest.get_by_text("用微信或相机扫桌上的二维码就行")).to_be_visible()
    guest.locator("#id_secret").fill(code.lower())
    guest.get_by_role("button", name="看看是哪一桌").click()
    guest.locator("label.pick", has_text=name).click()
    guest.get_by_role("button", name=f"我是{name}，上桌").click()
    expect(guest.locator(".desk")).to_be_visible()


def test_three_phones_join_ask_are_refused_ask_again_keep_score_and_one_is_sent_away_and_then_all(
    owner: Page, second: Page, third: Page, shared_server: Server
):
    """A refusal is seen where it was asked, and so is the consent."""
    table = opened(Sender(owner.context))
    invite(Sender(owner.context), table, second)
    second.goto(table)
    expect(second.get_by_role("link", name="记一盘")).to_be_visible()

    owner.goto(f"{table}links/")
    came_by_code(third, spoken(owner), PEOPLE[2])
    expect(third.get_by_role("link", name="记一盘")).to_have_count(0)
    expect(third.locator(f"a[href^='{table}deals/']")).to_have_count(0)

    third.get_by_role("button", name="让我来记分").click()
    expect(third.get_by_text("问过桌主了")).to_be_visible()
    owner.goto(table)
    owner.get_by_role("button", name="先不").click()
    expect(third.get_by_text("桌主这次没答应")).to_be_visible()
    # The time after which one may ask again is over.
    changed(
        shared_server, "UPDATE zipai_ledger_grant SET refused_at = '2020-01-01' WHERE refused_at IS NOT NULL"
    )
    third.get_by_role("button", name="再问一次").click()
    expect(third.get_by_text("问过桌主了")).to_be_visible()
    expect(owner.get_by_text(f"{PEOPLE[2]} 想记分")).to_be_visible()
    owner.get_by_role("button", name="同意").click()
    expect(owner.get_by_text("想记分")).to_have_count(0)

    expect(third.get_by_role("link", name="记一盘")).to_be_visible()
    Sender(third.context).record(table, **WIN)
    for phone in (owner, second, third):
        expect(phone.locator("details.deal")).to_have_count(1)

    sent_away(owner, table, PEOPLE[2])
    assert third.request.get(table).status == 404
    Sender(owner.context).record(table, **WIN)
    expect(second.locator("details.deal")).to_have_count(2)

    # Everybody goes in two taps and a question.
    owner.get_by_role("link", name="全部请下桌").click()
    owner.get_by_role("button", name="全部请下桌").click()
    expect(owner.locator("#code")).to_be_visible()
    for phone in (second, third):
        expect(phone.locator("#connection")).to_contain_text("看不到这一桌")
    assert owner.request.get(table).ok


def sent_away(owner: Page, table: str, name: str) -> None:
    """By the page that the list of phones leads to (tests/views/test_phones.py goes through it); the list without it."""
    owner.goto(f"{table}links/")
    phone = owner.locator("a.row", has_text=name).get_attribute("href")
    assert Sender(owner.context).post(f"{phone}revoke/").status == 302
    owner.reload()
    expect(owner.locator("#devices")).to_be_visible()
    expect(owner.locator("a.row", has_text=name)).to_have_count(0)


def test_a_code_that_has_ended_is_made_anew_by_the_page_that_shows_it_and_wrong_tries_are_told_beside_a_spoken_one(
    clocked_phone: Page, keeper: Sender, shared_server: Server
):
    """On the empty table as on the page that invites; what is to be scanned without a tap."""
    owner = clocked_phone
    table = opened(Sender(owner.context))
    made_anew(owner, f"{table}links/", shared_server)
    code = spoken(owner)
    desk = owner.context.new_page()
    made_anew(desk, table, shared_server)
    expect(desk.locator(".desk")).to_be_visible()
    changed(shared_server, "UPDATE zipai_ledger_link SET wrong_tries = 49 WHERE kind = 'spoken'")
    wrong = f"{(int(code.replace(' ', '')) + 1) % 10**8:08}"
    assert 'id="error-secret"' in keeper.post("/j/", {"secret": wrong}).text()
    owner.clock.run_for(ASKS_AGAIN)
    expect(owner.locator("#spoken-state")).to_contain_text("作废了")
    expect(desk.get_by_text("口令试错的次数太多，作废了")).to_be_visible()
    # The tap beside it makes a new one, and that brings somebody in.
    assert keeper.get(table).status == 404
    joined = keeper.post("/j/", {"secret": spoken(desk), "as": "viewer"})
    assert joined.status == 302
    assert keeper.get(table).ok


def made_anew(owner: Page, path: str, server: Server) -> None:
    """Come to a page whose code has ended."""
    changed(server, "UPDATE zipai_ledger_link SET expires_at = '2020-01-01' WHERE seed <> ''")
    owner.goto(path)
    expect(owner.locator("#at-hand[data-until]")).to_be_visible()
    expect(owner.locator("form[data-renew]")).to_have_count(0)


def test_what_stands_below_a_code_stays_where_it_is_when_the_code_comes(keeper: Sender, second: Page):
    table = opened(keeper)
    hand_over(keeper.cookies(), second)
    gate = Gate(second, "*/links/code/", times=1)
    second.goto(f"{table}links/")
    before = second.locator("#at-hand").bounding_box()
    gate.open()
    expect(second.locator(".qr")).to_be_visible()
    assert second.locator("#at-hand").bounding_box() == before


def test_out_of_a_chat_app_into_the_real_browser(
    browser: Browser, shared_server: Server, keeper: Sender, third: Page
):
    table = opened(keeper)
    link = sent(keeper, f"{table}links/", "link", role="scorekeeper")
    for chat in open_phone(browser, shared_server.url, user_agent=WECHAT):
        chat.goto(link)
        expect(chat.get_by_text("你是在微信里打开的")).to_be_visible()
        assert "#" in chat.url, "the chat app hands the whole address on to the real browser"
        chat.locator("label.pick", has_text=PEOPLE[1]).click()
        chat.get_by_role("button", name=f"我是{PEOPLE[1]}，上桌").click()
        chat.get_by_role("link", name="搬到手机自己的浏览器").click()
        chat.get_by_role("button", name="做链接").click()
        expect(chat.locator(".qr")).to_be_visible()
        third.goto("/j/" + chat.locator("#link").inner_text().partition("/j/")[2])
        assert "#" not in third.url
        third.get_by_role("button", name="搬过来").click()
        expect(third.get_by_role("link", name="记一盘")).to_be_visible()
        expect(third.locator(".seat", has_text="我")).to_contain_text(PEOPLE[1])
        assert chat.request.get(table).status == 404


@pytest.fixture
def plain(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    yield from open_phone(browser, shared_server.url, java_script_enabled=False)


def test_without_scripts_a_code_a_request_and_a_transfer_work(keeper: Sender, plain: Page, third: Page):
    """And the link of the transfer is typed into the field of a phone that has scripts."""
    table = opened(keeper)
    plain.goto("/j/")
    plain.locator("#id_secret").fill(sent(keeper, f"{table}links/spoken/", "spoken"))
    plain.locator("footer button").click()
    plain.locator("label.pick", has_text=PEOPLE[2]).click()
    plain.locator("footer button").click()
    plain.get_by_role("button", name="让我来记分").click()
    expect(plain.get_by_text("问过桌主了")).to_be_visible()
    plain.goto(f"{table}move/")
    plain.get_by_role("button", name="做链接").click()
    link = plain.locator("#link").inner_text()
    third.goto("/j/")
    third.locator("#id_secret").fill(link)
    third.get_by_role("button", name="看看是哪一桌").click()
    expect(third.locator(".desk")).to_be_visible()
    assert plain.request.get(table).status == 404


SCANNER = """secret => {
    window.BarcodeDetector = class {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => [{ rawValue: `http://elsewhere/j/any#${secret}` }];
    };
    const camera = async () => document.createElement("canvas").captureStream();
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: camera } });
    HTMLMediaElement.prototype.play = async () => {};
}"""


def test_a_scan_leads_to_the_names_without_a_tap(keeper: Sender, third: Page):
    """Scanned by the page where the browser reads codes; by the phone's own camera: `tests/browser/test_reach.py`."""
    table = opened(keeper)
    address = sent(keeper, f"{table}links/", "link", role="scorekeeper")
    third.add_init_script(f"({SCANNER})('{address.partition('#')[2]}')")
    third.goto("/j/")
    third.get_by_role("button", name="打开相机，扫一扫").click()
    third.locator("label.pick", has_text=PEOPLE[1]).click()
    third.get_by_role("button", name=f"我是{PEOPLE[1]}，上桌").click()
    expect(third.get_by_role("link", name="记一盘")).to_be_visible()
