"""Small phones: nothing that is needed lies under the bars at the lower edge, and a button that waits leads to what it names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.browser import hands, looks
from tests.browser.posts import PEOPLE, Sender, fresh_id, hand_over
from tests.browser.posts import WIN as BY_CARDS
from tests.browser.test_live import WIN
from tests.browser.test_mahjong import Fingers
from tests.phones import open_phone
from tests.servers import Server

SIZES = ((360, 640), (320, 568), (844, 390))
SMALL = {"width": 360, "height": 640}
FREE = """selector => {
    const all = Array.from(document.querySelectorAll(selector)).filter(one => one.getClientRects().length);
    return all.length > 0 && all.every(one => {
        const box = one.getBoundingClientRect();
        return [3, box.height - 3].every(y => one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + y)));
    });
}"""

OVER = """selector => [[scrollX, scrollY, innerWidth, innerHeight, visualViewport.scale],
    ...Array.from(document.querySelectorAll(selector)).map(one => {
        const box = one.getBoundingClientRect();
        const over = [3, box.height - 3].map(y => document.elementFromPoint(box.x + box.width / 2, box.y + y));
        return [one.textContent, Math.round(box.top), Math.round(box.bottom), ...over.map(each => each && each.outerHTML.slice(0, 80))];
    })]"""
"""Where a page stands, and of each element its text, its edges, and what lies there."""

WHOLE = """() => {
    const keys = Array.from(document.querySelectorAll(".pad .key:not(.none)")).filter(one => one.getClientRects().length);
    return keys.length > 19 && keys.every(key => {
        const [face, glyphs] = [".face", ".glyphs"].map(one => key.querySelector(one).getBoundingClientRect());
        const free = key.matches(".big") ? 2 + ["--bar", "--bar-gap"]
            .map(one => parseFloat(getComputedStyle(key).getPropertyValue(one))).reduce((a, b) => a + b) : 1;
        return glyphs.height > 12 && glyphs.top >= face.top + free - 1.5 && glyphs.bottom <= face.bottom - free + 1.5
            && glyphs.left >= face.left && glyphs.right <= face.right;
    });
}"""
"""Whether the characters of all keys lie within their frames and bars."""
COVERED = """() => Array.from(document.querySelectorAll("body > header, body > footer, footer.actions, .dock"))
    .filter(one => ["fixed", "sticky"].includes(getComputedStyle(one).position) && one.getClientRects().length)
    .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)"""
"""How high all bars together are that stay where they are."""
AT_ONCE = """button => {
    button.click();
    const keys = Array.from(document.querySelectorAll(".pad .key")).filter(one => one.getClientRects().length);
    return [button.form.dataset.step, keys.length];
}"""
"""The question that a tap has brought before the next frame, and how many keys of it are there by then."""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, viewport=SMALL)


def lies_free(page: Page, selector: str) -> None:
    """From its upper to its lower edge nothing lies over what is there."""
    try:
        page.wait_for_function(FREE, arg=selector)
    except TimeoutError:
        pytest.fail(f"covered, or out of sight: {page.evaluate(OVER, selector)}")


def opened(page: Page, **fields: str) -> str:
    """A table of the game, at its first entry."""
    people = PEOPLE if "ruleset" in fields else PEOPLE[:3]
    table = Sender(page.context).open_table(people=people, **fields)
    page.goto(f"{table}deals/new/")
    return table


def test_on_an_empty_table_the_code_lies_whole_above_the_bar_while_it_is_asked_who_i_am_and_after(
    phone: Page, lan_phone: Page
):
    sender = Sender(phone.context)
    table = sender.open_table(people=PEOPLE[:3], me="")
    hand_over(sender.cookies(), lan_phone)
    lan_phone.goto(table)
    for question in (1, 0):
        expect(lan_phone.locator(".asks")).to_have_count(question)
        for width, height in (*SIZES, (390, 844)):
            lan_phone.set_viewport_size({"width": width, "height": height})
            lies_free(lan_phone, ".qr, .asks button")
        if question:
            hands.tap(lan_phone.locator(".asks button").first)
    looks.dress(lan_phone, "light", "huge")
    for width, height in (*SIZES[:2], (390, 844)):
        lan_phone.set_viewport_size({"width": width, "height": height})
        lies_free(lan_phone, ".qr")
    # In the largest letters it does so while four are asked, too.
    asking = sender.open_table(people=PEOPLE, me="")
    hand_over(sender.cookies(), lan_phone)
    lan_phone.goto(asking)
    looks.dress(lan_phone, "light", "huge")
    for width, height in (SIZES[0], (390, 844)):
        lan_phone.set_viewport_size({"width": width, "height": height})
        lies_free(lan_phone, ".qr, .asks button")


def resized(page: Page, width: int, height: int) -> None:
    """The page at another size, at its top: once it has that size, since it is put back to where it was by that."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height]
    )
    page.evaluate("scrollTo(0, 0)")


