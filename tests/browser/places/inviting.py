"""Invitations, phones at the table, moving to another browser, coming back."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.places.evening import Evening, Walk, sent, shows
from tests.browser.posts import Sender

CHAT_APP = "Mozilla/5.0 (Linux; Android 11) Chrome/96.0 Mobile Safari/537.36 MicroMessenger/8.0.20"


def invitation(evening: Evening) -> Iterator[None]:
    """Made, then followed."""
    evening.at(f"{evening.played}links/")
    expect(evening.page.locator("[data-renew]")).to_have_count(0)
    evening.page.locator("details:has(#invite) > summary").click()
    evening.page.locator("#invite button").click()
    expect(evening.page.locator(".qr")).to_be_visible()
    yield
    address = evening.page.locator("#link").inner_text()
    evening.page.goto("about:blank")
    evening.page.goto(address)
    shows(evening.page, "你是哪一位")
    yield


def links_said(evening: Evening) -> None:
    evening.at(f"{evening.played}links/")
    evening.page.locator("form[action$='/spoken/'] button").click()
    expect(evening.page.locator("#spoken")).to_be_visible()


def device(evening: Evening) -> None:
    evening.at(f"{evening.played}links/")
    evening.page.locator("a.row", has_text="给二婶").click()
    expect(evening.page.locator(".stack").first).to_be_visible()


def asked(evening: Evening) -> Iterator[None]:
    """Somebody asks to keep score, or has asked in an earlier state."""
    evening.onlooker.goto(evening.played)
    wish = evening.onlooker.locator("form.wish button")
    if wish.count():
        wish.click()
    shows(evening.onlooker, "问过桌主了")
    evening.at(evening.played)
    shows(evening.page, "同意")
    yield
    evening.at(f"{evening.played}links/")
    shows(evening.page, "同意")
    yield


def moving(evening: Evening) -> None:
    evening.at(f"{evening.played}move/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".qr")).to_be_visible()


def joining_where_names_are_taken(evening: Evening) -> None:
    """A scorekeeper sits on 小李's name already, and the chosen one was taken meanwhile."""
    made = sent(evening.sender, f"{evening.empty}links/", {"role": "scorekeeper", "label": ""})
    secret = made.split('id="code">')[1].split("<")[0]
    came = sent(Sender(evening.onlooker.context), "/j/", {"secret": secret, "as": "player", "player": "1"})
    assert came == evening.empty
    evening.at("/j/")
    evening.page.fill("#id_secret", secret)
    evening.page.locator("footer button").click()
    shows(evening.page, "已有手机在用")


def invitation_that_is_none(evening: Evening) -> None:
    evening.at("/j/")
    evening.page.fill("#id_secret", "没有这个")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert")).to_be_visible()


def in_a_chat_app(evening: Evening, path: str) -> Page:
    """The onlooker's phone as a chat app's own browser shows the page."""
    evening.onlooker.set_extra_http_headers({"User-Agent": CHAT_APP})
    evening.onlooker.goto(path)
    evening.onlooker.set_extra_http_headers({})
    shows(evening.onlooker.locator(".chat-app, .lead").first, "微信")
    return evening.onlooker


def invitation_in_a_chat_app(evening: Evening) -> Page:
    return in_a_chat_app(evening, "/j/")


def table_in_a_chat_app(evening: Evening) -> Page:
    return in_a_chat_app(evening, evening.played)


def moving_from_a_chat_app(evening: Evening) -> Page:
    return in_a_chat_app(evening, f"{evening.played}move/")


def code(evening: Evening) -> None:
    evening.at(f"{evening.empty}recovery/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator("#code")).to_be_visible()


def recover_refused(evening: Evening) -> None:
    evening.at("/recover/")
    evening.page.fill("#id_code", "ABCD")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert")).to_be_visible()


def signed_off(evening: Evening) -> Page:
    """A phone of its own in the onlooker's browser, which is the onlooker's again afterwards."""
    page = evening.onlooker
    cookies = page.context.cookies()
    page.context.clear_cookies(name="zipai")
    sender = Sender(page.context)
    sender.post(f"{sender.open_table('打完就走')}recovery/")
    page.goto("/sign-off/")
    page.locator("footer button").click()
    expect(page.locator(".empty h2")).to_be_visible()
    page.context.add_cookies(cookies)
    return page


STATES = (
    links_said,
    device,
    moving,
    joining_where_names_are_taken,
    invitation_that_is_none,
    invitation_in_a_chat_app,
    table_in_a_chat_app,
    moving_from_a_chat_app,
    code,
    recover_refused,
    signed_off,
)
WALKS: dict[Walk, tuple[str, ...]] = {
    invitation: ("links_made", "joining"),
    asked: ("asked", "asked_among_devices"),
}
