"""Damage is noticed around the deals too: payments, what was carried over, substitutes, doubts."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.ledger.conftest import open_table, recorded, sent, win
from tests.ledger.test_verify import columns, forge, on_sqlite, unnoticed
from tests.lifting import lifted
from tests.once import once
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Stake
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.ledger.verify.carried import carried_damages
from zipai_ledger.models import Carried, Deal, Event, GameSession, Payment, StandIn

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)
AROUND = (Payment, Carried, StandIn)


@pytest.fixture
def evening(db):
    """Two rows of everything."""
    return once("a table with two rows of everything around the deals", two_of_everything)


def two_of_everything():
    session, others = open_table(stake=STAKE), [open_table(stake=STAKE) for _ in range(2)]
    recorded(session, win(0))
    for following in others:
        (key,) = recorded(session, win(1))
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
@pytest.mark.parametrize("model", AROUND)
def test_one_changed_column_is_noticed(evening, model):
    assert columns(model)
    assert unnoticed(evening, model) == []


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


@pytest.fixture
def two_tables(db, play):
    """Friday, of which 3.00 went on into Saturday."""
    friday, saturday = open_table(stake=STAKE), open_table(stake=STAKE)
    play(friday, win(0))
    same = {player: player for player in range(3)}
    record.carry_over(session=friday, sent=sent(), into=saturday, players=same)
    return friday, saturday


def forged(session, **change):
    """What came in, rewritten with hashes that fit; its row too."""
    event = Event.objects.get(session=session, kind="carried_in")
    with lifted():
        if "minor" in change:
            columns = {f"p{at}": minor for at, minor in enumerate(change["minor"])}
            Carried.objects.filter(event=event).update(**columns)
    forge(session, event.seq, body=canonical.to_text({**canonical.parse(event.body), **change}))


def damages():
    return [(public_id, str(damage)) for public_id, damage in carried_damages()]


def test_what_left_one_table_has_arrived_at_the_other(two_tables):
    assert damages() == []
    record.purge(session=two_tables[1], sent=sent())
    assert damages() == []


def test_money_that_arrives_otherwise_is_noticed_although_each_table_holds(two_tables):
    friday, saturday = two_tables
    forged(saturday, minor=[400, -200, -200])
    assert verify(friday).damages == verify(saturday).damages == ()
    ((public_id, damage),) = damages()
    assert public_id == saturday.public_id
    assert "arrived as CNY: (400, -200, -200" in damage
    with pytest.raises(CommandError):
        call_command("verify_ledger", stdout=io.StringIO())


def test_money_that_never_arrived_is_noticed(two_tables):
    friday, saturday = two_tables
    forged(saturday, **{"from": "0" * 64})
    assert [public_id for public_id, _ in damages()] == [friday.public_id]
    assert "never arrived" in damages()[0][1]


def test_what_left_once_and_arrives_twice_is_noticed(two_tables, play):
    """Two go on from Friday, and Sunday's says that it is Saturday's."""
    friday, saturday = two_tables
    sunday = open_table(stake=STAKE)
    play(friday, win(0))
    record.carry_over(
        session=friday, sent=sent(), into=sunday, players={player: player for player in range(3)}
    )
    assert damages() == []
    first, second = Event.objects.filter(session=friday, kind="carried_out").order_by("seq")
    forged(sunday, **{"from": first.hash})
    twice, never = damages()
    both = ", ".join(sorted((saturday.public_id, sunday.public_id)))
    assert twice == (
        friday.public_id,
        f"event {first.seq}: left once and arrived more than once: {both}",
    )
    assert never == (friday.public_id, f"event {second.seq}: never arrived at {sunday.public_id}")
