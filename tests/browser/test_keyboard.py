"""A deal without a finger: by the keyboard alone, and by what a screen reader names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands, looks
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import WIN
from tests.phones import open_phone
from tests.servers import Server

MOST_TABS = 60
TAPPED_BY_KEYS = (
    ("^扫坎$", ("^扫坎 大五",)),
    ("^顺$", ("大一 大二 大三", "小一 小二 小三", "小四 小五 小六")),
    ("^搭$", ("小九 小九 大九",)),
)
ARROW = """([name, sideways]) => {
    const one = document.activeElement, root = one.closest("[data-rove]");
    const named = key => (key.getAttribute("aria-label") || key.textContent).replace(/\\s+/g, " ").trim();
    const to = root && Array.from(root.querySelectorAll("button"))
        .find(key => key.getClientRects().length && new RegExp(name).test(named(key)));
    if (!to) return "";
    const [from, there] = [one, to].map(each => each.getBoundingClientRect());
    const [x, y] = [there.x + there.width / 2 - from.x - from.width / 2, there.y + there.height / 2 - from.y - from.height / 2];
    const along = x > 0 ? "ArrowRight" : "ArrowLeft", down = y > 0 ? "ArrowDown" : "ArrowUp";
    return (sideways && Math.abs(x) > 1) || Math.abs(y) <= 12 ? along : down;
}"""
"""Which arrow goes towards a key of the same set; none where there is no such key."""
FOCUSED = """() => {
    const one = document.activeElement;
    if (one === document.body) return ["", true];
    const style = getComputedStyle(one.matches(".choice > input") ? one.nextElementSibling : one);
    const label = one.labels && one.labels.length ? one.labels[0] : one;
    return [(one.getAttribute("aria-label") || label.textContent).replace(/\\s+/g, " ").trim(), style.outlineStyle !== "none"];
}"""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, is_mobile=False, has_touch=False)


@pytest.fixture
def table(page: Page) -> str:
    return Sender(page.context).open_table(people=PEOPLE[:3])


def reach(page: Page, name: str) -> None:
    """Tab until something with this name has the focus, which must be seen all the way; in a set of keys by arrows."""
    seen = list[str]()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if focused(page, name, seen) or walked(page, name, seen):
            return
    raise AssertionError(f"{name} was not reached: {seen}")


def focused(page: Page, name: str, seen: list[str]) -> bool:
    text, visible = page.evaluate(FOCUSED)
    seen.append(text)
    assert visible, f"no outline on {text}"
    return re.search(name, text) is not None


def walked(page: Page, name: str, seen: list[str]) -> bool:
    """By arrows to a key of the set that has the focus; False where it has no such key."""
    for _ in range(MOST_TABS):
        # Rows of four and of five keys: up and down alone may lead to and fro.
        arrow = page.evaluate(ARROW, [name, len(seen) > 2 and seen[-1] in seen[:-1]])
        if not arrow:
            return False
        page.keyboard.press(arrow)
        if focused(page, name, seen):
            return True
    return False


def along(page: Page, name: str, key: str) -> None:
    """To a key of the set that has the focus, and press it."""
    seen = list[str]()
    assert focused(page, name, seen) or walked(page, name, seen), f"{name} was not reached: {seen}"
    page.keyboard.press(key)


def press(page: Page, name: str, key: str = "Enter") -> None:
    reach(page, name)
    page.keyboard.press(key)


def test_a_whole_deal_by_the_keyboard_alone(page: Page, table: str):
    page.goto(table)
    press(page, "^跳到正文$")
    expect(page.locator("#main")).to_be_focused()
    press(page, "^记一盘$")
    page.wait_for_selector("#entry[data-live]")
    press(page, "^庄?老王")
    expect(page.locator("#ask-source")).to_be_focused()
    press(page, "^自摸", "Space")
    expect(page.locator("[data-part=slots]")).to_be_focused()
    press(page, "^碰 大八", "Space")
    for tab, keys in TAPPED_BY_KEYS:
        along(page, tab, "Space")
        for key in keys:
            along(page, key, "Enter")
    along(page, "^顺$", "Enter")
    with page.expect_response("**/deals/preview/"):
        along(page, "小六 小七 小八", "Enter")
    page.wait_for_function("() => document.querySelector('#preview').textContent.includes('胡')")
    expect(page.locator("[data-part=ask] h2")).to_be_focused()
    press(page, "^小八，黑$")
    expect(page.locator("[data-part=ask] h2")).to_be_focused()
    press(page, "^大四，黑$")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    press(page, "^记上$")
    expect(page.locator(".desk")).to_be_visible()
    # 18 胡 is 2 舵, 肆 turned: 上 叁 1, 下 伍 3; own draw 1.
    hands.expect_totals(page, {"老王": 14, "小李": -7, "阿芳": -7})


def test_a_whole_deal_by_accessible_names_alone(page: Page, table: str):
    page.goto(table)
    page.get_by_role("link", name="记一盘").click()
    page.get_by_role("button", name="老王").click()
    page.get_by_role("button", name="自摸").click()
    pad = page.get_by_role("region", name="牌键")
    pad.get_by_role("button", name="碰 大八").click()
    pad.get_by_role("button", name="扫坎", exact=True).click()
    pad.get_by_role("button", name="扫坎 大五").click()
    pad.get_by_role("button", name="顺 大一 大二 大三").first.click()
    hands.fill_in_hand(page, (("shun", "一二三"), ("shun", "四五六")))
    pad.get_by_role("button", name="搭", exact=True).click()
    pad.get_by_role("button", name="搭 小九 小九 大九").click()
    pad.get_by_role("button", name="顺", exact=True).click()
    pad.get_by_role("button", name="顺 小六 小七 小八").click()
    page.get_by_role("button", name="小八，黑", exact=True).click()
    page.get_by_role("button", name="大四，黑", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="18 胡 2 舵")).to_be_visible()
    page.get_by_role("button", name="记上").click()
    row = page.get_by_role("region", name="账本").locator("details", has_text="老王 18 胡")
    expect(row).to_be_visible()
    hands.expect_totals(page, {"老王": 14, "小李": -7, "阿芳": -7})


def test_a_deal_is_opened_struck_out_and_corrected_and_a_debt_is_ticked_by_the_keyboard_on_a_desk(page: Page):
    page.set_viewport_size({"width": 1440, "height": 900})
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3], stake="50")
    called = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "17", "xing_count": "0"}
    won = sender.record(table, **called)
    sender.record(table, "foul", offender="0")
    page.goto(table)
    reach(page, "老王诈胡")
    page.keyboard.press("Enter")
    press(page, "^更正$")
    page.wait_for_url("**/deals/*/")
    press(page, "^这一盘不算")
    page.wait_for_url("**/void/")
    hands.read(page)
    reach(page, "^为什么不算$")
    page.keyboard.type("记错了")
    page.keyboard.press("Enter")
    expect(page.locator("details.void")).to_contain_text("记错了")
    hands.expect_totals(page, {"老王": 6, "小李": -3, "阿芳": -3})
    page.goto(f"{table}deals/{won}/")
    press(page, "^记错了，改$")
    page.wait_for_selector("#entry[data-live]")
    hands.read(page)
    keys(page, "2", "6")
    expect(page.locator("[data-hu='26']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".effect")).to_be_visible()
    hands.read(page)
    press(page, "^就这么改$")
    # 26 胡 are 4 舵, an own draw 1.
    hands.expect_totals(page, {"老王": 10, "小李": -5, "阿芳": -5})
    press(page, "^结账$")
    page.wait_for_url("**/settle/")
    hands.read(page)
    press(page, "^小李付给老王 2.50 元，付了$", "Space")
    expect(page.locator(".tick[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".tick[aria-pressed=true]")).to_be_focused()


def keys(page: Page, *pressed: str) -> None:
    """Press one after another, each once the question before is answered."""
    for key in pressed:
        page.keyboard.press(key)


def test_digits_and_letters_enter_deals_of_every_kind_and_arrows_walk_over_the_keys(page: Page, table: str):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(table)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="用键盘")).to_contain_text("记一盘")
    page.keyboard.press("Escape")
    keys(page, "n")
    page.wait_for_selector("#entry[data-live]")
    keys(page, "1")
    expect(page.locator("#ask-source")).to_be_focused()
    keys(page, own_draw(page))
    expect(page.locator("[data-part=slots]")).to_be_focused()
    keys(page, "Shift+Digit8", "w", "Shift+Digit5", "t", "d", "a", "Digit4", "y", "Shift+Digit9", "t")
    expect(page.locator("[data-part=slots] .slot:not(.empty)")).to_have_count(6)
    assert page.locator("[data-part=tabs] [aria-pressed=true]").inner_text() == "顺"
    page.locator("[data-part=keys] button").first.focus()
    keys(page, "ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "顺 小二 小三 小四"
    page.locator("[name=note]").evaluate("one => one.closest('details').open = true")
    page.locator("[name=note]").focus()
    keys(page, "w", "1")
    expect(page.locator("[name=note]")).to_have_value("w1")
    expect(page.locator("[data-part=slots] .slot:not(.empty)")).to_have_count(6)
    page.locator("[data-part=keys] button").first.focus()
    a_number_alone_is_entered_by_its_digits(page)
    only_what_counts_is_entered_without_leaving_the_entry(page)


def a_number_alone_is_entered_by_its_digits(page: Page) -> None:
    keys(page, "h", "2", "1", "Shift+Digit2", "w")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    # A number that has no key is typed on; what was counted is not yet settled by then.
    keys(page, "4", "0", "Enter")
    expect(page.locator("[data-more-hu]")).to_contain_text("40")
    saved(page)
    row = page.get_by_role("region", name="账本").locator("details", has_text="老王 40 胡")
    expect(row).to_be_visible()


def only_what_counts_is_entered_without_leaving_the_entry(page: Page) -> None:
    keys(page, "n")
    page.wait_for_selector("#entry[data-live]")
    keys(page, "1")
    expect(page.locator("#ask-source")).to_be_focused()
    keys(page, own_draw(page), "h", "r", "Shift+Digit5", "g")
    expect(page.locator("#ask-xing")).to_be_focused()
    keys(page, "2", "w")
    saved(page)


def own_draw(page: Page) -> str:
    """The digit on the winner's own source."""
    own = page.locator(".how button:visible, [data-mark]:visible")
    return str(own.evaluate_all("all => all.findIndex(one => one.closest('.won')) + 1"))


