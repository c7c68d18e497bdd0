"""付了一部分: an amount as somebody types it, for a part of what is owed or for more."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from zipai_ledger.ledger import queries

from .conftest import Table
from .test_settlement import rows, settlement_page, short, tick

pytestmark = pytest.mark.django_db


def pay(client: Client, table: Table, amount: str, **more: str) -> HttpResponse:
    page = client.get(table.url("payments:new"), {"payer": "2", "payee": "0"}).content.decode()
    form = page.split('<form id="pay"')[1].split("</form>")[0]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    del hidden["csrfmiddlewaretoken"]
    return client.post(table.url("payments:new"), {**hidden, "amount": amount, **more})


@pytest.mark.parametrize(
    ("typed", "minor"),
    [
        ("2.5", 250),
        ("2", 200),
        ("２．５", 250),
        ("2。5", 250),
        ("2,50", 250),
        ("2元5角", 250),
        ("5角", 50),
        ("¥ 3", 300),
    ],
)
def test_part_of_it_is_typed_as_people_write_it(alice: Client, table: Table, typed: str, minor: int):
    assert pay(alice, table, typed).status_code == 302
    assert [paid.minor for paid in queries.payments_of(table.session)] == [minor]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "写上付了多少"),
        ("0", "付了 0 就不用记"),
        ("7.505", "不是钱数"),
        ("五块", "不是钱数"),
        ("-3", "不是钱数"),
        ("1e3", "不是钱数"),
    ],
)
def test_what_is_no_amount_is_said_and_stays_in_its_field(
    alice: Client, table: Table, typed: str, message: str
):
    answer = pay(alice, table, typed)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()
    assert queries.payments_of(table.session) == ()


def test_a_part_leaves_the_rest(alice: Client, table: Table):
    pay(alice, table, "2.5")
    assert short(settlement_page(alice, table)) == ["阿芳→老王 2.50 元 ✓", "阿芳→老王 3.50 元"]
    assert rows(settlement_page(alice, table))[1][3] == "付了 2.50 元，还差 3.50 元"


def test_more_than_is_owed_has_to_be_said_twice(alice: Client, table: Table):
    answer = pay(alice, table, "10")
    assert answer.status_code == 422
    assert "只差 6.00 元，写的是 10.00 元" in answer.content.decode()
    sure = re.search(r'name="sure" value="(\d+)"', answer.content.decode())[1]
    assert pay(alice, table, "100", sure=sure).status_code == 422
    assert pay(alice, table, "10", sure=sure).status_code == 302
    assert short(settlement_page(alice, table)) == ["老王→阿芳 4.00 元", "阿芳→老王 10.00 元 ✓"]
    assert rows(settlement_page(alice, table))[0][3] == "付多了，要退 4.00 元"


def test_two_phones_that_type_the_same_part_note_it_once(alice: Client, bob: Client, table: Table):
    page = alice.get(table.url("payments:new"), {"payer": "2", "payee": "0"}).content.decode()
    token = re.search(r'name="payment" value="([^"]+)"', page)[1]
    for client, typed, status in ((alice, "2.5", 302), (bob, "2.50", 302), (bob, "3", 409)):
        assert pay(client, table, typed, payment=token).status_code == status
    assert len(queries.payments_of(table.session)) == 1


def test_who_paid_whom_is_asked_where_no_row_says_it(alice: Client, table: Table):
    page = alice.get(table.url("payments:new")).content.decode()
    assert "谁付的" in page
    assert "谁付的" in alice.get(table.url("payments:new"), {"payer": "1", "payee": "1"}).content.decode()
    page = alice.get(table.url("payments:new"), {"payer": "1", "payee": "2"}).content.decode()
    assert "谁付的" not in page
    assert "还差" not in page


def test_a_payment_that_no_row_names_is_noted_from_the_same_page(alice: Client, viewer: Client, table: Table):
    assert f'href="{table.url("payments:new")}"' in settlement_page(alice, table)
    assert "付过" not in settlement_page(alice, table)
    tick(alice, table)
    assert "付过 1 笔" in settlement_page(alice, table)
    assert f'href="{table.url("payments:new")}"' not in settlement_page(viewer, table)


def test_payments_are_listed_with_those_taken_back(alice: Client, table: Table):
    tick(alice, table)
    tick(alice, table)
    tick(alice, table)
    page = alice.get(table.url("payments:new")).content.decode()
    assert page.count("取消了</span>") == 1
    assert page.count(">取消</button>") == 1
    assert "<s>" in page


def test_a_quiet_line_says_who_noted_a_payment_and_not_that_he_paid(alice: Client, bob: Client, table: Table):
    seen = table.head
    pay(alice, table, "2.5")
    news = bob.get(table.url("live:news"), {"rev": seen, "show": "line"}).content.decode()
    assert "刚才：老王记了付款：阿芳付老王 2.50 元" in news
