"""Entering a deal: from who won to what the pad says of the hand."""

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.places.evening import Evening, shows


def entry_source(evening: Evening) -> None:
    evening.enter()
    evening.page.locator("[data-winner='0']").click()


def entry_pad(evening: Evening) -> None:
    evening.enter()
    hands.win(evening.page, 0, "self_draw")


def entry_half(evening: Evening) -> None:
    entry_pad(evening)
    for kind, cards in hands.PLAIN[:4]:
        hands.tap_group(evening.page, kind, cards)
    shows(evening.page.locator("#preview"), "还差")


def entry_collision(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "peng", "玖玖玖")
    hands.tap_group(evening.page, "da", "玖玖九")
    expect(evening.page.locator("[data-part=trouble]")).to_be_visible()


def entry_menu(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "peng", "玖玖玖")
    evening.page.locator("[data-group='0']").click()
    expect(evening.page.get_by_role("dialog")).to_be_visible()


def entry_win(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_hand(evening.page, hands.PLAIN)
    expect(evening.page.locator("[data-win]").first).to_be_visible()


def entry_flip(evening: Evening) -> None:
    entry_win(evening)
    evening.page.locator("[data-win='7']").click()
    expect(evening.page.locator("[data-flip]").first).to_be_visible()


def entry_done(evening: Evening) -> None:
    entry_flip(evening)
    hands.turn(evening.page, "肆")
    expect(evening.page.locator("#preview [data-ready='1']")).to_be_visible()


def entry_by_hu(evening: Evening) -> None:
    entry_pad(evening)
    hands.by_hu(evening.page, 22, 2, 1)
    shows(evening.page.locator("#preview"), "22 胡")


def entry_typed(evening: Evening) -> None:
    entry_pad(evening)
    evening.page.locator("[data-keyboard]:visible").click()
    evening.page.locator("#id_said").fill("小李点炮 猫猫猫")
    evening.page.locator("details.rest-facts > summary").click()
    expect(evening.page.locator("#heard .bad")).to_be_visible()


def entry_heard(evening: Evening) -> None:
    evening.enter()
    evening.page.locator("[data-keyboard]:visible").click()
    evening.page.locator("#id_said").fill(
        "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六"
    )
    expect(evening.page.locator("[data-part=slots] .filled")).to_have_count(7)


def entry_partly(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "saochuan", "伍伍伍伍")
    evening.page.locator("button[data-mode=groups]").click()
    evening.page.locator("button[data-xing='2']").click()
    evening.page.locator("button[data-lower='1']").click()
    shows(evening.page.locator("#preview"), "只验了")


def entry_sent_back(evening: Evening) -> None:
    entry_done(evening)
    evening.page.evaluate("document.querySelector('[name=base]').value = 'nonsense'")
    evening.page.locator("[data-part=save]").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def foul_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/foul/")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def adjust_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/adjust/")
    evening.page.fill("#id_delta_0", "五")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def told_meanwhile(evening: Evening) -> None:
    with evening.page.expect_request(lambda request: "/live/" in request.url):
        evening.at(f"{evening.empty}deals/foul/")
    assert evening.sender.save(evening.empty, "dead").status == 303
    shows(evening.page.locator(".news"), "刚才")


STATES = (
    entry_source,
    entry_pad,
    entry_half,
    entry_collision,
    entry_menu,
    entry_win,
    entry_flip,
    entry_done,
    entry_by_hu,
    entry_typed,
    entry_heard,
    entry_partly,
    entry_sent_back,
    foul_refused,
    adjust_refused,
    told_meanwhile,
)
