"""发图 on a phone: the SVG becomes a PNG there, the text is copied, without scripts both are still had."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.posts import Sender, hand_over
from tests.servers import Server


@pytest.fixture(scope="module")
def played(owner: Sender) -> str:
    table = owner.open_table("周五老地方")
    owner.fill(table)
    return table


@pytest.fixture
def phone(phone: Page, owner: Sender) -> Page:
    hand_over(owner.cookies(), phone)
    return phone


def test_the_phone_makes_a_png_of_the_picture_and_keeps_it(phone: Page, played: str):
    phone.goto(f"{played}share/")
    expect(phone.locator(".picture img")).to_have_attribute("src", re.compile("^data:image/png"))
    with phone.expect_download() as started:
        phone.locator("[data-save]").click()
    download = started.value
    assert download.suggested_filename.startswith("周五老地方 ")
    assert download.suggested_filename.endswith(".png")
    image = Image.open(io.BytesIO(Path(download.path()).read_bytes()))
    assert image.size == (1080, 1440)
    assert image.convert("RGB").getpixel((5, 5)) == (0xF4, 0xED, 0xDF)
    # The seal: its ground is drawn where the design has it.
    assert image.convert("RGB").getpixel((900, 270)) == (0xA3, 0x27, 0x1C)


def test_what_can_be_handed_on_is_handed_on_as_a_file(phone: Page, played: str):
    """Chromium here has nothing to share to: what the page would hand over is looked at."""
    phone.add_init_script(
        "navigator.canShare = (given) => given.files.length === 1;"
        "navigator.share = async (given) => { window.given = given.files[0]; };"
    )
    phone.goto(f"{played}share/")
    phone.locator("[data-send]").click()
    phone.wait_for_function("() => window.given")
    assert phone.evaluate("[given.type, given.name.endsWith('.png'), given.size > 10000]") == [
        "image/png",
        True,
        True,
    ]


def test_a_phone_that_draws_no_png_keeps_the_svg_under_its_own_name(phone: Page, played: str):
    phone.add_init_script("HTMLCanvasElement.prototype.toBlob = (done) => done(null);")
    phone.goto(f"{played}share/")
    expect(phone.locator("[data-save]")).to_have_attribute("download", re.compile(r"\.svg$"))
    with phone.expect_download() as started:
        phone.locator("[data-save]").click()
    assert "<svg" in Path(started.value.path()).read_text(encoding="utf-8")


UNDER = """() => {
    const { left, right, top, bottom } = document.getElementById("toast").getBoundingClientRect();
    return Array.from(document.querySelectorAll("a[href], button, input, textarea, summary")).filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).length;
}"""
"""Controls that the toast lies on."""


def test_the_text_is_copied_with_a_tap(phone: Page, played: str):
    """What says so lies on nothing that can be tapped, and is gone with the next tap."""
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.goto(f"{played}share/")
    phone.locator("[data-copy]").click()
    expect(phone.locator("#toast")).to_have_text("复制好了，到聊天里粘贴。")
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied.replace("\r\n", "\n") == phone.locator("#chat").input_value()
    assert copied.startswith("【周五老地方】")
    assert phone.evaluate(UNDER) == 0
    phone.locator("#chat").click()
    expect(phone.locator("#toast")).to_be_empty()


def test_without_scripts_the_picture_and_the_text_are_there(
    browser: Browser, shared_server: Server, phone: Page, played: str
):
    context = browser.new_context(
        base_url=shared_server.url,
        java_script_enabled=False,
        storage_state=phone.context.storage_state(),
        locale="zh-CN",
    )
    page = context.new_page()
    page.goto(f"{played}share/")
    assert page.locator(".picture img").get_attribute("src").startswith(f"{played}share/picture.svg")
    assert "【周五老地方】" in page.locator("#chat").input_value()
    expect(page.locator("footer a")).to_have_count(2)
    expect(page.locator("footer a.no-js")).to_be_visible()
    context.close()


def test_an_evening_is_printed_on_a_page_and_on_a_receipt(phone: Page, played: str):
    phone.goto(f"{played}export/print/")
    phone.emulate_media(media="print")
    expect(phone.locator("footer")).to_be_hidden()
    for wide, pixels in (("210mm", 794), ("80mm", 302)):
        printed = phone.pdf(width=wide, height="297mm")
        assert printed.startswith(b"%PDF")
        phone.set_viewport_size({"width": pixels, "height": 1100})
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), wide


def test_what_is_said_takes_no_tap_and_is_gone_after_two_seconds_and_a_half(phone: Page, played: str):
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.clock.install()
    phone.goto(f"{played}share/")
    # A clock that goes on by itself would have what is said gone before anybody looks.
    phone.clock.pause_at(phone.evaluate("Date.now() / 1000 + 1"))
    phone.locator("[data-copy]").click()
    toast = phone.locator("#toast")
    expect(toast).to_have_text("复制好了，到聊天里粘贴。")
    below = """toast => {
        const { left, top, width, height } = toast.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2).id;
    }"""
    assert toast.evaluate(below) != "toast"
    phone.clock.run_for(2400)
    expect(toast).to_have_text("复制好了，到聊天里粘贴。")
    phone.clock.run_for(200)
    expect(toast).to_be_empty()