def test_a_card_chosen_before_its_keys_are_drawn_is_taken(page: Page, table: str):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{table}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    keys(page, "1")
    own = own_draw(page)
    at_once = """own => {
        for (const key of [own, "5"])
            document.activeElement.dispatchEvent(
                new KeyboardEvent("keydown", { key, code: `Digit${key}`, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(at_once, own)
    expect(page.locator("[data-part=slots] .slot:not(.empty)")).to_have_count(1)


def entering(page: Page, table: str, game: str, *players: str) -> None:
    """Where a deal of another game is entered, come to by its key on a desktop."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(Sender(page.context).open_table(people=players, ruleset=game))
    keys(page, "n")
    page.wait_for_url("**/deals/new/")


def saved(page: Page, key: str = "Control+Enter") -> None:
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    keys(page, key)
    expect(page.locator(".desk .total").first).to_be_visible()


def test_tiles_are_entered_by_digits_and_letters_and_the_focus_goes_along(page: Page, table: str):
    entering(page, table, "guiyang", *PEOPLE)
    page.wait_for_selector("#entry[data-live]")
    keys(page, "1")
    expect(page.locator("#ask-source")).to_be_focused()
    keys(page, "1")
    expect(page.locator(".won-hand:visible h2")).to_be_focused()
    keys(page, "d", "1", "1", "w", "5", "6", "Backspace", "p", "7", "Escape")
    expect(page.locator("[name=tiles_0]")).to_have_value("一万 一万 五条 碰七七七条")
    keys(page, *["Backspace"] * 6, "2", "f", "e", "9")
    expect(page.locator("[name=pattern_0][value=daduizi]")).to_be_checked()
    expect(page.locator("[data-part=turned]")).to_have_text("翻 九筒")
    keys(page, "ArrowRight")
    assert page.evaluate("document.activeElement !== document.body")
    saved(page)


