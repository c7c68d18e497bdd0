"""How many taps a deal takes from the ledger page to saved, and what a sentence saves of them (UX, "What takes how much")."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.hands import CARDS
from tests.browser.posts import Sender
from tests.phones import PHONE

PEOPLE = ("老王", "小李", "阿芳")
SENTENCE = "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六"
TYPED = 8
"""How many of its last characters come one by one."""


class Finger:
    """Taps on what is shown, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str, **which: str) -> None:
        self.page.locator(selector, **which).first.click()
        self.taps += 1

    def saves(self) -> int:
        expect(self.page.locator("#preview [data-ready='1']")).to_be_visible()
        self.tap("[data-part=save]")
        expect(self.page.locator(".desk")).to_be_visible()
        return self.taps


@pytest.fixture
def table(phone: Page) -> Page:
    hands.at_table(phone, PEOPLE)
    return phone


@pytest.fixture
def finger(table: Page) -> Finger:
    return Finger(table)


@pytest.fixture
def entry(phone: Page) -> Page:
    """The first deal of a new table."""
    phone.goto(first_deal(phone))
    phone.wait_for_selector("#entry[data-live]")
    return phone


def first_deal(phone: Page) -> str:
    return f"{Sender(phone.context).open_table(people=PEOPLE)}deals/new/"


def won_by(finger: Finger, name: str, source: str, giver: int) -> None:
    finger.tap(".desk .seat", has_text=name)
    finger.page.wait_for_selector("#entry[data-live]")
    finger.tap(f".how[data-how='{giver}'] [data-source='{source}']")


def last_row(page: Page) -> Locator:
    return page.locator("details.deal > summary").first


def test_a_deal_by_hu_alone_takes_six_taps_with_its_xing_and_two_undo_it_and_two_are_a_dead_deal(
    finger: Finger,
):
    """What undoing changes is shown."""
    won_by(finger, "老王", "discard", 1)
    finger.tap("[data-mode=hu]")
    finger.tap("[data-hu='17']")
    finger.tap("button[data-xing='1']")
    assert finger.saves() <= 6
    expect(last_row(finger.page)).to_contain_text("17 胡")

    before = hands.totals(finger.page)
    assert before["老王"] > 0
    finger.taps = 0
    finger.tap(".just a", has_text="撤")
    expect(finger.page.locator("main")).to_contain_text(f"+{before['老王']}")
    finger.tap("footer button")
    expect(finger.page.locator(".desk")).to_be_visible()
    assert finger.taps == 2
    hands.expect_totals(finger.page, {"老王": 0, "小李": 0, "阿芳": 0})

    finger.taps = 0
    finger.tap("footer a", has_text="黄庄")
    finger.tap("footer button.primary")
    expect(finger.page.locator(".desk")).to_be_visible()
    assert finger.taps == 2
    expect(last_row(finger.page)).to_contain_text("黄庄")


def test_a_deal_by_hu_alone_takes_five_taps_where_no_xing_is_played_and_the_next_one_four(phone: Page):
    """A table that enters 胡 alone begins with it. The way back of the phone leads to the question before."""
    table = hands.at_table(phone, PEOPLE, ruleset="tuozi")
    finger = Finger(phone)
    won_by(finger, "老王", "self_draw", 0)
    finger.tap("[data-mode=hu]")
    finger.tap("[data-hu='17']")
    assert finger.saves() <= 5
    finger.taps = 0
    won_by(finger, "老王", "self_draw", 0)
    finger.tap("[data-hu='22']")
    phone.go_back()
    expect(phone.locator("#ask-source")).to_be_visible()
    hands.tap(phone.locator(".how[data-how='1'] [data-source=other_draw]"))
    expect(phone.locator("[data-hu='22']")).to_have_attribute("aria-pressed", "true")
    phone.go_back()
    expect(phone.locator("#ask-source")).to_be_visible()
    phone.go_back()
    expect(phone).to_have_url(re.compile(table))
    won_by(finger, "老王", "self_draw", 0)
    finger.taps = 3
    assert finger.saves() <= 4


def test_only_the_groups_that_score_take_ten_taps_and_the_rest_may_still_be_tapped_after_it_was_left_out(
    finger: Finger,
):
    """Too few 胡 do not offer to leave it out."""
    won_by(finger, "老王", "self_draw", 0)
    leave_out = finger.page.locator("button[data-mode=groups]")
    # A table without special cards has no keys for them.
    expect(finger.page.locator("[data-wild]")).to_have_count(0)
    finger.tap(f"[data-part=keys] [data-cards='{codes('捌捌捌')}']")
    expect(leave_out).to_be_hidden()
    finger.tap("[data-tab=sao]")
    finger.tap(f"[data-part=keys] [data-cards='{codes('伍伍伍')}']")
    finger.tap(f"[data-part=special] [data-cards='{codes('壹贰叁')}']")
    leave_out.click()
    expect(finger.page.locator("#ask-xing")).to_be_visible()
    finger.page.locator("[data-undo]").click()
    expect(finger.page.locator("[data-part=keys]")).to_be_visible()
    expect(finger.page.locator("[data-part=save]")).to_contain_text("还差")
    finger.tap("button[data-mode=groups]")
    finger.tap("button[data-xing='2']")
    assert finger.saves() <= 10
    expect(last_row(finger.page)).to_contain_text("15 胡")
    expect(last_row(finger.page)).to_contain_text("部分验牌")


