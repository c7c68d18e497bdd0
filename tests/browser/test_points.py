"""A whole evening of 打林 by hand: bands, kitty, 公主, levels, a match won, a correction, the end.

The expected totals are worked out on paper, in the comments; nothing here asks the rules.
"""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import Sender, hand_over
from tests.browser.taking_home import taken_home

PEOPLE = ("老王", "小李", "阿芳", "四叔")


def expect_totals(page: Page, *expected: int) -> None:
    hands.expect_totals(page, dict(zip(PEOPLE, expected, strict=True)))


def tap(page: Page, name: str, value: object) -> None:
    page.locator(f'#entry [name="{name}"][value="{value}"]').locator("..").click()


def enter(page: Page, points: int, kitty: tuple[int, int] | None = None, *, gongzhu: bool = False) -> None:
    """Fill the form in, from the table's page."""
    page.locator("footer").get_by_text("记一盘").click()
    page.wait_for_selector("#entry")
    count(page, points)
    if kitty:
        tap(page, "kitty_cards", kitty[1])
        tap(page, "kitty_points_10", kitty[0])
    if gongzhu:
        page.locator("[name=gongzhu]").check()


def count(page: Page, points: int) -> None:
    hundreds, rest = divmod(points, 100)
    if hundreds or not rest:
        tap(page, "points_100", hundreds * 100)
    if rest >= 10:
        tap(page, "points_10", rest // 10 * 10)
    if rest % 10:
        tap(page, "points_5", 5)


def save(page: Page, *expected: int) -> None:
    page.locator("#entry .primary").click()
    expect(page.locator(".desk")).to_be_visible()
    expect_totals(page, *expected)


def stored(sender: Sender, table: str, points: int, **fields: str) -> None:
    """A deal without a kitty, recorded without a tap."""
    hundreds, rest = divmod(points, 100)
    tapped = {"points_100": f"{hundreds * 100}", "points_10": f"{rest // 10 * 10 or ''}"}
    sender.record(table, **tapped, points_5=f"{rest % 10 or ''}", **fields)


def caught_with_the_kitty(page: Page, scripts: bool) -> None:
    # 四叔 deals at 10; caught 380, kitty 20 with four cards: T = 460, +5 each, and 四叔's 下家 老王 deals at 5.
    enter(page, 380, (20, 4))
    if not scripts:
        page.get_by_role("button", name="先看看").click()
    for text in ("460 分", "闲家 +5，闲家赢", "下一盘老王坐庄", "进 4 张贡"):
        expect(page.locator("#preview")).to_contain_text(text)
    save(page, 2, -2, 2, -2)
    expect(page.locator(".seat", has=page.locator(".seal"))).to_contain_text("老王")


def played_on(page: Page, sender: Sender, table: str) -> None:
    # 公主 is entered without scripts below. 阿芳 at 10, T = 0: 5 each; 老王 at K, T = 30: 4 each: 10, -10, 10, -10.
    stored(sender, table, 180, gongzhu="1")
    for points in (0, 30):
        stored(sender, table, points)
    # 阿芳 at A, T = 125: 2 each, and the match is won.
    page.goto(f"{table}deals/new/")
    expect(page.locator("#entry")).to_contain_text("打 A")
    count(page, 125)
    expect(page.locator("#preview")).to_contain_text("老王、阿芳打过 A，赢了一场")
    save(page, 12, -12, 12, -12)
    expect(page.locator("details.deal").first).to_contain_text("打过 A，赢一场")
    expect(page.locator(".standing")).to_have_text("老王、阿芳打 5")
    # Exactly 160: 小李 and 四叔 win the deal from 老王 and yet pay 1: 13, -13, 13, -13. 小李 deals at 5.
    stored(sender, table, 160)


def a_wrong_entry(page: Page, table: str, scripts: bool, *expected: int) -> None:
    # 450 cannot be; what was tapped stays, and 145 is entered instead: 闲家 pay 1.
    page.goto(f"{table}deals/new/")
    count(page, 450)
    # With scripts the band says so before anything is sent; without, the page that comes back.
    if not scripts:
        page.locator("#entry .primary").click()
    wrong = page.locator("#preview .bad" if scripts else ".notice.bad")
    expect(wrong).to_contain_text("要 0 到 400 分，写的是 450")
    expect(page.locator("[name=points_10][value='50']")).to_be_checked()
    tap(page, "points_100", 100)
    tap(page, "points_10", 40)
    tap(page, "points_5", 5)
    save(page, *expected)


def a_correction(page: Page, wrong: str, was: int, tens: int, *expected: int) -> None:
    """Other tens than were entered; nothing but this deal's own points changes."""
    deal = page.locator("details.deal", has_text=wrong)
    deal.locator("summary").click()
    deal.get_by_text("更正").click()
    page.get_by_text("记错了，改").click()
    expect(page.locator(f"[name=points_10][value='{was}']")).to_be_checked()
    tap(page, "points_10", tens)
    page.locator("#entry .primary").click()
    page.fill("#id_reason", "数错了")
    page.locator("footer .primary").click()
    expect(page.locator(".desk")).to_be_visible()
    expect_totals(page, *expected)


def settle(page: Page, amount: str) -> None:
    page.get_by_role("link", name="结账").click()
    payments = page.locator(".payments .payment")
    expect(payments).to_have_count(2)
    for payment in payments.all():
        expect(payment).to_contain_text(amount)
    page.locator("footer").get_by_text("收桌").click()
    expect(page.get_by_role("button", name="再打开")).to_be_visible()


def test_an_evening_is_entered_corrected_settled_and_taken_home(lan_phone: Page, phone: Page):
    """Opened on another phone: at the made-up name nothing can be sent without a page."""
    sender = Sender(phone.context)
    table = sender.open_table(people=PEOPLE, ruleset="dalin")
    hand_over(sender.cookies(), lan_phone)
    # As it is tapped in below: 小李 deals the first deal.
    stored(sender, table, 85, dealer="1")
    lan_phone.goto(table)
    caught_with_the_kitty(lan_phone, scripts=True)
    played_on(lan_phone, sender, table)
    a_wrong_entry(lan_phone, table, True, 12, -12, 12, -12)
    # The match-winning 125 was 135: −1 instead of −2.
    a_correction(lan_phone, "闲家 125 分", 20, 30, 11, -11, 11, -11)
    settle(lan_phone, "11 分")
    home = taken_home(lan_phone, phone)
    assert home["totals"] == [11, -11, 11, -11]
    assert [deal["level"] for deal in home["deals"]] == ["5", "10", "5", "10", "K", "A", "5", "5"]
    assert [deal["tribute"] for deal in home["deals"]] == [-1, 4, 0, -3, -3, 0, 0, 0]


def test_deals_are_entered_and_corrected_without_scripts(phone_without_javascript: Page):
    page = phone_without_javascript
    # The third is the one with 180.
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE, ruleset="dalin")
    stored(sender, table, 85, dealer="1")
    page.goto(table)
    caught_with_the_kitty(page, scripts=False)
    # 老王 at 5, 公主 with 180: below 205 the deal is kept, by the bands 闲家 小李 and 四叔 get 1. At 10 阿芳 deals.
    enter(page, 180, gongzhu=True)
    page.get_by_role("button", name="先看看").click()
    for text in ("180 分", "赢归庄家方，积分却是闲家 +1", "下一盘不进贡"):
        expect(page.locator("#preview")).to_contain_text(text)
    save(page, 1, -1, 1, -1)
    a_wrong_entry(page, table, False, 2, -2, 2, -2)
    # 145 was 125: −2 instead of −1.
    a_correction(page, "闲家 145 分", 40, 20, 3, -3, 3, -3)


