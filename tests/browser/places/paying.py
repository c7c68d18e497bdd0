"""Settling and paying, where there is something to pay: at tables of their own where something is done to them."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.places.evening import Evening, Walk, shows, with_stake
from tests.browser.posts import fresh_id


def paid(evening: Evening) -> Iterator[None]:
    """A payment that is ticked, then too much in another one."""
    evening.at(f"{with_stake(evening.sender)}settle/")
    evening.page.locator(".tick").first.click()
    shows(evening.page.locator(".payment").first, "已付")
    shows(evening.page, "付过 1 笔")
    yield
    evening.page.locator("a.pay-text").first.click()
    evening.page.fill("#id_amount", "100")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error")).to_be_visible()
    yield


def settling_through_one(evening: Evening) -> None:
    evening.at(f"{evening.staked}settle/?way=cashier&by=2")


def settling_in_doubt(evening: Evening) -> None:
    table = with_stake(evening.sender)
    last = evening.sender.get(table).text().split('id="deal-')[1].split('"')[0]
    doubted = {"client_id": fresh_id(), "note": "不是自摸"}
    assert evening.sender.post(f"{table}deals/{last}/dispute/", doubted).status in (302, 303)
    evening.at(f"{table}settle/")
    shows(evening.page, "异议留着")


def paying_whom(evening: Evening) -> None:
    evening.at(f"{evening.staked}pay/")


def carried_along(evening: Evening) -> None:
    evening.at(f"{evening.staked}again/?owed=1")
    evening.page.fill("#id_stake_other", "20")
    evening.page.locator("footer button").click()
    expect(evening.page.locator("#error-stake")).to_be_visible()


STATES = (
    settling_through_one,
    settling_in_doubt,
    paying_whom,
    carried_along,
)
WALKS: dict[Walk, tuple[str, ...]] = {paid: ("settling_paid", "paying_too_much")}
