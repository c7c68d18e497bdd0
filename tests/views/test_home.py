"""The front page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import Table, open_by, page, play, sent

pytestmark = pytest.mark.django_db


def won(winner: int, hu: int) -> facts.Win:
    return facts.Win(winner=Seat(winner), source="other_draw", hu=Count(hu))


def test_a_new_phone_sees_no_table_and_how_to_start():
    page = Client().get("/").content.decode()
    assert "还没有牌桌" in page
    assert 'href="/new/"' in page
    assert 'href="/recover/"' in page
    assert 'href="/j/"' in page


def test_an_owner_sees_running_totals(alice: Client, table: Table):
    page = alice.get("/").content.decode()
    assert "周五老地方" in page
    assert "打了 2 盘" in page
    assert ">+12<" in page
    assert ">−12<" in page


def test_a_stranger_sees_nothing_of_it(charlie: Client, table: Table):
    page = charlie.get("/").content.decode()
    assert "别的桌" in page
    assert "周五老地方" not in page


def test_closed_tables_stand_apart(alice: Client, table: Table):
    record.close(session=table.session, sent=sent(table.session))
    page = alice.get("/").content.decode()
    assert "还没结清" in page
    assert "正在打" not in page


def test_another_table_is_offered_with_the_people_and_the_game_of_the_latest(alice: Client, table: Table):
    page = alice.get("/").content.decode()
    link = re.search(rf'<a [^>]*href="{table.url("new_table:again")}\?back=home">(.*?)</a>', page, re.S)
    assert link
    assert "老王、小李、阿芳 · 桂林字牌" in link[1]


def test_ten_tables_take_as_many_queries_as_one(alice: Client, table: Table, django_assert_num_queries):
    with django_assert_num_queries(10):
        alice.get("/")
    for number in range(9):
        open_by(alice, client_id=f"more-tables-{number}")
    alice.get("/")
    with django_assert_num_queries(10):
        assert alice.get("/").content.decode().count("table-card") == 10


def test_search_engines_may_know_the_front_page_only(alice: Client, table: Table):
    assert "X-Robots-Tag" not in alice.get("/")
    assert "X-Robots-Tag" in alice.get("/new/")


def test_an_open_round_tells_who_has_most_in_it(alice: Client):
    people = {"player": ["老王", "小李", "阿芳", "四叔"], "seats": "three_and_counter", "stake": ""}
    session, _ = open_by(alice, ruleset="bopi", **people)
    play(session, facts.Foul(offender=Seat(2)))
    assert "这一轮" not in alice.get("/").content.decode()
    play(session, won(1, 42))
    assert '<p class="round">这一轮小李 42 胡</p>' in alice.get("/").content.decode()
    # 阿芳 made good the 30 of the foul and has as many as 小李; 数算 had half each time.
    play(session, won(2, 72))
    assert "这一轮小李、阿芳 42 胡" in alice.get("/").content.decode()
    play(session, facts.EndRound(how="drop"))
    assert "这一轮" not in alice.get("/").content.decode()


def test_two_tables_of_one_evening_are_called_apart(alice: Client):
    first = alice.get(reverse("new_table:new")).context["form"]["name"].value()
    open_by(alice, name=first)
    assert alice.get(reverse("new_table:new")).context["form"]["name"].value() == f"{first} 2"
    GameSession.objects.update(opened_at=timezone.now() - timedelta(days=7))
    assert alice.get(reverse("new_table:new")).context["form"]["name"].value() == first


def test_a_closed_table_names_its_people_and_what_is_left_of_it(alice: Client, table: Table):
    alice.post(table.url("closing:close"), {"client_id": "close-0123456789"})
    html = page(alice, reverse("home"))
    assert "还没结清" in html
    assert re.search(r"还差 \d 笔<b class=\"num plus\">我收 ", html)
    assert "老王、小李、阿芳" in html
    assert "刚刚" in html
