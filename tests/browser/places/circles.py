"""Circles: making one, bringing a table in, what a member and a stranger are told."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.places.evening import (
    LONG_NAMES,
    Evening,
    Walk,
    circle_of_two_evenings,
    new_circle,
    sent,
    shows,
)
from tests.browser.posts import PEOPLE, Sender, fresh_id


def circle_menu(evening: Evening) -> None:
    evening.at(evening.circle)
    evening.page.locator("details.menu-drop > summary").click()


def circle_unnamed(evening: Evening) -> None:
    evening.at("/circles/new/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error")).to_be_visible()


def circle_of_nobody(evening: Evening) -> None:
    evening.at(sent(evening.sender, "/circles/new/", {"name": "还没有人", "client_id": fresh_id()}))
    shows(evening.page, "圈里还没有人")


def circle_just_made(evening: Evening) -> None:
    evening.at("/circles/new/")
    evening.page.fill("#id_name", "刚建的")
    evening.page.locator("footer button").click()
    shows(evening.page, "圈里还没有人")


def circle_invitation(evening: Evening) -> Iterator[None]:
    """Made, then followed."""
    evening.at(f"{evening.circle}links/")
    # The code for scanning comes by itself, and what lies below it moves.
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


def circle_names_refused(evening: Evening) -> None:
    evening.at(f"{evening.circle}names/")
    evening.page.locator("#names input[type=text]").nth(1).fill("")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error").first).to_be_visible()


def circle_purge_refused(evening: Evening) -> None:
    evening.at(f"{evening.circle}purge/")
    evening.page.fill("#id_name", "别的圈")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def circle_for_a_table(evening: Evening) -> None:
    evening.at(f"{evening.played}circle/")
    evening.page.locator("main a.row", has_text="巷口老友").first.click()
    shows(evening.page, "放进去")


def circle_of_others(evening: Evening) -> Page:
    """A phone whose table lies in a circle that it was sent out of."""
    circle = new_circle(evening.sender)
    joined(evening, circle)
    other = Sender(evening.onlooker.context)
    table = other.open_table("周日", LONG_NAMES, circle=circle.split("/")[2])
    assert evening.sender.post(f"{circle}devices/rotate/").ok
    evening.onlooker.goto(f"{table}circle/")
    shows(evening.onlooker, "不在那个圈里")
    return evening.onlooker


def joined(evening: Evening, circle: str) -> None:
    """The onlooker's phone becomes a member."""
    made = sent(evening.sender, f"{circle}links/", {"label": ""})
    secret = made.split('id="code">')[1].split("<")[0]
    sent(Sender(evening.onlooker.context), "/j/", {"secret": secret, "as": "viewer"})


def circle_not_for_members(evening: Evening) -> Page:
    circle = new_circle(evening.sender)
    joined(evening, circle)
    evening.onlooker.goto(f"{circle}names/")
    shows(evening.onlooker, "只有圈主能做")
    return evening.onlooker


def circle_phone_sent_away(evening: Evening) -> None:
    """Whose phone it is, before it is."""
    circle = new_circle(evening.sender)
    joined(evening, circle)
    page = evening.sender.get(f"{circle}links/").text()
    evening.at(re.findall(r'href="([^"]+/devices/[^"]+/revoke/)"', page)[0])
    shows(evening.page, "请出去以后")


def circle_invitation_taken_back(evening: Evening) -> None:
    """Whom it sends away, before it does."""
    circle = new_circle(evening.sender)
    joined(evening, circle)
    page = evening.sender.get(f"{circle}links/").text()
    evening.at(re.findall(r'action="([^"]+/revoke/)"', page)[0])
    shows(evening.page, "也一起请出去")


def table_of_a_circle(evening: Evening) -> None:
    """Who sits down tonight is asked where more are in the circle than a table has seats."""
    circle, _table = circle_of_two_evenings(evening.sender)
    evening.at(f"{circle}names/")
    evening.page.fill("#id_added", "六婶")
    evening.page.locator("footer button").click()
    expect(evening.page.locator("#names input[value='六婶']")).to_be_visible()
    evening.at(f"{circle}tonight/")
    expect(evening.page.locator(".comers input")).to_have_count(len(PEOPLE) + 1)


STATES = (
    circle_menu,
    circle_unnamed,
    circle_of_nobody,
    circle_just_made,
    circle_names_refused,
    circle_purge_refused,
    circle_for_a_table,
    circle_of_others,
    circle_not_for_members,
    circle_phone_sent_away,
    circle_invitation_taken_back,
    table_of_a_circle,
)
WALKS: dict[Walk, tuple[str, ...]] = {circle_invitation: ("circle_invitation", "circle_joining")}
