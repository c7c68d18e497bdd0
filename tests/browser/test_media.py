"""As the system wants it: colours of its own, nothing that moves, black on white on paper; totals that dim light leaves legible."""

from collections.abc import Sequence
from itertools import product

import pytest
from playwright.sync_api import Page

from tests.browser import hands, looks
from tests.browser.places.games import tap
from tests.browser.posts import PEOPLE, Sender, hand_over

AAA = 7

CONTRAST = """selector => {
    const value = text => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(one => one / 255)
        .map(one => one <= 0.03928 ? one / 12.92 : Math.pow((one + 0.055) / 1.055, 2.4))
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = one => {
        const colour = value(getComputedStyle(one).backgroundColor);
        return colour.length === 3 || colour[3] > 0 ? colour : ground(one.parentElement);
    };
    return Array.from(document.querySelectorAll(selector)).filter(one => one.getClientRects().length).map(one => {
        const [a, b] = [light(value(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
        return [one.textContent.trim(), (a + 0.05) / (b + 0.05)];
    });
}"""
DRESS = "([theme, signs]) => Object.assign(document.documentElement.dataset, { theme, signs })"
TOTALS = {
    "{table}": ".seat .total, .deal .figures > *",
    "/": ".totals dd, .totals dd *",
    "{table}settle/": ".totals dd, .totals dd *, .payment .amount b",
    "{table}figures/": ".totals dd, .totals dd *",
    "{table}why/0/": ".num.plus, .num.minus, .plus, .minus",
}


PRINTED = {f"{{table}}{name}" for name in ("", "settle/", "history/", "figures/", "rules/", "export/print/")}
STILL = {"/", "{table}settle/", "{table}figures/", "/new/"}
PAGES = sorted({*TOTALS, *PRINTED, *STILL})


@pytest.fixture(scope="module")
def table(owner: Sender) -> str:
    made = owner.open_table(stake="50")
    owner.fill(made)
    return made


@pytest.fixture
def page(phone: Page, owner: Sender) -> Page:
    hand_over(owner.cookies(), phone)
    return phone


def entry_of_another(page: Page, owner: Sender, people: Sequence[str] = PEOPLE[:3], **fields: str) -> str:
    """Its path. Whoever opens a table has another key to all of theirs from then on."""
    made = owner.open_table(people=people, **fields)
    hand_over(owner.cookies(), page)
    return f"{made}deals/new/"


def test_a_page_stands_out_keeps_still_and_is_fit_for_paper(page: Page, table: str):
    """In all looks; `tests/views/test_preferences.py` has what is chosen in the page."""
    for path in PAGES:
        page.goto(path.format(table=table))
        page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
        if path in STILL:
            assert page.evaluate(MOVING) == [], path
        if path in TOTALS:
            totals_stand_out_as_aaa_asks(page, path)
        if path in PRINTED:
            paper_is_white_and_has_no_buttons(page, path)


def totals_stand_out_as_aaa_asks(page: Page, path: str) -> None:
    for theme, signs in product(("light", "dark"), ("red-wins", "green-wins")):
        page.evaluate(DRESS, [theme, signs])
        found = page.evaluate(CONTRAST, TOTALS[path])
        assert found, path
        assert [one for one in found if one[1] < AAA] == [], (path, theme, signs)


def paper_is_white_and_has_no_buttons(page: Page, path: str) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate(DRESS, ["dark", "red-wins"])
    assert page.evaluate(INK) == [], path
    assert page.locator(".button:visible, .actions:visible, header.bar a:visible").count() == 0, path
    dull = [one for one in page.evaluate(CONTRAST, "main p, main b, main small, main dd") if one[1] < 4.5]
    assert dull == [], path
    assert looks.wide(page) == [], path


def background(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("one => getComputedStyle(one).backgroundColor"))


def test_what_is_chosen_is_seen_in_the_systems_colours(page: Page, owner: Sender, table: str):
    page.emulate_media(forced_colors="active")
    page.goto("/preferences/")
    chosen, other = "input:checked + span", ".choice > input:not(:checked) + span"
    assert background(page, chosen) != background(page, other)
    page.goto(f"{table}settle/")
    assert background(page, ".tabs > [aria-current]") != background(page, ".tabs > :not([aria-current])")
    page.goto(entry_of_another(page, owner, PEOPLE, ruleset="dalin"))
    tap(page, "points_10", 80)
    assert background(page, chosen) != background(page, other)


def test_cards_keep_their_own_colours_in_the_systems_colours(page: Page, owner: Sender):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    page.goto(entry_of_another(page, owner))
    page.wait_for_selector("#entry[data-live]")
    page.locator("[data-keyboard]:visible").click()
    page.locator("#id_said").fill(SENTENCE)
    page.locator("[data-flip] .face").first.wait_for()
    told = "one => getComputedStyle(one).getPropertyValue('forced-color-adjust')"
    assert page.locator("[data-flip] .face").first.evaluate(told) == "none"
    shown = page.evaluate(CONTRAST, "[data-flip] .face")
    assert min(ratio for _text, ratio in shown) > 4.5


SENTENCE = "老王自摸 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小八"
MOVING = """() => Array.from(document.querySelectorAll("*")).filter(one => {
    const style = getComputedStyle(one);
    const long = style.transitionDuration.split(",").concat(style.animationName === "none" ? "0s" : style.animationDuration)
        .some(time => parseFloat(time) > 0);
    return long || style.scrollBehavior === "smooth";
}).map(one => one.outerHTML.slice(0, 80)).concat(document.getAnimations().map(String))"""


def test_nothing_moves_in_use_where_that_is_not_wanted(page: Page, owner: Sender, table: str):
    page.emulate_media(reduced_motion="reduce")
    with page.expect_request(lambda request: "/live/" in request.url):
        page.goto(table)
    assert page.evaluate(MOVING) == []
    Sender(page.context).record(table, "dead")
    page.locator(".deal.new").wait_for()
    assert page.evaluate(MOVING) == []
    page.goto(entry_of_another(page, owner))
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 0, "self_draw")
    hands.tap_group(page, "peng", "捌捌捌")
    page.locator("[data-group='0']").click()
    assert page.evaluate(MOVING) == []


INK = """() => Array.from(document.querySelectorAll("body *")).filter(one => {
    const [r, g, b, a = 1] = getComputedStyle(one).backgroundColor.match(/[\\d.]+/g).map(Number);
    return one.getClientRects().length && a > 0 && (r + g + b) / 3 < 128 && one.textContent.trim() && !one.closest(".seal, svg");
}).map(one => one.outerHTML.slice(0, 80))"""
