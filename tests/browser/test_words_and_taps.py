"""A hand begun in words and ended by taps: what is seen on the pad is what is saved."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender

UNDRAWN = """path => localStorage.setItem("zipai-draft:" + path.split("/")[2], JSON.stringify({
    clientId: "draft-0123456789", base: "", raw: "碰八八", state: { winner: 0, source: "self_draw" },
}))"""

SMALL = {"width": 320, "height": 568}


@pytest.fixture
def table(page: Page) -> str:
    return Sender(page.context).open_table(people=PEOPLE[:3])


def begin(page: Page, table: str) -> None:
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")


def test_a_sentence_that_names_the_winning_card_before_its_group_is_drawn_and_goes_on_by_taps(
    page: Page, table: str
):
    """The first tap leaves the field, which gives up its room on a small phone: it counts all the same."""
    page.set_viewport_size(SMALL)
    begin(page, table)
    page.locator("[data-keyboard]:visible").click()
    page.locator("#id_said").fill("老王自摸 扫大八 扫大五 胡小八")
    expect(page.locator("[data-part=slots] .filled")).to_have_count(2)
    hands.tap_group(page, *hands.DEALT[2])
    hands.fill_in_hand(page, hands.DEALT[3:])
    page.locator(f"[data-win='{hands.CARDS.index('八')}']").click()
    hands.turn(page, "肆")
    hands.save(page)
    expect(page.locator("#rows .deal .what b")).to_contain_text("老王 21 胡")


def test_taps_take_the_place_of_words_that_the_pad_cannot_draw_and_a_step_back_brings_them_again(
    page: Page, table: str
):
    page.goto(table)
    page.evaluate(UNDRAWN, table)
    begin(page, table)
    groups = page.locator("#id_groups")
    expect(groups).to_have_value("碰八八")
    hands.tap_group(page, "sao", "伍伍伍")
    expect(groups).to_have_value("扫伍伍伍")
    page.locator("[data-undo]").click()
    expect(groups).to_have_value("碰八八")


def test_who_discarded_is_forgotten_where_the_card_turns_out_to_be_the_winners_own(page: Page, table: str):
    begin(page, table)
    giver = page.locator("[name=from]:checked")
    hands.click_all(page, "[data-winner='1']", ".how[data-how='2'] [data-source=discard]")
    expect(giver).to_have_value("2")
    hands.click_all(page, ".fact-bar [data-go=source]", ".how[data-how='1'] [data-source=self_draw]")
    expect(giver).to_have_value("")
