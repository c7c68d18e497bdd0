"""Rounds and presets by hand: a round settled, one carried into another evening, values that follow a choice."""

from playwright.sync_api import Page, expect

from tests.browser import hands, looks
from tests.browser.posts import Sender
from tests.browser.test_games import expect_tally, record

PEOPLE = ("老王", "小李", "阿芳", "四叔")


def test_a_round_is_settled_above_the_ledger_and_the_next_begins(page: Page):
    """As the deals come, on a page that stays; what is written there: `tests/views/test_rounds.py`."""
    sender = Sender(page.context)
    table = sender.open_table("剥皮", PEOPLE, ruleset="bopi", seats="three_and_counter")
    page.goto(table)
    expect(page.locator(".middle")).to_contain_text("老王打桩")
    expect(page.locator(".seat.sitting")).to_contain_text("四叔数算")
    # 老王 deals: 40 and 10 for the own draw, 四叔 half of it. Then 60 more: enough, but the dealer keeps winning.
    sender.record(table, winner="0", source="self_draw", mode="hu", hu="40")
    record(page, 0, "other_draw", 60, 1)
    expect_tally(page, 110, 0, 0, 55)
    expect(page.locator(".seat .full")).to_have_text("满了")
    # 小李 30: 四叔 half, 15. The round ends with 110, 30, 0, 70: no reward; 11, 3, 0 and 7 皮, in all 21.
    record(page, 1, "other_draw", 30, 0)
    over = page.locator(".round-over")
    expect(over.locator("h2")).to_contain_text("一轮结了")
    expect(over.locator(".totals")).to_be_in_viewport(ratio=1)
    figures = [hands.signed(figure) for figure in (23, -9, -21, 7)]
    expect(over.locator("dd:first-of-type")).to_have_text(figures)
    expect(over.locator("dd + dd")).to_have_text(["110 胡", "30 胡", "0 胡", "70 胡"])
    expect(over).to_contain_text("老王 110 胡，11 皮")
    expect(page.locator(".middle")).to_have_text("下一轮小李打桩")
    expect(page.locator("footer a", has_text="打下一轮")).to_have_attribute("href", f"{table}deals/new/")
    record(page, 1, "self_draw", 20)
    expect(page.locator(".round-over")).to_have_count(0)
    expect_tally(page, 15, 30, 0, 0)


def test_a_round_is_carried_into_another_evening(page: Page):
    sender = Sender(page.context)
    first = sender.open_table("周五", PEOPLE[:3], ruleset="gaohuzi", seats="three")
    for winner, hu, giver in (("0", "20", "1"), ("1", "18", "0")):
        sender.record(first, winner=winner, source="other_draw", mode="hu", hu=hu, **{"from": giver})
    page.goto(f"{first}settle/")
    page.locator("footer").get_by_text("收桌").click()
    page.locator("label.pick", has_text="带到下次").click()
    page.locator("footer button").click()
    page.locator("footer button", has_text="收桌").click()
    expect(page.locator("footer")).to_contain_text("再打开")
    page.get_by_text("照这样再开一桌").click()
    # 小李 deals now; the form says what is carried, and it goes with its player when two change places.
    expect(page.locator("[name=carry]")).to_be_checked()
    rows = page.locator(".seat-row:visible")
    expect(rows.nth(0).locator("[name=carried-tally]")).to_have_value("20")
    expect(rows.nth(1).locator("[name=dealer]")).to_be_checked()
    hands.tap(rows.nth(0).locator(".swap"))
    expect(rows.nth(1).locator("[name=carried-tally]")).to_have_value("20")
    expect(rows.nth(1).locator("[name=carried-wins]")).to_have_value("1")
    hands.tap(rows.nth(0).locator(".swap"))
    looks.check(page)
    page.locator("label.carry").click()
    expect(page.locator(".carried").first).to_be_hidden()
    page.locator("label.carry").click()
    page.locator("footer").get_by_text("开牌").click()
    expect_tally(page, 20, 18, 0)
    row = "带进来没打完的一轮：老王 20 胡（胡过 1 盘），小李 18 胡（胡过 1 盘）"
    expect(page.locator("#rows .event")).to_have_text(row)
    # 18 + 32 = 50 ends it: 老王 won once and pays 20, 阿芳 never and pays 30.
    expect(page.locator(".seat", has_text="小李").locator(".need")).to_have_text("这盘要 17")
    expect(page.locator(".seat", has_text="阿芳").locator(".need")).to_have_text("头盘要 18")
    record(page, 1, "other_draw", 32, 0)
    expect(page.locator(".round-over")).to_contain_text("小李出告：50 胡")
    hands.expect_totals(page, {"老王": -20, "小李": 50, "阿芳": -30})


def test_a_choice_fills_in_the_other_values_and_what_was_set_by_hand_wins(page: Page):
    page.goto("/new/?ruleset=guiyang")
    hands.unfold(page, "values")
    page.fill("[name='rule-values.daduizi']", "6")
    hands.unfold(page, "preset")
    page.locator("[name='rule-preset'][value='family_b']").locator("..").click()
    expect(page.locator("[name='rule-values.longqidui']")).to_have_value("20")
    expect(page.locator("[name='rule-values.daduizi']")).to_have_value("6")
    expect(page.locator("[name='rule-chongfeng'][value='3']")).to_be_checked()
    expect(page.locator("[name='rule-ready_only'][value='on']")).to_be_checked()
    expect(page.locator("#rules")).to_have_attribute("open", "")
    looks.check(page)


def test_four_at_once_bring_their_minimum_into_view(page: Page):
    page.goto("/new/?ruleset=huashi")
    page.locator("#seats-four_at_once").locator("..").click()
    expect(page.locator("#rules-line")).to_contain_text("起胡 6")
    hands.unfold(page, "min_hu")
    expect(page.locator("[name='rule-min_hu']")).to_have_value("6")
    page.fill("[name='rule-min_hu']", "8")
    page.locator("#seats-three").locator("..").click()
    expect(page.locator("#rules-line")).to_contain_text("起胡 8")
