"""试玩: a brand-new phone tries a table, enters two hands by its own taps, and deletes it again."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands, looks
from tests.browser.posts import Sender

THIRD = {
    "winner": "1",
    "source": "discard",
    "from": "0",
    "mode": "cards",
    "flipped": "八",
    "groups": "开舵一一一一 扫贰贰贰 碰三三三 顺肆伍陆 顺七八九 顺二七十 眼拾拾 胡拾@6",
}
"""The third hand that is practised, as it is."""


@pytest.fixture
def trying(phone: Page) -> Page:
    """A new phone at its sample table."""
    phone.goto("/")
    expect(phone.get_by_text("还没有牌桌")).to_be_visible()
    phone.locator(".empty").get_by_role("button", name="先试一桌").click()
    expect(phone.locator(".desk")).to_be_visible()
    return phone


def card(page: Page):
    return page.locator(".practice")


def test_a_newcomer_enters_a_number_taps_in_a_hand_sees_that_they_came_out_and_deletes_it_all(
    trying: Page,
):
    """What is entered elsewhere moves the practice on, too. A wrong number: `tests/views/test_samples.py`."""
    table = urlsplit(trying.url).path
    expect(card(trying)).to_contain_text("小陈")
    hands.begin(trying)
    expect(trying.locator(".sample-hand")).to_contain_text("17 胡")
    hands.fill_in(trying, 2, 17, 1)
    hands.save(trying)
    expect(card(trying)).to_contain_text("✓ 对了 17 胡 4 舵")
    expect(card(trying)).to_contain_text("2 / 3")
    expect(card(trying).locator(".fan")).to_have_count(7)
    hands.begin(trying)
    hands.win(trying, 0, "self_draw")
    expect(trying.locator(".sample-hand .fan")).to_have_count(7)
    the_hand_and_all_keys_are_in_sight(trying)
    the_hand_stays_above_the_keys_of_a_short_phone(trying)
    hands.fill_in_hand(trying, hands.PLAIN, "八")
    hands.turn(trying, "四")
    with trying.expect_request(lambda request: "/live/" in request.url):
        hands.save(trying)
    expect(card(trying)).to_contain_text("✓ 对了 18 胡 5 舵")
    expect(card(trying).locator(".came-out")).to_be_in_viewport(ratio=1)
    expect(card(trying)).to_contain_text("3 / 3")
    Sender(trying.context).record(table, **THIRD)
    expect(card(trying)).to_contain_text("✓ 对了 16 胡 5 舵")
    card(trying).get_by_role("link", name="会了，开一桌真的").click()
    expect(trying).to_have_url(re.compile("/new/$"))
    # By then a phone has put in the names that it knows.
    trying.wait_for_load_state()
    names = trying.locator("input.seat-name")
    expect(names).to_have_count(4)
    for name in names.all():
        expect(name).to_have_value("")
    two_taps_delete_it_and_the_front_page_is_empty_again(trying, table)


def two_taps_delete_it_and_the_front_page_is_empty_again(page: Page, table: str) -> None:
    page.goto(table)
    page.get_by_role("link", name="不玩了，删掉").click()
    page.locator("footer").get_by_role("button", name="删掉").click()
    expect(page.get_by_text("那一桌删掉了")).to_be_visible()
    expect(page.get_by_text("还没有牌桌")).to_be_visible()


def the_hand_and_all_keys_are_in_sight(page: Page) -> None:
    """While cards are tapped."""
    boxes = [
        page.locator(one).last.bounding_box()
        for one in (".sample-hand", "[data-part=keys] .key", ".actions.step-cards")
    ]
    lowest_key = boxes[1]["y"] + boxes[1]["height"]
    assert boxes[0]["y"] >= 0
    assert lowest_key <= boxes[2]["y"] + 1


def the_hand_stays_above_the_keys_of_a_short_phone(page: Page) -> None:
    """However far it is scrolled."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    the_hand_and_all_keys_are_in_sight(page)
    page.set_viewport_size({"width": 390, "height": 844})


def test_english_finds_room_at_the_sample(phone: Page):
    Sender(phone.context).post("/preferences/", {"language": "en"})
    phone.goto("/")
    phone.get_by_role("button", name="Try a sample table").click()
    expect(card(phone)).to_contain_text("Chen")
    found = looks.measures(phone) + looks.narrow(phone)
    assert not found, "\n" + "\n".join(found)
