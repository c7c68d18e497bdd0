"""Where there is room: what belongs together stands side by side, and a phone fetches nothing of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import PLAIN, click_all, fill_in_hand
from tests.browser.posts import PEOPLE, WIN, Sender, hand_over
from tests.phones import open_phone
from tests.servers import Server

Box = tuple[float, float, float, float]
DESKTOP, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
SMALL_TABLET = (768, 1024)
SIDES = """wanted => wanted.map(one => {
    const box = document.querySelector(one)?.getBoundingClientRect();
    return box && box.width ? [box.left, box.top, box.right, box.bottom] : null;
})"""
ALL_SIDES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
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


def boxes(page: Page, *wanted: str) -> list[Box]:
    """The sides of the first of each, at one moment: left, top, right, bottom; for what is not there yet it waits."""
    found = page.evaluate(SIDES, wanted)
    if None in found:
        for one in wanted:
            expect(page.locator(one).first).to_be_visible()
        found = page.evaluate(SIDES, wanted)
    return [(left, top, right, bottom) for left, top, right, bottom in found]


def stand_beside(page: Page, left: str, *right: str) -> bool:
    """Whether each of them is in one line of sight with the first: beside it, and neither below nor above."""
    a, *others = boxes(page, left, *right)
    return all(a[2] <= b[0] + 1 and a[1] < b[3] and b[1] < a[3] for b in others)


def test_a_desktop_shows_side_by_side_what_a_phone_shows_below_each_other(keeper: Sender, page: Page):
    table = keeper.open_table(people=PEOPLE[:3], stake="50")
    for winner in "0120":
        keeper.record(table, winner=winner, **WON)
    at(page, keeper, DESKTOP, table)
    assert stand_beside(page, "#board .desk", ".ledger")
    assert page.get_by_role("link", name="放到电视上").first.is_visible()
    at(page, keeper, DESKTOP, f"{table}settle/")
    expect(page.locator(".beside .charted")).to_be_visible()
    assert stand_beside(page, "#payments", ".beside .charted")
    at(page, keeper, DESKTOP, f"{table}figures/")
    assert stand_beside(page, ".charted", ".scores")
    at(page, keeper, DESKTOP, "/")
    assert boxes(page, ".foot-links")[0][0] > 720
    at(page, keeper, DESKTOP, "/new/")
    assert stand_beside(page, "#games", "#game .seat-rows")
    at(page, keeper, DESKTOP, "/rules/guilin/")
    assert stand_beside(page, ".toc", ".book section")
    at(page, keeper, TABLET, f"{table}deals/new/")
    expect(page.locator(".beside .deal")).to_have_count(4)
    desk, beside = boxes(page, ".entry .desk", ".beside")
    assert desk[3] < beside[1]


def test_an_entry_stands_beside_the_ledger_and_alone_in_the_middle_where_there_is_none(
    keeper: Sender, page: Page
):
    at(page, keeper, DESKTOP, f"{keeper.open_table(people=PEOPLE)}deals/new/")
    assert boxes(page, ".step-winner .seat[data-at='0']")[0][3] < DESKTOP[1] - 50
    table = keeper.open_table(people=PEOPLE[:3])
    at(page, keeper, DESKTOP, f"{table}deals/new/?winner=0")
    expect(page.locator(".entry .how").first).to_be_visible()
    left, _, right, _ = boxes(page, ".entry .hows")[0]
    assert abs(left - (DESKTOP[0] - right)) < 30
    keys = [keeper.record(table, **WIN)]
    at(page, keeper, DESKTOP, f"{table}deals/new/?winner=0")
    expect(page.locator(".beside")).to_contain_text("老王 18 胡")
    keeper.record(table, **WIN)
    expect(page.locator(".beside .deal")).to_have_count(2)
    page.locator(".how[data-how='0'] [data-source='self_draw']").click()
    expect(page.locator(".pad .key").first).to_be_visible()
    assert stand_beside(page, ".pad", ".well", ".preview", "[data-part=save]", ".beside")
    keeper.record(table, **WIN)
    expect(page.locator("#meanwhile [data-part=line]")).to_be_visible()
    news, tool = boxes(page, "#meanwhile [data-part=news]", "[data-mode=hu]")
    assert news[2] < tool[0], "news lies on what can be tapped"
    for width, height in ((TABLET[1], TABLET[0]), TABLET, SMALL_TABLET):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".beside")).to_be_hidden()
        news, kinds, keyboard = boxes(
            page, "#meanwhile [data-part=news]", ".tabs-kind", ".bar [data-keyboard]"
        )
        assert news[2] < keyboard[0]
        assert news[3] <= kinds[1] or kinds[2] <= news[0], "news lies on the kinds of groups"
    page.locator("#meanwhile [data-on]").click()
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    fill_in_hand(page, PLAIN, "八")
    fans = page.locator("[data-part=slots] .fan")
    expect(fans).to_have_count(7)
    sides = fans.evaluate_all(ALL_SIDES)
    for n in (0, 1, 3, 4):
        assert sides[n][2] < sides[n + 1][0], "cards lie on each other"
    click_all(page, "[data-keyboard]")
    typed, others = boxes(page, "#id_said", ".folds")
    assert typed[3] < others[1], "what is typed lies on what else is said"
    at(page, keeper, DESKTOP, f"{table}deals/foul/")
    assert stand_beside(page, "#deal", ".beside .deal")
    at(page, keeper, DESKTOP, f"{table}deals/{keys[0]}/")
    assert stand_beside(page, ".ledger", "#itself > :not(.ledger)")
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
    asked, bar = boxes(page, ".asks .button", "footer.actions")
    assert asked[3] < bar[1]
    assert stand_beside(page, "#board .desk", ".asks .button")
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
    keys, actions = page.locator(".pad .keys .key").evaluate_all(ALL_SIDES), boxes(page, ".entry .actions")
    assert keys[-1][3] < actions[0][1]
    for width, height in (TABLET, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        _, top, _, bottom = boxes(page, ".pad .keys .key")[0]
        assert bottom - top > 80
    page.locator("[data-mode=hu]").click()
    page.locator("[data-hu='22']").click()
    assert stand_beside(page, "[data-answers=hu]", "[data-xing='0']", ".preview", "[data-part=save]")
    expect(page.locator("[data-part=save]")).to_be_in_viewport(ratio=1)
    keeper.post("/preferences/", {"language": "en"})
    at(page, keeper, TABLET, f"{table}deals/new/?winner=1")
    page.locator(".how[data-how='1'] [data-source='self_draw']").click()
    expect(key).to_be_visible()
    tabs = page.locator(".tabs-kind button")
    for width, height in (TABLET, (TABLET[1], TABLET[0]), DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert not tabs.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        _, top, _, bottom = boxes(page, ".tabs-kind button")[0]
        assert bottom - top == 60, "a word is broken"


def test_on_a_tablet_four_people_share_a_row_or_stand_two_and_two_and_figures_below_what_is_to_be_paid(
    keeper: Sender, page: Page
):
    table = keeper.open_table(people=PEOPLE)
    keeper.record(table, winner="0", **WON)
    at(page, keeper, TABLET, "/")
    seats = page.locator(".table-card").locator(".totals > div").evaluate_all(ALL_SIDES)
    assert len({top for _, top, *_ in seats}) == 1, "a table alone has the whole row"
    keeper.open_table("周六", people=PEOPLE)
    at(page, keeper, TABLET, "/")
    seats = page.locator(".table-card").first.locator(".totals > div").evaluate_all(ALL_SIDES)
    assert [left for left, *_ in seats[:2]] == [left for left, *_ in seats[2:]]
    at(page, keeper, TABLET, table)
    assert page.get_by_role("link", name="放到电视上").first.is_visible()
    names = page.locator("main > .ledger .ledger-head .figures > *").evaluate_all(ALL_SIDES)
    numbers = page.locator("main > .ledger .deal .figures .num").evaluate_all(ALL_SIDES)
    assert [name[2] for name in names[:4]] == [number[2] for number in numbers[:4]]
    assert names[0][2] - names[0][0] > 70
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
    payments, figures = boxes(page, "#payments", ".beside .charted")
    assert payments[3] < figures[1]
