"""Correcting, doubting, and what another phone did meanwhile."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.places.evening import Evening, Walk, shows
from tests.browser.posts import PEOPLE, fresh_id


def replacing(evening: Evening) -> Iterator[None]:
    evening.at(f"{evening.played}deals/new/?replace={evening.keys[0]}")
    evening.page.wait_for_selector("#entry[data-live]")
    yield
    expect(evening.page.locator("#preview [data-ready='1']")).to_be_visible()
    evening.page.locator("[data-part=save]").click()
    expect(evening.page.locator(".effect")).to_be_visible()
    yield


def void_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}deals/{evening.keys[1]}/void/")
    evening.page.evaluate("document.querySelector('#id_reason').removeAttribute('maxlength')")
    evening.page.fill("#id_reason", "长" * 501)
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error")).to_be_visible()


def told_on_a_correction(evening: Evening) -> None:
    with evening.page.expect_request(lambda request: "/live/" in request.url):
        evening.at(f"{evening.played}deals/{evening.keys[1]}/void/")
    added = {"client_id": fresh_id(), "gives_0": "1", "gets_0": "0"}
    assert evening.sender.post(f"{evening.played}deals/adjust/", added).status == 303
    shows(evening.page.locator(".news"), "刚才")


def stale(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    assert evening.sender.save(evening.empty, "dead").status == 303
    evening.page.locator("footer button").click()
    shows(evening.page, "接着记")


def conflict(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    used = evening.page.locator("[name=client_id]").input_value()
    stored = {"client_id": used, "gives_0": "1", "gets_0": "0"}
    assert evening.sender.post(f"{evening.empty}deals/adjust/", stored).status == 303
    evening.page.locator("footer button").click()
    shows(evening.page, "是另一盘，记上")


def reseated(evening: Evening) -> None:
    """Somebody else took a seat while a deal was entered."""
    table = evening.sender.open_table("换人的一桌", PEOPLE[:3])
    evening.sender.record(table, "dead")
    evening.at(f"{table}deals/dead/")
    seats = {"ruleset": "guilin", "seats": "3", "dealer": "0", "rule-xing_kinds": ("上", "下")}
    stage = {**seats, "client_id": fresh_id(), "player": ("老王", "建国", "阿芳")}
    assert evening.sender.post(f"{table}stage/", stage).status == 302
    evening.page.locator("footer button").click()
    shows(evening.page, "现在坐的是")


def refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    for verb in ("close", "reopen"):
        if verb == "reopen":
            evening.page.locator("footer button").click()
            shows(evening.page.get_by_role("alert"), "收了")
        assert evening.sender.post(f"{evening.empty}{verb}/", {"client_id": fresh_id()}).status == 302
    shows(evening.page.get_by_role("alert"), "收了")


def doubted(evening: Evening) -> Iterator[None]:
    """A deal that somebody doubts; from here on the table says so at its top and where it settles."""
    evening.sender.post(f"{evening.played}deals/{evening.keys[1]}/dispute/", {"note": "那张不是我打的"})
    evening.at(f"{evening.played}deals/{evening.keys[1]}/")
    expect(evening.page.locator(".both")).to_be_visible()
    yield
    evening.at(evening.played)
    expect(evening.page.locator("#doubted a")).to_be_visible()
    yield


STATES = (
    void_refused,
    told_on_a_correction,
    stale,
    conflict,
    reseated,
    refused,
)
WALKS: dict[Walk, tuple[str, ...]] = {
    replacing: ("entry_again", "effect_of_a_replacement"),
    doubted: ("doubted", "doubted_on_the_table"),
}
