"""A hand that the server sends back: it is still on the pad."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender

HAND_BY_GROUPS = (
    *(("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "壹贰叁"), ("shun", "一二三")),
    *(("shun", "四五六"), ("da", "九九玖"), ("shun", "六七八")),
)
"""18 胡: seven groups without a pair."""


def test_a_hand_that_comes_back_is_still_on_the_pad_and_after_a_reload_too(phone: Page):
    """What is said of nonsense of every kind: `tests/views/test_bad_input.py`."""
    phone.goto(f"{Sender(phone.context).open_table(people=PEOPLE[:3])}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    phone.locator("[data-keyboard]:visible").click()
    phone.locator("#id_said").fill("老王自摸 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小八")
    hands.turn(phone, "肆")
    expect(phone.locator("#preview [data-ready='1']")).to_be_visible()
    phone.evaluate("document.querySelector('[name=base]').value = 'nonsense'")
    phone.locator("[data-part=save]").click()
    expect(phone.get_by_role("alert").first).to_contain_text("不知道这一盘接着哪一盘")
    expect(phone.locator(".slot.filled")).to_have_count(7)
    phone.goto(phone.url.replace("/save/", "/new/"))
    phone.wait_for_selector("#entry[data-live]")
    expect(phone.locator(".slot.filled")).to_have_count(7)
    expect(phone.locator("[data-part=restored]")).to_be_visible()
    hands.save(phone)
    # 2 舵, 上 叁 1, 下 伍 3, own draw 1: 7 from each.
    hands.expect_totals(phone, {"老王": 14, "小李": -7, "阿芳": -7})


def test_a_group_of_a_whole_hand_that_is_looked_at_and_left_stays_as_it_is(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    phone.goto(f"{table}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    hands.win(phone, 0, "self_draw")
    for kind, cards in HAND_BY_GROUPS:
        hands.tap_group(phone, kind, cards)
    whole = phone.locator("#id_groups").input_value()
    slots = phone.locator(".slot.filled")
    expect(slots).to_have_count(7)
    for number in range(7):
        slots.nth(number).click()
        dialog = phone.locator("dialog[open]:not([data-shortcuts])")
        expect(dialog).to_be_visible()
        dialog.get_by_role("button", name="不改").click()
        expect(dialog).to_have_count(0)
        assert phone.locator("#id_groups").input_value() == whole
    expect(slots).to_have_count(7)


def test_what_is_wrong_has_the_focus_and_is_said_until_it_is_mended(phone: Page):
    table = Sender(phone.context).open_table(people=PEOPLE[:3])
    for path, chosen in (("deals/foul/", "小李"), ("stand-in/", "阿芳")):
        phone.goto(f"{table}{path}")
        hands.read(phone)
        phone.locator("footer button.primary").click()
        wrong = phone.locator(".field-error")
        expect(wrong).to_have_count(1)
        expect(phone.locator("fieldset:has(.field-error) input").first).to_be_focused()
        phone.locator("label.choice", has_text=chosen).first.click()
        expect(wrong).to_have_count(0)
        expect(phone.locator("[aria-describedby*='error-']")).to_have_count(0)
