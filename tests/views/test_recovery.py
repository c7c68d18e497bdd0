"""The owner's recovery code."""

import pytest
from django.test import Client

from zipai_ledger.models import Device, Grant, Role

from .conftest import Table

pytestmark = pytest.mark.django_db
URL = "/recover/"


def recover(client: Client, code: str):
    return client.post(URL, {"code": code})


def test_the_code_makes_another_phone_the_owner(table: Table):
    phone = Client()
    answer = recover(phone, table.code)
    assert answer["Location"] == table.url("tables:show")
    assert Grant.objects.latest("pk").role == Role.OWNER
    assert phone.get(table.url("access:links")).status_code == 200


def test_after_the_cookies_are_gone_the_owner_is_back(alice: Client, table: Table):
    alice.cookies.clear()
    assert alice.get(table.url("tables:show")).status_code == 404
    recover(alice, f" {table.code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} ")
    assert alice.get(table.url("tables:settle")).status_code == 200


def test_a_scorekeeper_who_knows_the_code_becomes_the_owner_and_keeps_the_name(bob: Client, table: Table):
    recover(bob, table.code)
    grant = Grant.objects.get(session=table.session, player=1, revoked_at=None)
    assert grant.role == Role.OWNER


@pytest.mark.parametrize("code", ["", "0000-0000-0000-0000-0000", "x" * 10_000, "恢复", "1\x00"])
def test_every_wrong_code_gets_the_same_message(table: Table, code: str):
    answer = recover(Client(), code)
    assert answer.status_code == 422
    assert answer.context["error"] == "这个恢复码不对，或者已经换过新的了。照着纸上再对一遍，一共二十个。"
    assert Grant.objects.count() == Device.objects.count() == 1


def test_a_new_code_is_shown_once_and_ends_the_old_one(alice: Client, table: Table):
    answer = alice.post(table.url("access:recovery"))
    code = answer.context["code"]
    assert all(group in answer.content.decode() for group in code.split("-"))
    assert code not in alice.get(table.url("access:recovery")).content.decode()
    assert recover(Client(), table.code).status_code == 422
    assert recover(Client(), code).status_code == 302


def test_looking_at_the_page_makes_no_new_code(alice: Client, table: Table):
    alice.get(table.url("access:recovery"))
    assert recover(Client(), table.code).status_code == 302
