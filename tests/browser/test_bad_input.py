"""Nonsense: a clear message on its field, nothing stored, everything that was entered still there."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import HAND, PEOPLE, Sender, fresh_id, head_of
from tests.conftest import open_phone
from tests.servers import Server

LONG = "长" * 10_000
HALF = b"\xed\xa0\x80"
"""Half a character (U+D800), which is no text."""
CARDS = {"winner": "1", "source": "discard", "from": "2", "mode": "cards", "flipped": "肆"}
CALLED = {"winner": "1", "source": "discard", "from": "2", "mode": "hu", "hu": "22", "xing_count": "1"}
FIVE = "碰玖玖玖 搭玖玖九 顺壹贰叁 顺一二三 顺四五六 顺六七八 扫伍伍伍 胡八@5"
TWENTY = "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 眼六六 胡六@6"
POOR = "碰捌捌捌 碰伍伍伍 顺一二三 顺四五六 搭九九玖 顺六七八 顺三四五 胡八@5"

# What is sent to which form, the field that the message stands at, and words of it in Chinese and English.
DEALS = {
    "a fifth copy": ("save", {**CARDS, "groups": FIVE}, "groups", "玖有 5 张", "5 of 玖"),
    "20 cards": ("save", {**CARDS, "groups": TWENTY}, "groups", "现在是 19 张", "got 19"),
    "an unknown character": ("save", {**CARDS, "groups": "碰捌捌捌 碰猫猫猫"}, "groups", "猫猫猫", "猫猫猫"),
    "a NUL among cards": ("save", {**CARDS, "groups": "碰\0捌捌捌"}, "groups", "不是字牌", "not a card"),
    "half a character as a hand": ("save", {**CARDS, "groups": HALF}, "groups", "看不懂", "not understood"),
    "9 胡 by cards": (
        "save",
        {**CARDS, "groups": POOR},
        "groups",
        "9 胡，不够起胡 10",
        "below the minimum of 10",
    ),
    "9 胡 by number": ("save", {**CALLED, "hu": "9"}, "hu", "9 胡，不够起胡 10", "below the minimum of 10"),
    "no turned card": ("save", {**CARDS, "groups": HAND, "flipped": ""}, "flipped", "翻", "Turn"),
    "a strange turned card": ("save", {**CARDS, "groups": HAND, "flipped": "猫"}, "flipped", "猫", "猫"),
    "a discarder who is the winner": (
        "save",
        {**CALLED, "from": "1"},
        "from",
        "不能是胡的人",
        "winner cannot be",
    ),
    "no winner": ("save", {**CALLED, "winner": ""}, "winner", "谁胡的", "Who won"),
    "a winner who is not there": ("save", {**CALLED, "winner": "9"}, "winner", "9", "9"),
    "no source": ("save", {**CALLED, "source": ""}, "source", "哪来的", "where the winning card"),
    "an unknown mark": ("save", {**CALLED, "marks": "royal"}, "marks", "royal", "royal"),
    "negative 胡": ("save", {**CALLED, "hu": "-5"}, "hu", "-5", "-5"),
    "胡 in words": ("save", {**CALLED, "hu": "二十"}, "hu", "二十", "二十"),
    "胡 beyond measure": ("save", {**CALLED, "hu": "9" * 40}, "hu", "999", "999"),
    "negative 醒": ("save", {**CALLED, "xing_count": "-1"}, "xing_count", "-1", "-1"),
    "a long remark": ("save", {**CALLED, "note": LONG}, "note", "最多 500 个字", "at most 500"),
    "a NUL in a remark": ("save", {**CALLED, "note": "看\0错"}, "note", "U+0000", "U+0000"),
    "half a character in a remark": ("save", {**CALLED, "note": HALF}, "note", "U+FFFD", "U+FFFD"),
    "a foul of nobody": ("foul", {}, "offender", "谁诈胡", "Who fouled"),
    "a negative fine": ("foul", {"offender": "0", "units": "-3"}, "units", "-3", "-3"),
    "an agreement that makes units": ("adjust", {"delta_0": "5"}, "deltas", "等于 0", "add up to 0"),
    "an agreement in words": ("adjust", {"delta_0": "五"}, "delta-0", "五", "五"),
    "an empty agreement": ("adjust", {}, "deltas", "加起来是 0", "add up to 0"),
    "a long remark on nobody's win": ("dead", {"note": LONG}, "note", "最多 500 个字", "at most 500"),
}
OPENINGS = {
    "a long name of the table": ({"name": LONG}, "name", "最多 40 个字", "at most 40"),
    "half a character": ({"name": HALF}, "name", "U+FFFD", "U+FFFD"),
    "a long name": ({"player": (LONG, "小李", "阿芳")}, "seat-0", "最多 24 个字", "at most 24"),
    "no name": ({"player": ("老王", "", "阿芳")}, "seat-1", "不能空着", "cannot be empty"),
    "a NUL": ({"player": ("老\0王", "小李", "阿芳")}, "seat-0", "U+0000", "U+0000"),
    "two of a name": ({"player": ("老王", "老王", "阿芳")}, "seat-1", "有两个", "is there twice"),
    "a negative minimum": ({"rule-min_hu": "-3"}, "rule-min_hu", "-3", "-3"),
}
OTHERS = {
    "a long new name": ("rename/", {"player-0": LONG}, "player-0", "最多 24 个字"),
    "a long remark on a link": ("links/", {"role": "viewer", "label": LONG}, "", "最多 40 个字"),
    "a NUL on a link": ("links/", {"role": "viewer", "label": "阿\0芳"}, "", "U+0000"),
}
IMPORTS = {
    "nothing": ("", "文件"),
    "broken JSON": ('{"format": ', "JSON"),
    "no table": ("[1, 2]", ""),
    "half a character": ('{"format": "zipai-session/1", "name": "\\ud800"}', ""),
    "a number beyond measure": ('{"format": 1e999}', ""),
    "a key twice": ('{"format": 1, "format": 2}', ""),
    "depths": ("[" * 100_000, ""),
}


class Messages(HTMLParser):
    """The texts by id, which of them a field points at, and what is said at once."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside: list[dict[str, str]] = []
        self.by_id: dict[str, str] = {}
        self.pointed: set[str] = set()
        self.alerts = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.pointed |= set(found.get("aria-describedby", "").split())
        if tag not in {"input", "link", "meta", "br"}:
            self.inside.append(found)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        self.inside.pop()

    def handle_data(self, data: str) -> None:
        for one in self.inside:
            if "id" in one:
                self.by_id[one["id"]] = self.by_id.get(one["id"], "") + data
            if one.get("role") == "alert":
                self.alerts += data

    def at(self, field: str) -> str:
        """What is said of a field that points at it."""
        name = f"error-{field}" if field else "error"
        assert name in self.pointed, f"nothing points at {name}: {self.pointed}"
        return self.by_id[name]


