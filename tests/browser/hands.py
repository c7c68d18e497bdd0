"""What a person's fingers do at a table: open it, tap hands in, read the totals."""

import re
from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Locator, Page, expect

from tests.browser.posts import Sender
from tests.quick_taps import DRAWN, spot_of, tap_spot

CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
MINUS = "\u2212"
NEAR = 24
"""Within so many pixels of the last tap another one may be half of a double one."""
TAPPED: WeakKeyDictionary[Page, tuple[float, float]] = WeakKeyDictionary()
"""Where each page was tapped last."""
CLOCKED: WeakSet[Page] = WeakSet()
"""Pages whose clock `read` moves."""
POLL = 50
"""Milliseconds between two looks at what no event tells: asked in every frame, the page is drawn anew each time."""
BOUNCE = 400
"""Milliseconds within which a pad takes the same group for a finger that bounced (static/js/pad.js)."""
READ = 950
"""Milliseconds after which what has come up has been read."""
TOTALS = """all => all.map(seat => ["bdi", ".total"].map(one => seat.querySelector(one).innerText.trim()))"""
"""Who sits where, and the total there."""
CLICKING = """async selectors => {
    const seen = selector => Array.from(document.querySelectorAll(selector)).find(one => one.getClientRects().length);
    const drawn = DRAWN;
    for (const selector of selectors) {
        // As the last deal was entered, so begins the next one.
        if (!seen(selector) && /^\\[data-mode=(hu|cards)\\]$/.test(selector)) continue;
        if (!seen(selector)) await drawn();
        const one = seen(selector);
        if (!one || one.disabled) throw new Error(`nothing to click: ${selector}`);
        one.click();
    }
}""".replace("DRAWN", DRAWN)
"""Clicks by the page's own script what can be seen, one after another; keys come a frame after their question."""
ASKING = """(() => {
    const question = QUESTION;
    let answer = false, asking = false;
    return arg => {
        if (!asking) {
            asking = true;
            question(arg).then(found => { answer = found; asking = false; });
        }
        return answer;
    };
})()"""

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


def at_table(page: Page, players: Sequence[str], name: str = "周五老地方", **fields: str) -> str:
    """Look at a new table that was opened without a tap; its address, such as /t/abc/."""
    table = Sender(page.context).open_table(name, players, **fields)
    page.goto(table)
    return table


def begin(page: Page) -> None:
    """From the table to the entry, its script awake."""
    tap(page.locator("footer a.primary"))
    page.wait_for_selector("#entry[data-live]")


def win(page: Page, seat: int, source: str, giver: int | None = None) -> None:
    """Winner and source: two taps."""
    tap(page.locator(f"[data-winner='{seat}']"))
    tap(page.locator(f".how[data-how='{seat if giver is None else giver}'] [data-source='{source}']"))


def click_all(page: Page, *selectors: str) -> None:
    """Click one after another without a finger, where that is not what a test is about: several taps for the price of one."""
    page.evaluate(CLICKING, selectors)


def fill_in(page: Page, seat: int, hu: int, xing: int = 0, lower: int | None = None) -> None:
    """An own draw by its 胡, with the clicks of `win` and `by_hu`."""
    source, number = f".how[data-how='{seat}'] [data-source=self_draw]", f"[data-hu='{hu}']"
    rest = () if lower is None else (f"[data-lower='{lower}']",)
    click_all(
        page,
        f"[data-winner='{seat}']",
        source,
        "[data-mode=hu]",
        number,
        f"button[data-xing='{xing}']",
        *rest,
    )


def fill_in_hand(page: Page, groups: Sequence[tuple[str, str]], won: str = "") -> None:
    """A hand of cards with the clicks of `tap_hand`."""
    clicks, tab = ["[data-mode=cards]"], ""
    for kind, cards in groups:
        if kind not in {tab, "pair"}:
            clicks.append(f"[data-tab='{kind}']")
            tab = kind
        clicks.append(key_of(cards))
    click_all(page, *clicks, *([f"[data-win='{CARDS.index(won)}']"] if won else ()))


def key_of(cards: str) -> str:
    """The key of a group, or of one card."""
    return f"[data-part=keys] [data-cards='{','.join(str(CARDS.index(card)) for card in cards)}']"


def marked(page: Page, seat: int, mark: str) -> None:
    """Winner, then 天胡, 地胡, 三笼 or 五坎."""
    tap(page.locator(f"[data-winner='{seat}']"))
    tap(page.locator(f"[data-mark='{mark}']"))


def reads_fast(page: Page) -> Page:
    """Let time on this phone jump on where something is read (static/js/early.js gives 850 ms), instead of waiting for it."""
    page.clock.install()
    CLOCKED.add(page)
    return page


def read(page: Page) -> None:
    """Wait until what has just come up takes every tap: by then a person can have read it."""
    if page in CLOCKED and page.locator("html[data-fresh]").count():
        page.clock.run_for(READ)
    page.wait_for_selector("html:not([data-fresh])", state="attached")


def pause(page: Page, milliseconds: int) -> None:
    """What a hand takes before it taps the same on purpose; time jumps on where it can."""
    if page in CLOCKED:
        page.clock.run_for(milliseconds)
    else:
        page.wait_for_timeout(milliseconds)


def wait_for_answer(page: Page, question: str, arg: object = None) -> None:
    """Wait until an asynchronous question is answered with yes, on this page or the next.

    `Page.wait_for_function` itself takes the promise of an answer for a yes.
    """
    page.wait_for_function(ASKING.replace("QUESTION", question), arg=arg, polling=POLL)


