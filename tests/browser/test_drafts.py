"""A deal left half done belongs to who won it: it answers for nobody else, and can be taken up again."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_mahjong import Fingers


def entry(page: Page, table: str, name: str = "") -> None:
    """Where a tap on a total leads, or one on 记一盘."""
    page.goto(f"{table}deals/new/" + (f"?winner={PEOPLE.index(name)}" if name else ""))
    page.wait_for_selector("#entry[data-live]")


def own_draw(page: Page, seat: int, hu: int) -> None:
    """What is asked after who won."""
    source = f".how[data-how='{seat}'] [data-source=self_draw]"
    hands.click_all(page, source, "[data-mode=hu]", f"[data-hu='{hu}']", "button[data-xing='0']")


def shows_what_was_begun(page: Page) -> None:
    expect(page.locator(".fact-bar [data-fact=winner]")).to_have_text("小李")
    expect(page.locator("[data-hu='21']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button[data-xing='0']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def asks_for_the_hu(page: Page) -> None:
    hands.begin_with(page, "hu")
    expect(page.locator(".hu-key[aria-pressed=true]")).to_have_count(0)


def test_a_deal_left_half_done_waits_for_its_winner_until_somebody_starts_over(page: Page):
    table = Sender(page.context).open_table(people=PEOPLE[:3])
    # 小李's 21 胡, left before it is saved.
    entry(page, table, "小李")
    own_draw(page, 1, 21)
    another_seat_begins_afresh_and_the_draft_is_offered(page, table)
    the_same_seat_and_a_new_deal_take_the_draft_up(page, table)
    somebody_else_as_the_winner_of_what_was_left_begins_afresh(page, table)
    starting_over_asks_for_everything(page, table)
    a_winner_named_by_mistake_leaves_what_was_tapped_since(page)
    a_winner_alone_is_no_draft(page, table)


def another_seat_begins_afresh_and_the_draft_is_offered(page: Page, table: str) -> None:
    entry(page, table, "阿芳")
    expect(page.locator("body")).to_have_attribute("data-step", "source")
    own_draw(page, 2, 16)
    hands.save(page)
    expect(page.locator(".deal")).to_have_count(1)
    hands.expect_totals(page, {"老王": -3, "小李": -3, "阿芳": 6})
    entry(page, table, "老王")
    hands.tap(page.get_by_role("button", name="接着小李那盘"))
    shows_what_was_begun(page)


def the_same_seat_and_a_new_deal_take_the_draft_up(page: Page, table: str) -> None:
    entry(page, table, "小李")
    shows_what_was_begun(page)
    entry(page, table)
    shows_what_was_begun(page)


def somebody_else_as_the_winner_of_what_was_left_begins_afresh(page: Page, table: str) -> None:
    hands.tap(page.locator(".fact-bar [data-go=winner]"))
    hands.win(page, 2, "self_draw")
    asks_for_the_hu(page)
    entry(page, table, "小李")
    shows_what_was_begun(page)


def starting_over_asks_for_everything(page: Page, table: str) -> None:
    entry(page, table)
    hands.tap(page.locator("[data-reset]"))
    expect(page.locator("body")).to_have_attribute("data-step", "winner")
    hands.win(page, 1, "self_draw")
    asks_for_the_hu(page)


def a_winner_named_by_mistake_leaves_what_was_tapped_since(page: Page) -> None:
    hands.tap(page.locator("[data-hu='21']"))
    hands.tap(page.locator("button[data-xing='0']"))
    hands.tap(page.locator(".fact-bar [data-go=winner]"))
    hands.win(page, 2, "self_draw")
    expect(page.locator("[data-hu='21']")).to_have_attribute("aria-pressed", "true")
    hands.save(page)
    # 阿芳 had 6 already; 21 胡 are 4 from each.
    hands.expect_totals(page, {"老王": -7, "小李": -7, "阿芳": 14})


def a_winner_alone_is_no_draft(page: Page, table: str) -> None:
    entry(page, table)
    hands.tap(page.locator("[data-winner='1']"))
    expect(page.locator("body")).to_have_attribute("data-step", "source")
    entry(page, table)
    expect(page.locator("body")).to_have_attribute("data-step", "winner")


def test_tiles_of_another_winner_do_not_answer_either(page: Page):
    table = Sender(page.context).open_table(ruleset="guiyang")
    a_winner_alone_is_no_draft(page, table)
    entry(page, table, "小李")
    fingers = Fingers(page)
    fingers.tap(".how[data-how='1'] [data-source='self_draw']")
    fingers.pattern(1, "qingyise")
    entry(page, table, "阿芳")
    expect(page.locator("body")).to_have_attribute("data-step", "source")
    expect(page.locator("[name=won_1]")).not_to_be_checked()
    hands.tap(page.get_by_role("button", name="接着小李那盘"))
    expect(page.locator("body")).to_have_attribute("data-step", "hand")
    expect(page.locator("[name=pattern_1][value=qingyise]")).to_be_checked()
    expect(page.locator("[name=won_2]")).not_to_be_checked()
