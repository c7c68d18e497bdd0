"""Damage is noticed around the deals too: payments, what was carried over, substitutes, doubts."""

import pytest
from django.db import connection

from tests.ledger.conftest import open_table, sent, win
from tests.ledger.test_verify import columns, forge, on_sqlite, other
from zipai_ledger import record
from zipai_ledger.models import Carried, Deal, Event, GameSession, Payment, StandIn
from zipai_ledger.record import Stake
from zipai_ledger.triggers import lifted
from zipai_ledger.verify import verify

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)
AROUND = (Payment, Carried, StandIn)


@pytest.fixture
def evening(db, play):
    """Two rows of everything."""
    session, others = open_table(stake=STAKE), [open_table(stake=STAKE) for _ in range(2)]
    play(session, win(0))
    for following in others:
        (key,) = play(session, win(1))
        same = {player: player for player in range(3)}
        record.carry_over(session=session, sent=sent(), into=following, players=same)
    record.dispute_deal(session=session, sent=sent(), key=key)
    record.stand_in(session=session, sent=sent(), player=0, by="二嫂")
    record.stand_in(session=session, sent=sent(), player=0, by=None)
    for minor in (50, 70):
        made = record.pay(session=session, sent=sent(), payer=1, payee=2, currency="CNY", minor=minor)
    record.cancel_payment(session=session, sent=sent(), payment=made.event_seq)
    assert verify(session).damages == ()
    return GameSession.objects.get(pk=session.pk)


@on_sqlite
@pytest.mark.parametrize(
    ("model", "column"),
    [pair for model in AROUND for pair in columns(model)],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_one_changed_column_is_noticed(evening, model, column):
    first = model.objects.filter(session=evening).earliest("pk").pk
    for row in model.objects.filter(session=evening).order_by("pk"):
        value = getattr(row, column)
        with lifted(), connection.cursor() as cursor:
            # The database's own constraints would refuse some of these; a damaged disk asks nobody.
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            sql = f"UPDATE {model._meta.db_table} SET {connection.ops.quote_name(column)} = %s WHERE id = %s"
            cursor.execute(sql, [first if column == "cancels_id" else other(value), row.pk])
            assert verify(evening).damages != (), f"{row}: {value!r}"
            cursor.execute(sql, [value, row.pk])
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert verify(evening).damages == ()


@pytest.mark.parametrize("model", AROUND)
def test_a_row_that_is_gone_is_noticed(evening, model):
    last = model.objects.filter(session=evening).latest("pk")
    with lifted():
        model.objects.filter(pk=last.pk)._raw_delete("default")
    assert [str(damage).split()[-1] for damage in verify(evening).damages] == ["missing"]


@pytest.mark.parametrize("model", AROUND)
def test_a_row_that_hangs_elsewhere_is_noticed(evening, model):
    first = model.objects.filter(session=evening).earliest("pk")
    with lifted():
        model.objects.filter(pk=first.pk).update(event=Event.objects.get(session=evening, seq=1))
    assert verify(evening).damages != ()


def test_a_row_that_nobody_noted_is_noticed(evening):
    event = Event.objects.get(session=evening, seq=1)
    StandIn.objects.create(session=evening, event=event, player=0, by=1, stage=0, after=0)
    assert verify(evening).damages != ()


def test_a_doubt_that_was_wiped_away_is_noticed(evening):
    Deal.objects.filter(session=evening).update(disputed=False)
    assert ["disputed is False, expected True" in str(damage) for damage in verify(evening).damages] == [True]


def test_a_forged_payment_with_new_hashes_differs_from_its_row(evening):
    event = Event.objects.filter(session=evening, kind="payment_made").earliest("seq")
    forge(evening, event.seq, body=event.body.replace('"minor":50', '"minor":5'))
    assert [str(damage) for damage in verify(evening).damages] == ["payment 1: minor is 50, expected 5"]
