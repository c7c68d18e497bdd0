"""Other seats, other rules, another stake in the middle of an evening."""

import pytest
from django.test import Client

from tests.markup import values
from zipai_ledger.ledger import record
from zipai_ledger.models import Event, GameSession, Player, Stage

from .conftest import NEW, WIN, Table, play, sent

pytestmark = pytest.mark.django_db
NEXT = {**NEW, "client_id": "stage-0123456789", "player": ["老王", "小李", "大伯"], "stake": "100"}


def send(client: Client, table: Table, **changes: object):
    return client.post(table.url("stages:change"), {**NEXT, **changes})


def test_the_form_shows_the_table_as_it_stands(bob: Client, table: Table):
    page = bob.get(table.url("stages:change"))
    html = page.content.decode()
    assert [seat.name for seat in page.context["stage"].seats] == ["老王", "小李", "阿芳", ""]
    assert [seat.is_dealer for seat in page.context["stage"].seats] == [False, True, False, False]
    assert 'name="stake" value="50" checked' in html
    assert "这桌叫什么" not in html


def test_a_scorekeeper_lets_somebody_join_and_somebody_rest(bob: Client, table: Table):
    assert send(bob, table).status_code == 302
    stage = Stage.objects.get(session=table.session, index=1)
    assert list(Player.objects.filter(session=table.session).values_list("name", flat=True))[3] == "大伯"
    assert (stage.seats, stage.minor_per_unit) == ("[0,1,3]", 100)
    assert Event.objects.get(session=table.session, kind="stage_opened", seq__gt=5).role == "scorekeeper"
    away = bob.get(table.url("stages:change"))
    assert values(away.content.decode(), "resting") == ["阿芳"]


def test_who_rested_comes_back_under_the_same_number(bob: Client, table: Table):
    send(bob, table)
    send(bob, table, client_id="back-0123456789", player=["阿芳 ", "小李", "大伯"])
    assert Stage.objects.get(session=table.session, index=2).seats == "[2,1,3]"
    assert Player.objects.filter(session=table.session).count() == 4


def test_a_name_that_cannot_be_is_said_beside_the_others(bob: Client, table: Table):
    answer = send(bob, table, player=["老王", "小李", "李" * 10_000])
    assert answer.status_code == 422
    assert "名字最多 24 个字" in answer.content.decode()
    assert 'value="小李"' in answer.content.decode()
    assert Stage.objects.filter(session=table.session).count() == 1


def test_the_same_person_cannot_sit_twice(bob: Client, table: Table):
    answer = send(bob, table, player=["老王", "老王", "阿芳"])
    assert answer.status_code == 422
    assert "两个座位" in answer.content.decode()


def test_what_others_changed_meanwhile_is_said(bob: Client, table: Table):
    seen = GameSession.objects.get(pk=table.session.pk).ledger_seq
    play(table.session, WIN)
    answer = send(bob, table, base=seen)
    assert answer.status_code == 412
    assert "别的手机也改了" in answer.content.decode()
    assert 'value="大伯"' in answer.content.decode()
    assert send(bob, table, base=answer.context["form"]["base"].value()).status_code == 302


def test_a_closed_table_opens_no_stage(bob: Client, table: Table):
    record.close(session=table.session, sent=sent(table.session))
    answer = send(bob, table)
    assert answer.status_code == 423
    assert "已经收了" in answer.content.decode()


def test_a_strange_base_is_taken_for_none(bob: Client, table: Table):
    assert send(bob, table, base="x").status_code == 302


def test_seats_change_places_without_scripts(bob: Client, table: Table):
    answer = send(bob, table, move="1")
    assert [seat.name for seat in answer.context["stage"].seats] == ["老王", "大伯", "小李", ""]
    assert Stage.objects.filter(session=table.session).count() == 1


def test_sent_twice_it_is_one_stage(bob: Client, table: Table):
    for _ in range(2):
        assert send(bob, table, known="3").status_code == 302
    assert Stage.objects.filter(session=table.session).count() == 2


def test_four_players_become_three_and_keep_their_totals(alice: Client, table: Table):
    send(alice, table, seats="4", player=["老王", "小李", "阿芳", "大伯"])
    page = alice.get(table.url("table:show")).content.decode()
    assert 'class="desk four"' in page
    send(alice, table, client_id="three-0123456", seats="3", player=["老王", "小李", "大伯"])
    page = alice.get(table.url("table:show")).content.decode()
    assert 'class="desk three"' in page
    assert ">+12<" in page
