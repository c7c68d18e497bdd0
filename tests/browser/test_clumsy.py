"""Fingers that tap twice where once was meant: nothing is entered that nobody has seen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_mahjong import PEOPLE as MAHJONG_PEOPLE
from tests.conftest import open_phone
from tests.servers import Server


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


def pad(page: Page, **fields: str) -> str:
    table = Sender(page.context).open_table(people=PEOPLE[:3], **fields)
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    return table


def tap_twice(page: Page, place: Locator) -> None:
    """Two quick taps at one place of the glass, whatever lies there at the second."""
    box = place.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(300)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_double_tap_on_the_winner_leaves_the_source_to_be_asked(page: Page, seat: int):
    pad(page)
    tap_twice(page, page.locator(f"[data-winner='{seat}']"))
    expect(page.locator("#ask-source")).to_be_visible()
    assert (
        page.locator("[name=winner]").evaluate_all("all => all.find(one => one.checked).value") == f"{seat}"
    )
    page.wait_for_timeout(500)
    page.locator(f".how[data-how='{seat}'] [data-source='self_draw']").tap()
    assert page.locator("body").get_attribute("data-step") == "groups"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_double_tap_on_the_winner_of_a_mahjong_deal_does_too(page: Page, seat: int):
    table = Sender(page.context).open_table(people=MAHJONG_PEOPLE, ruleset="guiyang")
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    tap_twice(page, page.locator(f"[data-winner='{seat}']"))
    assert page.locator("body").get_attribute("data-step") == "source"


def test_a_double_tap_on_the_last_group_chooses_no_card_after_it(page: Page):
    pad(page)
    hands.win(page, 0, "self_draw")
    hands.tap_hand(page, hands.DEALT[:-1])
    page.wait_for_timeout(500)
    page.locator("[data-tab=peng]").tap()
    cards = hands.CARDS.index("六")
    tap_twice(page, page.locator(f"[data-part=keys] [data-cards='{cards},{cards},{cards}']"))
    assert page.locator("body").get_attribute("data-step") == "flip"
    assert page.locator("[name=flipped]").input_value() == ""
    assert page.locator("[data-part=slots] .filled").count() == len(hands.DEALT)


def test_two_taps_on_one_key_are_two_groups(page: Page):
    """Two alike are common: a quick finger must not be held up."""
    pad(page)
    hands.win(page, 0, "self_draw")
    page.locator("[data-tab=shun]").tap()
    tap_twice(page, page.locator("[data-part=special] [data-cards='0,1,2']"))
    expect(page.locator("[data-part=slots] .filled")).to_have_count(2)


@pytest.mark.parametrize(("wide", "high"), [(844, 390), (667, 375)])
def test_a_phone_turned_on_its_side_shows_what_is_wrong_beside_the_keys(page: Page, wide: int, high: int):
    pad(page)
    hands.win(page, 0, "self_draw")
    page.set_viewport_size({"width": wide, "height": high})
    for _ in range(2):
        hands.tap_group(page, "peng", "捌捌捌")
    trouble, key = page.locator("[data-part=trouble]"), page.locator("[data-part=keys] .full").first
    expect(trouble).to_be_in_viewport(ratio=1)
    expect(key).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    trouble.get_by_role("button").tap()
    assert page.locator("[data-part=slots] .filled").count() == 1
    page.set_viewport_size({"width": high, "height": wide})
    assert page.locator("[data-part=slots] .filled").count() == 1