def test_bands_are_chosen_by_the_numbers_on_them(page: Page, table: str):
    entering(page, table, "dalin", *PEOPLE)
    press(page, "^老王$", "2")
    press(page, "^0$", "1")
    press(page, "^0$", "6")
    press(page, r"^\+5$", "Space")
    expect(page.locator("#preview")).to_contain_text("165 分")
    saved(page)


def test_what_needs_no_pad_is_saved_by_the_same_keys_and_a_held_key_enters_nothing_twice(
    page: Page, table: str
):
    page.goto(f"{table}deals/foul/")
    press(page, "^老王$", "2")
    page.evaluate("""() => document.dispatchEvent(new KeyboardEvent(
        "keydown", { key: "Enter", ctrlKey: true, repeat: true, bubbles: true }))""")
    assert page.evaluate("!('sent' in document.querySelector('#deal').dataset)")
    keys(page, "Control+Enter")
    expect(page.locator("details.deal")).to_contain_text("小李")


SIDES = """all => all.filter(one => one.getClientRects().length).map(one => one.getBoundingClientRect())
    .map(box => [box.left, box.top, box.right, box.bottom])"""


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_hint_for_a_keyboard_lies_on_no_number_and_no_key(page: Page, table: str, size: tuple[int, int]):
    keeper = Sender(page.context)
    for _deal in range(6):
        keeper.record(table, **WIN)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("", "deals/new/"):
        page.goto(f"{table}{path}")
        expect(page.locator(".open-shortcuts")).to_be_visible()
        # Beside an entry the ledger comes after the page.
        expect(page.locator(".ledger .figures").nth(6)).to_be_attached()
        for letters in ("normal", "large", "huge"):
            looks.dress(page, "light", letters)
            ((left, top, right, bottom),) = page.locator(".open-shortcuts").evaluate_all(SIDES)
            others = page.locator(".ledger .figures > *, .seat").evaluate_all(SIDES)
            assert len(others) > 20
            under = [
                box for box in others if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
            ]
            assert under == [], (path, letters)
