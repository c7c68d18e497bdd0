"""A whole evening of 桂林字牌: every kind of deal, corrections, four players becoming three. What differs for fingers is by hand.

The expected totals are worked out on paper, in the comments; nothing here asks the rules.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import HAND, Sender, fresh_id, hand_over
from tests.browser.taking_home import taken_home

DEALT = "扫捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八"
QUAD = "开舵一一一一 扫贰贰贰 碰三三三 顺肆伍陆 顺七八九 顺二七十 眼拾拾 胡拾@6"
PEOPLE = ("老王", "小李", "阿芳", "四叔")


def enter(page: Page, table: str, which: str = "") -> None:
    """Come to the entry by its address."""
    page.goto(f"{table}deals/new/{which}")
    page.wait_for_selector("#entry[data-live]")


def expect_totals(page: Page, *expected: int) -> None:
    hands.expect_totals(page, dict(zip(PEOPLE, expected, strict=False)))


class Other:
    """The owner's other phone, at an address that is found without a page: it sends what need not be seen to be tapped in."""

    def __init__(self, sender: Sender, table: str) -> None:
        self._sender, self._table = sender, table

    def typed(self, groups: str, **fields: str) -> None:
        """A hand as the pad writes it."""
        self.sent("save", mode="cards", groups=groups, **fields)

    def sent(self, form: str, **fields: str) -> str:
        """A deal; its key."""
        return self._sender.record(self._table, form, **fields)

    def struck_out(self, key: str, reason: str) -> None:
        fields = {"client_id": fresh_id(), "confirm": "1", "reason": reason}
        assert self._sender.post(f"{self._table}deals/{key}/void/", fields).status == 303


def played_before_the_phone_comes(other: Other) -> None:
    # 18 胡 is 2 舵; 肆 turned: 上 叁 1 copy, 下 伍 3 copies. Dealer wins: 下 goes to 阿芳, who sits out. 2 + 1 + own draw 1 = 4 each:
    # 8, -7, 6, -7.
    other.typed(HAND, winner="0", source="self_draw", flipped="肆")
    # 平胡: 小李 wins on 四叔's draw; 十 turned: 上 九 2 copies. 2 + 2 = 4 each from 老王 and 四叔; 下 counts for nobody:
    # 4, 1, 6, -11.
    other.typed(HAND, winner="1", source="other_draw", **{"from": "3"}, flipped="十")
    # 阿芳 wins off 老王: 16 胡 is 2 舵, no 醒 with 捌 turned; the discarder alone pays 2 × 2. 四叔 sits out: 0, 1, 10, -11.
    other.typed(QUAD, winner="2", source="discard", **{"from": "0"}, flipped="捌")
    # 天胡 of the dealer 阿芳: 21 胡 is 3 舵, 天胡 1; 柒 turned: 上 陆 0, 下 捌 3 to 老王 who sits out. 4 each, and 3 each to 老王:
    # 6, -6, 18, -18.
    other.typed(DEALT, winner="2", source="dealt", marks="tianhu", flipped="柒")
    # 地胡: 四叔 on 阿芳's first discard: 3 + 上 一 1 (二 turned) + 地胡 1 = 5, paid twice by 阿芳: 6, -6, 8, -8.
    other.typed(f"{DEALT} 胡八@6", winner="3", source="discard", **{"from": "2"}, marks="dihu", flipped="二")


def three_quads_and_loose_cards(page: Page) -> None:
    # 三笼五坎: 老王's 20 cards hold three quads, 9 + 12 + 9 = 30 胡, 5 舵; 柒 turned: 上 陆 1; 三笼五坎 1: 7 each. 小李 sits out.
    hands.marked(page, 0, "sanlong")
    hands.fill_in_hand(page, (("saochuan", "一一一一"), ("saochuan", "贰贰贰贰"), ("saochuan", "三三三三")))
    page.locator("[data-place='rest']").click()
    page.get_by_role("dialog").get_by_text("散牌").click()
    hands.click_all(page, *map(hands.key_of, "五六八九肆陆捌"))
    hands.tap(page.locator(hands.key_of("玖")))
    hands.turn(page, "柒")
    hands.save(page)
    expect_totals(page, 20, -6, 1, -15)