def test_the_button_says_what_is_missing_and_going_back_after_a_deal_asks_for_the_next_one_afresh(
    phone: Page,
):
    """A plain deal takes four taps."""
    hands.at_table(phone, PEOPLE, ruleset="dalin")
    # 反主: 小李 deals the first deal. 闲家 老王 and 阿芳 catch 85: −3 each, one card of tribute from 四叔's 上家 阿芳.
    enter(phone, 85)
    tap(phone, "dealer", 1)
    for text in (
        "85 分",
        "闲家 −3，庄家赢",
        "下一盘四叔坐庄",
        "小李、四叔打过 5，升到 10",
        "下一盘阿芳进 1 张贡",
    ):
        expect(phone.locator("#preview")).to_contain_text(text)
    save(phone, -3, 3, -3, 3)
    expect(phone.locator(".standing")).to_have_text("小李、四叔打 10")
    phone.go_back()
    button = phone.locator("#entry .primary")
    expect(button).to_have_text("先点抓了多少分")
    expect(phone.locator("[name^=points_]:checked")).to_have_count(0)
    phone.go_forward()
    phone.locator("footer").get_by_text("记一盘").click()
    tap(phone, "points_100", 100)
    tap(phone, "points_10", 80)
    expect(button).to_have_text("记上")
    tap(phone, "kitty_cards", 2)
    expect(button).to_have_text("先点底牌几分")
    tap(phone, "kitty_cards", "")
    expect(button).to_have_text("记上")
    save(phone, -2, 2, -2, 2)


def test_points_count_that_were_tapped_before_the_scripts_came_or_waited_and_are_changed(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE, ruleset="dalin")
    scripts = Gate(phone, "*/htmx*")
    phone.goto(f"{table}deals/new/", wait_until="commit")
    tap(phone, "points_100", 0)
    expect(phone.locator("[name=points_100][value='0']")).to_be_checked()
    scripts.open()
    preview, button = phone.locator("#preview"), phone.locator("#entry .primary")
    expect(preview).to_contain_text("闲家 −5，庄家赢")
    expect(button).to_have_text("记上")
    line = Gate(phone, "*/deals/save/", lambda one: one.answer(503))
    button.click()
    expect(phone.locator("#toast")).to_contain_text("等着上传")
    phone.goto(table)
    expect(phone.locator("[data-waits] b")).to_have_text("闲家抓 0 分")
    phone.locator("#waiting").get_by_role("button", name="改").click()
    expect(preview).to_contain_text("闲家 −5，庄家赢")
    line.open()
    save(phone, 5, -5, 5, -5)
