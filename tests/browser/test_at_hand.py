"""At hand: a screen that stays awake, results read aloud, the thumb's half of the screen, a new phone's first minute."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.posts import Sender
from tests.browser.test_live import WIN

PEOPLE = ("老王", "小李", "阿芳")
HALF = 844 / 2
TAP, NAME = 2.3, 10.0
"""Seconds that a person takes for a tap, and for typing a name: slow hands at a card table."""

WAKE = """() => { window.locks = 0;
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { window.locks += 1; return {}; } } }); }"""
SPEECH = """() => { window.spoken = [];
    window.speechSynthesis.speak = words => window.spoken.push(words.text); }"""


@pytest.fixture
def table(phone: Page) -> Page:
    phone.add_init_script(f"({WAKE})(); ({SPEECH})();")
    hands.at_table(phone, PEOPLE)
    return phone


def middles(page: Page, selector: str) -> list[float]:
    """How far down the middle of each of these is, all at one moment."""
    where = "all => all.map(one => one.getBoundingClientRect()).map(box => box.y + box.height / 2)"
    found: list[float] = page.locator(selector).evaluate_all(where)
    assert found
    return found


def aloud(page: Page) -> None:
    page.locator(".menu-drop > summary").click()
    page.get_by_role("switch", name="念出新的一盘").click()
    page.locator(".menu-drop > summary").click()


def test_the_screen_of_a_table_stays_awake_and_another_table_like_it_is_one_tap_from_home(table: Page):
    """It stays awake again after coming back."""
    table.wait_for_function("() => window.locks === 1")
    table.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.wait_for_function("() => window.locks === 2")
    table.goto("/")
    assert table.evaluate("window.locks") == 0
    table.get_by_role("link", name="照上次的再开一桌").click()
    for number, who in enumerate(PEOPLE):
        expect(table.locator("input[name=player]").nth(number)).to_have_value(who)
    table.locator("footer").get_by_role("button", name="开牌").click()
    expect(table.locator("#board")).to_be_visible()


def test_deals_are_read_aloud_where_that_was_asked_for_and_only_once(table: Page):
    """Those of another phone when they arrive, and one's own."""
    sender = Sender(table.context)
    sender.record(table.url, **WIN)
    expect(table.locator("details.deal")).to_have_count(1)
    assert table.evaluate("window.spoken") == []
    aloud(table)
    sender.record(table.url, **WIN)
    table.wait_for_function("() => window.spoken.length === 1")
    assert "老王" in table.evaluate("window.spoken")[0]
    expect(table.get_by_role("switch", include_hidden=True)).to_have_attribute("aria-checked", "true")
    hands.begin(table)
    hands.fill_in(table, 0, 22)
    hands.save(table)
    table.wait_for_function("() => window.spoken.length === 1")
    assert "老王 22 胡" in table.evaluate("window.spoken")[0]
    table.reload()
    expect(table.locator(".desk")).to_be_visible()
    assert table.evaluate("window.spoken") == []


def test_what_is_tapped_at_every_deal_lies_in_the_lower_half_and_says_what_it_is(table: Page):
    """Who cannot see the keys is told their size and colour."""
    assert min(middles(table, "footer a.primary")) > HALF
    hands.begin(table)
    assert min(middles(table, "[data-winner]")) > HALF
    table.locator("[data-winner='0']").click()
    sources = middles(table, "[data-source]:visible")
    assert sum(sources) / len(sources) > HALF
    hands.read(table)
    table.locator(".how[data-how='0'] [data-source=self_draw]").click()
    hands.read(table)
    assert min(middles(table, "[data-part=keys] button")) > HALF
    assert min(middles(table, "[data-part=save]")) > HALF
    label = "all => all.map(one => one.getAttribute('aria-label'))"
    names = table.locator("[data-part=keys] button").evaluate_all(label)
    assert (names[7], names[17]) == ("碰 小八，黑", "碰 大八，黑")
    hands.tap_group(table, "saochuan", "伍伍伍伍")
    table.locator("button[data-mode=groups]").click()
    assert min(middles(table, "button[data-xing]")) > HALF


def first_deal(phone: Page) -> int:
    """Everything that a phone does which has never been here, until its first deal is stored: how many taps."""
    taps = 0
    phone.goto("/")

    def tap(button: Locator) -> None:
        nonlocal taps
        button.click()
        taps += 1

    tap(phone.locator("footer").get_by_text("开一桌"))
    for row, name in enumerate(PEOPLE):
        tap(phone.locator("input[name=player]").nth(row))
        phone.keyboard.insert_text(name)
    tap(phone.locator("footer").get_by_role("button", name="开牌"))
    tap(phone.locator("form.asks").get_by_role("button", name="老王"))
    tap(phone.locator(".desk .seat", has_text="老王"))
    phone.wait_for_selector("#entry[data-live]")
    tap(phone.locator(".how[data-how='1'] [data-source='discard']"))
    tap(phone.locator("[data-mode=hu]"))
    tap(phone.locator("[data-hu='17']"))
    tap(phone.locator("button[data-xing='1']"))
    expect(phone.locator("#preview [data-ready='1']")).to_be_visible()
    tap(phone.locator("[data-part=save]"))
    expect(phone.locator("details.deal")).to_have_count(1)
    return taps


def by_hand(taps: int) -> float:
    """Seconds that a person takes for so many taps and the names."""
    return taps * TAP + len(PEOPLE) * NAME


def test_a_new_phone_comes_to_its_first_deal_within_a_minute(phone: Page):
    """At an old hand's pace; `tests/benchmarks/test_first_deal.py` measures what the machine takes of it."""
    assert by_hand(first_deal(phone)) <= 60