def nobody_wins_and_a_deal_is_entered_twice(other: Other) -> str:
    """The key of the foul."""
    # 黄庄: nobody pays. 诈胡: 小李 pays 1 each to 老王 and 四叔; 阿芳 sits out: 21, -8, 1, -14.
    other.sent("dead")
    foul = other.sent("foul", offender="1")
    # 老王 10 胡 by own draw, struck out again.
    counts = {"xing_count": "0", "xing_lower": "0"}
    other.struck_out(
        other.sent("save", winner="0", source="self_draw", mode="hu", hu="10", **counts), "记重了"
    )
    return foul


def a_wrong_hand(page: Page, table: str) -> None:
    # A fifth 玖 is refused on the pad and nothing is lost; then 小李 21 胡 off 四叔, 醒 2: 3 + 2 = 5, paid twice.
    enter(page, table)
    hands.win(page, 1, "discard", 3)
    hands.tap_group(page, "peng", "玖玖玖")
    hands.tap_group(page, "da", "玖玖九")
    expect(page.locator("[data-part=trouble]")).to_contain_text("玖 有 5 张")
    expect(page.locator("[data-part=save]")).to_contain_text("先改好")
    page.locator("[data-part=save]").dispatch_event("click")
    expect(page.locator("#entry")).to_be_visible()
    page.reload()
    page.wait_for_selector("#entry[data-live]")
    expect(page.locator("[data-part=trouble]")).to_contain_text("玖 有 5 张")
    hands.by_hu(page, 21, 2, 0)
    hands.save(page)
    expect_totals(page, 21, 2, 1, -24)


def a_forgotten_deal(page: Page, table: str, foul: str) -> None:
    # Before the foul: 四叔 12 胡 on 老王's draw, 醒 1: 1 + 1 = 2 each from 老王 and 小李.
    enter(page, table, f"?before={foul}")
    how = "[data-winner='3']", ".how[data-how='0'] [data-source=other_draw]"
    hands.click_all(
        page, *how, "[data-mode=hu]", "[data-hu='12']", "button[data-xing='1']", "[data-lower='0']"
    )
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    page.locator("[data-part=save]").click()
    hands.confirm(page, "漏记了")
    expect_totals(page, 19, 0, 1, -20)


def four_become_three(page: Page, other: Other) -> None:
    # 四叔 goes home. 老王 16 胡 by own draw: 2 + 醒 2 (六 turned: 下 七 twice) + 1 = 5 each; 阿芳 15 胡 off 小李: 2 × 2:
    # 29, -5, -4, then 29, -9, 0.
    page.get_by_label("更多").click()
    page.get_by_role("link", name=re.compile("换人")).click()
    page.locator("input[name=seats][value='3']").locator("..").click()
    page.locator("footer button").last.click()
    expect(page.locator(".desk.three")).to_be_visible()
    expect_totals(page, 19, 0, 1)
    other.typed(QUAD, winner="0", source="self_draw", flipped="六")
    other.sent("save", winner="2", source="discard", **{"from": "1"}, mode="hu", hu="15", xing_count="0")


def settle_and_close(page: Page) -> None:
    page.get_by_role("link", name="结账").click()
    payments = page.locator(".payments .payment")
    expect(payments).to_have_count(2)
    for payer, amount in (("四叔", "20"), ("小李", "9")):
        expect(payments.filter(has_text=payer).filter(has_text="老王")).to_contain_text(amount)
    page.locator("footer").get_by_text("收桌").click()
    expect(page.get_by_role("button", name="再打开")).to_be_visible()


def test_an_evening_is_entered_corrected_settled_and_taken_home(lan_phone: Page, phone: Page):
    """Opened on another phone: at the made-up name nothing can be sent without a page."""
    sender = Sender(phone.context)
    table = sender.open_table(people=PEOPLE)
    hand_over(sender.cookies(), lan_phone)
    other = Other(sender, table)
    played_before_the_phone_comes(other)
    enter(lan_phone, table)
    three_quads_and_loose_cards(lan_phone)
    # A page that looked on would follow each.
    lan_phone.goto("about:blank")
    foul = nobody_wins_and_a_deal_is_entered_twice(other)
    a_wrong_hand(lan_phone, table)
    a_forgotten_deal(lan_phone, table, foul)
    four_become_three(lan_phone, other)
    settle_and_close(lan_phone)
    home = taken_home(lan_phone, phone)
    assert home["units"] == {"舵": [29, -9, 0, -20]}
