"""Why a row of the settling page is still there, in words."""

import pytest
from django.test import Client

from zipai_ledger.ledger import record

from .conftest import Table, play, sent
from .test_payments import pay
from .test_settlement import discard, open_reasons, settlement_page, tick

pytestmark = pytest.mark.django_db


def test_a_part_was_paid_and_more_was_lost_since(alice: Client, table: Table):
    pay(alice, table, "2.5")
    play(table.session, discard(0, 2, 22))
    assert "付了 2.50 元，又记了 1 盘，还差 6.50 元" in open_reasons(settlement_page(alice, table))


def test_too_much_was_paid_and_more_was_won_since(alice: Client, table: Table):
    sure = {"payer": "2", "payee": "0", "currency": "CNY", "amount": "10", "sure": "1000"}
    assert alice.post(table.url("payments:new"), sure).status_code == 302
    play(table.session, discard(2, 0, 22))
    assert open_reasons(settlement_page(alice, table)) == ["付多了，又记了 1 盘，要退 7.00 元"]


def test_a_part_of_what_is_owed_the_other_way_is_given_and_not_given_back(alice: Client, table: Table):
    tick(alice, table)
    play(table.session, discard(2, 0, 22), discard(2, 0, 22))
    assert open_reasons(settlement_page(alice, table)) == ["又记了 2 盘，要退 6.00 元"]
    play(table.session, discard(2, 0, 22))
    assert open_reasons(settlement_page(alice, table)) == ["又记了 3 盘，还差 9.00 元"]
    part = {"payer": "0", "payee": "2", "currency": "CNY", "amount": "2"}
    assert alice.post(table.url("payments:new"), part).status_code == 302
    assert open_reasons(settlement_page(alice, table)) == ["付了 2.00 元，还差 7.00 元"]


def test_what_nobody_has_paid_anything_of_is_not_paid_yet(alice: Client, table: Table):
    play(table.session, discard(1, 2, 40))
    tick(alice, table)
    play(table.session, discard(1, 2, 22))
    assert open_reasons(settlement_page(alice, table)) == ["还没付"]


def test_a_cancelled_payment_is_named(alice: Client, table: Table):
    pay(alice, table, "2.5")
    pay(alice, table, "3.5")
    assert open_reasons(settlement_page(alice, table)) == []
    first = int(table.head) - 1
    record.cancel_payment(session=table.session, sent=sent(table.session), payment=first)
    assert open_reasons(settlement_page(alice, table)) == ["取消了 1 笔付款，还差 2.50 元"]


def test_a_sentence_begins_with_a_capital(alice: Client, table: Table):
    tick(alice, table)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1])
    page = alice.get(table.url("settlement:show"), headers={"Accept-Language": "en"}).content.decode()
    first, *_others = open_reasons(page)
    assert first.startswith("Deal 2 voided: ")
