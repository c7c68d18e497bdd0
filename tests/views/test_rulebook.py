"""Rules of the games: as they usually are, as somebody asks, and as a table plays them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.rules.registry import all_rulesets

from .conftest import NEW, Table, open_by

pytestmark = pytest.mark.django_db


def page(client: Client, slug: str, query: str = "") -> str:
    answer = client.get(reverse("rulebook:game", args=[slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_game_is_listed_and_leads_to_its_rules():
    listed = Client().get(reverse("rulebook:index")).content.decode()
    for slug, ruleset in all_rulesets().items():
        assert reverse("rulebook:game", args=[slug]) in listed
        assert ruleset.name.zh in listed
        assert ruleset.name.zh in page(Client(), slug)


def test_a_game_there_is_not_has_no_rules():
    assert Client().get("/rules/chess/").status_code == 404


def test_the_query_changes_what_is_said_and_is_marked():
    usual, changed = page(Client(), "guilin"), page(Client(), "guilin", "?min_hu=15&xing_kinds=中")
    assert "10 胡起胡" in usual
    assert "15 胡起胡" in changed
    assert "中醒" in changed
    assert '<span class="tag mine">' not in usual
    assert "平常：10 胡" in changed


def test_a_table_of_numbers_is_asked_for_as_json():
    assert "大对子，6 个" in page(Client(), "guiyang", "?values=%7B%22daduizi%22%3A6%7D")
    assert "大对子，5 个" in page(Client(), "guiyang", "?values=x")


def test_what_cannot_be_is_as_usual():
    assert page(Client(), "guilin", "?min_hu=11&nothing=1").count("10 胡起胡") == 1


def test_the_form_leads_to_the_rules_that_are_chosen_in_it(alice: Client):
    chosen = {**NEW, "rule-min_hu": "15", "rule-xing_kinds": []}
    html = alice.post(reverse("new_table:examples"), chosen).content.decode()
    query = html.split("/rules/guilin/")[1].split('"')[0].replace("&amp;", "&")
    rules = page(alice, "guilin", query)
    assert "15 胡起胡" in rules
    assert "这桌一种也不算" in rules


def test_an_example_that_the_rules_forbid_says_so():
    assert "这桌不行：" in page(Client(), "gaohuzi", "?gates=%5B60%2C99%5D")


def test_the_pages_may_be_kept_for_a_while():
    for url in ("/rules/", "/rules/words/", "/rules/guilin/"):
        assert Client().get(url)["Cache-Control"] == "private, max-age=600"


def test_words_of_the_table_say_what_others_call_them():
    html = Client().get(reverse("rulebook:words")).content.decode()
    for text in ("扫、过扫", "大字牌叫罩、死罩", "坨子、剥皮这些叫锥倒", "数算", "幺鸡", "抠底"):
        assert text in html


def test_each_word_is_told_once():
    html = Client().get(reverse("rulebook:words")).content.decode()
    assert html.count("手里一对，加自己摸的第三张，盖在桌上。") == 1
    places = re.findall(r'<small class="quiet">([^<]+)</small>', html)
    assert [each for each in places if each.count("坨子") > 1 or each.count("桂林") > 1] == []


def test_each_place_that_says_a_word_is_named_once():
    html = Client().get(reverse("rulebook:words")).content.decode()
    assert "坨子、剥皮这些" in html
    assert "坨子、剥皮这些、坨子" not in html


def test_the_rules_are_told_in_english():
    client = Client(headers={"accept-language": "en"})
    assert "A hand below 10 hu does not win." in page(client, "guilin")


def test_a_table_shows_the_rules_it_plays(alice: Client, viewer: Client):
    session, _code = open_by(alice, **{"client_id": "form-rules-0001", "rule-min_hu": "15"})
    answer = alice.get(reverse("rulebook:table", args=[session.public_id]))
    assert "15 胡起胡" in answer.content.decode()
    assert "照这一桌的规矩写的。" in answer.content.decode()
    assert answer["Cache-Control"] == "no-store"


def test_a_strangers_table_has_no_rules(table: Table, charlie: Client):
    assert charlie.get(table.url("rulebook:table")).status_code == 404


def test_an_onlooker_reads_the_rules_of_the_table(table: Table, viewer: Client):
    assert viewer.get(table.url("rulebook:table")).status_code == 200


def test_an_earlier_stage_keeps_its_rules(table: Table, alice: Client):
    sent = {**NEW, "rule-min_hu": "15", "client_id": "form-stage-0001", "known": "3", "base": str(table.head)}
    assert alice.post(table.url("stages:change"), sent).status_code == 302
    now = alice.get(table.url("rulebook:table")).content.decode()
    before = alice.get(table.url("rulebook:table") + "?stage=0").content.decode()
    assert "15 胡起胡" in now
    assert "10 胡起胡" in before
    assert now.count('class="tabs"') == before.count('class="tabs"') == 1
    assert alice.get(table.url("rulebook:table") + "?stage=99").content.decode().count("15 胡起胡") == 1


def test_each_stage_is_called_by_the_game_of_its_place(table: Table, alice: Client):
    chosen = {**NEW, "ruleset": "paohuzi", "rule-preset": "leiyang", "client_id": "form-stage-0002"}
    sent = {**chosen, "known": "3", "base": str(table.head)}
    assert alice.post(table.url("stages:change"), sent).status_code == 302
    now = alice.get(table.url("rulebook:table")).content.decode()
    assert "<h1>耒阳字牌</h1>" in now
    assert "跑胡子：按囤算" in now
    assert re.findall(r"stage=\d[^>]*>([^<]+)", now) == ["桂林字牌", "耒阳字牌"]


def test_a_game_that_is_gone_has_a_page_without_rules(table: Table, alice: Client):
    table.session.stages.update(ruleset="forgotten")
    assert "这里已经没有了" in alice.get(table.url("rulebook:table")).content.decode()


def test_the_pages_around_lead_to_the_rules(table: Table, alice: Client):
    assert table.url("rulebook:table") in alice.get(table.url("table:show")).content.decode()
    assert reverse("rulebook:index") in alice.get(reverse("home")).content.decode()
    assert reverse("rulebook:index") in alice.get(reverse("preferences")).content.decode()
    new = alice.get(reverse("new_table:new")).content.decode()
    assert reverse("rulebook:game", args=["guilin"]) in new
