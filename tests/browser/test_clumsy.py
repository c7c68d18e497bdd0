"""Fingers that tap twice where once was meant: nothing is entered that nobody has seen."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender, invite, keeping
from tests.browser.test_mahjong import PEOPLE as MAHJONG_PEOPLE
from tests.phones import PHONE, open_phone
from tests.servers import Server

WIN = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "11", "xing_count": "0"}
HALVES = 350
"""Milliseconds between the halves of a slow double tap: time for the next page to come."""
FRAMES = 50
"""Milliseconds in which what the last tap began is drawn."""
COUNT = """() => { window.taps = 0; window.addEventListener("click", () => { window.taps += 1; }, true); }"""

STANDS = "() => document.getAnimations().every(one => one.playState !== 'running')"
"""Nothing moves: a sheet that rises has come to its place."""


@pytest.fixture(scope="module")
def counting(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone that counts taps, and whose clock the tests can stop and move: it cannot become another one after that."""
    for phone in open_phone(browser, shared_server.url, moves=True):
        phone.clock.install()
        phone.add_init_script(f"({COUNT})()")
        yield phone


@pytest.fixture
def page(counting: Page) -> Iterator[Page]:
    """That phone, as the test before found it."""
    yield counting
    counting.goto("about:blank")
    counting.clock.resume()
    counting.set_viewport_size(PHONE["viewport"])


def pad(page: Page, people: Sequence[str] = PEOPLE[:3], **fields: str) -> None:
    """The entry of a new table."""
    page.goto(f"{Sender(page.context).open_table(people=people, **fields)}deals/new/")
    page.wait_for_selector("#entry[data-live]")


def read_and_stop(page: Page) -> None:
    """What is on the page has been read, what was asked for has come; from now on no time goes by."""
    page.clock.pause_at(page.evaluate(f"Date.now() / 1000 + {hands.READ / 1000}"))
    # Keys come in a timeout that the next frame sets: one of a frame that the jump brought would wait for ever.
    page.clock.run_for(FRAMES)
    expect(page.locator(".htmx-request")).to_have_count(0)


def tap_twice(page: Page, place: Locator) -> None:
    """Two taps at one moment and one place of the glass, whatever lies there at the second; then that is read."""
    read_and_stop(page)
    x, y = middle(place)
    before = page.evaluate("window.taps")
    for taps in (1, 2):
        page.touchscreen.tap(x, y)
        page.wait_for_function("taps => window.taps === taps", arg=before + taps)
    page.clock.run_for(hands.READ)
    page.clock.resume()


def middle(place: Locator) -> tuple[float, float]:
    """Where to tap, asked in one go: keys are drawn anew when a preview arrives."""
    expect(place).to_be_visible()
    place.page.wait_for_function(STANDS)
    where = "([one]) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
    x, y = place.evaluate_all(where)
    return x, y


def test_a_double_tap_on_the_winner_leaves_the_source_to_be_asked(page: Page):
    pad(page)
    for seat in range(3):
        tap_twice(page, page.locator(f"[data-winner='{seat}']"))
        expect(page.locator("#ask-source")).to_be_visible()
        chosen = "all => all.find(one => one.checked).value"
        assert page.locator("[name=winner]").evaluate_all(chosen) == f"{seat}"
        hands.tap(page.locator(f".how[data-how='{seat}'] [data-source='self_draw']"))
        assert page.locator("body").get_attribute("data-step") == "groups"
        hands.tap(page.locator("[data-go=winner]:visible").last)
    hands.win(page, 0, "self_draw")
    two_taps_on_the_key_of_a_group_are_one_and_two_on_the_last_choose_no_card_after_it(page)


def two_taps_on_the_key_of_a_group_are_one_and_two_on_the_last_choose_no_card_after_it(
    page: Page,
) -> None:
    """A run that is there twice is tapped a second time once the first is seen; loose cards are tapped at any pace."""
    filled = page.locator("[data-part=slots] .filled")
    for cards in ("捌捌捌", "伍伍伍"):
        tap_twice(page, page.locator(hands.key_of(cards)))
    expect(filled).to_have_count(2)
    tap_twice(page, page.locator("[data-undo]"))
    expect(filled).to_have_count(1)
    hands.tap(page.locator("[data-undo]"))
    expect(filled).to_have_count(0)
    page.locator("[data-tab=shun]").tap()
    run = page.locator("[data-part=special] [data-cards='0,1,2']")
    tap_twice(page, run)
    expect(filled).to_have_count(1)
    run.tap()
    expect(filled).to_have_count(2)
    hands.fill_in_hand(page, (("shun", "七八九"), ("sao", "捌捌捌"), ("sao", "伍伍伍"), ("da", "九九玖")))
    hands.tap(page.locator("[data-tab=sao]"))
    a_double_tap_on_a_choice_of_a_sheet_enters_nothing_under_it(page)
    cards = hands.CARDS.index("六")
    tap_twice(page, page.locator(f"[data-part=keys] [data-cards='{cards},{cards},{cards}']"))
    assert page.locator("body").get_attribute("data-step") == "flip"
    assert page.locator("[name=flipped]").input_value() == ""
    assert page.locator("[data-part=slots] .filled").count() == len(hands.DEALT)
    tap_twice(page, page.locator("[data-pile]"))
    expect(page.locator("[data-pile]")).to_have_attribute("aria-pressed", "true")