def test_of_two_who_win_a_discard_the_groups_that_score_are_tapped_for_each(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE, **{"rule-multiple_winners": "two"})
    phone.goto(f"{table}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    hands.click_all(phone, "[data-winner='2']", ".how[data-how='1'] [data-source=discard]")
    # 阿芳 3 + 6 + 6 = 15 胡 are 2 舵, and 2 醒: 4, twice. 老王 6 + 6 = 12 胡 are 1 舵, and 1 醒: 2, twice.
    hands.fill_in_hand(phone, (("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "壹贰叁")))
    hands.click_all(phone, "[data-mode=groups]", "button[data-xing='2']")
    hands.click_all(phone, "[data-part=also] summary", "[data-also]")
    hands.fill_in_hand(phone, (("sao", "叁叁叁"), ("shun", "贰柒拾")))
    hands.click_all(phone, "[data-mode=groups]", "button[data-xing='1']")
    expect(phone.locator("[name=also_groups]")).to_have_value("碰捌捌捌 扫伍伍伍 顺壹贰叁")
    hands.save(phone)
    hands.expect_totals(phone, {"老王": 4, "小李": -12, "阿芳": 8})


def test_a_sentence_is_mended_shown_on_the_pad_as_it_was_understood_and_saved_with_its_turned_card(
    entry: Page,
):
    """What was not understood is quoted. The sentence is typed to its end while it is answered."""
    small(entry)
    entry.locator("[data-keyboard]:visible").click()
    said, reading = entry.locator("#id_said"), entry.locator("#reading")
    said.fill("老王自摸 碰喵喵")
    expect(reading).to_contain_text("听不懂“喵喵”")
    said.fill("老王自摸 22 胡")
    a_sentence_folds_and_leaves_room(entry, "button[data-xing]", 6)
    said.fill("老王自摸 22 胡 醒2张")
    expect(reading).to_contain_text("22 胡")
    expect(entry.locator("#preview [data-ready='1']")).to_contain_text("22 胡 3 舵，醒 2")
    said.fill(SENTENCE[:-TYPED])
    said.press_sequentially(SENTENCE[-TYPED:])
    expect(reading).to_contain_text("老王胡")
    expect(entry.locator("[data-part=slots] .filled")).to_have_count(7)
    expect(entry.locator("[data-fact=winner]").last).to_have_text("老王")
    expect(said).to_be_focused()
    a_sentence_folds_and_leaves_room(entry, "[data-flip]", 15)
    entry.set_viewport_size(PHONE["viewport"])
    hands.turn(entry, "八")
    hands.save(entry)
    expect(last_row(entry)).to_contain_text("老王 18 胡")
    expect(last_row(entry)).to_contain_text("小李点炮")


def test_one_step_back_takes_a_sentence_back_and_a_key_pressed_while_an_answer_comes_is_counted(entry: Page):
    hands.win(entry, 0, "self_draw")
    entry.locator("[data-keyboard]:visible").click()
    entry.locator("#id_said").fill("碰大八 扫大五")
    expect(entry.locator("[data-part=slots] .filled")).to_have_count(2)
    entry.locator("[data-undo]").click()
    expect(entry.locator("[data-part=slots] .filled")).to_have_count(0)

    expect(entry.locator("#preview")).to_contain_text("照桌上摆的点")
    gate = Gate(entry, "*/deals/preview/")
    with entry.expect_request("**/deals/preview/"):
        hands.tap_group(entry, "peng", "捌捌捌")
    hands.tap(entry.locator("[data-tab='shun']"))
    entry.locator(f"[data-part=keys] [data-cards='{codes('壹贰叁')}']").hover()
    entry.mouse.down()
    gate.open()
    expect(entry.locator("#preview")).to_contain_text("还差 6 组")
    entry.mouse.up()
    expect(entry.locator("[data-part=slots] .filled")).to_have_count(2)


def test_what_is_tapped_before_the_page_is_wholly_there_is_counted_too(phone: Page):
    gate = Gate(phone, "*/js/live*")
    phone.goto(first_deal(phone), wait_until="commit")
    phone.wait_for_selector("#entry[data-live]")
    hands.win(phone, 0, "self_draw")
    hands.tap_group(phone, "saochuan", "伍伍伍伍")
    assert phone.evaluate("document.readyState") == "interactive"
    gate.open()
    expect(phone.locator("#preview")).to_contain_text("12 胡")


def codes(cards: str) -> str:
    return ",".join(str(CARDS.index(card)) for card in cards)


def in_sight(page: Page, selector: str) -> list[str]:
    """The texts of those that lie whole between the bar and the buttons at the lower edge."""
    return page.evaluate(
        """selector => {
            const edge = Math.min(...Array.from(document.querySelectorAll("#entry .actions, #preview"))
                .map(one => one.getBoundingClientRect()).filter(box => box.height && box.bottom > innerHeight - 200)
                .map(box => box.top));
            return Array.from(document.querySelectorAll(selector)).filter(one => {
                const box = one.getBoundingClientRect();
                return box.height && box.top >= 0 && box.bottom <= edge + 1;
            }).map(one => one.dataset.xing || one.dataset.flip);
        }""",
        selector,
    )


def small(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})


def a_sentence_folds_and_leaves_room(page: Page, key: str, seen: int) -> None:
    """On a small phone, for the keys of what is asked next; two taps bring it back."""
    expect(page.locator(key).first).to_be_visible()
    assert page.locator("#id_said").bounding_box()["height"] <= 50
    page.locator("#id_said").blur()
    expect(page.locator("#reading")).to_contain_text("老王")
    assert page.locator("[data-part=typed] .field").bounding_box()["height"] <= 1
    assert len(in_sight(page, key)) >= seen
    hands.tap(page.locator("[data-keyboard]:visible"))
    hands.tap(page.locator("[data-keyboard]:visible"))
    expect(page.locator("#id_said")).to_be_focused()


def test_an_old_deals_source_winner_and_hu_are_each_corrected_with_six_taps(finger: Finger):
    """From the table, with what the correction changes looked at on the way; the table and the deal's page once."""
    page = finger.page
    sender, table = Sender(page.context), page.url
    called = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "17", "xing_count": "0"}
    key = sender.record(table, **called)
    nobody = sender.record(table, "dead")
    page.reload()
    finger.tap(f"#deal-{key} summary")
    finger.tap(f"#deal-{key} .deal-actions a", has_text="更正")
    page.locator("a.row").first.wait_for()
    ways = dict(page.locator("a.row, footer a").evaluate_all(WAYS))
    finger.tap("a.row", has_text="哪来的")
    page.wait_for_selector("#entry[data-live]")
    finger.tap(".how[data-how='1'] [data-source='discard']")
    looked_at(finger, "小李点炮")
    finger.tap("footer button", has_text="就这么改")
    expect(page.locator(".desk")).to_be_visible()
    assert finger.taps <= 6
    expect(page.locator(f"#deal-{key}")).to_contain_text("小李点炮")

    # Another winner, the card from the same person; then from the winner himself, so that it is asked.
    comes_by(finger, ways["不是这个人胡的"])
    finger.tap("[data-winner='2']")
    ready_to_look(finger)
    expect(page.locator("[name=winner]:checked")).to_have_value("2")
    expect(page.locator("[name=from]:checked")).to_have_value("1")
    assert finger.taps + SAVED_AND_CONFIRMED <= 6
    comes_by(finger, ways["不是这个人胡的"])
    finger.tap("[data-winner='1']")
    finger.tap(".how[data-how='1'] [data-source='self_draw']")
    ready_to_look(finger)
    assert finger.taps + SAVED_AND_CONFIRMED <= 7

    # That another number is confirmed: `tests/browser/test_keyboard.py`.
    comes_by(finger, ways["记错了，改"])
    finger.tap("[data-hu='26']")
    ready_to_look(finger)
    assert finger.taps + SAVED_AND_CONFIRMED <= 6

    comes_by(finger, f"{table}deals/new/?replace={nobody}&ask=won")
    finger.tap("[data-winner='1']")
    finger.tap(".how[data-how='1'] [data-source='self_draw']")
    finger.tap("[data-hu='15']")
    finger.tap("button[data-xing='0']")
    looked_at(finger, "小李 15 胡")
    finger.tap("footer button", has_text="就这么改")
    expect(page.locator(f"#deal-{nobody}")).to_contain_text("小李 15 胡")
    assert finger.taps <= 9


WAYS = """all => all.map(one => [(one.querySelector("b") || one).textContent.trim(), one.href])"""
"""What can be corrected, by what is written there."""
TO_THE_ENTRY = 3
"""Taps from the table over the page of a deal."""
SAVED_AND_CONFIRMED = 2


def comes_by(finger: Finger, way: str) -> None:
    """To the entry that corrects a deal, where all taps up to there have been seen to lead."""
    finger.page.goto(way)
    finger.page.wait_for_selector("#entry[data-live]")
    finger.taps = TO_THE_ENTRY


def looked_at(finger: Finger, change: str) -> None:
    """What the correction changes, before it is confirmed."""
    ready_to_look(finger)
    finger.tap("[data-part=save]")
    expect(finger.page.locator(".effect")).to_be_visible()
    expect(finger.page.locator("#correct")).to_contain_text(change)


def ready_to_look(finger: Finger) -> None:
    expect(finger.page.locator("#preview [data-ready='1']")).to_be_visible()
    expect(finger.page.locator("[data-part=save]")).to_have_text("看看怎么变")
