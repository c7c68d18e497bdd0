"""Pages in use: how each state that is looked at comes about."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import Sender, fresh_id


@dataclass(frozen=True)
class Evening:
    """Tables to look at, their owner's page, and a phone that may only look on."""

    page: Page
    sender: Sender
    played: str
    empty: str
    closed: str
    onlooker: Page
    keys: tuple[str, ...]
    """Of the deals at the table that was played."""

    def at(self, path: str) -> None:
        self.page.goto(path)

    def enter(self, query: str = "") -> None:
        self.page.goto(f"{self.empty}deals/new/{query}")
        self.page.wait_for_selector("#entry[data-live]")


def new_with_rules(evening: Evening) -> None:
    evening.at("/new/")
    for fold in evening.page.locator("details > summary").all():
        fold.click()


def new_refused(evening: Evening) -> None:
    evening.at("/new/")
    evening.page.locator("input[name=player]").nth(0).fill("老王")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error").first).to_be_visible()


def code(evening: Evening) -> None:
    evening.at(f"{evening.empty}recovery/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator("#code")).to_be_visible()


def table_open_deal(evening: Evening) -> None:
    evening.at(evening.played)
    for deal in evening.page.locator("details.deal > summary").all():
        deal.click()
    evening.page.locator("details.menu-drop > summary").click()


def figures_opened(evening: Evening) -> None:
    evening.at(f"{evening.played}figures/")
    for fold in evening.page.locator("main details > summary").all():
        fold.click()


def entry_source(evening: Evening) -> None:
    evening.enter()
    evening.page.locator("[data-winner='0']").click()


def entry_pad(evening: Evening) -> None:
    evening.enter()
    hands.win(evening.page, 0, "self_draw")


def entry_half(evening: Evening) -> None:
    entry_pad(evening)
    for kind, cards in hands.PLAIN[:4]:
        hands.tap_group(evening.page, kind, cards)
    expect(evening.page.locator("#preview")).to_contain_text("还差")


def entry_collision(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "peng", "玖玖玖")
    hands.tap_group(evening.page, "da", "玖玖九")
    expect(evening.page.locator("[data-part=trouble]")).to_be_visible()


def entry_menu(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "peng", "玖玖玖")
    evening.page.locator("[data-group='0']").click()
    expect(evening.page.get_by_role("dialog")).to_be_visible()


def entry_win(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_hand(evening.page, hands.PLAIN)
    expect(evening.page.locator("[data-win]").first).to_be_visible()


def entry_flip(evening: Evening) -> None:
    entry_win(evening)
    evening.page.locator("[data-win='7']").click()
    expect(evening.page.locator("[data-flip]").first).to_be_visible()


def entry_done(evening: Evening) -> None:
    entry_flip(evening)
    hands.turn(evening.page, "肆")
    expect(evening.page.locator("#preview [data-ready='1']")).to_be_visible()


def entry_by_hu(evening: Evening) -> None:
    entry_pad(evening)
    hands.by_hu(evening.page, 22, 2, 1)
    expect(evening.page.locator("#preview")).to_contain_text("22 胡")


def entry_typed(evening: Evening) -> None:
    entry_pad(evening)
    evening.page.locator("[data-keyboard]:visible").click()
    evening.page.locator("#id_said").fill("小李点炮 猫猫猫")
    evening.page.locator("details.rest-facts > summary").click()
    expect(evening.page.locator("#heard .bad")).to_be_visible()


def entry_heard(evening: Evening) -> None:
    evening.enter()
    evening.page.locator("[data-keyboard]:visible").click()
    evening.page.locator("#id_said").fill(
        "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六"
    )
    expect(evening.page.locator("[data-part=slots] .filled")).to_have_count(7)


def entry_partly(evening: Evening) -> None:
    entry_pad(evening)
    hands.tap_group(evening.page, "saochuan", "伍伍伍伍")
    evening.page.locator("button[data-mode=groups]").click()
    evening.page.locator("button[data-xing='2']").click()
    evening.page.locator("button[data-lower='1']").click()
    expect(evening.page.locator("#preview")).to_contain_text("只验了")


def entry_sent_back(evening: Evening) -> None:
    entry_done(evening)
    evening.page.evaluate("document.querySelector('[name=base]').value = 'nonsense'")
    evening.page.locator("[data-part=save]").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def entry_again(evening: Evening) -> None:
    evening.at(f"{evening.played}deals/new/?replace={evening.keys[0]}")
    evening.page.wait_for_selector("#entry[data-live]")


def effect_of_a_replacement(evening: Evening) -> None:
    entry_again(evening)
    expect(evening.page.locator("#preview [data-ready='1']")).to_be_visible()
    evening.page.locator("[data-part=save]").click()
    expect(evening.page.locator(".effect")).to_be_visible()


def void_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}deals/{evening.keys[1]}/void/")
    evening.page.evaluate("document.querySelector('#id_reason').removeAttribute('maxlength')")
    evening.page.fill("#id_reason", "长" * 501)
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error")).to_be_visible()


def stale(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    assert evening.sender.save(evening.empty, "dead").status == 303
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_text("接着记")).to_be_visible()


def conflict(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    used = evening.page.locator("[name=client_id]").input_value()
    stored = {"client_id": used, "delta_0": "1", "delta_1": "-1"}
    assert evening.sender.post(f"{evening.empty}deals/adjust/", stored).status == 303
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_text("是另一盘，记上")).to_be_visible()


def told_meanwhile(evening: Evening) -> None:
    with evening.page.expect_request(lambda request: "/live/" in request.url):
        evening.at(f"{evening.empty}deals/foul/")
    assert evening.sender.save(evening.empty, "dead").status == 303
    expect(evening.page.locator(".news")).to_contain_text("刚才")


def told_on_a_correction(evening: Evening) -> None:
    with evening.page.expect_request(lambda request: "/live/" in request.url):
        evening.at(f"{evening.played}deals/{evening.keys[1]}/void/")
    added = {"client_id": fresh_id(), "delta_0": "1", "delta_1": "-1"}
    assert evening.sender.post(f"{evening.played}deals/adjust/", added).status == 303
    expect(evening.page.locator(".news")).to_contain_text("刚才")


def refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/dead/")
    for verb in ("close", "reopen"):
        if verb == "reopen":
            evening.page.locator("footer button").click()
            expect(evening.page.get_by_role("alert")).to_contain_text("收了")
        assert evening.sender.post(f"{evening.empty}{verb}/", {"client_id": fresh_id()}).status == 302
    expect(evening.page.get_by_role("alert")).to_contain_text("收了")


def foul_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/foul/")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def adjust_refused(evening: Evening) -> None:
    evening.at(f"{evening.empty}deals/adjust/")
    evening.page.fill("#id_delta_0", "五")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def links_made(evening: Evening) -> None:
    evening.at(f"{evening.played}links/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".qr")).to_be_visible()


def links_said(evening: Evening) -> None:
    evening.at(f"{evening.played}links/")
    evening.page.get_by_role("button", name="念一个口令").click()
    expect(evening.page.locator("#spoken")).to_be_visible()


def device(evening: Evening) -> None:
    evening.at(f"{evening.played}links/")
    evening.page.locator("a.row", has_text="给二婶").click()
    expect(evening.page.locator(".stack")).to_be_visible()


def asked(evening: Evening) -> None:
    """Somebody asks to keep score; asked again where an earlier state was answered."""
    evening.onlooker.goto(evening.played)
    wish = evening.onlooker.locator("form.wish button")
    if wish.count():
        wish.click()
    expect(evening.onlooker.get_by_text("问过桌主了")).to_be_visible()
    evening.at(evening.played)
    expect(evening.page.get_by_role("button", name="同意")).to_be_visible()


def asked_among_devices(evening: Evening) -> None:
    asked(evening)
    evening.at(f"{evening.played}links/")
    expect(evening.page.get_by_role("button", name="同意")).to_be_visible()


def moving(evening: Evening) -> None:
    evening.at(f"{evening.played}move/")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".qr")).to_be_visible()


