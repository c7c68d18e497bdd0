"""Other kinds of entry and of evening: rounds, opening wins, tiles, bands, 飞, cards drawn for the dealer."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.places.evening import Evening, Walk, shows
from tests.browser.posts import PEOPLE, Sender, fresh_id

BLOCKED = ({"hu": "20", "from": "1"}, {"hu": "15", "from": "2"})
"""告胡子: the first win must have 18, the next of the same player 15, which cannot stand without it."""


def tap(page: Page, name: str, value: object) -> None:
    """A radio button or a box, by the label that takes its taps."""
    page.locator(f'[name="{name}"][value="{value}"]').locator("..").click()


def by_hu(sender: Sender, table: str, **fields: str) -> str:
    return sender.record(table, **{"winner": "0", "source": "other_draw", "mode": "hu", **fields})


def round_over(evening: Evening) -> Iterator[None]:
    table = evening.sender.open_table("一轮结了", PEOPLE, ruleset="bopi", seats="three_and_counter")
    for fields in (
        {"hu": "60", "from": "1"},
        {"hu": "50", "from": "1"},
        {"winner": "1", "hu": "30", "from": "0"},
    ):
        by_hu(evening.sender, table, **fields)
    evening.at(table)
    expect(evening.page.locator(".round-over")).to_be_visible()
    yield
    evening.page.locator("details.deal > summary").first.click()
    expect(evening.page.locator(".lines .line").first).to_be_visible()
    yield


def correction_that_blocks(evening: Evening) -> None:
    table = evening.sender.open_table("告胡子", PEOPLE[:3], ruleset="gaohuzi", seats="three")
    first, _second = (by_hu(evening.sender, table, **fields) for fields in BLOCKED)
    evening.at(f"{table}deals/{first}/void/")
    shows(evening.page, "照原样（商定）")


def opening_refused(evening: Evening) -> None:
    evening.at(f"{evening.openings}deals/opening/")
    evening.page.locator("[name=open_0]").check()
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def bands_counted(evening: Evening) -> None:
    evening.at(f"{evening.bands}deals/new/")
    count_bands(evening.page)


def count_bands(page: Page) -> None:
    for name, value in {"points_10": 80, "kitty_cards": 2, "kitty_points_10": 0}.items():
        tap(page, name, value)
    shows(page.locator("#preview"), "80 分")


def bands_once_more(evening: Evening) -> Iterator[None]:
    """A table where one deal was played, and the next, which may be played in one hand."""
    table = evening.sender.open_table("打林", PEOPLE, ruleset="dalin")
    evening.sender.record(table, dealer="0", points_100="100")
    evening.at(table)
    expect(evening.page.locator(".deal")).to_have_count(1)
    yield
    evening.at(f"{table}deals/new/")
    expect(evening.page.locator(".sides")).to_be_visible()
    yield
    count_bands(evening.page)
    evening.page.locator("[name=gongzhu]").check()
    expect(evening.page.locator(".kitty")).to_be_hidden()
    shows(evening.page.locator("#preview"), "80 分")
    yield


def bands_among_the_rules(evening: Evening) -> None:
    evening.at("/new/?ruleset=dalin")
    hands.unfold(evening.page, "bands")


def tiles_won(evening: Evening) -> Iterator[None]:
    """The winner's patterns and bonuses, then the winner's hand."""
    evening.at(f"{evening.tiles}deals/new/")
    evening.page.wait_for_selector("#entry[data-live]")
    hands.win(evening.page, 0, "self_draw")
    tap(evening.page, "pattern_0", "qingyise")
    shows(evening.page.locator("#preview"), "没算鸡")
    evening.page.locator("[data-holder='2'] [data-dou='men']").click()
    evening.page.locator(".tile[data-tile='一条']").click()
    shows(evening.page.locator("#preview"), "翻的哪张牌？")
    yield
    evening.page.locator("[data-hand='0']").click()
    evening.page.locator(".tile[data-tile='五万']").click()
    expect(evening.page.locator(".hand-line small")).to_be_visible()
    yield


def tiles_with_a_wild_card(evening: Evening) -> None:
    """打坨子 with a 飞王: what it stands for is asked."""
    rules = {"rule-special_cards.飞": "1", "rule-special_cards.秤叁陆玖": "1"}
    table = evening.sender.open_table("老牌", PEOPLE[:3], ruleset="tuozi", **rules)
    evening.at(f"{table}deals/new/")
    evening.page.wait_for_selector("#entry[data-live]")
    hands.win(evening.page, 0, "other_draw", 1)
    hands.tap_group(evening.page, "shun", "贰叁肆")
    evening.page.locator("[data-wild='20']").click()
    expect(evening.page.get_by_role("dialog")).to_be_visible()


def drawing_begun(evening: Evening) -> Iterator[None]:
    """One card, then two that are equal."""
    evening.at("/drawing/")
    turned = evening.page.locator("#drawing [name=draw-cards]")
    evening.page.locator("[name=draw-tap][value=八]").click()
    expect(turned).to_have_value("八")
    yield
    for cards in ("八九", "八九八", "八九八九"):
        evening.page.locator(f"[name=draw-tap][value={cards[-1]}]").click()
        expect(evening.page.locator("#drawing [name=draw-cards]")).to_have_value(cards)
    yield


def drawing_decided(evening: Evening) -> None:
    evening.at("/drawing/")
    for _ in range(20):
        if evening.page.locator(".desk.seated").count():
            break
        before = evening.page.locator("#drawing [name=draw-cards]").input_value()
        evening.page.locator("#phone").click()
        expect(evening.page.locator("#drawing [name=draw-cards]")).not_to_have_value(before)
    expect(evening.page.locator(".desk.seated")).to_be_visible()


def told_by_a_substitute(evening: Evening) -> None:
    table = evening.sender.open_table("替手")
    fields = {"client_id": fresh_id(), "player": "1", "by": "new", "name": "大刘", "from": "next"}
    assert evening.sender.post(f"{table}stand-in/", fields).status in (302, 303)
    evening.at(f"{table}stand-in/")
    shows(evening.page, "大刘在替小李打")


STATES: tuple[Callable[[Evening], None], ...] = (
    correction_that_blocks,
    opening_refused,
    bands_counted,
    bands_among_the_rules,
    tiles_with_a_wild_card,
    drawing_decided,
    told_by_a_substitute,
)
WALKS: dict[Walk, tuple[str, ...]] = {
    round_over: ("round_over", "round_opened_and_settled"),
    bands_once_more: ("bands_on_the_table", "bands_later_deal", "bands_in_one_hand"),
    tiles_won: ("tiles_won", "tiles_of_a_hand"),
    drawing_begun: ("drawing_begun", "drawing_equal"),
}
