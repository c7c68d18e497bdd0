"""What stands beside the desk: how long the evening is, and what a closed table still waits for."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import elements, words
from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts

from .conftest import WIN, Table, open_by, play, sent
from .test_table import page

pytestmark = pytest.mark.django_db


def around(client: Client, table: Table | str) -> str:
    html = client.get(f"/t/{table}/").content.decode() if isinstance(table, str) else page(client, table)
    return " ".join(" ".join(map(words, elements(html, class_="around"))).split())


@pytest.mark.parametrize(
    ("hours", "message"), [(2, ""), (3, "打了 3 小时了"), (5, "打了 5 小时了"), (13, "")]
)
def test_a_long_evening_is_said_calmly(alice: Client, table: Table, hours: int, message: str):
    begun = timezone.now() - timedelta(hours=hours, minutes=5)
    GameSession.objects.filter(pk=table.session.pk).update(opened_at=begun)
    assert around(alice, table) == message


def test_a_closed_table_says_what_is_not_paid(alice: Client, table: Table):
    assert around(alice, table) == ""
    record.close(session=table.session, sent=sent(table.session))
    assert around(alice, table) == "还有 1 笔没付"
    record.reopen(session=table.session, sent=sent(table.session))
    pay = record.pay(
        session=table.session, sent=sent(table.session), payer=2, payee=0, currency="CNY", minor=600
    )
    assert pay
    record.close(session=table.session, sent=sent(table.session))
    assert around(alice, table) == "都付清了"


def test_where_only_points_are_kept_nothing_is_owed(alice: Client):
    session, _code = open_by(alice, stake="")
    play(session, WIN, facts.Dead())
    record.close(session=session, sent=sent(session))
    assert around(alice, session.public_id) == ""
