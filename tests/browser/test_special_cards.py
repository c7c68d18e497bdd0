"""飞王 and 秤子 on the phone: a table that has them, and a hand with a 飞 (docs/rules/cards.md#special-cards).

碰壹壹壹 3, 碰叁叁叁 3, 碰四四四 1, 锥倒伍伍伍 6, 锥倒捌捌捌 6 are 19 胡, with a 飞 as 叁 in 贰叁肆: 2 坨 for 10 胡, 3 from 15 on,
so that each of the two others pays 3.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import save, tap_group, win
from tests.browser.posts import Sender

PEOPLE = ("老王", "小李", "阿芳")
GROUPS = (
    *(("peng", "壹壹壹"), ("peng", "叁叁叁"), ("peng", "四四四"), ("sao", "伍伍伍")),
    *(("sao", "捌捌捌"), ("shun", "贰叁肆"), ("da", "九九玖")),
)


@pytest.fixture
def entry(phone: Page) -> Page:
    """The first deal of 打坨子 with one 飞王 and one 秤叁陆玖 in the deck."""
    rules = {"rule-special_cards.飞": "1", "rule-special_cards.秤叁陆玖": "1"}
    phone.goto(f"{Sender(phone.context).open_table(people=PEOPLE, ruleset='tuozi', **rules)}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    return phone


def test_a_chengzi_goes_only_where_it_may_stand_and_a_feiwang_is_said_with_what_it_stands_for(entry: Page):
    win(entry, 0, "other_draw", 1)
    expect(entry.locator("[data-wild]")).to_have_count(2)
    tap_group(entry, *GROUPS[0])
    entry.locator("[data-wild='23']").click()
    expect(entry.locator("dialog:not([data-shortcuts])")).to_have_count(0)
    tap_group(entry, *GROUPS[1])
    entry.locator("[data-wild='23']").click()
    expect(entry.locator("#id_groups")).to_have_value("碰倒壹壹壹 碰倒叁叁秤叁陆玖=叁")
    expect(entry.locator("[data-wild='23']")).to_have_class("key full")
    # It comes back when that is corrected.
    entry.locator(".slot.filled").nth(1).click()
    entry.locator("dialog:not([data-shortcuts])").get_by_role("button", name="都是真的，没有当的").click()
    expect(entry.locator("#id_groups")).to_have_value("碰倒壹壹壹 碰倒叁叁叁")
    for group in GROUPS[2:-1]:
        tap_group(entry, *group)
    entry.locator("[data-wild='20']").click()
    entry.locator("dialog:not([data-shortcuts])").get_by_role("button", name="飞当叁").click()
    expect(entry.locator(".slot.filled").nth(5)).to_contain_text("飞当叁")
    tap_group(entry, *GROUPS[-1])
    entry.locator("[data-part=singles] button").first.click()
    expect(entry.locator("#preview")).to_contain_text("飞当叁")
    expect(entry.locator("#preview")).to_contain_text("19 胡")
    save(entry)
    hands.expect_totals(entry, {"老王": 6, "小李": -3, "阿芳": -3})


def test_where_the_card_is_called_wang_the_pad_calls_it_so(phone: Page):
    rules = {"ruleset": "paohuzi:yongzhou", "rule-wang": "2"}
    phone.goto(f"{Sender(phone.context).open_table(people=PEOPLE, **rules)}deals/new/")
    phone.wait_for_selector("#entry[data-live]")
    win(phone, 0, "other_draw", 1)
    key = phone.locator("[data-wild='20']")
    expect(key).to_have_attribute("aria-label", "王")
    key.click()
    expect(phone.locator("[role=status].toast, .toast")).to_have_text("先点它当的那一组")
    tap_group(phone, "shun", "贰叁肆")
    key.click()
    dialog = phone.locator("dialog:not([data-shortcuts])")
    expect(dialog).to_contain_text("王当的是哪张？")
    dialog.get_by_role("button", name="王当叁").click()
    slot = phone.locator(".slot.filled")
    expect(slot).to_contain_text("王当叁")
    assert key.locator("use").get_attribute("href").endswith("#gw")
    faces = slot.locator("use").evaluate_all("all => all.map(one => one.getAttribute('href').split('#')[1])")
    assert faces == ["c11", "cw", "c13"]
    expect(phone.locator("#id_groups")).to_have_value("顺贰飞=叁肆")
    phone.locator(".slot.filled").click()
    expect(dialog.locator("h2")).to_have_text("半边 贰王肆")
