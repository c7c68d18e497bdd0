"""What words mean, asked while a hand is entered: nothing moves, nothing is lost."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import Sender

WHERE = "document.querySelector('[data-part=keys]').getBoundingClientRect().top + scrollY"


def test_words_are_told_below_the_pad_and_move_nothing(page: Page):
    table = Sender(page.context).open_table()
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 0, "self_draw")
    hands.tap_group(page, "peng", "捌捌捌")
    before = page.evaluate(WHERE)
    asked = page.locator(".sayings > summary")
    box = asked.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 48
    asked.click()
    expect(page.get_by_text("手里一对，加自己摸的第三张，盖在桌上。")).to_be_visible()
    assert page.evaluate(WHERE) == before
    expect(page.locator("[data-part=slots] .filled")).to_have_count(1)
    asked.click()
    hands.tap_group(page, "sao", "伍伍伍")
    expect(page.locator("[data-part=slots] .filled")).to_have_count(2)