@pytest.fixture(scope="module")
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url)


@pytest.fixture(scope="module", params=["zh-CN", "en"])
def sender(request: pytest.FixtureRequest, page: Page) -> Sender:
    return Sender(page.context, request.param)


@pytest.fixture(scope="module")
def table(sender: Sender) -> str:
    return sender.open_table(people=PEOPLE[:3])


@pytest.mark.parametrize("name", DEALS)
def test_a_deal_that_cannot_be_is_told_at_its_field(
    sender: Sender, table: str, shared_server: Server, name: str
):
    form, fields, at, *words = DEALS[name]
    before = head_of(shared_server, table)
    answer = sender.save(table, form, **fields)
    assert answer.status == 422
    messages = Messages(answer.text())
    assert words[sender.language == "en"] in messages.at(at)
    assert messages.alerts.strip()
    assert head_of(shared_server, table) == before
    kept = [value for value in fields.values() if isinstance(value, str) and "\0" not in value]
    assert all(value in answer.text() for value in kept)


@pytest.mark.parametrize("name", [name for name, case in DEALS.items() if case[0] == "save"])
def test_the_band_under_the_cards_survives_it_too(sender: Sender, table: str, name: str):
    answer = sender.save(table, "preview", **DEALS[name][1])
    assert answer.status == 200
    assert 'data-ready="0"' in answer.text()


