"""Settling up, closing and opening again."""

import re

import pytest
from django.db import connection
from django.test import Client

from zipai_ledger.ledger import record
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.models import Event, GameSession

from .conftest import WIN, Table, open_by, play, sent

pytestmark = pytest.mark.django_db


def test_totals_in_points_and_money_and_the_fewest_transfers(viewer: Client, table: Table):
    page = viewer.get(table.url("settlement:show")).content.decode()
    for text in (">+12<", ">0<", ">−12<", "+6.00 元", "−6.00 元", "12 舵", "1 笔就清。", "1 舵 0.50 元"):
        assert text in page


def test_without_a_stake_there_is_no_money(alice: Client):
    session, _ = open_by(alice, stake="", client_id="points-only-01")
    page = alice.get(f"/t/{session.public_id}/settle/").content.decode()
    assert "元" not in page
    assert "只记分，不算钱" in page
    assert "谁也不欠谁。" in page


def test_different_units_stand_side_by_side(alice: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[0, 1, "大伯"], options={})
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    page = alice.get(table.url("settlement:show")).content.decode()
    assert "大伯" in page


def ends(client: Client, table: Table, name: str, **data: str):
    return client.post(table.url(name), {"client_id": f"end-{name.partition(':')[2]}-0123", **data})


def test_the_owner_closes_and_opens_again(alice: Client, table: Table):
    assert ends(alice, table, "closing:close").status_code == 302
    assert GameSession.objects.get(pk=table.session.pk).status == "closed"
    assert "再打开" in alice.get(table.url("settlement:show")).content.decode()
    assert ends(alice, table, "closing:reopen").status_code == 302
    assert GameSession.objects.get(pk=table.session.pk).status == "open"


def test_a_second_close_is_423_and_the_same_one_is_stored_once(alice: Client, table: Table):
    ends(alice, table, "closing:close")
    assert ends(alice, table, "closing:close").status_code == 302
    again = alice.post(table.url("closing:close"), {"client_id": "another-0123"})
    assert again.status_code == 423
    assert "已经收了" in again.content.decode()
    assert Event.objects.filter(session=table.session, kind="closed").count() == 1


def test_an_open_table_cannot_be_opened_again(alice: Client, table: Table):
    answer = ends(alice, table, "closing:reopen")
    assert answer.status_code == 422
    assert "没有收" in answer.content.decode()


def test_a_stale_close_is_told_and_changes_nothing(alice: Client, table: Table):
    seen = str(GameSession.objects.get(pk=table.session.pk).ledger_seq)
    play(table.session, WIN)
    answer = ends(alice, table, "closing:close", base=seen)
    assert answer.status_code == 412
    assert "别的手机也改了" in answer.content.decode()
    assert GameSession.objects.get(pk=table.session.pk).status == "open"


def test_damage_is_noticed_when_closing(alice: Client, table: Table):
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER zipai_ledger_event_no_update")
    Event.objects.filter(session=table.session, seq=3).update(body='{"sent":{}}')
    answer = ends(alice, table, "closing:close")
    assert answer.status_code == 409
    assert "账本对不上" in answer.content.decode()
    assert GameSession.objects.get(pk=table.session.pk).status == "open"


def test_a_table_in_dispute_is_closed_only_by_its_owner_who_says_so(alice: Client, bob: Client, table: Table):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[1])
    refused = ends(alice, table, "closing:close")
    assert refused.status_code == 422
    assert "第 2 盘" in refused.content.decode().split('role="alert"')[1].split("</p>")[0]
    assert "异议留着" not in bob.get(table.url("settlement:show")).content.decode()
    page = alice.get(table.url("settlement:show")).content.decode()
    form = page.split('class="despite"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert alice.post(table.url("closing:close"), fields).status_code == 302
    assert f'"despite":[{table.keys[1]}]' in Event.objects.get(session=table.session, kind="closed").body
    closed = alice.get(table.url("settlement:show")).content.decode()
    assert "第 2 盘有异议" in closed
    assert "异议留着" not in closed
    assert "再打开" in closed


def test_a_dispute_raised_meanwhile_is_not_overridden(alice: Client, table: Table):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[0])
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[1])
    assert ends(alice, table, "closing:close", despite=f"{table.keys[0]} x").status_code == 422
    assert GameSession.objects.get(pk=table.session.pk).status == "open"


def test_closing_says_what_is_unpaid_and_asks_and_settling_keeps_saying_it(
    alice: Client, bob: Client, table: Table
):
    settling = alice.get(table.url("settlement:show")).content.decode()
    assert f'href="{table.url("closing:close")}"' in settling.split("<footer")[1]
    html = alice.get(table.url("closing:close")).content.decode()
    assert "还有 1 笔没付" in html
    assert html.count('class="payment"') == 1
    assert 'class="tick"' not in html
    assert bob.get(table.url("closing:close")).status_code == 403
    assert alice.post(table.url("closing:close"), {"client_id": "asked-012345"}).status_code == 302
    closed = alice.get(table.url("settlement:show")).content.decode()
    assert "桌收了，还有 1 笔没付。" in closed
    assert 'class="tick"' in closed


def test_where_all_is_paid_closing_asks_nothing(alice: Client, table: Table):
    due = settling(GameSession.objects.get(pk=table.session.pk), MethodChoice()).dues[0]
    record.pay(
        session=table.session,
        sent=sent(table.session),
        payer=due.payer,
        payee=due.payee,
        currency=due.currency,
        minor=due.minor or 0,
    )
    footer = alice.get(table.url("settlement:show")).content.decode().split("<footer")[1]
    assert f'action="{table.url("closing:close")}"' in footer
    assert "都付清了" in alice.get(table.url("closing:close")).content.decode()


def test_a_closed_table_has_no_dealer_and_nobody_who_sits_out_of_a_next_deal(alice: Client):
    people = {"player": ["老王", "小李", "阿芳", "四叔"], "seats": "4"}
    session, _ = open_by(alice, client_id="four-are-here-01", **people)
    desk = alice.get(f"/t/{session.public_id}/").content.decode().split('class="desk ')[1].split("<footer")[0]
    assert "坐醒" in desk
    assert 'class="seal claim"' in desk
    assert alice.post(f"/t/{session.public_id}/close/", {"client_id": "four-go-home-01"}).status_code == 302
    desk = alice.get(f"/t/{session.public_id}/").content.decode().split('class="desk ')[1].split("<footer")[0]
    assert "已收桌" in desk
    assert "坐醒" not in desk
    assert 'class="seal claim"' not in desk
    assert " sitting" not in desk
