"""Where there is room: what belongs together stands side by side, and a phone fetches nothing of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hands import PLAIN, click_all, fill_in_hand
from tests.browser.posts import PEOPLE, WIN, Sender, hand_over
from tests.phones import open_phone
from tests.servers import Server

DESKTOP, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
SMALL_TABLET = (768, 1024)
WON = {"source": "self_draw", "mode": "hu", "hu": "21", "xing_count": "0", "xing_lower": "0"}


@pytest.fixture
def page(browser: Browser, shared_server: Server, keeper: Sender) -> Iterator[Page]:
    keeper.csrf()
    yield from open_phone(browser, shared_server.url)


def at(page: Page, keeper: Sender, size: tuple[int, int], path: str) -> None:
    hand_over(keeper.cookies(), page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"


def box(one: Locator) -> tuple[float, float, float, float]:
    found = one.first.bounding_box()
    assert found
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def stands_beside(left: Locator, right: Locator) -> bool:
    """Whether both are in one line of sight: beside each other, and neither below the other."""
    a, b = box(left), box(right)
    return a[2] <= b[0] + 1 and a[1] < b[3] and b[1] < a[3]


def test_a_desktop_shows_side_by_side_what_a_phone_shows_below_each_other(keeper: Sender, page: Page):
    table = keeper.open_table(people=PEOPLE[:3], stake="50")
    for winner in "0120":
        keeper.record(table, winner=winner, **WON)
    at(page, keeper, DESKTOP, table)
    assert stands_beside(page.locator("#board .desk"), page.locator(".ledger"))
    assert page.get_by_role("link", name="放到电视上").first.is_visible()
    at(page, keeper, DESKTOP, f"{table}settle/")
    expect(page.locator(".beside .charted")).to_be_visible()
    assert stands_beside(page.locator("#payments"), page.locator(".beside .charted"))
    at(page, keeper, DESKTOP, f"{table}figures/")
    assert stands_beside(page.locator(".charted"), page.locator(".scores"))
    at(page, keeper, DESKTOP, "/")
    assert box(page.locator(".foot-links"))[0] > 720
    at(page, keeper, DESKTOP, "/rules/guilin/")
    assert stands_beside(page.locator(".toc"), page.locator(".book section"))
    at(page, keeper, TABLET, f"{table}deals/new/")
    expect(page.locator(".beside .deal")).to_have_count(4)
    assert box(page.locator(".entry .desk"))[3] < box(page.locator(".beside"))[1]


def test_an_entry_stands_beside_the_ledger_and_alone_in_the_middle_where_there_is_none(
    keeper: Sender, page: Page
):
    at(page, keeper, DESKTOP, f"{keeper.open_table(people=PEOPLE)}deals/new/")
    assert box(page.locator(".step-winner .seat[data-at='0']"))[3] < DESKTOP[1] - 50
    table = keeper.open_table(people=PEOPLE[:3])
    at(page, keeper, DESKTOP, f"{table}deals/new/?winner=0")
    expect(page.locator(".entry .how").first).to_be_visible()
    left, _, right, _ = box(page.locator(".entry .hows"))
    assert abs(left - (DESKTOP[0] - right)) < 30
    keys = [keeper.record(table, **WIN)]
    at(page, keeper, DESKTOP, f"{table}deals/new/?winner=0")
    expect(page.locator(".beside")).to_contain_text("老王 18 胡")
    keeper.record(table, **WIN)
    expect(page.locator(".beside .deal")).to_have_count(2)
    page.locator(".how[data-how='0'] [data-source='self_draw']").click()
    expect(page.locator(".pad .key").first).to_be_visible()
    for right_of_it in (".well", ".preview", "[data-part=save]", ".beside"):
        assert stands_beside(page.locator(".pad"), page.locator(right_of_it)), right_of_it
    keeper.record(table, **WIN)
    expect(page.locator("#meanwhile [data-part=line]")).to_be_visible()
    tool = page.locator("[data-mode=hu]")
    assert box(page.locator("#meanwhile [data-part=news]"))[2] < box(tool)[0], (
        "news lies on what can be tapped"
    )
    for width, height in ((TABLET[1], TABLET[0]), TABLET, SMALL_TABLET):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".beside")).to_be_hidden()
        news, kinds = box(page.locator("#meanwhile [data-part=news]")), box(page.locator(".tabs-kind"))
        assert news[2] < box(page.locator(".bar [data-keyboard]"))[0]
        assert news[3] <= kinds[1] or kinds[2] <= news[0], "news lies on the kinds of groups"
    page.locator("#meanwhile [data-on]").click()
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    fill_in_hand(page, PLAIN, "八")
    fans = page.locator("[data-part=slots] .fan")
    expect(fans).to_have_count(7)
    for n in (0, 1, 3, 4):
        assert box(fans.nth(n))[2] < box(fans.nth(n + 1))[0], "cards lie on each other"
    click_all(page, "[data-keyboard]")
    assert box(page.locator("#id_said"))[3] < box(page.locator(".folds"))[1], (
        "what is typed lies on what else is said"
    )
    at(page, keeper, DESKTOP, f"{table}deals/foul/")
    assert stands_beside(page.locator("#deal"), page.locator(".beside .deal"))
    at(page, keeper, DESKTOP, f"{table}deals/{keys[0]}/")
    assert stands_beside(page.locator(".ledger"), page.locator("#itself > :not(.ledger)").first)
    at(page, keeper, DESKTOP, f"{table}deals/{keys[0]}/dispute/")
    expect(page.locator("#doubt textarea, #doubt input[type=text]").first).to_be_in_viewport(ratio=1)


def test_what_is_asked_in_the_largest_type_is_clear_of_the_bar_and_in_sight_beside_a_long_ledger(
    keeper: Sender, page: Page
):
    table = keeper.open_table(people=PEOPLE[:3])
    for _ in range(9):
        keeper.record(table, **WIN)
    keeper.post("/preferences/", {"type": "huge"})
    at(page, keeper, DESKTOP, table)
    asked, bar = page.locator(".asks .button").first, page.locator("footer.actions")
    assert box(asked)[3] < box(bar)[1]
    assert stands_beside(page.locator("#board .desk"), asked)
    at(page, keeper, DESKTOP, f"{table}deals/new/?winner=0")
    expect(page.locator(".beside .deal")).to_have_count(9)
    own = page.locator(".how[data-how='0'] [data-source='self_draw']")
    expect(own).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_the_largest_type_takes_the_keys_no_room_and_numbers_have_theirs_beside(keeper: Sender, page: Page):
    table = keeper.open_table(people=PEOPLE[:3])
    keeper.post("/preferences/", {"type": "huge"})
    key = page.locator(".pad .keys .key").first
    at(page, keeper, TABLET, f"{table}deals/new/?winner=0")
    page.locator(".how[data-how='0'] [data-source='self_draw']").click()
    expect(key).to_be_visible()
    page.set_viewport_size({"width": SMALL_TABLET[0], "height": SMALL_TABLET[1]})
    page.locator(".tabs-kind button", has_text="顺").click()
    assert box(page.locator(".pad .keys .key").last)[3] < box(page.locator(".entry .actions"))[1]
    for width, height in (TABLET, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert box(key)[3] - box(key)[1] > 80
    page.locator("[data-mode=hu]").click()
    page.locator("[data-hu='22']").click()
    for right_of_it in ("[data-xing='0']", ".preview", "[data-part=save]"):
        assert stands_beside(page.locator("[data-answers=hu]"), page.locator(right_of_it)), right_of_it
    expect(page.locator("[data-part=save]")).to_be_in_viewport(ratio=1)
    keeper.post("/preferences/", {"language": "en"})
    at(page, keeper, TABLET, f"{table}deals/new/?winner=1")
    page.locator(".how[data-how='1'] [data-source='self_draw']").click()
    expect(key).to_be_visible()
    tabs = page.locator(".tabs-kind button")
    for width, height in (TABLET, (TABLET[1], TABLET[0]), DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert not tabs.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert box(tabs.first)[3] - box(tabs.first)[1] == 60, "a word is broken"


def test_on_a_tablet_four_people_stand_two_and_two_and_figures_below_what_is_to_be_paid(
    keeper: Sender, page: Page
):
    table = keeper.open_table(people=PEOPLE)
    keeper.record(table, winner="0", **WON)
    at(page, keeper, TABLET, "/")
    seats = page.locator(".table-card").first.locator(".totals > div")
    assert [box(seats.nth(n))[0] for n in (0, 1)] == [box(seats.nth(n))[0] for n in (2, 3)]
    at(page, keeper, TABLET, table)
    assert page.get_by_role("link", name="放到电视上").first.is_visible()
    names = page.locator("main > .ledger .ledger-head .figures > *")
    numbers = page.locator("main > .ledger .deal .figures .num")
    assert [box(names.nth(n))[2] for n in range(4)] == [box(numbers.nth(n))[2] for n in range(4)]
    assert box(names.first)[2] - box(names.first)[0] > 70
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    at(page, keeper, PHONE, f"{table}settle/")
    page.wait_for_load_state()
    assert not [url for url in asked if "figures" in url], (
        "a phone fetches nothing of what would stand beside"
    )
    expect(page.locator(".beside")).to_be_hidden()
    at(page, keeper, TABLET, f"{table}settle/")
    expect(page.locator(".beside .charted")).to_be_visible()
    assert box(page.locator("#payments"))[3] < box(page.locator(".beside .charted"))[1]
