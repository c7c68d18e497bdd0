"""A phone whose browser runs no scripts: everything can be done, if less comfortably."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import HAND, Sender
from tests.phones import open_phone
from tests.servers import Server


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, java_script_enabled=False)


@pytest.fixture
def sender(page: Page) -> Sender:
    return Sender(page.context)


def choose(page: Page, field: str, value: str | int) -> None:
    page.locator(f"[name='{field}'][value='{value}']").check()


def send(page: Page) -> None:
    """The main button below."""
    page.locator(".actions .primary").last.click()


def begin(page: Page, winner: int, source: str, giver: int | str = "") -> None:
    page.locator("footer").get_by_text("记一盘").click()
    choose(page, "winner", winner)
    choose(page, "source", source)
    choose(page, "from", giver)


def deal(page: Page, text: str) -> None:
    """Open the page of a deal."""
    row = page.locator("details.deal", has_text=text)
    row.locator("summary").click()
    row.get_by_text("更正").click()


def test_an_evening_is_opened_entered_corrected_and_found_again_by_its_code(page: Page):
    a_newcomer_practises_first(page)
    page.goto("/new/")
    for number, name in enumerate(("小李", "老王", "阿芳")):
        page.locator("[name=player]").nth(number).fill(name)
    page.fill("#id_name", "没有脚本")
    page.locator("[name=move]").nth(0).click()
    expect(page.locator("[name=player]").nth(0)).to_have_value("老王")
    send(page)
    page.locator("form.asks").get_by_role("button", name="小李").click()
    expect(page.locator(".desk .seat", has_text="小李")).to_contain_text("我")
    a_wrong_hand_comes_back_as_it_was_typed_is_looked_at_and_saved(page)
    a_hand_is_saved_by_its_hu_alone(page)
    nobody_winning_and_a_foul_are_two_pages(page)
    a_sentence_fills_the_form_and_is_looked_at_before_it_is_saved(page)
    a_deal_is_put_right_and_a_forgotten_one_inserted(page)
    code = the_band_leads_to_a_code(page)
    page.context.clear_cookies()
    page.goto("/recover/")
    page.fill("#id_code", code.strip())
    send(page)
    expect(page.locator("#code")).to_be_visible()
    page.locator("footer a.primary").click()
    expect(page.locator(".desk")).to_be_visible()
    assert "没有脚本" in page.inner_text("h1")


def a_newcomer_practises_first(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="先试一桌").click()
    expect(page.locator(".practice")).to_contain_text("17 胡")
    page.locator("footer a.primary").click()
    expect(page.locator(".sample-hand")).to_contain_text("小陈")


def the_band_leads_to_a_code(page: Page) -> str:
    page.get_by_role("link", name="这就抄").click()
    send(page)
    code = page.locator("#code").get_attribute("data-text") or ""
    page.get_by_role("link", name="抄好了").click()
    expect(page.get_by_text("还没抄恢复码")).to_have_count(0)
    return code


def a_wrong_hand_comes_back_as_it_was_typed_is_looked_at_and_saved(page: Page) -> None:
    begin(page, 1, "discard", 2)
    wrong = "碰玖玖玖 搭玖玖九"
    page.fill("#id_groups", wrong)
    page.locator("details.rest-facts > summary").click()
    page.fill("#id_note", "看了两遍")
    send(page)
    expect(page.get_by_role("alert").first).to_contain_text("玖")
    assert page.locator("#id_groups").input_value() == wrong
    expect(page.locator("[name=winner][value='1']")).to_be_checked()
    expect(page.locator("[name=from][value='2']")).to_be_checked()
    assert page.locator("#id_note").input_value() == "看了两遍"
    page.fill("#id_groups", HAND)
    page.fill("#id_flipped", "肆")
    page.get_by_role("button", name="先看看").click()
    # 18 胡 is 2 舵, 肆 turned: 上 叁 1 and 下 伍 3 copies; the discarder alone pays (2 + 4) × 2.
    expect(page.locator("#preview")).to_contain_text("18 胡 2 舵")
    expect(page.locator("#preview")).to_contain_text("12")
    assert page.locator("#id_groups").input_value() == HAND
    send(page)
    hands.expect_totals(page, {"老王": 0, "小李": 12, "阿芳": -12})


def a_hand_is_saved_by_its_hu_alone(page: Page) -> None:
    begin(page, 0, "self_draw")
    choose(page, "mode", "hu")
    page.fill("#id_hu", "22")
    page.fill("#id_xing_count", "1")
    send(page)
    # 22 胡 is 3 舵, 醒 1, own draw 1: 5 from each.
    hands.expect_totals(page, {"老王": 10, "小李": 7, "阿芳": -17})


def nobody_winning_and_a_foul_are_two_pages(page: Page) -> None:
    page.locator("footer").get_by_text("黄庄").click()
    page.fill("#id_note", "都不胡")
    send(page)
    expect(page.locator("details.deal").first).to_contain_text("黄庄")
    page.locator("footer").get_by_text("记一盘").click()
    page.locator("header").get_by_text("诈胡").click()
    choose(page, "offender", 1)
    page.fill("#id_units", "2")
    send(page)
    hands.expect_totals(page, {"老王": 12, "小李": 3, "阿芳": -15})


def a_sentence_fills_the_form_and_is_looked_at_before_it_is_saved(page: Page) -> None:
    page.locator("footer").get_by_text("记一盘").click()
    page.fill("#id_said", "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六")
    send(page)
    expect(page.locator(".reading")).to_contain_text("老王胡")
    expect(page.locator(".reading .fan")).to_have_count(7)
    assert page.locator("#id_said").input_value() == ""
    page.fill("#id_flipped", "八")
    send(page)
    expect(page.locator("details.deal").first).to_contain_text("老王 18 胡")


def a_deal_is_put_right_and_a_forgotten_one_inserted(page: Page) -> None:
    # Off 小李, 18 胡 and 上 七 1, 下 九 2 copies: (2 + 3) × 2.
    hands.expect_totals(page, {"老王": 22, "小李": -7, "阿芳": -15})
    expect(page.locator(".just").get_by_text("撤")).to_be_visible()
    deal(page, "22 胡")
    page.get_by_text("记错了，改").click()
    expect(page.locator("#id_hu")).to_have_value("22")
    expect(page.locator("[name=winner][value='0']")).to_be_checked()
    page.fill("#id_hu", "16")
    send(page)
    # 16 胡 is 2 舵: 4 from each instead of 5.
    expect(page.locator(".effect")).to_contain_text("+20")
    hands.confirm(page, "看错了")
    hands.expect_totals(page, {"老王": 20, "小李": -6, "阿芳": -14})
    deal(page, "16 胡")
    page.get_by_text("前面漏了一盘").click()
    choose(page, "winner", 1)
    choose(page, "source", "discard")
    choose(page, "from", 0)
    choose(page, "mode", "hu")
    page.fill("#id_hu", "10")
    page.fill("#id_xing_count", "0")
    send(page)
    hands.confirm(page, "漏记了")
    # 10 胡 are 1 舵, twice from who discarded.
    hands.expect_totals(page, {"老王": 18, "小李": -4, "阿芳": -14})


def test_a_table_goes_on_is_settled_taken_home_and_brought_back_and_a_guest_comes(
    page: Page, sender: Sender, tmp_path: Path
):
    table = sender.open_table(stake="100")
    sender.fill(table)
    code = sender.post(f"{table}links/", {"role": "scorekeeper", "label": ""}).text()
    page.goto(table)
    four_become_three(page)
    page.get_by_role("link", name="结账").click()
    a_tick_is_a_form_and_who_pays_whom_a_link(page)
    page.locator("footer").get_by_text("收桌").click()
    page.locator("footer button", has_text="收桌").click()
    page.get_by_role("button", name="再打开").click()
    page.locator("footer").get_by_text("接着打").click()
    expect(page.locator("footer").get_by_text("记一盘")).to_be_visible()
    totals = hands.totals(page)
    archive = taken_home(page, table, tmp_path)
    page.goto("/import/")
    page.locator("#id_file").set_input_files(archive)
    page.get_by_role("button", name="看看是什么").click()
    expect(page.locator(".totals")).to_contain_text("四叔")
    page.get_by_role("button", name="导入").click()
    hands.expect_totals(page, totals)
    assert table not in page.url
    page.context.clear_cookies()
    a_guest_pastes_the_code(page, code.split('id="code">')[1].split("<")[0])


def four_become_three(page: Page) -> None:
    page.get_by_label("更多").click()
    page.get_by_role("link", name=re.compile("换人")).click()
    choose(page, "seats", 3)
    page.locator("input[name=player]").nth(3).fill("")
    send(page)
    expect(page.locator(".desk.three")).to_be_visible()


def a_tick_is_a_form_and_who_pays_whom_a_link(page: Page) -> None:
    page.locator(".tick").first.click()
    expect(page.locator(".payment").first).to_contain_text("已付")
    page.get_by_role("link", name="一人收付").click()
    page.get_by_role("link", name="小李").last.click()
    expect(page.locator(".way-text")).to_contain_text("都跟管账的结")
    page.locator(".tick").first.click()
    expect(page.get_by_role("link", name="一人收付")).to_have_attribute("aria-current", "true")


def taken_home(page: Page, table: str, folder: Path) -> Path:
    """All files of a table; that of the archive."""
    page.goto(f"{table}export/")
    files = {}
    for name, suffix in (("csv", ".csv"), ("json", ".json"), ("archive", ".json")):
        with page.expect_download() as started:
            page.locator(f"main a[href$='/export/{name}/']").click()
        files[name] = folder / f"{name}{suffix}"
        assert started.value.suggested_filename.endswith(suffix)
        started.value.save_as(files[name])
    assert "诈胡" in files["csv"].read_text(encoding="utf-8-sig")
    return files["archive"]


def a_guest_pastes_the_code(page: Page, code: str) -> None:
    page.goto("/j/")
    page.fill("#id_secret", code)
    send(page)
    choose(page, "player", "2")
    send(page)
    expect(page.locator("#board")).to_contain_text("阿芳")