def joining(evening: Evening) -> None:
    links_made(evening)
    address = evening.page.locator("#link").inner_text()
    evening.page.goto("about:blank")
    evening.page.goto(address)
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_text("你是哪一位")).to_be_visible()


def import_looked_at(evening: Evening) -> None:
    evening.at("/import/")
    evening.page.fill("#id_text", evening.sender.get(f"{evening.played}export/archive/").text())
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("button", name="导入")).to_be_visible()


def under_other_rules(evening: Evening) -> None:
    evening.at(f"{evening.played}what-if/")
    evening.page.locator("input[name=rule-min_hu][value='15']").check()
    evening.page.locator("footer button").click()
    evening.page.wait_for_selector("#compared")
    for fold in evening.page.locator("main details > summary").all()[:1]:
        fold.click()


def import_refused(evening: Evening) -> None:
    evening.at("/import/")
    evening.page.fill("#id_text", '{"format": ')
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert")).to_be_visible()


def recover_refused(evening: Evening) -> None:
    evening.at("/recover/")
    evening.page.fill("#id_code", "ABCD")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert")).to_be_visible()


def rename_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}rename/")
    evening.page.locator("#rename input[type=text]").nth(1).fill("")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error").first).to_be_visible()


def with_stake(evening: Evening) -> str:
    """A table where there is something to pay."""
    table = evening.sender.open_table("打点小的", stake="50")
    evening.sender.fill(table)
    return table


