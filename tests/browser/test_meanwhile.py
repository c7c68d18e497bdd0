"""Two phones enter at once: each knows of the other, and hears of a deal that may be its own before it is saved."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import Sender, hand_over, invite
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server

LI = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "11", "xing_count": "0", "xing_lower": "0"}

EARLIER = "(one, by) => { one.dataset.came = String(Number(one.dataset.came) - by); }"


@pytest.fixture
def page(browser: Browser, shared_server: Server, keeper: Sender, table: str) -> Iterator[Page]:
    """The owner's phone, 老王's."""
    for phone in open_phone(browser, shared_server.url):
        hand_over(keeper.cookies(), phone)
        yield phone


@pytest.fixture
def other(browser: Browser, shared_server: Server, keeper: Sender, table: str) -> Iterator[Page]:
    """Another phone that may keep score."""
    for phone in open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}"):
        invite(keeper, table, phone)
        yield phone


def open_entry(page: Page, path: str) -> None:
    with page.expect_response(lambda answer: "/live/" in answer.url):
        page.goto(path)


def enter(page: Page, table: str, winner: int, hu: int) -> None:
    """A 胡 as far as the button that saves it."""
    open_entry(page, f"{table}deals/new/?winner={winner}")
    page.wait_for_selector("#entry[data-live]")
    fill_in(page, winner, hu)


def fill_in(page: Page, winner: int, hu: int) -> None:
    """What is asked after who won."""
    source = f".how[data-how='{winner}'] [data-source=self_draw]"
    hands.click_all(page, source, "[data-mode=hu]", f"[data-hu='{hu}']", "button[data-xing='0']")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()


def read(page: Page) -> None:
    """As long as nobody can have read what came it takes no tap: let it have come long enough ago."""
    page.locator("#meanwhile [data-came]").evaluate(EARLIER, hands.READ)


def deals(page: Page) -> int:
    return page.locator("#rows .deal").count()


def test_a_deal_of_another_phone_comes_where_the_same_is_entered_and_it_is_dropped_or_kept(
    page: Page, other: Page, keeper: Sender, table: str
):
    # Who enters a deal is known on the table and in the entry of the other.
    open_entry(page, table)
    enter(other, table, 1, 11)
    expect(page.locator("[data-entering]")).to_have_text("另一台手机正在记")
    enter(page, table, 1, 11)
    expect(other.locator("[data-entering]")).to_have_text("老王正在记")

    # Saved on one, it comes to the other at once, where the save button lies on nothing new.
    hands.tap(page.locator("[data-part=save]"))
    expect(page.locator(".desk")).to_be_visible()
    news = other.locator("#meanwhile [data-part=line]")
    expect(news).to_have_text("老王刚记了第 1 盘：小李 11 胡")
    expect(other.locator("[data-entering]")).to_be_hidden()
    expect(page.locator("[data-entering]")).to_have_text("另一台手机正在记")

    # It takes no tap as long as nobody can have read it; then it is looked at where it is.
    same = other.get_by_role("link", name="同一盘，不记了")
    expect(same).to_be_visible()
    part = other.locator("#meanwhile [data-part=news]")
    part.evaluate("one => { one.dataset.came = String(performance.now() + 60000); }")
    same.click(no_wait_after=True)
    other.locator("#meanwhile [data-look]").click(no_wait_after=True)
    expect(other.locator("#meanwhile [data-part=deal]")).to_be_hidden()
    part.evaluate("one => { one.dataset.came = String(performance.now()); }")
    read(other)
    hands.tap(other.locator("#meanwhile [data-look]"))
    expect(other.locator("#meanwhile .deal")).to_contain_text("小李")
    hands.tap(same)
    expect(other.locator(".desk")).to_be_visible()
    assert deals(other) == 1
    open_entry(other, f"{table}deals/new/?winner=1")
    other.wait_for_selector("#entry[data-live]")
    expect(other.locator("[data-part=restored]")).to_be_hidden()

    # What differs is kept.
    fill_in(other, 1, 21)
    keeper.record(table, **LI)
    expect(news).to_contain_text("刚记了第 2 盘")
    unlike = other.get_by_role("link", name="和我的不一样，先回桌上")
    expect(unlike).to_be_visible()
    band = part.bounding_box()
    assert band
    assert band["height"] < 110, "covers more than its line and one row of ways"
    read(other)
    hands.tap(unlike)
    open_entry(other, f"{table}deals/new/?winner=1")
    other.wait_for_selector("#entry[data-live]")
    expect(other.locator("[data-part=restored]")).to_be_visible()
    expect(other.locator("[data-hu='21']")).to_have_attribute("aria-pressed", "true")

    # Another deal goes on where it was.
    keeper.record(table, **LI)
    expect(news).to_contain_text("刚记了第 3 盘")
    read(other)
    hands.tap(other.get_by_role("button", name="是另一盘"))
    expect(news).to_be_hidden()
    expect(other.locator("[data-hu='21']")).to_have_attribute("aria-pressed", "true")
    hands.tap(other.locator("[data-part=save]"))
    another = other.get_by_role("button", name="不是，接着记")
    expect(another).to_be_visible()
    hands.tap(another)
    expect(other.locator("#rows .deal")).to_have_count(4)


ADJUSTED = {"gives_0": "1", "gets_0": "0", "units_0": "3"}


def test_it_comes_to_every_kind_of_entry(page: Page, keeper: Sender, table: str):
    it_comes_to(page, f"{table}deals/dead/", 1)
    a_plain_question_comes_free_of_what_lies_over_it_as_long_as_that_does(page, keeper, table)
    the_same_came(page, "foul", 3)
    for game in ("guiyang", "dalin"):
        it_comes_to(page, f"{Sender(page.context).open_table(ruleset=game)}deals/new/", 1)


def it_comes_to(page: Page, entry: str, number: int) -> None:
    """The deal of this number is recorded meanwhile, and it is the same."""
    open_entry(page, entry)
    Sender(page.context).record(entry.partition("deals/")[0], "adjust", **ADJUSTED)
    the_same_came(page, entry, number)


def the_same_came(page: Page, entry: str, number: int) -> None:
    expect(page.locator("#meanwhile [data-part=line]"), entry).to_contain_text(f"刚记了第 {number} 盘")
    read(page)
    hands.tap(page.locator("#meanwhile [data-same]"))
    expect(page.locator("#rows .deal"), entry).to_have_count(number)


def a_plain_question_comes_free_of_what_lies_over_it_as_long_as_that_does(
    page: Page, keeper: Sender, table: str
) -> None:
    open_entry(page, f"{table}deals/foul/")
    question = page.locator("main").get_by_text("谁诈胡了？").first
    expect(question).to_be_visible()
    place = question.bounding_box()
    keeper.record(table, **LI)
    news = page.locator("#meanwhile [data-part=news]")
    expect(news).to_be_visible()
    top, over = question.bounding_box(), news.bounding_box()
    assert top
    assert over
    assert top["y"] >= over["y"] + over["height"]
    read(page)
    page.get_by_role("button", name="是另一盘").click()
    expect(news).to_be_hidden()
    assert question.bounding_box() == place
    keeper.record(table, **LI)