def test_a_new_table_shows_all_its_lines_and_what_is_unfolded_lies_free_of_the_bar(page: Page):
    """And so do the actions of a deal that is unfolded."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/new/")
    lies_free(page, ".seat-name, #rules > summary, .stake > summary")
    page.locator(".stake > summary").tap()
    lies_free(page, ".stake .choice, #id_stake_other")
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3])
    for _deal in range(3):
        sender.record(table, **WIN)
    page.set_viewport_size(SMALL)
    page.goto(table)
    page.locator("details.deal > summary").first.tap()
    lies_free(page, "details.deal[open] .lines a")
    # At 200 % the whole width of the menu lies within the window.
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(table)
    page.locator(".menu-drop > summary").tap()
    menu = page.locator(".menu-drop > nav").bounding_box()
    assert menu
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 195
    # And totals before and after stay on their sheet, names whole.
    page.goto(
        f"{table}deals/{page.locator('details.deal').first.get_attribute('id').removeprefix('deal-')}/void/"
    )
    inside = "all => all.every(one => one.getBoundingClientRect().right <= one.closest('ul').getBoundingClientRect().right - 8)"
    assert page.locator(".effect .num").evaluate_all(inside)
    assert page.locator(".effect b > bdi").evaluate_all(
        "all => all.every(one => one.getClientRects().length === 1)"
    )
    page.goto(f"{table}settle/")
    assert page.locator(".payment .amount").evaluate_all(inside)
    # On its side a phone shows at once who pays whom, and nothing is stretched below the desk. Figures come below it.
    resized(page, 844, 390)
    lies_free(page, ".totals dd:not(.beside *), .payment:first-child .amount")
    page.goto(table)
    assert page.locator("form.wish").evaluate("one => one.getBoundingClientRect().height") < 120


def leads(page: Page, button: str, text: str, to: str) -> None:
    """A tap on a waiting button brings the focus to what it names, and that into view."""
    waiting = page.locator(button)
    expect(waiting).to_have_text(text)
    expect(waiting).to_have_attribute("data-leads", re.compile("."))
    waiting.tap()
    expect(page.locator(f"{to} :focus")).to_have_count(1)
    lies_free(page, f"{to} :focus, {to} label:focus-within")
    expect(waiting).to_have_text(text)


def xing_comes_into_view(page: Page) -> None:
    """After the number of 胡, on phones of every size."""
    hands.tap(page.locator("[data-mode=hu]"))
    for width, height in SIZES:
        resized(page, width, height)
        hands.tap(page.locator("[data-hu='21']"))
        lies_free(page, "button[data-xing]")
        lies_free(page, "#preview")
        left = page.evaluate("document.querySelector('body > header.bar').getBoundingClientRect().bottom")
        assert left <= 0 or left >= 20, "no sliver of the bar stays"


def test_whoever_stands_in_and_rests_hides_no_name_and_no_seal(page: Page):
    sender = Sender(page.context)
    table = sender.open_table()
    for player, name in enumerate(("上官婉儿与欧阳修", "大姐", "二婶", "三舅")):
        fields = {"client_id": fresh_id(), "player": f"{player}", "by": "new", "name": name}
        assert sender.post(f"{table}stand-in/", fields).status == 302
    page.goto(table)
    expect(page.locator(".seat .tags .tag")).to_have_count(6)
    lies_free(page, ".desk .seat :is(.who bdi, .seal)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_xing_comes_into_view_after_the_number_of_hu(page: Page):
    opened(page, **{"rule-hu_per_unit": "5"})
    hands.win(page, 1, "self_draw")
    xing_comes_into_view(page)
    # Another number, as when a deal is corrected, may come with other 醒.
    page.set_viewport_size(SMALL)
    hands.click_all(page, "button[data-xing='0']")
    page.evaluate("scrollTo(0, 0)")
    hands.tap(page.locator("[data-hu='17']"))
    lies_free(page, "button[data-xing]")


def test_the_line_of_what_it_is_worth_covers_no_key_of_hu_on_a_phone_on_its_side(page: Page):
    opened(page, **{"rule-hu_per_unit": "5"})
    hands.win(page, 1, "self_draw")
    hands.tap(page.locator("[data-mode=hu]"))
    resized(page, 844, 390)
    for key in ("10", "34"):
        page.locator(f"[data-hu='{key}']").scroll_into_view_if_needed()
        lies_free(page, f"[data-hu='{key}']")
    hands.tap(page.locator("[data-hu='34']"))
    hands.tap(page.locator("[data-hu='10']"))
    assert page.locator("#id_hu").input_value() == "10"


def test_all_keys_lie_above_the_bar_while_it_stands_there_that_an_entry_goes_on(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    table = opened(page)
    hands.win(page, 1, "self_draw")
    hands.tap_group(page, "peng", "捌捌捌")
    for letters in ("normal", "huge"):
        page.goto(f"{table}deals/new/")
        expect(page.locator("[data-part=restored]")).to_be_visible()
        looks.dress(page, "light", letters)
        lies_free(page, ".pad .key:not(.none)")


@pytest.mark.parametrize(("path", "least"), [("", 40), ("deals/new/", 0), ("settle/", 40)])
def test_at_200_percent_the_bars_leave_most_of_the_screen_to_the_page(page: Page, path: str, least: int):
    """On the pad none stays at all."""
    table = opened(page)
    Sender(page.context).record(table, **WIN)
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(f"{table}{path}")
    hands.read(page)
    if path == "deals/new/":
        hands.win(page, 1, "self_draw")
    covered = page.evaluate(COVERED)
    assert least <= covered <= 422 * 0.45, covered


def test_a_correction_opens_at_its_top_and_stands_whole_under_its_bar(page: Page):
    """So that whose deal it is, and the way to its number alone, are in sight; on the smallest phone first."""
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3])
    key = sender.record(table, **BY_CARDS)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{table}deals/new/?replace={key}")
    page.wait_for_selector("#entry[data-live][data-step=flip]")
    expect(page.locator("[data-mode=hu]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    for width, height in ((360, 640), (390, 844), (412, 915)):
        page.set_viewport_size({"width": width, "height": height})
        lies_free(page, ".single .key")
        lies_free(page, ".strip-of-correction b")
        assert page.evaluate("scrollY") == 0


def test_characters_are_whole_on_keys_of_every_size_and_every_source_can_be_tapped(page: Page):
    opened(page)
    for width, height in (*SIZES, (390, 844), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        hands.click_all(page, "[data-winner='1']")
        lies_free(page, ".hows button")
        lies_free(page, ".step-source > .button-row button")
        hands.click_all(page, ".how[data-how='1'] [data-source='self_draw']")
        lies_free(page, ".pad .key:not(.none)")
        for tab in ("sao", "shun"):
            hands.click_all(page, f"[data-tab={tab}]")
            page.wait_for_function(WHOLE)
        hands.click_all(page, "[data-go=winner]")


def test_every_source_can_be_tapped_where_four_play_and_the_seats_stay_where_they_are(page: Page):
    """On the right hand sits 小李, also where the seat on the left is empty."""
    for fields in ({"ruleset": "guiyang"}, {"ruleset": "bopi", "seats": "three_and_counter"}):
        opened(page, **fields)
        hands.tap(page.locator("[data-winner='0']"))
        lies_free(page, ".how.won button")
        assert page.locator(".how[data-at='1']").evaluate("one => one.offsetLeft > innerWidth / 2 - 20")


def test_the_waiting_button_of_a_hand_leads_to_what_is_missing(page: Page):
    """Tabbing shows what has the focus above the bars."""
    opened(page, **{"rule-hu_per_unit": "3"})
    hands.win(page, 1, "self_draw")
    leads(page, "[data-part=save]", "还差 21 张", "[data-part=pad]")
    xing_comes_into_view(page)
    resized(page, SMALL["width"], SMALL["height"])
    leads(page, "[data-part=save]", "先点醒了几张", "[data-answers~=xing]")
    page.locator("[data-hu='10']").focus()
    # Each set of keys is one stop.
    stops = []
    for _ in range(5):
        page.keyboard.press("Tab")
        lies_free(page, ":focus")
        stops.append(page.evaluate("document.activeElement.dataset.xing"))
    assert "0" in stops


def test_the_waiting_button_of_a_mahjong_deal_leads_to_the_pattern_of_the_hand_that_has_none(page: Page):
    opened(page, ruleset="guiyang")
    page.wait_for_selector("#entry[data-live]")
    fingers = Fingers(page)
    fingers.won(0, "discard", 1)
    fingers.pattern(0, "daduizi")
    leads(page, "[data-follows]", "先点翻的牌", ".held .section-head")
    fingers.turn("")
    expect(page.locator("[data-follows]")).to_have_text("记上")
    fingers.tap("label.choice:has([name=won_2])")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    leads(page, "[data-follows]", "先点牌型", ".won-hand[data-seat='2']")


def test_the_waiting_button_of_caught_points_leads_to_the_kitty(page: Page):
    opened(page, ruleset="dalin")
    leads(page, "[data-follows]", "先点抓了多少分", "[data-answers=points]")
    for name, value in (("points_100", "100"), ("kitty_cards", "1")):
        page.locator(f"label.choice:has([name={name}][value='{value}'])").tap()
    page.evaluate("scrollTo(0, 0)")
    leads(page, "[data-follows]", "先点底牌几分", "[data-answers=kitty_points]")


def test_other_waiting_buttons_lead_too(page: Page):
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3])
    key = sender.record(table, **WIN)
    sender.post(f"{table}deals/{key}/dispute/", {"client_id": fresh_id()})
    page.goto(f"{table}settle/")
    leads(page, "footer .waiting", "有异议，先解决", "[data-answers=doubt]")
    made = sender.post(f"{table}links/", {"role": "scorekeeper", "label": ""}).text()
    secret = made.split('id="code">')[1].split("<")[0]
    page.context.clear_cookies()
    page.goto(f"/j/#{secret}")
    # Whoever has scanned the code need not tap to be asked, and the address keeps no secret.
    leads(page, "[data-join-button]", "先点你的名字", "[data-answers=player]")
    assert "#" not in page.url


def test_a_tap_draws_its_question_at_once_its_keys_a_frame_later_and_nothing_anew_that_stays(page: Page):
    page.goto(f"{Sender(page.context).open_table(people=PEOPLE[:3])}deals/new/?winner=0")
    source = page.locator(".how[data-how='0'] [data-source=self_draw]")
    hands.read(page)
    assert source.evaluate(AT_ONCE) == ["groups", 0]
    hands.click_all(page, hands.key_of("捌捌捌"))
    page.locator(".slot.filled").evaluate("slot => { window.first = slot }")
    hands.click_all(page, hands.key_of("玖玖玖"))
    expect(page.locator(".slot.filled")).to_have_count(2)
    assert page.evaluate("window.first.isConnected")