def settling_paid(evening: Evening) -> None:
    evening.at(f"{with_stake(evening)}settle/")
    evening.page.locator(".tick").first.click()
    expect(evening.page.locator(".payment").first).to_contain_text("已付")


def settling_through_one(evening: Evening) -> None:
    evening.at(f"{with_stake(evening)}settle/?way=cashier&by=2")


def settling_in_doubt(evening: Evening) -> None:
    table = with_stake(evening)
    last = evening.sender.get(table).text().split('id="deal-')[1].split('"')[0]
    doubted = {"client_id": fresh_id(), "note": "不是自摸"}
    assert evening.sender.post(f"{table}deals/{last}/dispute/", doubted).status in (302, 303)
    evening.at(f"{table}settle/")
    expect(evening.page.get_by_role("button", name="异议留着")).to_be_visible()


def paying_too_much(evening: Evening) -> None:
    evening.at(f"{with_stake(evening)}settle/")
    evening.page.locator(".tick").first.click()
    expect(evening.page.locator(".payment").first).to_contain_text("已付")
    evening.page.locator("a.pay-text").first.click()
    evening.page.fill("#id_amount", "100")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error")).to_be_visible()


def paying_whom(evening: Evening) -> None:
    evening.at(f"{with_stake(evening)}pay/")


def carried_along(evening: Evening) -> None:
    evening.at(f"{with_stake(evening)}again/?owed=1")
    evening.page.fill("#id_stake_other", "20")
    evening.page.locator("footer button").click()
    expect(evening.page.locator("#error-stake")).to_be_visible()


def doubted(evening: Evening) -> None:
    """A deal that somebody doubts; from here on the table says so at its top and where it settles."""
    evening.sender.post(f"{evening.played}deals/{evening.keys[1]}/dispute/", {"note": "那张不是我打的"})
    evening.at(f"{evening.played}deals/{evening.keys[1]}/")
    evening.page.locator(".doubt details > summary").click()
    expect(evening.page.locator(".both")).to_be_visible()


def doubted_on_the_table(evening: Evening) -> None:
    doubted(evening)
    evening.at(evening.played)
    expect(evening.page.locator("#doubted a")).to_be_visible()


def sample(evening: Evening) -> str:
    """The owner's sample table as it is before anything was entered there."""
    table = evening.sender.post("/sample/").headers["location"]
    if "第 7" not in evening.sender.get(table).text():
        evening.sender.post(f"{table}purge/")
        table = evening.sender.post("/sample/").headers["location"]
    return table


def sample_begun(evening: Evening) -> None:
    evening.at(sample(evening))
    expect(evening.page.locator(".practice")).to_contain_text("1 / 3")


def sample_among_tables(evening: Evening) -> None:
    sample(evening)
    evening.at("/")
    expect(evening.page.locator(".tag", has_text="试玩")).to_be_visible()


def practised(evening: Evening, hu: int) -> str:
    """The sample table after its first hand, entered with so many 胡."""
    table = sample(evening)
    told = {"winner": "2", "source": "self_draw", "mode": "hu", "hu": f"{hu}", "xing_count": "1"}
    evening.sender.record(table, **told)
    evening.at(table)
    return table


def sample_right(evening: Evening) -> None:
    practised(evening, 17)
    expect(evening.page.locator(".practice")).to_contain_text("✓ 对了")


def sample_wrong(evening: Evening) -> None:
    practised(evening, 12)
    expect(evening.page.locator(".practice")).to_contain_text("你记的是 12 胡")


def sample_winner(evening: Evening) -> None:
    evening.at(f"{practised(evening, 17)}deals/new/")
    evening.page.wait_for_selector("#entry[data-live]")


def sample_pad(evening: Evening) -> None:
    sample_winner(evening)
    hands.win(evening.page, 0, "self_draw")


