"""Entering a deal: from who won to what the pad says of the hand."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.places.evening import Evening, Walk, shows


def tapped_in(evening: Evening) -> Iterator[None]:
    """A hand of seven groups, and what may come in between."""
    page = evening.page
    evening.enter()
    hands.tap(page.locator("[data-winner='0']"))
    yield
    hands.tap(page.locator(".how[data-how='0'] [data-source='self_draw']"))
    yield
    hands.tap_group(page, "peng", "玖玖玖")
    page.locator("[data-group='0']").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    hands.tap_group(page, "da", "玖玖九")
    expect(page.locator("[data-part=trouble]")).to_be_visible()
    yield
    page.locator("[data-part=trouble] button").click()
    page.locator("[data-group='0']").click()
    page.get_by_role("dialog").locator("button.danger").click()
    expect(page.locator("[data-part=slots] .filled")).to_have_count(0)
    for kind, cards in hands.PLAIN[:4]:
        hands.tap_group(page, kind, cards)
    shows(page.locator("#preview"), "还差")
    yield
    hands.tap_hand(page, hands.PLAIN[4:])
    expect(page.locator("[data-win]").first).to_be_visible()
    yield
    page.locator("[data-win='7']").click()
    expect(page.locator("[data-flip]").first).to_be_visible()
    yield
    hands.turn(page, "肆")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    yield
    page.evaluate("document.querySelector('[name=base]').value = 'nonsense'")
    page.locator("[data-part=save]").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    yield


def in_short(evening: Evening) -> Iterator[None]:
    """Without all the cards: a group that is checked and 醒, 胡 alone."""
    page = evening.page
    evening.enter()
    hands.win(page, 0, "self_draw")
    hands.tap_group(page, "saochuan", "伍伍伍伍")
    page.locator("button[data-mode=groups]").click()
    page.locator("button[data-xing='2']").click()
    page.locator("button[data-lower='1']").click()
    shows(page.locator("#preview"), "只验了")
    yield
    evening.at("/preferences/")
    page.evaluate("localStorage.clear()")
    evening.enter()
    hands.win(page, 0, "self_draw")
    hands.by_hu(page, 22, 2, 1)
    shows(page.locator("#preview"), "22 胡")
    yield


def typed_in(evening: Evening) -> Iterator[None]:
    """A whole deal in words, then some that mean nothing."""
    page = evening.page
    evening.enter()
    page.locator("[data-keyboard]:visible").click()
    page.locator("#id_said").fill("小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六")
    expect(page.locator("[data-part=slots] .filled")).to_have_count(7)
    yield
    page.locator("#id_said").fill("小李点炮 猫猫猫")
    page.locator("details.rest-facts > summary").click()
    expect(page.locator("#reading .bad")).to_be_visible()
    yield


def foul_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/foul/")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def adjust_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/adjust/")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def told_meanwhile(evening: Evening) -> None:
    with evening.page.expect_request(lambda request: "/live/" in request.url):
        evening.at(f"{evening.empty}deals/foul/")
    assert evening.sender.save(evening.empty, "dead").status == 303
    shows(evening.page.locator("#meanwhile [data-part=line]"), "刚记了")


STATES = (foul_refused, adjust_refused, told_meanwhile)
WALKS: dict[Walk, tuple[str, ...]] = {
    tapped_in: (
        *("entry_source", "entry_pad", "entry_menu", "entry_collision", "entry_half"),
        *("entry_win", "entry_flip", "entry_done", "entry_sent_back"),
    ),
    in_short: ("entry_partly", "entry_by_hu"),
    typed_in: ("entry_heard", "entry_typed"),
}
