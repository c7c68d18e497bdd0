"""How many taps a deal takes from the ledger page to saved, and what a sentence saves of them (UX, "What takes how much")."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.hands import CARDS
from tests.browser.tabs import new_tab
from tests.conftest import open_phone
from tests.servers import Server

PEOPLE = ("老王", "小李", "阿芳")
SENTENCE = "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六"


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


@pytest.fixture(scope="module")
def same_phone(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture
def phone(same_phone: Page) -> Iterator[Page]:
    yield from new_tab(same_phone)


@pytest.fixture
def table(phone: Page) -> Page:
    hands.at_table(phone, PEOPLE)
    return phone


@pytest.fixture
def finger(table: Page) -> Finger:
    return Finger(table)


def won_by(finger: Finger, name: str, source: str, giver: int) -> None:
    finger.tap(".desk .seat", has_text=name)
    finger.page.wait_for_selector("#entry[data-live]")
    finger.tap(f".how[data-how='{giver}'] [data-source='{source}']")


def last_row(page: Page) -> str:
    return page.locator("details.deal > summary").first.inner_text()


def test_a_deal_by_hu_alone_takes_six_taps_with_its_xing(finger: Finger):
    won_by(finger, "老王", "discard", 1)
    finger.tap("[data-mode=hu]")
    finger.tap("[data-hu='17']")
    finger.tap("button[data-xing='1']")
    assert finger.saves() <= 6
    assert "17 胡" in last_row(finger.page)


def test_a_deal_by_hu_alone_takes_five_taps_where_no_xing_is_played(phone: Page):
    hands.at_table(phone, PEOPLE, ruleset="tuozi")
    finger = Finger(phone)
    won_by(finger, "老王", "self_draw", 0)
    finger.tap("[data-mode=hu]")
    finger.tap("[data-hu='17']")
    assert finger.saves() <= 5


def test_only_the_groups_that_score_take_ten_taps(finger: Finger):
    won_by(finger, "老王", "self_draw", 0)
    for tab, key in (("", "捌捌捌"), ("sao", "伍伍伍")):
        if tab:
            finger.tap(f"[data-tab={tab}]")
        finger.tap(f"[data-part=keys] [data-cards='{codes(key)}']")
    finger.tap(f"[data-part=special] [data-cards='{codes('壹贰叁')}']")
    finger.tap("button[data-mode=groups]")
    finger.tap("button[data-xing='2']")
    assert finger.saves() <= 10
    assert "15 胡" in last_row(finger.page)
    assert "部分验牌" in last_row(finger.page)


def test_too_few_hu_do_not_offer_to_leave_the_rest_out(finger: Finger):
    won_by(finger, "老王", "self_draw", 0)
    finger.tap(f"[data-part=keys] [data-cards='{codes('捌捌捌')}']")
    expect(finger.page.locator("button[data-mode=groups]")).to_be_hidden()


def test_the_rest_may_still_be_tapped_after_it_was_left_out(finger: Finger):
    won_by(finger, "老王", "self_draw", 0)
    finger.tap("[data-tab=saochuan]")
    finger.tap(f"[data-part=keys] [data-cards='{codes('捌捌捌捌')}']")
    finger.tap("button[data-mode=groups]")
    expect(finger.page.locator("#ask-xing")).to_be_visible()
    finger.tap("[data-undo]")
    expect(finger.page.locator("[data-part=keys]")).to_be_visible()
    expect(finger.page.locator("[data-part=save]")).to_contain_text("还差")


def test_a_dead_deal_takes_two_taps(finger: Finger):
    finger.tap("footer a", has_text="黄庄")
    finger.tap("footer button.primary")
    expect(finger.page.locator(".desk")).to_be_visible()
    assert finger.taps == 2
    assert "黄庄" in last_row(finger.page)


def test_the_last_deal_is_undone_in_two_taps_with_what_changes_shown(finger: Finger):
    won_by(finger, "老王", "self_draw", 0)
    hands.by_hu(finger.page, 17, 0)
    finger.saves()
    finger.taps = 0
    finger.tap("footer a", has_text="撤上盘")
    expect(finger.page.locator("main")).to_contain_text("+6")
    finger.tap("footer button")
    expect(finger.page.locator(".desk")).to_be_visible()
    assert finger.taps == 2
    assert hands.totals(finger.page) == {"老王": 0, "小李": 0, "阿芳": 0}


def test_a_sentence_is_shown_on_the_pad_as_it_was_understood_and_saved_with_its_turned_card(table: Page):
    hands.begin(table)
    table.locator("[data-keyboard]:visible").click()
    table.locator("#id_said").press_sequentially(SENTENCE)
    expect(table.locator("#heard")).to_contain_text("老王胡")
    expect(table.locator("[data-part=slots] .filled")).to_have_count(7)
    expect(table.locator("[data-fact=winner]").last).to_have_text("老王")
    expect(table.locator("#id_said")).to_be_focused()
    hands.turn(table, "八")
    hands.save(table)
    assert "老王 18 胡" in last_row(table)
    assert "小李点炮" in last_row(table)


def test_what_was_not_understood_is_quoted_and_a_better_word_mends_it(table: Page):
    hands.begin(table)
    table.locator("[data-keyboard]:visible").click()
    table.locator("#id_said").fill("老王自摸 碰喵喵")
    expect(table.locator("#heard")).to_contain_text("听不懂“喵喵”")
    table.locator("#id_said").fill("老王自摸 22 胡 醒2张")
    expect(table.locator("#heard")).to_contain_text("22 胡")
    hands.save(table)
    assert "老王 22 胡" in last_row(table)


def test_one_step_back_takes_a_sentence_back(table: Page):
    hands.begin(table)
    hands.win(table, 0, "self_draw")
    table.locator("[data-keyboard]:visible").click()
    table.locator("#id_said").fill("碰大八 扫大五")
    expect(table.locator("[data-part=slots] .filled")).to_have_count(2)
    table.locator("[data-undo]").click()
    expect(table.locator("[data-part=slots] .filled")).to_have_count(0)


def test_what_is_tapped_before_the_page_is_wholly_there_is_counted_too(table: Page):
    gate = Gate(table, re.compile("/js/live"))
    address = table.locator("footer a.primary").get_attribute("href") or ""
    table.goto(address, wait_until="commit")
    table.wait_for_selector("#entry[data-live]")
    hands.win(table, 0, "self_draw")
    hands.tap_group(table, "saochuan", "伍伍伍伍")
    assert table.evaluate("document.readyState") == "interactive"
    gate.open()
    expect(table.locator("#preview")).to_contain_text("12 胡")


def test_a_key_that_is_pressed_while_an_answer_comes_is_counted(table: Page):
    hands.begin(table)
    hands.win(table, 0, "self_draw")
    gate = Gate(table, "**/deals/preview/")
    with table.expect_request("**/deals/preview/"):
        hands.tap_group(table, "peng", "捌捌捌")
    hands.tap(table.locator("[data-tab='shun']"))
    table.locator(f"[data-part=keys] [data-cards='{codes('壹贰叁')}']").hover()
    table.mouse.down()
    gate.open()
    expect(table.locator("#preview")).to_contain_text("还差")
    table.mouse.up()
    expect(table.locator("[data-part=slots] .filled")).to_have_count(2)


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


@pytest.mark.parametrize(
    ("said", "key", "seen"), [("老王自摸 16 胡", "button[data-xing]", 6), (SENTENCE, "[data-flip]", 15)]
)
def test_on_a_small_phone_a_sentence_folds_and_leaves_room_for_what_is_asked_next(
    table: Page, said: str, key: str, seen: int
):
    table.set_viewport_size({"width": 320, "height": 640})
    hands.begin(table)
    table.locator(".say [data-keyboard]").click()
    table.locator("#id_said").fill(said)
    expect(table.locator(key).first).to_be_visible()
    assert table.locator("#id_said").bounding_box()["height"] <= 50
    table.locator("#id_said").blur()
    expect(table.locator("#heard")).to_contain_text("老王")
    assert table.locator("[data-part=typed] .field").bounding_box()["height"] <= 1
    assert len(in_sight(table, key)) >= seen
    table.locator("[data-keyboard]:visible").click()
    table.locator("[data-keyboard]:visible").click()
    expect(table.locator("#id_said")).to_be_focused()
