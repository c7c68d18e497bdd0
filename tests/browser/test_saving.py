"""What the table shows when a deal has just been saved there: what everybody looks at, whatever was saved."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender, hand_over
from tests.browser.test_offline import cut, lan, look

__all__ = ["lan"]

WIN = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0"}
SMALL = {"width": 360, "height": 640}
LONG = 8
"""Deals that make a table longer than any phone."""


@pytest.fixture
def page(phone: Page) -> Page:
    phone.set_viewport_size(SMALL)  # type: ignore[arg-type]
    return phone


@pytest.fixture
def small_lan(lan: Page) -> Page:
    """A phone where no worker can keep pages."""
    lan.set_viewport_size(SMALL)  # type: ignore[arg-type]
    return lan


def played(sender: Sender) -> tuple[str, list[str]]:
    table = sender.open_table(people=PEOPLE[:3])
    return table, [sender.record(table, **WIN) for _ in range(LONG)]


def scroll(page: Page) -> None:
    page.mouse.wheel(0, 400)
    page.wait_for_function("() => scrollY > 0", polling=hands.POLL)


def shows_its_top(page: Page) -> None:
    expect(page.locator("header.bar")).to_be_in_viewport(ratio=1)
    for place in (".desk", ".just"):
        expect(page.locator(place)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_a_table_opens_at_its_top_with_the_new_deal_marked(page: Page):
    """It does so after an old deal is voided, and the mark goes to the next deal."""
    table, keys = played(Sender(page.context))
    page.goto(table)
    scroll(page)
    hands.begin(page)
    hands.fill_in(page, 0, 16)
    hands.save(page)
    expect(page.locator(".deal.new .no")).to_have_text(f"{LONG + 1}")
    shows_its_top(page)
    for number in (LONG + 2, LONG + 3):
        Sender(page.context).record(table, **WIN)
        expect(page.locator(".deal.new .no")).to_have_text(f"{number}")
    page.goto(f"{table}deals/{keys[2]}/void/")
    hands.confirm(page, "记重了")
    expect(page.locator(".just")).to_contain_text("第 3 盘撤了")
    expect(page.locator("#live")).to_contain_text("第 3 盘撤了")
    expect(page.locator("#toast")).to_be_empty()
    expect(page.locator(".deal.new .no")).to_have_text("3")
    shows_its_top(page)


def test_it_does_so_where_the_pages_are_kept_in_the_tab(small_lan: Page, owner: Sender):
    lan = small_lan
    table, _keys = played(owner)
    hand_over(owner.cookies(), lan)
    look(lan, table)
    cut(lan)
    scroll(lan)
    hands.begin(lan)
    hands.fill_in(lan, 0, 16)
    lan.locator("[data-part=save]").click()
    expect(lan.locator("#waiting li")).to_have_count(1)
    expect(lan.locator("#waiting")).to_be_in_viewport()
    assert lan.evaluate("scrollY") == 0


COVERED = """wanted => wanted.filter(selector => {
    const one = document.querySelector(selector);
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !found || !(one.contains(found) || found.contains(one));
})"""
"""Which of these have something else, or nothing, in their middle."""


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(PEOPLE[:3], [(360, 640, 3), (320, 568, 3), (195, 422, 1)]), (PEOPLE, [(740, 360, 4), (360, 640, 4)])],
    ids=["three", "four"],
)
def test_what_matters_is_in_view_and_covered_by_nothing(
    page: Page, people: tuple[str, ...], sizes: list[tuple[int, int, int]]
):
    """At 195 pixels, a phone at 200 %, it is what just happened, who deals, and the first seat."""
    sender = Sender(page.context)
    table = sender.open_table(people=people)
    sender.record(table, **WIN, **({"xing_lower": "0"} if people == PEOPLE else {}))
    places = (0, 1, 3, 2) if people == PEOPLE else (0, 1, 3)
    for width, height, seats in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table)
        totals = [f".seat[data-at='{place}'] .total" for place in places[:seats]]
        rows = [] if seats == 1 else [".deal .figures"]
        assert page.evaluate(COVERED, [".just b", ".middle b", *totals, *rows]) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, height)