@pytest.mark.parametrize("name", OPENINGS)
def test_a_table_that_cannot_be_is_told_at_its_field(sender: Sender, name: str):
    fields, at, *words = OPENINGS[name]
    sent = {
        "client_id": fresh_id(),
        "ruleset": "guilin",
        "seats": "3",
        "player": PEOPLE[:3],
        "dealer": "0",
        "name": "x",
    }
    tables = sender.get("/").text().count("table-card")
    answer = sender.post("/new/", {**sent, **fields})
    assert answer.status == 422
    assert words[sender.language == "en"] in Messages(answer.text()).at(at)
    assert sender.get("/").text().count("table-card") == tables


@pytest.mark.parametrize("name", OTHERS)
def test_other_forms_tell_it_at_the_field_too(page: Page, shared_server: Server, name: str):
    path, fields, at, words = OTHERS[name]
    sender = Sender(page.context)
    table = sender.open_table()
    before = head_of(shared_server, table)
    answer = sender.post(table + path, fields)
    assert answer.status == 422
    assert words in Messages(answer.text()).at(at)
    assert head_of(shared_server, table) == before


@pytest.mark.parametrize("name", IMPORTS)
def test_an_import_that_cannot_be_read_is_told_and_opens_no_table(sender: Sender, name: str):
    text, words = IMPORTS[name]
    tables = sender.get("/").text().count("table-card")
    answer = sender.post("/import/", {"client_id": fresh_id(), "text": text, "do": "import"})
    assert answer.status == 422
    told = Messages(answer.text()).alerts
    assert told.strip()
    assert words in told or sender.language == "en"
    assert sender.get("/").text().count("table-card") == tables


@pytest.mark.parametrize("name", ["\0", LONG, "\ud800", "\u202e"])
def test_an_import_with_a_name_that_cannot_be_opens_no_table(page: Page, name: str):
    sender = Sender(page.context)
    table = sender.open_table(people=PEOPLE[:3])
    document = json.loads(sender.get(f"{table}export/json/").text())
    document["players"][0] = name
    answer = sender.post("/import/", {"client_id": fresh_id(), "text": json.dumps(document), "do": "import"})
    assert answer.status == 422
    assert Messages(answer.text()).alerts.strip()


def test_a_hand_that_comes_back_is_still_on_the_pad_and_after_a_reload_too(page: Page):
    sender = Sender(page.context)
    page.goto(sender.open_table(people=PEOPLE[:3]))
    hands.begin(page)
    hands.win(page, 0, "self_draw")
    hands.tap_hand(page, hands.PLAIN, "八")
    hands.turn(page, "肆")
    expect(page.locator("#preview [data-ready='1']")).to_be_visible()
    page.evaluate("document.querySelector('[name=base]').value = 'nonsense'")
    page.locator("[data-part=save]").click()
    expect(page.get_by_role("alert").first).to_contain_text("不知道这一盘接着哪一盘")
    expect(page.locator(".slot.filled")).to_have_count(7)
    page.goto(page.url.replace("/save/", "/new/"))
    page.wait_for_selector("#entry[data-live]")
    expect(page.locator(".slot.filled")).to_have_count(7)
    expect(page.locator("[data-part=restored]")).to_be_visible()
    hands.save(page)
    # 2 舵, 上 叁 1, 下 伍 3, own draw 1: 7 from each.
    assert hands.totals(page) == {"老王": 14, "小李": -7, "阿芳": -7}
