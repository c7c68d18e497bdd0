"""付款: what was paid is noted and taken back by rows; what was won never changes; the rest is exact."""

import pytest
from django.db import IntegrityError

from tests.ledger.conftest import open_table, sent, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Stake, Stale
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Event, GameSession, Payment
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def pay(session, payer=1, payee=0, minor=100, currency="CNY", **more):
    return record.pay(
        session=session, sent=sent(**more), payer=payer, payee=payee, currency=currency, minor=minor
    )


def settlement(session):
    return queries.table_view(GameSession.objects.get(pk=session.pk)).settlement


def dues(session):
    return [(due.payer, due.payee, due.minor, due.units) for due in settlement(session).dues]


@pytest.fixture
def money(db, play):
    """老王 has won 3.00 yuan, 1.50 from each."""
    session = open_table(stake=STAKE)
    play(session, win(0))
    return session


def test_what_is_paid_is_no_longer_owed_but_still_won(money):
    assert dues(money) == [(1, 0, 150, 3), (2, 0, 150, 3)]
    pay(money, minor=150)
    assert settlement(money).money == {"CNY": (300, -150, -150)}
    assert settlement(money).owed == {"CNY": (150, 0, -150)}
    assert dues(money) == [(2, 0, 150, 3)]
    assert verify(money).damages == ()


def test_part_of_it_leaves_a_rest_that_is_no_number_of_units(money):
    pay(money, minor=70)
    assert dues(money) == [(1, 0, 80, None), (2, 0, 150, 3)]


def test_settled_paid_then_corrected_the_rest_is_exact(money, play):
    pay(money, payer=1, minor=150)
    pay(money, payer=2, minor=150)
    assert dues(money) == []
    (deal,) = queries.deals_before(money, None)[0]
    record.replace_deal(session=money, sent=sent(), deal=deal.deal.key, fact=win(1))
    # 老王 was paid 3.00 and lost 1.50 after all: he gives back 4.50, and 阿芳 has paid the right sum to the wrong man.
    assert settlement(money).money == {"CNY": (-150, 300, -150)}
    assert settlement(money).owed == {"CNY": (-450, 450, 0)}
    assert dues(money) == [(0, 1, 450, 9)]


def test_each_payment_between_two_has_an_id_of_its_own(money):
    """The same on every phone, so that two who tick it store one; another after each that was made or taken back."""

    def next_one(payer=1, payee=0):
        return settling(GameSession.objects.get(pk=money.pk), MethodChoice()).next_payment(
            payer, payee, "CNY"
        )

    ids = [next_one()]
    paid = pay(money, 1, 0, 100)
    ids.append(next_one())
    record.cancel_payment(session=money, sent=sent(), payment=paid.event_seq)
    ids.append(next_one())
    assert len(set(ids)) == 3
    assert next_one(2) == "pay-CNY-2-0-0"


def test_a_payment_is_taken_back_by_another_row(money):
    made = pay(money, minor=150).event_seq
    record.cancel_payment(session=money, sent=sent(), payment=made)
    assert settlement(money).owed == settlement(money).money
    assert [(paid.seq, paid.minor, paid.cancelled) for paid in queries.payments_of(money)] == [
        (made, 150, True)
    ]
    assert Payment.objects.filter(session=money).count() == 2
    with pytest.raises(Refused) as caught:
        record.cancel_payment(session=money, sent=sent(), payment=made)
    assert whys(caught) == [("bad_payment", "payment", "cancelled")]
    assert verify(money).damages == ()


def test_only_a_payment_is_taken_back(money):
    made = pay(money, minor=150).event_seq
    cancelled = record.cancel_payment(session=money, sent=sent(), payment=made).event_seq
    for seq in (0, 1, cancelled, 99):
        with pytest.raises(Refused) as caught:
            record.cancel_payment(session=money, sent=sent(), payment=seq)
        assert whys(caught) == [("bad_payment", "payment", "unknown")]