def tap(target: Locator) -> None:
    """Tap as a person does: what lies where the last tap was is read first."""
    page = target.page
    spot = spot_of(target)
    if spot is None:
        expect(target).to_be_visible()
        spot = spot_of(target)
    x, y = (spot.x, spot.y) if spot else (0, 0)
    if is_near(page, x, y):
        read(page)
        if target.get_attribute("data-cards"):
            outlast_bounce(page)
        spot = None
    tap_spot(target, spot)
    if spot and not spot.is_sure:
        # It may have been scrolled to.
        spot = spot_of(target)
        x, y = (spot.x, spot.y) if spot else (x, y)
    TAPPED[page] = (x, y)


def tap_at(page: Page, x: float, y: float) -> None:
    """Tap a place that has been looked at, without asking whether anything stands still there."""
    read_near(page, x, y)
    page.mouse.click(x, y)
    TAPPED[page] = (x, y)


def read_near(page: Page, x: float, y: float) -> None:
    if is_near(page, x, y):
        read(page)


def is_near(page: Page, x: float, y: float) -> bool:
    """Whether the last tap was about there."""
    last = TAPPED.get(page)
    return last is not None and abs(x - last[0]) + abs(y - last[1]) < NEAR


def outlast_bounce(page: Page) -> None:
    """Let the pad take the same group once more."""
    if page in CLOCKED:
        page.clock.run_for(BOUNCE)
        return
    page.wait_for_function(
        "since => performance.now() > since", arg=page.evaluate(f"performance.now() + {BOUNCE}")
    )


def tap_group(page: Page, kind: str, cards: str) -> None:
    """One group, with its tab first where another is chosen."""
    tab = page.locator(f"[data-tab='{kind}']")
    if kind != "pair" and tab.get_attribute("aria-pressed") != "true":
        tap(tab)
    tap(page.locator(key_of(cards)))


def begin_with(page: Page, mode: str) -> None:
    """胡 or cards: a table begins as its last deal was entered."""
    other = page.locator(f"[data-mode={mode}]")
    if other.is_visible():
        tap(other)


def tap_hand(page: Page, groups: Sequence[tuple[str, str]], won: str = "") -> None:
    """All groups, the winning one last, and which of its cards won where that is asked."""
    begin_with(page, "cards")
    for kind, cards in groups:
        tap_group(page, kind, cards)
    if won:
        tap(page.locator(f"[data-win='{CARDS.index(won)}']"))


def turn(page: Page, card: str) -> None:
    """The 醒 card."""
    tap(page.locator(f"[data-flip='{CARDS.index(card)}']"))


def by_hu(page: Page, hu: int, xing: int, lower: int | None = None) -> None:
    """只报胡: the number of 胡 and of 醒."""
    begin_with(page, "hu")
    tap(page.locator(f"[data-hu='{hu}']"))
    tap(page.locator(f"button[data-xing='{xing}']"))
    if lower is not None:
        tap(page.locator(f"[data-lower='{lower}']"))


def unfold(page: Page, rule: str) -> None:
    """A house rule of a form by its code, so that it can be chosen."""
    fold = page.locator("#rules")
    if fold.count():
        unfold_one(fold)
    others = page.locator(f"#other-rules:has([name^='rule-{rule}'])")
    if others.count():
        unfold_one(others)
    unfold_one(page.locator(f"details.rule:has([name^='rule-{rule}'])"))


def choose_game(page: Page, game: str) -> None:
    """Where a table is opened, or its next stage; what is not at hand is looked for."""
    choice = page.locator("#games .choice").filter(has=page.get_by_text(game, exact=True))
    if not choice.count():
        unfold_one(page.locator("details.find"))
        choice.wait_for()
    value = choice.locator("input").get_attribute("value") or ""
    tap(choice)
    expect(page.locator("#new [name=shown]")).to_have_value(value)


def unfold_one(fold: Locator) -> None:
    """Where it lies, once it has come into view, the last tap may have been."""
    if fold.evaluate("fold => fold.open"):
        return
    summary = fold.locator("> summary")
    summary.scroll_into_view_if_needed()
    tap(summary)
    expect(fold).to_have_attribute("open", "")


def send(page: Page) -> None:
    """The form of a page of its own, such as 黄庄 or 诈胡: at first no tap sends it."""
    read(page)
    tap(page.locator("footer button.primary"))
    expect(page.locator(".desk")).to_be_visible()


def save(page: Page) -> None:
    """记上, once the band says that it can be."""
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    tap(page.locator("[data-part=save]"))
    expect(page.locator(".desk")).to_be_visible()


def confirm(page: Page, reason: str) -> None:
    """The page that shows what a correction does."""
    page.fill("#id_reason", reason)
    page.locator("footer button").click()
    expect(page.locator(".desk")).to_be_visible()


def expect_totals(page: Page, expected: Mapping[str, int]) -> None:
    """Wait until the desk has these seats, in order, with these running totals.

    As long as a deal is on its way it may be the kept table that is looked at, as it was before.
    """
    shown = [text for name, total in expected.items() for text in (name, signed(total))]
    expect(page.locator(".desk .seat :is(bdi, .total)")).to_have_text(shown)


def totals(page: Page) -> dict[str, int]:
    """The running totals as the desk shows them now, for what is compared with them later: `expect_totals` waits."""
    expect(page.locator(".seat .total").first).to_be_visible()
    return {name: number(total) for name, total in page.locator(".desk .seat").evaluate_all(TOTALS)}


def signed(total: int) -> str:
    """A total as it is shown: +5, −5 and 0."""
    return f"{total:+}".replace("-", MINUS) if total else "0"


def number(text: str) -> int:
    """+5, −5 and 0 as they are shown."""
    assert re.fullmatch(rf"0|[+{MINUS}]\d+", text), text
    return int(text.replace(MINUS, "-"))
