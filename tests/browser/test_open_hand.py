"""听什么: a hand that somebody shows after the deal is tapped, card by card, into the field where it is typed too."""

from playwright.sync_api import Page, expect

from tests.browser.posts import Sender

HAND = "碰捌捌捌 碰五五五 手壹贰叁一二三肆伍六六柒柒柒陆"
CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"


def tap(page: Page, kind: str, cards: str) -> None:
    page.locator(f"[data-kind={kind}]").click()
    for card in cards:
        page.locator(f'[data-card="{CARDS.index(card)}"]').click()


def test_a_shown_hand_is_tapped_and_a_second_tap_on_a_group_is_not_meant(page: Page) -> None:
    sender = Sender(page.context)
    table = sender.open_table()
    keys = sender.fill(table)
    page.goto(f"{table}deals/{keys[1]}/after/")
    field = page.locator("#id_hand")
    page.locator("[data-kind=peng]").click()
    page.locator('[data-card="17"]').evaluate("key => { key.click(); key.click(); }")
    expect(field).to_have_value("碰捌捌捌")
    tap(page, "peng", "五")
    tap(page, "rest", "壹贰叁一二三肆伍六六柒柒柒陆拾")
    page.get_by_role("button", name="退一步").click()
    expect(field).to_have_value(HAND)
    expect(page.locator("[data-count]")).to_have_text("点了 20 张")
    page.get_by_role("button", name="看听什么").click()
    expect(page.get_by_text("听 6 样")).to_be_visible()
    expect(field).to_have_value(HAND)
    page.locator("[data-kind=rest]").focus()
    field.evaluate("field => { field.value = '' }")
    for key in ("w", "Shift+Digit8", "q", "1", "2", "Backspace"):
        page.keyboard.press(key)
    expect(field).to_have_value("碰捌捌捌 手一")


def test_a_shown_hand_of_tiles_is_tapped_too(page: Page) -> None:
    sender = Sender(page.context)
    table = sender.open_table(ruleset="guiyang")
    page.goto(f"{table}deals/{sender.record(table, 'dead')}/after/")
    page.locator("[data-kind=peng]").click()
    page.locator("[data-tile=五万]").click()
    page.locator("[data-kind=rest]").click()
    for tile in ("一条", "一条", "二筒", "三筒", "四筒", "七筒"):
        page.locator(f"[data-tile={tile}]").click()
    page.get_by_role("button", name="退一步").click()
    expect(page.locator("#id_hand")).to_have_value("碰五五五万 一条 一条 二筒 三筒 四筒")
    expect(page.locator("[data-count]")).to_have_text("点了 8 张")
