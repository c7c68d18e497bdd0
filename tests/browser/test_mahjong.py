"""An evening of 贵阳捉鸡麻将 on the phone: own draw, discards, two winners, 黄庄查叫, a foul, a correction.

The expected totals are worked out on paper, in the comments; nothing here asks the rules.
"""

from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import Sender
from tests.browser.taking_home import taken_home

PEOPLE = ("老王", "小李", "阿芳", "四叔")
PAIRS = ("一万", "二万", "三万", "四万", "五条", "六条", "七条")


class Fingers:
    """Taps, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        hands.tap(self.page.locator(selector))
        self.taps += 1

    def fill_in(self, seat: int, source: str, giver: int, pattern: str, *more: str) -> None:
        """A win without taps, where it is not about fingers, and what else is clicked after it."""
        how = f".how[data-how='{giver}'] [data-source='{source}']"
        hands.click_all(self.page, f"[data-winner='{seat}']", how, choice(f"pattern_{seat}", pattern), *more)

    def begin(self) -> None:
        self.taps = 0
        self.tap("footer .button.primary")
        self.page.wait_for_selector("#entry[data-live]")

    def won(self, seat: int, source: str, giver: int | None = None) -> None:
        self.tap(f"[data-winner='{seat}']")
        self.tap(f".how[data-how='{seat if giver is None else giver}'] [data-source='{source}']")

    def pattern(self, seat: int, code: str) -> None:
        self.tap(choice(f"pattern_{seat}", code))

    def mark(self, name: str) -> None:
        self.tap(f"label.choice:has([name='{name}'])")

    def dou(self, seat: int, kind: str, tile: str, giver: str = "") -> None:
        self.tap(f"[data-holder='{seat}'] [data-dou='{kind}']")
        if giver:
            self.tap(f"[data-part='extra'] button:has-text('{giver}打的')")
        self.tile(tile)

    def tile(self, tile: str) -> None:
        self.tap(f".tile[data-tile='{tile}']")

    def turn(self, tile: str) -> None:
        # What is waited for has its height by then, and covers nothing.
        expect(self.page.locator("#preview")).to_contain_text("翻的哪张牌")
        self.tap("[data-turn]")
        if tile:
            self.tile(tile)
        else:
            self.tap("[data-part='ends'] button:has-text('没有牌翻了')")

    def unfold_the_rest(self) -> None:
        # The band of the price has grown by then, over what lay above it.
        expect(self.page.locator("#preview")).to_contain_text("翻的哪张牌")
        self.tap("details.rest-facts > summary")

    def held(self, seat: int, tile: str, count: int) -> None:
        for _ in range(count):
            self.tap(f"[data-holder='{seat}'] [data-held='{tile}']")

    def save(self) -> None:
        expect(self.page.locator("#preview [data-ready='1']")).to_be_visible()
        self.tap("[data-follows]")
        expect(self.page.locator(".desk")).to_be_visible()


def choice(name: str, value: str) -> str:
    return f"label.choice:has([name='{name}'][value='{value}'])"


def tile(name: str) -> str:
    return f".tile[data-tile='{name}']"


def dou(seat: int, kind: str, of: str) -> tuple[str, str]:
    """The clicks of `Fingers.dou`."""
    return f"[data-holder='{seat}'] [data-dou='{kind}']", tile(of)


def expect_totals(page: Page, *expected: int) -> None:
    hands.expect_totals(page, dict(zip(PEOPLE, expected, strict=True)))


def key_of(deal: Locator) -> str:
    """The key of a deal by its row."""
    return (deal.get_attribute("id") or "").removeprefix("deal-")


def enter(page: Page, table: str) -> None:
    """Come to the entry by its address."""
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")


def own_draw(page: Page, fingers: Fingers) -> None:
    # 老王 小七对 7 from each: +21 -7 -7 -7. 小李 点豆 off 阿芳: +1 -1. 九条 turned makes 一条 金鸡: 四叔's one is 2 from each.
    fingers.begin()
    expect(page.locator("header").get_by_text("诈胡")).to_be_visible()
    fingers.won(0, "self_draw")
    fingers.pattern(0, "xiaoqidui")
    fingers.dou(1, "dian", "三筒", "阿芳")
    fingers.turn("九条")
    fingers.held(3, "一条", 1)
    expect(page.locator("#preview")).to_contain_text("老王 +19、小李 \u22128、阿芳 \u221210、四叔 \u22121")
    fingers.save()
    assert fingers.taps == 11
    expect_totals(page, 19, -8, -10, -1)
    expect(page.locator(".deal").first).to_contain_text("小七对")


def plain_discard(page: Page, table: str) -> None:
    # 阿芳 平胡 1 off 四叔, allowed by her 转弯豆: 1 from each. 五筒 turned: 小李 has three 六筒, 3 from each: 15, 0, -9, -6.
    fields = {"won_2": "1", "source": "discard", "from": "3", "pattern_2": "pinghu"}
    dou = {"dou_0_player": "2", "dou_0_kind": "zhuanwan", "dou_0_tile": "五万"}
    Sender(page.context).record(table, **fields, **dou, flipped="五筒", held_1_六筒="3")
    enter(page, table)


def two_winners(page: Page, fingers: Fingers) -> None:
    # Off 小李: 老王 清一色 10, 四叔 大对子 5 and 报听 10. 阿芳 闷豆 of 一条 2, and all four of it 满鸡 5: 7 from each. No tile left.
    fingers.fill_in(0, "discard", 1, "qingyise", *dou(2, "men", "一条"))
    fingers.mark("won_3")
    fingers.pattern(3, "daduizi")
    fingers.mark("baoting_3")
    fingers.turn("")
    # What lies there as 豆 is counted already.
    expect(page.locator("[data-holder='2'] [data-held='一条']")).to_have_text("一条满")
    expect(page.locator("#preview")).to_contain_text("老王 清一色 10；四叔 大对子 5，报听 +10")
    fingers.save()
    expect_totals(page, 18, -32, 12, 2)


def hot_discard_with_tiles(page: Page, fingers: Fingers) -> None:
    # 小李 小七对 7 off 老王, whose 闷豆 is void. 四条 turned: the two 五条 in 小李's tiles are 鸡, 2 from each.
    fingers.begin()
    fingers.won(1, "discard", 0)
    fingers.mark("repao")
    hands.click_all(
        page, *dou(0, "men", "七筒"), "[data-hand='1']", *[tile(one) for one in PAIRS for _ in "12"][:-1]
    )
    fingers.tile(PAIRS[-1])
    expect(page.locator(".hand-line small")).to_have_text("14 / 14")
    fingers.tap("[data-part='ends'] button:has-text('好了')")
    fingers.turn("四条")
    expect(page.locator("#preview")).to_contain_text("小七对 7")
    fingers.save()
    expect_totals(page, 9, -19, 10, 0)
    expect(page.locator(".deal").first).not_to_contain_text("未验牌")


def nobody_wins(page: Page, fingers: Fingers) -> None:
    # 小李 ready for 平胡 1, 四叔 for 17: 老王 and 阿芳 pay both.
    fingers.tap("footer a:has-text('黄庄')")
    fingers.tap("label.choice:has([name=ready_1][value=pinghu])")
    fingers.tap("label.choice:has([name=ready_3][value=told])")
    page.fill("[name=ready_value_3]", "17")
    page.locator("[name=ready_value_3]").blur()
    expect(page.locator("#preview")).to_contain_text("老王 \u221218、小李 +2、阿芳 \u221218、四叔 +34")
    fingers.save()
    expect_totals(page, -9, -17, -8, 34)


def foul(page: Page, table: str, fingers: Fingers) -> None:
    # 阿芳 pays 老王 5, as agreed.
    page.goto(f"{table}deals/foul/")
    fingers.tap("label.choice:has([name=offender][value='2'])")
    page.fill("[name=pay_0]", "5")
    page.locator("[name=pay_0]").blur()
    fingers.save()
    expect_totals(page, -4, -17, -13, 34)


def correction(page: Page, table: str) -> None:
    # 四叔's hand was worth 7, not 17: 老王 and 阿芳 get 10 back each.
    deal = page.locator("details.deal", has_text="黄庄")
    page.goto(f"{table}deals/dead/?replace={key_of(deal)}")
    expect(page.locator("[name=ready_value_3]")).to_have_value("17")
    page.fill("[name=ready_value_3]", "7")
    page.locator("[data-follows]").click()
    hands.confirm(page, "看错了")
    expect_totals(page, 6, -17, -3, 14)


def test_a_discarder_who_had_declared_is_not_asked_whether_he_was_ready(phone: Page):
    phone.goto(f"{hands.at_table(phone, PEOPLE, ruleset='guiyang')}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    fingers = Fingers(phone)
    fingers.fill_in(1, "discard", 0, "pinghu")
    worth, ask = phone.locator("[data-part=worth]"), phone.locator("[data-part=worth] label")
    expect(worth).to_be_hidden()
    fingers.mark("off_baoting")
    expect(ask).to_have_text("放炮的人报的听，胡了值几个？", use_inner_text=True)
    fingers.mark("off_baoting")
    hands.click_all(phone, "[data-won='2']", "[data-won='3']")
    expect(ask).to_have_text("放炮的人自己的牌值几个？没叫牌写 0", use_inner_text=True)


def test_an_evening_is_entered_corrected_and_taken_home(phone: Page):
    table = hands.at_table(phone, PEOPLE, "周六捉鸡", ruleset="guiyang")
    fingers = Fingers(phone)
    own_draw(phone, fingers)
    plain_discard(phone, table)
    two_winners(phone, fingers)
    hot_discard_with_tiles(phone, fingers)
    nobody_wins(phone, fingers)
    foul(phone, table, fingers)
    correction(phone, table)
    assert taken_home(phone, phone)["totals"] == [6, -17, -3, 14]


def test_steps_are_taken_back_and_a_half_entered_deal_waits(phone: Page):
    enter(phone, Sender(phone.context).open_table(people=PEOPLE, ruleset="guiyang"))
    fingers = Fingers(phone)
    fingers.fill_in(0, "discard", 1, "daduizi", *dou(1, "men", "五万"))
    fingers.tap("[data-holder='1'] [data-dou='men']")
    fingers.tap("[data-part='extra'] button:has-text('五万不算')")
    expect(phone.locator("[data-holder='1'] .hold.void")).to_be_visible()
    fingers.turn("五条")
    fingers.held(2, "六条", 2)
    phone.reload()
    phone.wait_for_selector("#entry[data-live]")
    expect(phone.get_by_text("接着上次没记完的")).to_be_visible()
    expect(phone.locator("[data-holder='2'] [data-held='六条']")).to_contain_text("2")
    expect(phone.locator("#preview")).to_contain_text("大对子 5")
    fingers.held(2, "六条", 1)
    fingers.tap("[data-undo]")
    expect(phone.locator("[data-holder='2'] [data-held='六条']")).to_contain_text("2")
    fingers.tap("[data-holder='1'] [data-dou='men']")
    fingers.tap("[data-part='extra'] button:has-text('拿掉五万')")
    expect(phone.locator(".hold.void")).to_have_count(0)
    fingers.tap(".fact-bar [data-go='winner']")
    fingers.fill_in(2, "self_draw", 2, "qinglongbei")
    # 青龙背 20, and the two 六条 she holds herself, 2: 22 from each.
    fingers.save()
    expect_totals(phone, -22, -22, 66, -22)
    # A tap on a seat begins with that winner, and nothing of the last deal is left.
    phone.locator(".desk a.seat, .desk .seat a").first.click()
    phone.wait_for_selector("#entry[data-live][data-step='source']")
    expect(phone.get_by_text("接着上次没记完的")).to_be_hidden()


def test_a_robbed_kong_is_void_by_itself_and_of_several_it_is_named(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE, ruleset="guiyang")
    enter(phone, table)
    fingers = Fingers(phone)
    fingers.fill_in(0, "rob_kong", 1, "daduizi", *dou(1, "zhuanwan", "九万"))
    expect(phone.locator("[data-holder='1'] .hold.void")).to_have_text("转弯豆九万")
    expect(phone.locator("#preview")).to_contain_text("老王 +5、小李 \u22125")
    expect(phone.locator("[data-part='robbed']")).to_be_hidden()
    # 九万 is 鸡, and three of the robbed four are left: 3 from each.
    hands.click_all(phone, "[data-turn]", tile("八万"))
    expect(phone.locator("[data-holder='1'] [data-held='九万']")).to_have_text("九万3")
    expect(phone.locator("#preview")).to_contain_text("老王 +2、小李 +4")
    hands.click_all(phone, *dou(1, "zhuanwan", "二筒"))
    expect(phone.locator("#preview")).to_contain_text("抢的是哪张？")
    fingers.tap("[data-robbed='二筒']")
    expect(phone.locator("[data-robbed='二筒']")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-holder='1'] .hold s")).to_have_text("二筒")
    expect(phone.locator("[data-holder='1'] [data-held='九万']")).to_have_text("九万4")
    # 大对子 5 from 小李, whose 九万 stands: 1 as 豆 and 4 as 鸡 from each.
    expect(phone.locator("#preview")).to_contain_text("小李 +10、阿芳 \u22125、四叔 \u22125")
    fingers.save()
    expect_totals(phone, 0, 10, -5, -5)
    open_last(phone)
    expect(phone.locator("details.deal[open]").first).to_contain_text("小李的转弯豆二筒让人抢了，不算")
    # Told anew it is as it was told.
    phone.goto(f"{table}deals/new/?replace={key_of(phone.locator('details.deal').first)}")
    phone.wait_for_selector("#entry[data-live]")
    expect(phone.locator("[data-robbed='二筒']")).to_have_attribute("aria-pressed", "true")
    fingers.tap("[data-holder='1'] [data-dou='zhuanwan']")
    fingers.tap("[data-part='extra'] button:has-text('拿掉二筒')")
    expect(phone.locator("[data-part='robbed']")).to_be_hidden()
    expect(phone.locator("[data-holder='1'] .hold.void")).to_have_text("转弯豆九万")


def open_last(page: Page) -> None:
    """The newest deal of the table, unfolded."""
    page.locator("details.deal > summary").first.click()
    expect(page.locator("details.deal[open] .line").first).to_be_visible()


def test_what_somebody_else_won_stays_the_hand_it_was(phone: Page):
    keeper = Sender(phone.context)
    table = keeper.open_table(people=PEOPLE, ruleset="guiyang")
    win = {"won_0": "1", "source": "discard", "from": "1", "pattern_0": "qingyise", "baoting_0": "1"}
    key = keeper.record(table, **win, flipped="none")
    phone.goto(f"{table}deals/new/?replace={key}&ask=winner")
    phone.wait_for_selector("#entry[data-live][data-step='winner']")
    hands.click_all(phone, "[data-winner='2']")
    # 清一色 10 and 报听 10, from 小李 to 阿芳.
    expect(phone.locator("#preview")).to_contain_text("小李 \u221220、阿芳 +20")


def test_what_lies_open_is_counted_as_what_he_has(phone: Page):
    rules = {"rule-ready_only": "on", "rule-bao_ji": "wins", "rule-zeren": "3"}
    enter(phone, Sender(phone.context).open_table(people=PEOPLE, ruleset="guiyang", **rules))
    fingers = Fingers(phone)
    fingers.fill_in(0, "self_draw", 0, "daduizi")
    row = phone.locator("[data-holder='3']")
    for _ in range(2):
        fingers.tap("[data-holder='3'] [data-laid='一条']")
    expect(row.locator("[data-held='一条']")).to_contain_text("2")
    fingers.held(3, "一条", 1)
    expect(row.locator("[data-held='一条']")).to_contain_text("3")
    expect(row.locator("[data-laid='一条']")).to_contain_text("2")
    fingers.tap("[data-undo]")
    fingers.tap("[data-undo]")
    expect(row.locator("[data-held='一条']")).to_contain_text("1")
    # Of whoever claimed the first one three lie open, and a tap counts the fourth.
    hands.click_all(phone, choice("chongfeng", "0"), choice("zeren_to", "3"))
    expect(row.locator("[data-held='一条'], [data-laid='一条']")).to_have_text(["一条3", "亮一条3"])
    fingers.held(3, "一条", 1)
    expect(row.locator("[data-held='一条']")).to_have_text("一条4")
    hands.click_all(phone, choice("zeren_to", ""))
    expect(row.locator("[data-laid='一条']")).to_have_text("亮一条1")


def test_of_two_players_nobody_is_left_to_win_as_well_or_to_pay_bao(phone: Page):
    two = Sender(phone.context).open_table(people=PEOPLE[:2], ruleset="guiyang", **{"rule-pledge": "sum"})
    enter(phone, two)
    Fingers(phone).fill_in(0, "discard", 1, "daduizi")
    expect(phone.locator(".winners, #id_bao").locator("visible=true")).to_have_count(0)
    rest, pledges = (phone.locator(f".folds > .fold >> nth={n}").bounding_box() for n in (0, 1))
    assert rest
    assert pledges
    assert rest["y"] + rest["height"] <= pledges["y"]


def test_bao_asks_what_the_others_would_have_won(phone: Page):
    enter(phone, Sender(phone.context).open_table(people=PEOPLE, ruleset="guiyang"))
    fingers = Fingers(phone)
    fingers.fill_in(0, "discard", 1, "daduizi")
    fingers.unfold_the_rest()
    expect(phone.locator("[data-payee]:visible")).to_have_count(0)
    phone.select_option("[name=bao_player]", "2")
    expect(phone.locator("[data-payee]:visible bdi")).to_have_text(["小李", "四叔"])
    expect(phone.locator("#preview")).to_contain_text("包牌：没胡的各家，牌值几个？")
    phone.fill("[name=bao_1]", "0")
    phone.fill("[name=bao_3]", "7")
    expect(phone.locator("#preview")).to_contain_text("翻的哪张牌？没算鸡：老王 +5、阿芳 \u221212、四叔 +7")
    # The button waits for the turned tile and leads to it.
    fingers.tap("[data-follows]")
    expect(phone.locator("[data-turn]")).to_be_focused()
    fingers.turn("")
    expect(phone.locator("#preview [data-ready='1']")).to_contain_text("老王 +5、阿芳 \u221212、四叔 +7")
    expect(phone.locator("[data-follows]")).to_have_text("记上")


def test_the_waiting_button_saves_nothing_before_what_was_typed_is_priced(phone: Page):
    """It says that the turned tile is missing, and the deal would stand without. Where nothing is missing, that tap saves."""
    enter(phone, Sender(phone.context).open_table(people=PEOPLE, ruleset="guiyang"))
    fingers = Fingers(phone)
    fingers.fill_in(0, "discard", 1, "daduizi")
    fingers.unfold_the_rest()
    phone.select_option("[name=bao_player]", "2")
    for seat in (1, 3):
        phone.fill(f"[name=bao_{seat}]", "0")
    expect(phone.locator("[data-follows]")).to_have_text("先点翻的牌")
    line = Gate(phone, "*/deals/preview/")
    phone.fill("[name=bao_3]", "7")
    fingers.tap("[data-follows]")
    expect(phone.locator("[data-follows]")).to_have_attribute("aria-busy", "true")
    line.open()
    expect(phone.locator("[data-turn]")).to_be_focused()
    expect(phone.locator("[data-follows]")).not_to_have_attribute("aria-busy", "true")
    line = Gate(phone, "*/deals/preview/")
    fingers.turn("")
    fingers.tap("[data-follows]")
    expect(phone.locator("[data-follows]")).to_have_text("先点翻的牌")
    line.open()
    # 老王 5 from 小李, whose bao 阿芳 pays: 0 for 小李, 7 for 四叔.
    expect_totals(phone, 5, 0, -12, 7)


def test_a_robbed_kong_tiles_and_bao_are_entered_without_scripts(phone_without_javascript: Page):
    page = phone_without_javascript
    page.goto(f"{Sender(page.context).open_table(people=PEOPLE, ruleset='guiyang')}deals/new/")
    page.locator("label.choice:has([name=won_2])").click()
    page.locator("label.choice:has([name=source][value=rob_kong])").click()
    page.locator("label.choice:has([name=from][value='0'])").click()
    page.locator("label.choice:has([name=pattern_2][value=daduizi])").click()
    for row, tile in enumerate(("九万", "二筒")):
        page.select_option(f"[name=dou_{row}_player]", "0")
        page.select_option(f"[name=dou_{row}_kind]", "zhuanwan")
        page.select_option(f"[name=dou_{row}_tile]", tile)
    page.get_by_role("button", name="先看看").click()
    expect(page.locator("#preview")).to_contain_text("抢的是哪张？")
    page.select_option("[name=tile]", "九万")
    page.get_by_role("button", name="记上").click()
    # 大对子 5 from 老王, whose 二筒 stands: 1 from each.
    expect(page.locator(".desk")).to_be_visible()
    expect_totals(page, -5 + 3, -1, 5 - 1, -1)
    page.locator("footer .button.primary").click()
    page.locator("label.choice:has([name=won_2])").click()
    page.locator("label.choice:has([name=source][value=discard])").click()
    page.locator("label.choice:has([name=from][value='0'])").click()
    page.locator("label.choice:has([name=pattern_2][value=daduizi])").click()
    page.select_option("[name=dou_0_player]", "3")
    page.select_option("[name=dou_0_kind]", "men")
    page.select_option("[name=dou_0_tile]", "九万")
    page.select_option("[name=flipped]", "二筒")
    page.get_by_role("button", name="先看看").click()
    page.select_option("[name='held_0_三筒']", "2")
    page.locator("details.rest-facts > summary").click()
    page.select_option("[name=bao_player]", "3")
    expect(page.locator("[data-payee]:visible bdi")).to_have_text(["老王", "小李"])
    page.fill("[name=bao_0]", "1")
    page.fill("[name=bao_1]", "11")
    page.get_by_role("button", name="记上").click()
    expect(page.locator(".desk")).to_be_visible()
    # 包牌: 四叔 pays 5, 1 and 11. His 闷豆 is 2 from each; 老王's two 三筒: 2 from each.
    expect_totals(page, -2 + 1 - 2 + 6, -1 + 11 - 2 - 2, 4 + 5 - 2 - 2, -1 - 17 + 6 - 2)
