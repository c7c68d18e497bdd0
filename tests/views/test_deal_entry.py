"""A deal told by the groups that score, or in a sentence: what is shown before it is saved, and after."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, Role

from .conftest import Table, client_with

pytestmark = pytest.mark.django_db

PARTLY = {
    "winner": "0",
    "source": "self_draw",
    "mode": "groups",
    "groups": "碰捌捌捌 扫伍伍伍 顺壹贰叁",
    "xing_count": "2",
}
SENTENCE = "小李点炮老王 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七八 胡小六"


def post(client: Client, table: Table, name: str, **data: object):
    form = {"client_id": f"told-{Deal.objects.count()}-0123456789", "base": "", **data}
    return client.post(table.url(f"deal_entry:{name}"), form)


def plain(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())))


def latest() -> dict:
    return canonical.parse(Deal.objects.latest("pk").fact)


def values(answer) -> dict[str, str]:
    (written,) = re.findall(r'data-values="([^"]*)"', answer.content.decode())
    return json.loads(unescape(written))


def test_groups_that_score_are_saved_and_marked_as_partly_checked(alice: Client, table: Table):
    assert post(alice, table, "save", **PARTLY).status_code == 303
    assert [group["kind"] for group in latest()["groups"]] == ["peng", "sao", "shun"]
    assert Deal.objects.latest("pk").checked == "groups"
    row = plain(alice.get(table.url("table:show")))
    assert "老王 15 胡" in row
    assert "部分验牌" in row
    assert "只验了 3 组，别的组当作不算数" in row


def begins_with(client: Client, table: Table) -> str:
    """How a hand is told: cards, groups or hu."""
    page = client.get(table.url("deal_entry:new")).content.decode()
    (found,) = re.findall(r'name="mode" value="(\w+)" checked', page)
    return found


def test_a_deal_begins_as_the_last_win_of_the_table_was_entered(alice: Client, table: Table):
    assert begins_with(alice, table) == "hu"
    post(alice, table, "save", **PARTLY)
    assert begins_with(alice, table) == "cards"
    post(alice, table, "save", winner="0", source="self_draw", mode="hu", hu="12", xing_count="0")
    post(alice, table, "dead")
    assert begins_with(alice, table) == "hu"


@pytest.mark.parametrize(("winner", "begun"), [("1", 1), ("9", None), ("x", None)])
def test_an_entry_begins_with_the_winner_that_its_address_names(
    alice: Client, table: Table, winner: str, begun: int | None
):
    form = alice.get(f"{table.url('deal_entry:new')}?winner={winner}").context["form"]
    assert form["winner"].value() == begun


def test_the_band_says_what_is_assumed(alice: Client, table: Table):
    band = plain(post(alice, table, "preview", **PARTLY))
    assert "只验了 3 组" in band
    waiting = plain(post(alice, table, "preview", **{**PARTLY, "xing_count": ""}))
    assert "先点醒了几张" in waiting


def test_too_few_hu_are_said_and_not_saved(alice: Client, table: Table):
    few = {**PARTLY, "groups": "碰捌捌捌"}
    assert "3 胡" in plain(post(alice, table, "preview", **few))
    assert post(alice, table, "save", **few).status_code == 422


def test_a_partly_checked_deal_comes_back_to_its_form(alice: Client, table: Table):
    post(alice, table, "save", **PARTLY)
    key = Deal.objects.latest("pk").key
    form = alice.get(table.url("deal_entry:new") + f"?replace={key}").context["form"]
    typed = [form[name].value() for name in ("mode", "groups", "xing_count")]
    assert typed == ["groups", PARTLY["groups"], 2]


def test_a_partly_checked_deal_is_marked_where_it_is_exported(alice: Client, table: Table):
    post(alice, table, "save", **PARTLY)
    text = alice.get(table.url("exports:csv")).content.decode()
    assert "部分验牌" in text


def test_a_sentence_is_shown_as_it_was_understood(alice: Client, table: Table):
    answer = post(alice, table, "hear", said=SENTENCE)
    assert values(answer) == {
        "winner": "0",
        "source": "discard",
        "from": "1",
        "marks": "",
        "mode": "cards",
        "groups": "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡六@6",
    }
    assert "老王胡 ， 小李 打出来 ， 胡的是小六" in plain(answer)
    assert answer.content.decode().count('class="fan ') == 7
    assert 'aria-label="碰大捌"' in answer.content.decode()


def test_a_sentence_fills_the_form_first_and_the_second_time_it_is_saved(alice: Client, table: Table):
    before = Deal.objects.count()
    answer = post(alice, table, "save", said=SENTENCE)
    form = {field.name: field.value() for field in answer.context["form"]}
    assert (answer.status_code, Deal.objects.count()) == (200, before)
    assert (form["winner"], form["from"], form["source"], form["said"]) == ("0", "1", "discard", "")
    sent = {name: form[name] for name in ("winner", "source", "from", "mode", "groups")}
    assert post(alice, table, "save", **sent, flipped="八").status_code == 303
    assert latest()["winner"] == 0


def test_a_deal_that_nobody_won_is_understood_and_leads_to_its_form(alice: Client, table: Table):
    dead = post(alice, table, "hear", said="这盘黄庄了")
    assert "听成 黄庄" in plain(dead)
    assert f'href="{table.url("deal_entry:dead")}"' in dead.content.decode()
    saved = post(alice, table, "save", said="小李诈胡")
    assert saved.status_code == 200
    assert "听成 小李诈胡" in plain(saved)
    foul = f"{table.url('deal_entry:foul')}?offender=1"
    assert f'href="{foul}"' in saved.content.decode()
    assert alice.get(foul).context["form"]["offender"].value() == 1


def test_i_am_whose_phone_it_is(bob: Client, table: Table):
    assert values(post(bob, table, "hear", said="我胡了"))["winner"] == "1"
    stranger = client_with(table.session, Role.SCOREKEEPER)
    assert "说名字就行" in plain(post(stranger, table, "hear", said="我胡了"))


def test_what_is_not_understood_is_quoted_and_nothing_is_lost(alice: Client, table: Table):
    answer = post(alice, table, "hear", said="小李点炮老王 碰小八 喵喵")
    assert "听不懂“喵喵”" in plain(answer)
    again = post(alice, table, "save", said="小李点炮老王 碰小八 喵喵")
    assert again.status_code == 422
    assert "听不懂“喵喵”" in plain(again)
    assert again.context["form"]["said"].value() == "小李点炮老王 碰小八 喵喵"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("老王自摸二十二胡，醒两张", {"mode": "hu", "hu": "22", "xing_count": "2"}),
        (
            "老王自摸 碰大八 扫大五 醒2张",
            {"mode": "groups", "groups": "碰捌捌捌 扫伍伍伍", "xing_count": "2"},
        ),
        ("老王自摸", {"winner": "0", "source": "self_draw", "from": "", "marks": ""}),
        ("阿芳地胡 15胡", {"source": "discard", "from": "1", "marks": "dihu", "hu": "15"}),
        ("碰小八", {"mode": "cards", "groups": "碰八八八"}),
    ],
)
def test_a_sentence_may_say_only_a_part(alice: Client, table: Table, sentence: str, expected: dict[str, str]):
    found = values(post(alice, table, "hear", said=sentence))
    assert {name: found.get(name) for name in expected} == expected


def test_a_winning_card_told_beside_the_groups_is_put_into_one(alice: Client, table: Table):
    sentence = "老王自摸 碰大八 扫大五 大一二三 一二三 四五六 九九大九 六七 胡小八"
    assert values(post(alice, table, "hear", said=sentence))["groups"].endswith(
        "顺六七八 搭九九玖 顺壹贰叁 胡八@4"
    )


def test_an_empty_sentence_says_nothing(alice: Client, table: Table):
    assert plain(post(alice, table, "hear", said=" ")).strip() == ""


def test_what_is_wrong_is_said_once_at_its_field(alice: Client, table: Table):
    text = plain(post(alice, table, "foul"))
    assert text.count("先点是谁") == 1
    assert text.count("谁诈胡了？") == 1
