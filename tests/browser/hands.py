"""What a person's fingers do at a table: open it, tap hands in, read the totals."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
MINUS = "\u2212"
DOUBLE = 450
"""Milliseconds after which a tap near the last one is a tap of its own."""

# 18 胡 (碰 3, 扫 6, 壹贰叁 6, 一二三 3): no quad, seven groups of three.
PLAIN = (
    *(("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "壹贰叁"), ("shun", "一二三")),
    *(("shun", "四五六"), ("da", "九九玖"), ("shun", "六七八")),
)
# The same with 捌 dealt: 21 胡.
DEALT = (("sao", "捌捌捌"), *PLAIN[1:])
# 16 胡 (开舵 6, 扫 6, 碰 1, 二七十 3): one quad, so a pair.
QUAD = (
    *(("kaiduo", "一一一一"), ("sao", "贰贰贰"), ("peng", "三三三"), ("shun", "肆伍陆")),
    *(("shun", "七八九"), ("shun", "二七十"), ("pair", "拾拾")),
)


def open_table(page: Page, name: str, players: Sequence[str]) -> str:
    """Open a table and come to it; its recovery code."""
    page.goto("/")
    page.locator("footer").get_by_text("开一桌").click()
    page.locator(f"input[name=seats][value='{len(players)}']").locator("..").click()
    for row, player in enumerate(players):
        page.locator("input[name=player]").nth(row).fill(player)
    page.fill("#id_name", name)
    page.locator("footer").get_by_role("button", name="开牌").click()
    code = page.locator("#code").get_attribute("data-text") or ""
    page.locator("footer a, footer button").last.click()
    expect(page.locator(".desk")).to_be_visible()
    return code.strip()


def begin(page: Page) -> None:
    """From the table to the entry, its script awake."""
    page.locator("footer a.primary").click()
    page.wait_for_selector("#entry[data-live]")


def win(page: Page, seat: int, source: str, giver: int | None = None) -> None:
    """Winner and source: two taps."""
    page.locator(f"[data-winner='{seat}']").click()
    way = page.locator(f".how[data-how='{seat if giver is None else giver}'] [data-source='{source}']")
    expect(way).to_be_visible()
    tap_until(way, way.is_hidden)


def marked(page: Page, seat: int, mark: str) -> None:
    """Winner, then 天胡, 地胡 or 三笼五坎."""
    page.locator(f"[data-winner='{seat}']").click()
    way = page.locator(f"[data-mark='{mark}']")
    expect(way).to_be_visible()
    tap_until(way, way.is_hidden)


def choose_tab(tab: Locator) -> None:
    """A tab that is not chosen yet."""
    tap_until(tab, lambda: tab.get_attribute("aria-pressed") == "true")


def tap_until(target: Locator, done: Callable[[], bool]) -> None:
    """Tap, and once more where that was taken for the second half of a double tap: no person taps as fast as this."""
    for pause in (0, DOUBLE):
        target.page.wait_for_timeout(pause)
        if done():
            return
        target.click()


def tap_group(page: Page, kind: str, cards: str) -> None:
    """One group, with its tab first where another is chosen."""
    if kind != "pair":
        choose_tab(page.locator(f"[data-tab='{kind}']"))
    key = ",".join(str(CARDS.index(card)) for card in cards)
    page.locator(f"[data-part=keys] [data-cards='{key}']").click()


def tap_hand(page: Page, groups: Sequence[tuple[str, str]], won: str = "") -> None:
    """All groups, the winning one last, and which of its cards won where that is asked."""
    for kind, cards in groups:
        tap_group(page, kind, cards)
    if won:
        page.locator(f"[data-win='{CARDS.index(won)}']").click()


def turn(page: Page, card: str) -> None:
    """The 醒 card."""
    page.locator(f"[data-flip='{CARDS.index(card)}']").click()


def by_hu(page: Page, hu: int, xing: int, lower: int | None = None) -> None:
    """只报胡: the number of 胡 and of 醒."""
    page.locator("[data-mode=hu]").click()
    page.locator(f"[data-hu='{hu}']").click()
    page.locator(f"button[data-xing='{xing}']").click()
    if lower is not None:
        page.locator(f"[data-lower='{lower}']").click()


def save(page: Page) -> None:
    """记上, once the band says that it can be."""
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    page.locator("[data-part=save]").click()
    expect(page.locator(".desk")).to_be_visible()


def confirm(page: Page, reason: str) -> None:
    """The page that shows what a correction does."""
    page.fill("#id_reason", reason)
    page.locator("footer button").click()
    expect(page.locator(".desk")).to_be_visible()


def totals(page: Page) -> dict[str, int]:
    """The running totals as the desk shows them, once the table is there."""
    expect(page.locator(".seat .total").first).to_be_visible()
    found = {}
    for seat in page.locator(".desk .seat").all():
        name = seat.locator("bdi").first.inner_text()
        found[name] = number(seat.locator(".total").inner_text())
    return found


def number(text: str) -> int:
    """+5, −5 and 0 as they are shown."""
    assert re.fullmatch(rf"0|[+{MINUS}]\d+", text), text
    return int(text.replace(MINUS, "-"))
