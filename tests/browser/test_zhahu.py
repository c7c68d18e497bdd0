"""诈胡 from the pad: a whole hand that cannot win is noted as what it was, with its cards, without anything typed again."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE

SHORT = (
    *(("sao", "伍伍伍"), ("peng", "叁叁叁"), ("shun", "三四五"), ("shun", "七八九")),
    *(("da", "捌捌八"), ("shun", "柒捌玖"), ("shun", "四五六")),
)
"""9 胡, however it is won."""


def test_a_hand_with_too_few_hu_becomes_a_zhahu_by_one_tap(phone: Page):
    table = hands.at_table(phone, PEOPLE[:3])
    hands.begin(phone)
    hands.win(phone, 1, "discard", 0)
    hands.tap_hand(phone, SHORT)
    band = phone.locator("#preview")
    expect(band).to_contain_text("9 胡，不够起胡 10")
    hands.tap(band.get_by_role("link", name="记诈胡"))
    phone.wait_for_url(f"**{table}deals/foul/**")
    expect(phone.locator("[name=offender]:checked")).to_have_value("1")
    expect(phone.locator("[name=note]")).to_have_value(
        "扫伍伍伍 碰叁叁叁 手三四五七八九捌捌八柒捌玖四五六 点炮"
    )
    hands.send(phone)
    # One to each of the others.
    hands.expect_totals(phone, {"老王": 1, "小李": -2, "阿芳": 1})
    expect(phone.locator("main")).to_contain_text("诈胡")


def test_what_was_begun_as_a_win_is_gone_once_the_zhahu_is_noted(phone: Page):
    hands.at_table(phone, PEOPLE[:3])
    hands.begin(phone)
    hands.win(phone, 1, "discard", 0)
    hands.tap_hand(phone, SHORT)
    hands.tap(phone.locator("#preview").get_by_role("link", name="记诈胡"))
    hands.send(phone)
    hands.begin(phone)
    expect(phone.locator("#entry")).to_have_attribute("data-step", "winner")