def sample_flip(evening: Evening) -> None:
    sample_pad(evening)
    hands.tap_hand(evening.page, hands.PLAIN, "八")
    expect(evening.page.locator(".sample-hand")).to_contain_text("翻的醒")


def sample_finished(evening: Evening) -> None:
    table = practised(evening, 17)
    third = {"winner": "1", "source": "discard", "from": "0", "mode": "hu", "hu": "16", "xing_count": "3"}
    second = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "18", "xing_count": "2"}
    for told in (second, third):
        evening.sender.record(table, **told)
    evening.at(table)
    expect(evening.page.get_by_text("会了，开一桌真的")).to_be_visible()


def sample_deleting(evening: Evening) -> None:
    evening.at(f"{sample(evening)}purge/")
    expect(evening.page.get_by_text("再玩一会儿")).to_be_visible()


PATHS = {
    "home with tables": "/",
    "a new table": "/new/",
    "drawing for the dealer": "/drawing/",
    "an empty table": "{empty}",
    "a table with deals": "{played}",
    "a closed table": "{closed}",
    "older deals": "{played}?before=3",
    "entry, who won": "{empty}deals/new/",
    "黄庄": "{empty}deals/dead/",
    "诈胡": "{empty}deals/foul/",
    "商定": "{empty}deals/adjust/",
    "a deal": "{played}deals/{keys[0]}/",
    "a void deal": "{played}deals/{keys[2]}/",
    "voiding a deal": "{played}deals/{keys[1]}/void/",
    "restoring a deal": "{played}deals/{keys[2]}/restore/",
    "what was changed": "{played}history/",
    "what was changed in one deal": "{played}history/?deal={keys[0]}",
    "why a total is what it is": "{played}why/0/",
    "settling": "{played}settle/",
    "figures": "{played}figures/",
    "what a hand waited for": "{played}deals/{keys[0]}/after/",
    "waits of a hand that is shown": "{played}deals/{keys[1]}/after/?seat=1&hand=碰捌捌捌碰五五五手壹贰叁一二三肆伍六六柒柒柒陆",
    "a hand that cannot be": "{played}deals/{keys[1]}/after/?hand=猫",
    "settling a closed table": "{closed}settle/",
    "taking data out": "{played}export/",
    "picture and text": "{played}share/",
    "on paper": "{played}export/print/",
    "other house rules": "{played}what-if/",
    "who may do what": "{played}links/",
    "sending everybody away": "{played}devices/rotate/",
    "moving to another browser": "{played}move/",
    "a new recovery code": "{played}recovery/",
    "names": "{played}rename/",
    "who plays for whom": "{played}stand-in/",
    "forgetting a name": "{played}players/1/erase/",
    "deleting a table": "{played}purge/",
    "scoring anew": "{played}rescore/",
    "into a circle": "{played}circle/",
    "a new circle": "/circles/new/",
    "bringing data in": "/import/",
    "the next stage": "{played}stage/",
    "an invitation to paste": "/j/",
    "recovering": "/recover/",
    "preferences": "/preferences/",
    "the games there are": "/rules/",
    "words of the table": "/rules/words/",
    "rules paid by the hand": "/rules/guilin/?seats=4&min_hu=15",
    "rules of a round": "/rules/bopi/",
    "rules with tiles": "/rules/guiyang/",
    "rules with bands": "/rules/dalin/",
    "the rules of a table": "{played}rules/",
    "a page that is not there": "/t/nowhere/",
}
STATES: tuple[Callable[[Evening], None], ...] = (
    *(settling_paid, settling_through_one, settling_in_doubt, paying_too_much, paying_whom, carried_along),
    *(
        new_with_rules,
        new_refused,
        code,
        table_open_deal,
        figures_opened,
        entry_source,
        entry_pad,
        entry_half,
        entry_collision,
    ),
    *(
        entry_menu,
        entry_win,
        entry_flip,
        entry_done,
        entry_by_hu,
        entry_typed,
        entry_heard,
        entry_partly,
        entry_sent_back,
        entry_again,
    ),
    *(effect_of_a_replacement, stale, conflict, refused, foul_refused, adjust_refused, links_made, joining),
    *(told_meanwhile, told_on_a_correction, links_said, device, asked, asked_among_devices, moving),
    *(recover_refused, rename_refused, import_looked_at, under_other_rules, import_refused, void_refused),
    *(doubted, doubted_on_the_table),
    *(sample_begun, sample_among_tables, sample_right, sample_wrong, sample_winner, sample_pad, sample_flip),
    *(sample_finished, sample_deleting),
)