def test_a_closed_table_takes_payments(money):
    record.close(session=money, sent=sent())
    made = pay(money, minor=150).event_seq
    record.cancel_payment(session=money, sent=sent(), payment=made)
    assert verify(money).damages == ()


def test_a_payment_makes_nobodys_entry_stale(money):
    base = GameSession.objects.get(pk=money.pk).ledger_seq
    pay(money)
    record.record_deal(session=money, sent=sent(base=base), fact=win(0))


def test_two_phones_that_tick_the_same_payment_store_one(money):
    seen = GameSession.objects.get(pk=money.pk).head_seq
    first = pay(money, minor=150, base=seen)
    with pytest.raises(Stale) as caught:
        pay(money, minor=150, base=seen)
    assert [event.seq for event in caught.value.events] == [first.event_seq]
    pay(money, payer=2, minor=150, base=first.event_seq)


def test_what_two_others_have_settled_meanwhile_stops_nobody(money):
    seen = GameSession.objects.get(pk=money.pk).head_seq
    pay(money, minor=150, base=seen)
    pay(money, payer=2, minor=150, base=seen)
    assert len(queries.payments_of(money)) == 2


def test_what_a_correction_has_changed_is_looked_at_again_before_it_is_paid(money, play):
    seen = GameSession.objects.get(pk=money.pk).head_seq
    record.rename_player(session=money, sent=sent(), player=0, name="王师傅")
    pay(money, base=seen)
    play(money, win(1))
    with pytest.raises(Stale):
        pay(money, base=seen)


def test_everything_wrong_with_a_payment_is_told_together(money):
    with pytest.raises(Refused) as caught:
        pay(money, payer=8, payee=8, minor=0, currency="USD")
    assert whys(caught) == [
        ("bad_payment", "payer", "player"),
        ("bad_payment", "payee", "player"),
        ("bad_payment", "payee", "self"),
        ("bad_payment", "currency", "currency"),
        ("bad_payment", "minor", "range"),
    ]
    with pytest.raises(Refused) as caught:
        pay(money, minor=10**12 + 1)
    assert whys(caught) == [("bad_payment", "minor", "range")]


def test_where_only_points_are_kept_nothing_is_paid(table):
    with pytest.raises(Refused) as caught:
        pay(table)
    assert whys(caught) == [("bad_payment", "currency", "currency")]


def test_the_same_tick_sent_twice_is_one_payment(money):
    first = pay(money, client_id="one-tick-one-payment")
    again = pay(money, client_id="one-tick-one-payment")
    assert (again.event_seq, again.replay) == (first.event_seq, True)
    assert Payment.objects.filter(session=money).count() == 1


def test_a_payment_cannot_be_taken_back_twice_in_the_database_either(money):
    made = pay(money)
    record.cancel_payment(session=money, sent=sent(), payment=made.event_seq)
    row = Payment.objects.exclude(cancels=None).get(session=money)
    event = Event.objects.get(session=money, seq=1)
    with pytest.raises(IntegrityError):
        Payment.objects.create(
            session=money, event=event, payer=1, payee=0, currency="CNY", minor=100, cancels=row.cancels
        )


def test_a_table_that_keeps_money_is_read_with_two_queries_more(money, table, django_assert_num_queries):
    pay(money)
    session = GameSession.objects.get(pk=money.pk)
    with django_assert_num_queries(6):
        queries.table_view(session)
    with django_assert_num_queries(4):
        queries.table_view(table)
    with django_assert_num_queries(1):
        assert [paid.at[:2] for paid in queries.payments_of(session)] == ["20"]


def test_what_was_seen_before_a_correction_is_not_paid_unseen(money, play):
    seen = GameSession.objects.get(pk=money.pk).head_seq
    (key,) = play(money, win(1))
    with pytest.raises(Stale) as caught:
        pay(money, minor=150, base=seen)
    assert [event.seq for event in caught.value.events] == [key]
    assert not Payment.objects.filter(session=money).exists()
    pay(money, minor=150, base=key)
