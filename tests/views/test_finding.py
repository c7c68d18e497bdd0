"""找打法: the page of a new table stays short, and every game is found: with scripts in a list, without them by a form."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import attribute, elements, only, ticked, words
from zipai_ledger.models import GameSession

from .conftest import NEW, Table, open_by, page

pytestmark = pytest.mark.django_db
NEW_TABLE, GAMES = reverse("new_table:new"), reverse("new_table:games")


def offered(page: str) -> list[str | None]:
    return [attribute(one, "value") for one in elements(page, "input", name="ruleset")]


def test_who_has_played_has_the_last_games_at_hand_and_the_last_one_chosen(alice: Client):
    open_by(alice)
    open_by(alice, client_id="second-0123456789", ruleset="dazipai", seats="3")
    form = page(alice, NEW_TABLE)
    assert offered(form) == ["dazipai", "guilin"]
    assert ticked(form, "ruleset") == ["dazipai"]


def test_the_rest_is_asked_for_once_somebody_looks(alice: Client, table: Table):
    form = page(alice, NEW_TABLE)
    assert attribute(only(form, "div", id="far"), "hx-get") == GAMES
    found = page(alice, GAMES)
    assert "guilin" not in offered(found)
    assert {"dazipai", "bopi", "guiyang"} <= set(offered(found))
    assert "gyzjmj" in found
    assert "<html" not in found


def test_without_scripts_a_word_finds_a_game_and_nothing_typed_is_lost(alice: Client, table: Table):
    sent = {**NEW, "client_id": "second-0123456789", "search": "1", "find": "捉鸡", "looked": ""}
    answer = alice.post(NEW_TABLE, sent)
    form = answer.content.decode()
    assert answer.status_code == 200
    assert offered(form) == ["guilin", "guiyang"]
    assert [attribute(one, "value") for one in elements(form, "input", name="player")][:3] == NEW["player"]
    assert attribute(only(form, "details", class_="find"), "open") == ""
    assert GameSession.objects.count() == 1


def test_without_scripts_enter_in_the_search_opens_no_table(alice: Client, table: Table):
    sent = {**NEW, "client_id": "second-0123456789", "find": "bopi", "looked": ""}
    assert offered(alice.post(NEW_TABLE, sent).content.decode()) == ["guilin", "bopi"]
    assert GameSession.objects.count() == 1


def test_once_a_game_was_looked_for_the_form_can_be_sent(alice: Client, table: Table):
    sent = {**NEW, "client_id": "second-0123456789", "find": "bp", "looked": "bp"}
    assert alice.post(NEW_TABLE, sent).status_code == 302


def test_without_scripts_the_button_alone_lists_everything(alice: Client, table: Table):
    form = alice.post(NEW_TABLE, {**NEW, "search": "1", "find": "", "looked": ""}).content.decode()
    assert {"dazipai", "bopi", "guiyang"} <= set(offered(form))


def test_what_nothing_is_called_is_said_to_be_nothing(alice: Client, table: Table):
    form = alice.post(NEW_TABLE, {**NEW, "search": "1", "find": "火星", "looked": ""}).content.decode()
    assert "没找到" in words(only(form, class_="none-found"))
    assert attribute(only(form, class_="none-found"), "hidden") is None


def test_rules_that_tables_settle_first_stand_open_and_the_others_are_folded(alice: Client):
    form = page(alice, NEW_TABLE)
    rules = only(form, "details", id="rules")
    names = [words(elements(one, "span")[0]) for one in elements(rules, "summary")]
    others = only(rules, "details", id="other-rules")
    inside = [words(elements(one, "span")[0]) for one in elements(others, "summary")][1:]
    assert {"起胡", "每几胡一舵", "自摸", "点炮", "醒"} <= set(names) - set(inside)
    assert {"抢招", "黄庄以后"} <= set(inside)
    assert attribute(others, "open") is None


def test_a_wrong_rule_among_those_folded_is_unfolded(alice: Client):
    answer = alice.post(NEW_TABLE, {**NEW, "rule-foul_units": "-1"})
    assert attribute(only(answer.content.decode(), "details", id="other-rules"), "open") == ""


def test_a_game_named_in_the_address_wins_over_the_last_one(alice: Client, table: Table):
    assert ticked(page(alice, f"{NEW_TABLE}?ruleset=dalin"), "ruleset") == ["dalin"]
