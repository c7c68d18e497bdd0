"""A short evening of five 字牌 games at one table: 大字牌, 打坨子, 剥皮, 告胡子, 花式. What differs for fingers is done by hand.

The expected numbers are worked out on paper, in the comments; nothing here asks the rules.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser import hands, looks
from tests.browser.posts import Sender, fresh_id

PEOPLE = ("老王", "小李", "阿芳", "四叔")


def expect_totals(page: Page, *expected: int) -> None:
    hands.expect_totals(page, dict(zip(PEOPLE, expected, strict=False)))


def expect_tally(page: Page, *expected: int) -> None:
    """The same for what each has counted in the open round, which is written without a plus."""
    pairs = zip(PEOPLE, expected, strict=False)
    shown = [text for name, tally in pairs for text in (name, f"{tally}".replace("-", hands.MINUS))]
    expect(page.locator(".desk .seat :is(bdi, .tally b)")).to_have_text(shown)


def stored(page: Page, seat: int, source: str, hu: int, giver: int | None = None) -> None:
    """A deal by a key of 胡 only, without a tap; the table as it is then."""
    record(page, seat, source, hu, giver)
    page.goto(table_of(page))


def record(page: Page, seat: int, source: str, hu: int, giver: int | None = None, **fields: str) -> None:
    """The same without coming to the table anew: whoever looks at it sees it come."""
    fields.update({"winner": f"{seat}", "source": source, "mode": "hu", "hu": f"{hu}"})
    Sender(page.context).record(table_of(page), **fields, **({} if giver is None else {"from": f"{giver}"}))


def table_of(page: Page) -> str:
    """The path of the table that is looked at."""
    return "/".join([*urlsplit(page.url).path.split("/")[:3], ""])


def choose_minimum(page: Page, least: int) -> None:
    page.locator(f"input[name=min_hu][value='{least}']").locator("..").click()


def staged(page: Page, game: str, seats: str, people: Sequence[str] = PEOPLE) -> None:
    """Another game for them, without a tap."""
    sent = {"client_id": fresh_id(), "ruleset": game, "seats": seats, "player": people, "dealer": "0"}
    answer = Sender(page.context).post(f"{table_of(page)}stage/", sent)
    assert answer.status == 302, answer.text()


def fill_stage(page: Page, game: str, players: int) -> None:
    hands.choose_game(page, game)
    expect(page.locator("#games .choice input:checked + span b")).to_have_text(game)
    expect(page.locator("[data-seat]:not(.rests):visible")).to_have_count(players)
    for row, name in enumerate(PEOPLE[:players]):
        page.locator("input[name=player]").nth(row).fill(name)
    page.locator("footer").get_by_role("button", name="接着打").click()
    expect(page.locator(".desk")).to_be_visible()


def dazipai(page: Page) -> None:
    # 小李 22 油 off 老王, who alone pays two shares: 44. The minimum of this deal is 20.
    expect(page.locator(".desk")).to_be_visible()
    record(page, 1, "discard", 22, 0, min_hu="20")
    expect(page.locator("details.deal")).to_have_count(1)
    expect_totals(page, -44, 44, 0)
    expect(page.locator("details.deal").first).to_contain_text("小李 22 油")
    # 阿芳's 18 油 (碰 3, 罩 6, 壹贰叁 6, 一二三 3) are below the 20 that still hold; 15 was said. Own draw: 18 from each.
    hands.begin(page)
    expect(page.locator("input[name=min_hu][value='20']")).to_be_checked()
    hands.win(page, 2, "self_draw")
    expect(page.locator("[data-part=tabs]")).to_contain_text("罩")
    expect(page.locator("[data-part=tabs]")).to_contain_text("龙")
    hands.fill_in_hand(page, hands.PLAIN)
    expect(page.locator("[data-part=ask]")).to_contain_text("哪一组点错了？")
    expect(page.locator("#preview")).to_contain_text("18 油，不够底油 20")
    page.locator("header [data-go=source]").click()
    choose_minimum(page, 15)
    page.locator(".how[data-how='2'] [data-source='self_draw']").click()
    page.locator("[data-win='7']").click()
    hands.save(page)
    expect_totals(page, -62, 26, 36)
    page.locator("details.deal").first.locator("summary").click()
    expect(page.locator("details.deal").first).to_contain_text("罩伍")
    # 老王 and 小李 both open with 30: 阿芳 pays each 30, and they owe each other nothing.
    hands.begin(page)
    expect(page.locator("header").get_by_text("不下伙")).to_be_visible()
    page.locator("[data-winner='0']").click()
    page.get_by_text("几家起手胡").click()
    for seat in (0, 1):
        page.locator(".opener .switch").nth(seat).click()
        page.locator(".opener").nth(seat).get_by_role("button", name="少一个").click()
        expect(page.locator(f"#id_open_hu_{seat}")).to_have_value("15")
        page.fill(f"#id_open_hu_{seat}", "30")
    hands.send(page)
    expect_totals(page, -32, 56, -24)
    # 小李 claims and does not lay: the minimum, 15, to each of the others: -17, 26, -9.
    Sender(page.context).record(table_of(page), "foul", offender="1")


def tuozi(page: Page) -> None:
    staged(page, "tuozi", "three", PEOPLE[:3])
    page.goto(table_of(page))
    # 阿芳 21 胡 by own draw: 2 + 2 + 1 = 5 from each.
    record(page, 2, "self_draw", 21)
    # 臭牌: nobody pays, 老王 deals. 小李 claims 14 胡 falsely: 2 坨 to each: -3, -9, 12.
    sender, table = Sender(page.context), table_of(page)
    assert "臭了牌，谁也不付" in sender.get(f"{table}deals/dead/").text()
    sender.record(table, "dead")
    assert "岔胡" in sender.get(f"{table}deals/foul/").text()
    sender.record(table, "foul", offender="1", hu="14")
    expect_totals(page, -3, -9, 12)
    expect(page.locator(".elsewhere")).to_contain_text("油")


def bopi(page: Page) -> None:
    staged(page, "bopi", "three_and_counter")
    # 老王 deals and 四叔 is 数算. 40 胡 and 10 for the own draw: 50, and half of it for 四叔.
    record(page, 0, "self_draw", 40)
    assert "老王最高，50 胡，离满 100 还差 50 胡" in Sender(page.context).get(table_of(page)).text()
    # 60 more, half for 四叔: beyond 100, but the dealer keeps winning and the round goes on.
    # 臭牌: 10 from the dealer to 数算. 阿芳's 岔胡: 30 off, nobody gains.
    record(page, 0, "other_draw", 60, 1)
    Sender(page.context).record(table_of(page), "dead")
    Sender(page.context).record(table_of(page), "foul", offender="2")
    page.goto(table_of(page))
    expect(page.locator(".seat.sitting")).to_contain_text("数算")
    expect_tally(page, 100, 0, -30, 65)
    expect_totals(page, 0, 0, 0, 0)
    # 小李 takes the deal with 20: 四叔 gets 10, the round is over. 皮: 10, 2, −3, 8 (75 rounds away from zero), 17 in all;
    # everybody gets four times his 皮 less 17: +23, −9, −29, +15.
    stored(page, 1, "other_draw", 20, 2)
    expect_totals(page, 23, -9, -29, 15)
    expect(page.locator(".desk .tally")).to_have_count(0)
    row = page.locator("details.deal.round").first
    row.locator("summary").click()
    expect(row).to_contain_text("四叔 75 胡，8 皮")
    expect(row).to_contain_text("阿芳付老王")
    expect(page.locator(".round-over")).to_contain_text("一轮结了")
    expect(page.locator(".middle")).to_have_text("下一轮小李打桩")
    # A new round, 老王 is 数算 now: 小李 15, 老王 8. It is ended early: 皮 1, 2, 0, 0: +1, +5, −3, −3.
    expect(page.locator(".seat.sitting")).to_contain_text("老王")
    record(page, 1, "other_draw", 15, 2)
    expect_tally(page, 8, 15, 0, 0)
    page.goto(f"{table_of(page)}stage/")
    expect(page.locator("main")).to_contain_text("没打完的这一轮，怎么收？")
    page.locator("label.pick").first.click()
    page.locator("footer button").click()


def gaohuzi(page: Page) -> None:
    fill_stage(page, "告胡子", 3)
    # The first win needs 18: 12 is refused. 20 stands; the second needs more than 34 together: 16 makes 36.
    fields = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "12"}
    asked = Sender(page.context).post(f"{table_of(page)}deals/preview/", fields)
    assert "头一盘要 18 胡，只有 12 胡" in asked.text()
    record(page, 0, "self_draw", 20)
    record(page, 0, "self_draw", 16)
    record(page, 1, "other_draw", 18, 2)
    expect_tally(page, 36, 18, 0)
    # 14 more make 50: 出告. 小李 has won once and pays 20, 阿芳 never and pays 30.
    record(page, 0, "other_draw", 14, 2)
    staged(page, "huashi", "three_and_counter")


def huashi(page: Page) -> None:
    # 飘胡 is 0 胡 and 10 牌: 小李 +40, 数算 四叔 +20, the others −30 each.
    page.goto(f"{table_of(page)}deals/new/")
    page.wait_for_selector("#entry[data-live]")
    hands.win(page, 1, "other_draw", 2)
    page.locator("[data-mode=hu]").click()
    page.locator("label.choice", has_text="飘胡").click()
    hands.save(page)
    expect_totals(page, -30, 40, -30, 20)
    # 老王 is 数算. 阿芳 17 胡 by own draw: 2 + 1 + 1 = 4 牌: +16, 老王 +8, the others −12.
    record(page, 2, "self_draw", 17)


def boards(page: Page) -> dict[str, list[int]]:
    """Totals by unit on the page of settling up."""
    found = {}
    for board in page.locator("section.sheet").all():
        numbers = board.locator("dd").all_inner_texts()
        found[board.locator("h2").inner_text()] = [hands.number(text) for text in numbers]
    return found


def test_an_evening_of_five_games_at_one_table(phone: Page):
    phone.goto("/new/")
    hands.choose_game(phone, "大字牌")
    expect(phone.locator("#rules-line")).to_contain_text("15 油")
    for row, name in enumerate(PEOPLE[:3]):
        phone.locator("input[name=player]").nth(row).fill(name)
    phone.locator("footer button").click()
    expect(phone.locator("#board")).to_be_visible()
    for game in (dazipai, tuozi, bopi, gaohuzi, huashi):
        game(phone)
    phone.goto(f"{table_of(phone)}settle/")
    assert boards(phone) == {
        "油": [-17, 26, -9, 0],
        "坨": [-3, -9, 12, 0],
        "皮": [24, -4, -32, 12],
        "分": [50, -20, -30, 0],
        "牌": [-22, 28, -14, 8],
    }
    looks.check(phone)
    phone.goto("/")
    expect(phone.locator(".table-card .elsewhere")).to_have_count(5)
    looks.check(phone)
