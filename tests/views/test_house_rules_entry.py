"""Entering deals where a house rule changes what is asked: 红黑点, discards that count, two at the table."""

import re

from django.test import Client

from tests.views.conftest import open_by
from tests.views.test_local_words import PEOPLE, entry_page, last, send, url
from zipai_ledger.forms.house_rules import PREFIX
from zipai_ledger.models import GameSession
from zipai_ledger.rules.codec import Count

SOURCE = re.compile(r'name="source"[^>]*value="(\w+)"')


def opened(client: Client, slug: str, seats: str, people: int, **rules: object) -> GameSession:
    options = {PREFIX + code: value for code, value in rules.items()}
    session, _ = open_by(
        client,
        client_id=f"open-{slug}-house-0123456789",
        ruleset=slug,
        seats=seats,
        player=PEOPLE[:people],
        stake="",
        **options,
    )
    return session


def test_red_and_black_hu_are_told_where_they_are_played(alice: Client):
    session = opened(alice, "tuozi", "three", 3, mingtang="multiply")
    html = entry_page(alice, session, "new")
    assert re.findall(r'name="pattern_(\w+)"', html) == ["honghu", "wuhu"]
    assert 'data-patterns="0"' in html, "too few 胡 are told: no name wins below the minimum"
    deal = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "17"}
    band = alice.post(url(session, "preview"), {**deal, "pattern_wuhu": "1"}).content.decode()
    assert "阿芳、老王各付 8" in band
    assert send(alice, session, "save", **deal, pattern_wuhu="1").status_code == 303
    assert last(session)["marks"] == ["wuhu"]


def test_a_discard_is_asked_for_in_a_tally_game_where_it_wins(alice: Client):
    session = opened(alice, "bopi", "three_and_counter", 4, discard_wins="on", discard_hu="10")
    assert "discard" in SOURCE.findall(entry_page(alice, session, "new"))
    deal = {"winner": "0", "source": "discard", "from": "1", "mode": "hu", "hu": "15"}
    assert send(alice, session, "save", **deal).status_code == 303
    assert (last(session)["source"], last(session)["hu"]) == ("discard", Count(15))


def test_no_discard_is_asked_for_where_none_wins(alice: Client):
    session = opened(alice, "gaohuzi", "three", 3)
    assert "discard" not in SOURCE.findall(entry_page(alice, session, "new"))


def test_two_enter_a_deal_between_them(alice: Client):
    session = opened(alice, "tuozi", "two", 2)
    html = entry_page(alice, session, "new")
    assert re.findall(r'name="winner"[^>]*value="(\d)"', html) == ["0", "1"]
    deal = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "17"}
    band = alice.post(url(session, "preview"), deal).content.decode()
    assert "老王付 4" in band
    assert send(alice, session, "save", **deal).status_code == 303
    assert last(session)["winner"] == 1
