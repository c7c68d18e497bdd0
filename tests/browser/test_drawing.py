"""翻牌定庄 by taps: on its own, as a step of a new table and of the next stage, with and without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands, looks
from tests.phones import open_phone
from tests.servers import Server

PEOPLE = ("老王", "小李", "阿芳", "老赵")
S4 = "一一五二捌六六贰贰"


@pytest.fixture
def plain_page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, java_script_enabled=False)


def choose(page: Page, field: str, value: str) -> None:
    """Choose, and wait until the page has followed."""
    hands.read(page)
    with page.expect_response("**/drawing/"):
        page.locator(f"[name='{field}'][value='{value}']").check(force=True)
    busy = ".htmx-request, .htmx-added, .htmx-settling, .htmx-swapping"
    expect(page.locator(busy)).to_have_count(0)


def name(page: Page, people: tuple[str, ...]) -> None:
    for place, who in enumerate(people):
        page.locator("input[type=text][name=player]").nth(place).fill(who)


def tap(page: Page, cards: str) -> None:
    """One tap a card; each is seen among those turned before the next, and what the last one leads to is read."""
    turned = page.locator("#drawing [name=draw-cards]")
    for card in cards:
        before = turned.input_value()
        page.locator(f"[name=draw-tap][value={card}]").click()
        expect(turned).to_have_value(before + card)
    hands.read(page)


def tap_last(page: Page, cards: str) -> None:
    """The page as it is where all cards but the last have been tapped, and that one tapped."""
    turned = page.locator("#drawing [name=draw-cards]")
    turned.evaluate("(field, cards) => { field.value += cards; }", cards[:-1])
    tap(page, cards[-1])


def begin(page: Page, game: str, people: tuple[str, ...]) -> None:
    """A new table, as far as its names."""
    page.goto(f"/new/?ruleset={game}")
    name(page, people)
    page.locator("#id_name").fill("翻牌这桌")


def expect_seated(page: Page, *people: str) -> None:
    """Wait until so many seats are shown, and these names in them."""
    names = page.locator("input[type=text][name=player]:visible")
    expect(names).to_have_count(len(people))
    for seat, who in enumerate(people):
        expect(names.nth(seat)).to_have_value(who)


def expect_places(page: Page, *words: str) -> None:
    expect(page.locator(".seat-row .where:visible")).to_have_text(words)


def test_the_example_of_s4_on_its_own(page: Page):
    """Counting stands axe, large type and narrow phones; the highest card does in `tests/browser/test_axe.py`."""
    page.goto("/")
    page.get_by_role("link", name="翻牌定庄").click()
    choose(page, "draw-company", "4-rests")
    expect(page.locator("input[type=text][name=player]")).to_have_count(4)
    choose(page, "draw-way", "counting")
    expect(page.locator("[name=draw-turner]")).to_have_count(4)
    looks.check(page)
    name(page, PEOPLE)
    tap(page, S4[:2])
    tap_last(page, S4[2:])
    expect(page.get_by_role("heading", name="阿芳最大，头一盘归阿芳")).to_be_visible()
    seats = page.locator(".desk.seated .seat")
    for at, words in enumerate(("庄阿芳小六豹子", "老赵下手大二豹子", "老王上手6 点", "小李数算10，闭死")):
        assert seats.nth(at).inner_text().replace("\n", "") == words
    looks.check(page)
    page.get_by_role("button", name="照这样开一桌").click()
    expect(page).to_have_url("/new/")
    expect_seated(page, "阿芳", "老赵", "老王", "小李")
    expect_places(page, "打桩的", "下手", "上手", "数算")
    page.locator("footer button").click()
    expect(page.locator("footer a.primary")).to_be_visible()


def test_a_new_table_comes_back_as_it_was_with_everybody_seated_or_with_the_seats_kept(page: Page):
    """Who rests is seen wherever they sit."""
    begin(page, "bopi", PEOPLE)
    hands.unfold(page, "target")
    page.locator("[name='rule-target']").fill("150")
    page.get_by_role("button", name="翻牌定庄").click()
    expect(page.get_by_text("每人翻一张，谁大头一盘归谁")).to_be_visible()
    tap_last(page, "八九八一")
    expect(page.get_by_text("老王、阿芳一样大，再各翻一张")).to_be_visible()
    expect(page.get_by_role("heading", name="老王翻到哪张？")).to_be_visible()
    tap_last(page, "三肆")
    page.get_by_role("button", name="照这样坐").click()
    expect(page).to_have_url("/new/")
    seated = ("小李", "阿芳", "老王", "老赵")
    expect_seated(page, *seated)
    expect_places(page, "打桩的", "下手", "上手", "数算")
    expect(page.locator("#id_sitting")).to_have_value("3")
    expect(page.locator("#id_name")).to_have_value("翻牌这桌")
    expect(page.locator("[name='rule-target']")).to_have_value("150")
    looks.check(page)
    page.get_by_role("button", name="翻牌定庄").click()
    tap_last(page, "八一拾九")
    page.get_by_role("button", name="座位不动").click()
    expect(page).to_have_url("/new/")
    expect_seated(page, *seated)
    expect_places(page, "上手", "数算", "打桩的", "下手")
    page.locator("[name=move][value='1']").click()
    expect_seated(page, "小李", "老王", "阿芳", "老赵")
    expect_places(page, "上手", "打桩的", "数算", "下手")
    expect(page.locator("#id_sitting option:checked")).to_have_text("阿芳")
    page.locator("#id_sitting").select_option("")
    expect_places(page, "数算", "打桩的", "下手", "上手")


def test_counting_as_a_step_and_back_without_a_result(page: Page):
    begin(page, "guilin", PEOPLE[:3])
    page.get_by_role("button", name="翻牌定庄").click()
    choose(page, "draw-way", "counting")
    choose(page, "draw-turner", "2")
    expect(page.get_by_role("heading", name="阿芳先翻一张，哪张？")).to_be_visible()
    tap_last(page, "二一")
    expect(page.get_by_text("数到老王，从老王起逆时针抓")).to_be_visible()
    page.get_by_role("button", name="退一步").click()
    expect(page.get_by_role("heading", name="老王抓了哪两张？")).to_be_visible()
    page.get_by_role("button", name="回去，不翻了").click()
    expect(page).to_have_url("/new/")
    expect_seated(page, *PEOPLE[:3])


def test_what_comes_next_is_announced_and_a_fifth_copy_is_told(page: Page):
    """The focus stays on the pad, and the next tap goes on."""
    page.goto("/drawing/")
    choose(page, "draw-company", "2")
    expect(page.locator("input[type=text][name=player]")).to_have_count(2)
    tap(page, "八")
    expect(page.locator("#key-7")).to_be_focused()
    expect(page.locator("#live")).to_have_text("第 2 位翻到哪张？")
    tap_last(page, "八八八")
    page.locator("[name=draw-tap][value=八]").click()
    expect(page.get_by_role("alert")).to_contain_text("八有 5 张，一副牌只有 4 张")
    tap(page, "九")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_without_scripts_a_new_table_draws_and_comes_back(plain_page: Page):
    """What is chosen goes along with the first card."""
    page = plain_page
    begin(page, "bopi", PEOPLE)
    page.get_by_role("button", name="翻牌定庄").click()
    page.locator("[name=draw-way][value=counting]").check(force=True)
    tap(page, S4[0])
    tap_last(page, S4[1:])
    expect(page.get_by_role("heading", name="阿芳最大，头一盘归阿芳")).to_be_visible()
    page.get_by_role("button", name="照这样坐").click()
    names = page.locator("input[name=player]").evaluate_all("all => all.map(one => one.value)")
    assert names[:4] == ["阿芳", "老赵", "老王", "小李"]
    expect(page.locator("#id_name")).to_have_value("翻牌这桌")
    page.locator("footer button").click()
    expect(page.locator("footer a.primary")).to_be_visible()


def test_without_scripts_on_its_own(plain_page: Page):
    page = plain_page
    page.goto("/drawing/")
    page.locator("[name=draw-company][value='2']").check(force=True)
    name(page, PEOPLE[:1])
    tap(page, "一二")
    expect(page.get_by_role("heading", name="第 2 位最大")).to_be_visible()
