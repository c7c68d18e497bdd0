"""Taps of a deal of 跑胡子, from the table to the table: by 胡 what its rows of 名堂 ask is tapped too, or stands in the cards."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.tapping import PEOPLE, Finger, Plan, begun, by_hu, saved

RED = "label:has([data-count=red][value='{}'])"
SIX_KINDS = (
    *(("peng", "捌捌捌"), ("sao", "玖玖玖"), ("kaiduo", "一一一一"), ("saochuan", "壹壹壹壹")),
    *(("shun", "四五六"), ("da", "叁叁三"), ("pair", "伍伍")),
)
"""27 胡 without red, won by its pair: every kind of group, so each but the first costs a tap of its own."""


@pytest.fixture
def yongzhou(phone: Page) -> Page:
    """永州扯胡子 with four 王: 跟醒 is counted, red cards too where it matters."""
    hands.at_table(phone, PEOPLE, ruleset="paohuzi:yongzhou", **{"rule-wang": "4"})
    return phone


def test_a_deal_by_hu_takes_five_taps_where_the_table_counts_xing_and_six_with_red_cards_and_a_joker(
    yongzhou: Page,
):
    """The first one says once that only the 胡 are called; what is asked next comes into sight.

    16 胡 are 2 囤, 18 are 3, each with one 醒 more; 21 胡 are 4 囤, 黑胡 × 4 and 王钓 × 4.
    """
    assert by_hu(yongzhou, "other_draw", 16, 1).taps == 6
    assert by_hu(yongzhou, "other_draw", 18, 1).taps == 5
    finger = Finger(yongzhou)
    finger.tap(".desk .seat", PEOPLE[2])
    yongzhou.wait_for_selector("#entry[data-live]")
    finger.tap("[data-mark=wangdiao]")
    expect(yongzhou.locator("[data-fact=source]")).to_have_text("王钓")
    finger.tap("[data-hu='21']")
    finger.tap("button[data-xing='0']")
    finger.tap(RED.format(0))
    expect(yongzhou.locator("#preview")).to_contain_text("64 囤")
    saved(finger)
    assert (finger.taps, finger.scrolls) == (6, 0)
    expect(yongzhou.locator("details.deal > summary").first).to_contain_text("王钓黑胡自摸")
    each = 3 + 4 + 64
    hands.expect_totals(yongzhou, {"老王": -each, "小李": -each, "阿芳": 2 * each})


@pytest.mark.parametrize(("last", "which"), [("da", 1), ("peng", 1), ("kaiduo", 0), ("sao", 0)])
def test_a_hand_of_every_kind_of_group_won_by_its_pair_takes_sixteen_taps_and_finds_its_rows_itself(
    phone: Page, last: str, which: int
):
    """Two for who and how, one each for seven groups, five other kinds, which card won, and saving: 27 胡 5 囤, 乌胡 × 5.

    Of two quads the card that won made neither, and another player's card makes no 偎: where such a group came last before
    the pair, nothing is open. A group that may have won is taken for it, and the pair is one tap away.
    """
    hands.at_table(phone, PEOPLE, ruleset="paohuzi:changde_red")
    finger = begun(phone, Plan("other_draw", [], ""))
    finger.begin_with("cards")
    groups = sorted(SIX_KINDS, key=lambda group: group[0] == last)
    kinds = 6 if last == "peng" else 5
    groups.sort(key=lambda group: group[0] == "pair")
    finger.hand(groups, "伍")
    saved(finger)
    assert (finger.taps, finger.scrolls) == (2 + 7 + kinds + which + 1, 0)
    hands.expect_totals(phone, {"老王": -25, "小李": -25, "阿芳": 50})
