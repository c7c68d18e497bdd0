"""飞王 and 秤子 on the phone: a table that has them, and a hand with a 飞 (docs/rules/cards.md#special-cards).

碰壹壹壹 3, 碰叁叁叁 3, 碰四四四 1, 锥倒伍伍伍 6, 锥倒捌捌捌 6 are 19 胡, with a 飞 as 叁 in 贰叁肆: 2 坨 for 10 胡, 3 from 15 on,
so that each of the two others pays 3.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import begin, save, tap_group, win

PEOPLE = ("老王", "小李", "阿芳")
GROUPS = (
    *(("peng", "壹壹壹"), ("peng", "叁叁叁"), ("peng", "四四四"), ("sao", "伍伍伍")),
    *(("sao", "捌捌捌"), ("shun", "贰叁肆"), ("da", "九九玖")),
)


@pytest.fixture
def table(phone: Page) -> Page:
    """打坨子 with one 飞王 and one 秤叁陆玖 in the deck."""
    rules = {"rule-special_cards.飞": "1", "rule-special_cards.秤叁陆玖": "1"}
    hands.at_table(phone, PEOPLE, ruleset="tuozi", **rules)
    return phone


def test_a_chengzi_goes_only_where_it_may_stand_and_a_feiwang_is_said_with_what_it_stands_for(table: Page):
    begin(table)
    win(table, 0, "other_draw", 1)
    expect(table.locator("[data-wild]")).to_have_count(2)
    tap_group(table, *GROUPS[0])
    table.locator("[data-wild='23']").click()
    expect(table.locator("dialog:not([data-shortcuts])")).to_have_count(0)
    tap_group(table, *GROUPS[1])
    table.locator("[data-wild='23']").click()
    expect(table.locator("#id_groups")).to_have_value("碰倒壹壹壹 碰倒叁叁秤叁陆玖=叁")
    expect(table.locator("[data-wild='23']")).to_have_class("key full")
    # It comes back when that is corrected.
    table.locator(".slot.filled").nth(1).click()
    table.locator("dialog:not([data-shortcuts])").get_by_role("button", name="都是真的，没有当的").click()
    expect(table.locator("#id_groups")).to_have_value("碰倒壹壹壹 碰倒叁叁叁")
    for group in GROUPS[2:-1]:
        tap_group(table, *group)
    table.locator("[data-wild='20']").click()
    table.locator("dialog:not([data-shortcuts])").get_by_role("button", name="飞当叁").click()
    expect(table.locator(".slot.filled").nth(5)).to_contain_text("飞当叁")
    tap_group(table, *GROUPS[-1])
    table.locator("[data-part=singles] button").first.click()
    expect(table.locator("#preview")).to_contain_text("飞当叁")
    expect(table.locator("#preview")).to_contain_text("19 胡")
    save(table)
    hands.expect_totals(table, {"老王": 6, "小李": -3, "阿芳": -3})


def test_a_table_without_them_has_no_keys_for_them(phone: Page):
    hands.at_table(phone, PEOPLE)
    begin(phone)
    win(phone, 0, "other_draw", 1)
    expect(phone.locator("[data-wild]")).to_have_count(0)
