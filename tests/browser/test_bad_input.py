"""A hand that the server sends back: it is still on the pad."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender


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
