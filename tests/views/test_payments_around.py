"""Payments where something is unusual: another day, another currency, nobody owing, a damaged table, a page told live."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.lifting import lifted
from zipai_ledger.formats import dates
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage, Sent, Stake
from zipai_ledger.models import Event, GameSession

from .conftest import CALLED, Table, play, sent
from .test_payments import pay
from .test_settlement import fields, rows, settlement_page, tick

pytestmark = pytest.mark.django_db


def test_what_is_paid_on_another_day_says_which(alice: Client, table: Table):
    later = timezone.now() + timedelta(days=3)
    evening = Sent(role="owner", now=lambda: later)
    record.pay(session=table.session, sent=evening, payer=2, payee=0, currency="CNY", minor=600)
    state = rows(settlement_page(alice, table))[0][3]
    assert f"已付 ・ {dates.day_and_clock(timezone.localtime(later))} " in state
    assert state.endswith("桌主记的")


def test_who_is_owed_nothing_is_paid_only_after_that_was_said(alice: Client, table: Table):
    page = alice.post(table.url("payments:new"), {"payer": "0", "payee": "1", "amount": "2"})
    assert page.status_code == 422
    assert "照现在的账，不用付给这一位。真付了 2.00 元" in page.content.decode()
    sure = {"payer": "0", "payee": "1", "amount": "2", "sure": "200"}
    assert alice.post(table.url("payments:new"), sure).status_code == 302
    assert [paid.minor for paid in queries.payments_of(table.session)] == [200]


def test_money_without_small_coins_is_typed_without_a_point(alice: Client, table: Table):
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=Stake(currency="JPY", minor_per_unit=10))
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    play(table.session, CALLED)
    data = {"payer": "2", "payee": "1", "currency": "JPY"}
    page = alice.get(table.url("payments:new"), data).content.decode()
    assert "付了多少 JPY" in page
    assert "还差 60 JPY" in page
    assert alice.post(table.url("payments:new"), {**data, "amount": "3.5"}).status_code == 422
    assert alice.post(table.url("payments:new"), {**data, "amount": "45"}).status_code == 302
    assert queries.payments_of(table.session)[0].minor == 45
    assert "哪种钱" in alice.get(table.url("payments:new")).content.decode()


def test_a_damaged_table_takes_no_payment(alice: Client, table: Table):
    seen = fields(settlement_page(alice, table))
    event = Event.objects.get(session=table.session, seq=table.head)
    with lifted():
        Event.objects.filter(pk=event.pk).update(body=event.body.replace('"winner":1', '"winner":2'))
    assert alice.post(table.url("payments:tick"), seen).status_code == 409
    assert queries.payments_of(table.session) == ()
    page = settlement_page(alice, table)
    assert "账本对不上" in page
    assert 'class="tick"' not in page


@pytest.mark.parametrize("show", ["settle:fewest", "settle:pairs", "settle:cashier", "settle:cashier.2"])
def test_an_open_page_is_told_in_its_own_way(alice: Client, table: Table, show: str):
    way, _dot, by = show.removeprefix("settle:").partition(".")
    here = settlement_page(alice, table, f"?way={way}&by={by}")
    assert f'data-show="{show}"' in here
    tick(alice, table)
    html = alice.get(table.url("live:news"), {"rev": "1", "show": show}).content.decode()
    assert 'data-into="settle"' in html
    assert rows(html) == rows(settlement_page(alice, table, f"?way={way}&by={by}"))
    assert len(html) < 12_000


@pytest.mark.parametrize(
    "show", ["settle:", "settle:cashier.", "settle:fewest.1", "settle:cashier.12", "settle:x"]
)
def test_a_way_there_is_not_is_told_of_the_table(alice: Client, table: Table, show: str):
    html = alice.get(table.url("live:news"), {"rev": "1", "show": show}).content.decode()
    assert 'data-into="board"' in html


def test_a_page_whose_phone_was_given_more_is_told_its_boxes(viewer: Client, table: Table):
    assert 'data-mark="viewer-' in settlement_page(viewer, table)


def test_a_payment_makes_nobodys_entry_stale(bob: Client, table: Table):
    head = GameSession.objects.get(pk=table.session.pk).head_seq
    assert pay(bob, table, "1").status_code == 302
    assert GameSession.objects.get(pk=table.session.pk).head_seq == head + 1
    assert GameSession.objects.get(pk=table.session.pk).ledger_seq < head + 1