def a_double_tap_on_a_choice_of_a_sheet_enters_nothing_under_it(page: Page) -> None:
    """Keys lie there."""
    filled = page.locator("[data-part=slots] .filled")
    before = filled.count()
    for choice in ("改成碰", "改成扫坎"):
        hands.tap(page.locator("[data-group='3']"))
        tap_twice(page, page.get_by_role("button", name=choice))
        expect(filled).to_have_count(before)


def test_a_double_tap_on_the_winner_of_a_mahjong_deal_does_too(page: Page):
    pad(page, MAHJONG_PEOPLE, ruleset="guiyang")
    for seat in range(4):
        tap_twice(page, page.locator(f"[data-winner='{seat}']"))
        assert page.locator("body").get_attribute("data-step") == "source"
        hands.tap(page.locator("[data-go=winner]:visible").last)


def test_a_phone_turned_on_its_side_shows_what_is_wrong_beside_the_keys(page: Page):
    pad(page)
    hands.win(page, 0, "self_draw")
    hands.tap_group(page, "peng", "捌捌捌")
    filled = page.locator("[data-part=slots] .filled")
    for wide, high in ((844, 390), (667, 375)):
        page.set_viewport_size({"width": wide, "height": high})
        hands.tap_group(page, "da", "捌捌八")
        trouble, key = page.locator("[data-part=trouble]"), page.locator("[data-part=keys] .full").first
        expect(trouble).to_be_in_viewport(ratio=1)
        expect(key).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        hands.tap(trouble.get_by_role("button"))
        expect(filled).to_have_count(1)
        page.set_viewport_size({"width": high, "height": wide})
        expect(filled).to_have_count(1)


def tap_slowly_twice(page: Page, place: Locator, comes: str) -> None:
    """Two taps at one place, the second a moment after the next page has come there."""
    read_and_stop(page)
    x, y = middle(place)
    page.touchscreen.tap(x, y)
    expect(page.locator(comes).first).to_be_visible()
    page.clock.run_for(HALVES)
    page.touchscreen.tap(x, y)
    page.wait_for_function("() => window.taps === 1")
    page.clock.run_for(hands.READ)
    page.clock.resume()


def entered(page: Page, table: str, hu: int) -> Locator:
    """小李's win, as far as the button that saves it."""
    page.goto(f"{table}deals/new/?winner=1")
    page.wait_for_selector("#entry[data-live]")
    source = ".how[data-how='1'] [data-source=self_draw]"
    hands.click_all(page, source, "[data-mode=hu]", f"[data-hu='{hu}']", "button[data-xing='0']")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    return page.locator("[data-part=save]")


def test_after_saving_a_double_tap_does_not_begin_the_next_deal(page: Page):
    table = Sender(page.context).open_table(people=PEOPLE[:3])
    tap_slowly_twice(page, entered(page, table, 11), ".desk .total")
    expect(page.locator(".desk .total").first).to_be_visible()
    expect(page.locator("#rows .deal")).to_have_count(1)
    hands.tap(page.locator("footer .primary"))
    page.wait_for_selector("#entry[data-live]")


def test_a_double_tap_on_saving_answers_nothing_on_the_page_that_asks(
    page: Page, playwright: Playwright, shared_server: Server
):
    """Another phone has recorded 11 胡 meanwhile: the same deal, or another one."""
    with keeping(playwright, shared_server) as keeper:
        table = keeper.open_table(people=PEOPLE[:3])
        invite(keeper, table, page)
        for hu, deals in ((11, 1), (16, 3)):
            save = entered(page, table, hu)
            keeper.record(table, **WIN)
            tap_slowly_twice(page, save, "[role=alert]")
            expect(page.get_by_role("alert")).to_contain_text("还没有记上")
            page.locator("footer .primary").tap()
            expect(page.locator("#rows .deal")).to_have_count(deals)
            # Given up or gone on with, it leaves no draft.
            page.goto(f"{table}deals/new/")
            page.wait_for_selector("#entry[data-live]")
            expect(page.locator("body")).to_have_attribute("data-step", "winner")
            expect(page.locator("[data-part=restored]")).to_be_hidden()


DECISIVE = {
    "deals/{key}/void/": "footer button",
    "deals/{key}/dispute/": "footer button",
    "deals/dead/": "footer button",
    "settle/": ".tick",
    "close/": "footer button",
    "pay/?payer=0&payee=1": "footer button",
    "stand-in/": "footer button",
    "devices/rotate/": "footer button",
    "recovery/": "footer button",
}
"""Pages on which one tap books, voids, settles, disputes or sends away, and what is tapped there."""


def test_a_page_that_has_just_come_decides_nothing(page: Page):
    """Neither by a tap nor by a key."""
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3], stake="100")
    key = sender.record(table, **WIN)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    read_and_stop(page)
    for path, button in DECISIVE.items():
        page.goto(table + path.format(key=key))
        one = page.locator(button).first
        one.tap(force=True)
        one.press("Enter")
        expect(one).to_have_attribute("aria-disabled", "true")
        page.clock.run_for(hands.READ)
        expect(one).not_to_have_attribute("aria-disabled", "true")
    assert posted == []


def test_a_double_tap_that_folds_a_rule_chooses_nothing_that_comes_under_the_finger(page: Page):
    page.goto("/new/?ruleset=dalin")
    hands.unfold(page, "bands")
    summary = page.locator("details.rule:has([name^='rule-bands']) > summary")
    summary.scroll_into_view_if_needed()
    tap_twice(page, summary)
    expect(page.locator("[name=ruleset]:checked")).to_have_value("dalin")
    expect(page.locator("details.rule[open]")).to_have_count(0)
