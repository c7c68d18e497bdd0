"""Nonsense: a clear message on its field, nothing stored, everything that was entered still there."""

import json
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from zipai_ledger.models import GameSession

from .conftest import NEW, Table, open_by

pytestmark = pytest.mark.django_db

PEOPLE = ("老王", "小李", "阿芳")
HAND = "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡八@6"
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
    "a foul of nobody": ("foul", {}, "offender", "先点是谁", "Choose who it was"),
    "a negative fine": ("foul", {"offender": "0", "units": "-3"}, "units", "-3", "-3"),
    "an agreement with oneself": (
        "adjust",
        {"gives_0": "1", "gets_0": "1"},
        "gets_0",
        "自己",
        "one and the same",
    ),
    "an agreement in words": ("adjust", {"gives_0": "1", "units_0": "五"}, "units_0", "五", "五"),
    "an empty agreement": ("adjust", {}, "deltas", "先点谁给谁", "Choose who gives"),
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
    "a long remark on a link": ("links/", {"role": "viewer", "label": LONG}, "label", "最多 40 个字"),
    "a NUL on a link": ("links/", {"role": "viewer", "label": "阿\0芳"}, "label", "U+0000"),
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
        name = f"error-{field}"
        assert name in self.pointed, f"nothing points at {name}: {self.pointed}"
        return self.by_id[name]


class Sender:
    """Alice's phone in one language, whose forms carry what no browser would write."""

    def __init__(self, client: Client, language: str) -> None:
        self.client, self.language = client, language

    def post(self, path: str, fields: Mapping[str, str | bytes | Sequence[str]]) -> HttpResponse:
        """Send a form; bytes go as they are, so that they may be no text at all."""
        body = urlencode({"client_id": "nonsense-0123456789", **fields}, doseq=True)
        headers = {"Accept-Language": self.language}
        return self.client.post(path, body, "application/x-www-form-urlencoded", headers=headers)


@pytest.fixture(params=["zh-CN", "en"])
def sender(request: pytest.FixtureRequest, alice: Client) -> Sender:
    return Sender(alice, request.param)


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def head(table: Table) -> tuple[int, str]:
    """How far the ledger has come: its last event and the hash."""
    session = GameSession.objects.get(pk=table.session.pk)
    return session.head_seq, session.head_hash


@pytest.mark.parametrize("name", DEALS)
def test_a_deal_that_cannot_be_is_told_at_its_field(table: Table, sender: Sender, name: str):
    form, fields, at, *words = DEALS[name]
    before = head(table)
    answer = sender.post(f"/t/{table.public_id}/deals/{form}/", fields)
    assert answer.status_code == 422
    messages = Messages(text(answer))
    assert words[sender.language == "en"] in messages.at(at)
    assert messages.alerts.strip()
    assert head(table) == before
    kept = [value for value in fields.values() if isinstance(value, str) and "\0" not in value]
    assert all(value in text(answer) for value in kept)


def test_an_opening_win_that_cannot_be_is_told_at_its_field(alice: Client):
    session, _ = open_by(alice, ruleset="dazipai", player=PEOPLE)
    fields = {"open_1": "1", "open_hu_1": "二十", "open_hand_2": "猫"}
    answer = Sender(alice, "zh-CN").post(f"/t/{session.public_id}/deals/opening/", fields)
    assert answer.status_code == 422
    messages = Messages(text(answer))
    assert "二十" in messages.at("open_hu_1")
    assert "猫" in messages.at("open_hand_2")


@pytest.mark.parametrize("name", [name for name, case in DEALS.items() if case[0] == "save"])
def test_the_band_under_the_cards_survives_it_too(table: Table, sender: Sender, name: str):
    answer = sender.post(table.url("deal_entry:preview"), DEALS[name][1])
    assert answer.status_code == 200
    assert 'data-ready="0"' in text(answer)


@pytest.mark.parametrize("name", OPENINGS)
def test_a_table_that_cannot_be_is_told_at_its_field(sender: Sender, name: str):
    fields, at, *words = OPENINGS[name]
    answer = sender.post(reverse("new_table:new"), {**NEW, **fields})
    assert answer.status_code == 422
    assert words[sender.language == "en"] in Messages(text(answer)).at(at)
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("name", OTHERS)
def test_other_forms_tell_it_at_the_field_too(table: Table, alice: Client, name: str):
    path, fields, at, words = OTHERS[name]
    before = head(table)
    answer = Sender(alice, "zh-CN").post(f"/t/{table.public_id}/{path}", fields)
    assert answer.status_code == 422
    assert words in Messages(text(answer)).at(at)
    assert head(table) == before


@pytest.mark.parametrize("name", IMPORTS)
def test_an_import_that_cannot_be_read_is_told_and_opens_no_table(sender: Sender, name: str):
    document, words = IMPORTS[name]
    answer = sender.post("/import/", {"text": document, "do": "import"})
    assert answer.status_code == 422
    messages = Messages(text(answer))
    assert messages.alerts.strip()
    assert words in messages.at("import") or sender.language == "en"
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["\0", LONG, "\ud800", "\u202e"],
    ids=["a zero", "too long", "half a character", "a turn of direction"],
)
def test_an_import_with_a_name_that_cannot_be_opens_no_table(table: Table, alice: Client, name: str):
    document = json.loads(alice.get(f"/t/{table.public_id}/export/json/").content)
    document["players"][0] = name
    fields = {"text": json.dumps(document), "do": "import"}
    answer = Sender(alice, "zh-CN").post("/import/", fields)
    assert answer.status_code == 422
    assert Messages(text(answer)).alerts.strip()
    assert GameSession.objects.count() == 1
