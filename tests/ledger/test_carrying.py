"""结转: what is still owed of one evening is the first row of the next."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.ledger.conftest import NAMES, open_table, sent, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Closed, Damaged, NewStage, Stake, Stale
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Carried, Device, Event, GameSession, Grant
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ways import Way

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)
HERE_TO_THERE = {0: 2, 1: 1, 2: 0}
"""老王 sits third next time."""


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def owed(session):
    return queries.table_view(GameSession.objects.get(pk=session.pk)).settlement.owed


def carry(here, there, players=HERE_TO_THERE, **more):
    return record.carry_over(session=here, sent=sent(**more), into=there, players=players)


@pytest.fixture
def friday(db, play):
    """老王 has won 3.00; 小李 has paid him 1.00 of it."""
    session = open_table(stake=STAKE)
    play(session, win(0))
    record.pay(session=session, sent=sent(), payer=1, payee=0, currency="CNY", minor=100)
    return session


@pytest.fixture
def saturday(db):
    opening = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=STAKE)
    people = [NAMES[2], NAMES[1], NAMES[0]]
    return record.open_session(sent=sent(), name="周六", players=people, stage=opening).session


def test_the_rest_goes_along_and_nothing_stays(friday, saturday):
    assert owed(friday) == {"CNY": (200, -50, -150)}
    carry(friday, saturday)
    assert owed(friday) == {"CNY": (0, 0, 0)}
    assert owed(saturday) == {"CNY": (-150, -50, 200)}
    assert queries.table_view(GameSession.objects.get(pk=friday.pk)).settlement.dues == ()
    assert verify(friday).damages == verify(saturday).damages == ()


def test_each_table_names_the_hash_of_the_other(friday, saturday):
    before = saturday.head_hash
    out = Event.objects.get(session=friday, seq=carry(friday, saturday).event_seq)
    came = Event.objects.get(session=saturday, kind="carried_in")
    assert canonical.parse(out.body)["into"] == before
    assert canonical.parse(came.body)["from"] == out.hash
    carried = [(row.currency, row.minor[:3], row.into) for row in queries.carried_of(saturday)]
    assert carried == [("CNY", (-150, -50, 200), True)]
    assert [row.into for row in queries.carried_of(friday)] == [False]


def test_a_later_correction_leaves_exactly_the_difference(friday, saturday, play):
    carry(friday, saturday)
    (row,) = queries.deals_before(friday, None)[0]
    record.replace_deal(session=friday, sent=sent(), deal=row.deal.key, fact=win(1))
    assert owed(friday) == {"CNY": (-450, 450, 0)}
    assert owed(saturday) == {"CNY": (-150, -50, 200)}
    sunday = open_table(stake=STAKE)
    carry(friday, sunday, {0: 0, 1: 1})
    assert owed(sunday) == {"CNY": (-450, 450, 0)}
    assert verify(friday).damages == ()


def test_what_came_in_is_paid_and_carried_on_like_what_was_won(friday, saturday, play):
    carry(friday, saturday)
    play(saturday, win(0))
    assert owed(saturday) == {"CNY": (150, -200, 50)}
    record.pay(session=saturday, sent=sent(), payer=1, payee=0, currency="CNY", minor=150)
    sunday = open_table(stake=STAKE)
    carry(saturday, sunday, {1: 0, 2: 1})
    assert owed(sunday) == {"CNY": (-50, 50, 0)}
    assert owed(saturday) == {"CNY": (0, 0, 0)}
    assert verify(saturday).damages == verify(sunday).damages == ()


def test_where_all_is_settled_there_is_nothing_to_carry(friday, saturday, table):
    carry(friday, saturday)
    for here, there in ((friday, saturday), (table, saturday), (saturday, saturday)):
        with pytest.raises(Refused) as caught:
            carry(here, there)
        assert whys(caught) == [("bad_payment", "", "nothing_owed")]


def test_what_somebody_owes_who_does_not_come_stays_here(friday, saturday):
    carry(friday, saturday, {0: 2, 1: 1})
    assert owed(friday) == {"CNY": (150, 0, -150)}
    assert owed(saturday) == {"CNY": (0, -50, 50)}
    assert verify(friday).damages == verify(saturday).damages == ()


def test_nobody_is_sent_where_no_player_is_and_nobody_twice(friday, saturday):
    for players, expected in (
        ({1: 0, 2: 1}, [("", "nothing_owed")]),
        ({0: 0, 1: 1, 2: 5}, [("players.2", "not_there")]),
        ({0: 0, 1: 0, 2: 1}, [("players", "same_twice")]),
    ):
        with pytest.raises(Refused) as caught:
            carry(friday, saturday, players)
        assert [(field, why) for _, field, why in whys(caught)] == expected
    assert not Carried.objects.exists()


def test_a_table_without_that_money_takes_none(friday, table):
    with pytest.raises(Refused) as caught:
        carry(friday, table)
    assert whys(caught) == [("bad_payment", "currency", "currency")]


def test_a_closed_table_takes_nothing_but_lets_go(friday, saturday):
    record.close(session=saturday, sent=sent())
    with pytest.raises(Closed):
        carry(friday, saturday)
    assert not Carried.objects.exists()
    record.reopen(session=saturday, sent=sent())
    record.close(session=friday, sent=sent())
    carry(friday, saturday)
    assert owed(friday) == {"CNY": (0, 0, 0)}


def test_two_currencies_go_together(friday, saturday, play):
    for session in (friday, saturday):
        dollars = Stake(currency="USD", minor_per_unit=10)
        stage = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=dollars)
        record.open_stage(session=session, sent=sent(), stage=stage)
    play(friday, win(2))
    first = carry(friday, saturday)
    assert owed(saturday) == {"CNY": (-150, -50, 200), "USD": (60, -30, -30)}
    assert owed(friday) == {"CNY": (0, 0, 0), "USD": (0, 0, 0)}
    kinds = list(
        Event.objects.filter(session=friday, seq__gte=first.event_seq).values_list("kind", flat=True)
    )
    assert kinds == ["carried_out", "carried_out"]
    assert verify(friday).damages == verify(saturday).damages == ()


def test_sent_twice_it_is_carried_once(friday, saturday):
    first = carry(friday, saturday, client_id="carry-it-over")
    again = carry(friday, saturday, client_id="carry-it-over")
    assert (again.event_seq, again.replay) == (first.event_seq, True)
    assert owed(saturday) == {"CNY": (-150, -50, 200)}


def test_what_was_paid_meanwhile_is_not_carried(friday, saturday):
    seen = GameSession.objects.get(pk=friday.pk).head_seq
    record.pay(session=friday, sent=sent(), payer=2, payee=0, currency="CNY", minor=150)
    with pytest.raises(Stale):
        carry(friday, saturday, base=seen)


def test_who_carries_is_told_at_both_tables(friday, saturday):
    arriving = sent(client_id="another-grant-there")
    data = {"into": saturday, "players": HERE_TO_THERE, "arriving": arriving}
    record.carry_over(session=friday, sent=sent(), **data)
    event = Event.objects.get(session=saturday, kind="carried_in")
    assert (event.grant, event.client_id) == (7, "another-grant-there")


def test_a_row_that_does_not_sum_to_zero_is_refused_by_the_database(friday):
    event = Event.objects.filter(session=friday).latest("seq")
    for values in ({"p0": 1}, {"p0": 5, "p7": -4}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Carried.objects.create(session=friday, event=event, currency="CNY", **values)


def test_nothing_is_carried_into_a_table_that_does_not_hold_together(friday, saturday):
    GameSession.objects.filter(pk=saturday.pk).update(head_hash="0" * 64)
    with pytest.raises(Damaged):
        carry(friday, saturday)
    assert owed(friday) == {"CNY": (200, -50, -150)}


def test_what_a_part_of_the_table_carried_on_is_not_owed_in_a_circle_pair_by_pair(db):
    """甲 lost to 乙, 乙 the same to 丙: nothing is left between the three once they carry it on."""
    session = open_table(players=4, options={"seats": 4}, stake=STAKE)
    for winner, giver, hu in ((1, 0, 17), (2, 1, 17), (2, 3, 40)):
        resting = next(seat for seat in (3, 0) if seat != giver)
        fact = win(winner, hu, source="discard", from_=giver, dealer=1, sitting=resting)
        xing = facts.Xing(count=0, lower=0)
        record.record_deal(session=session, sent=sent(), fact=replace(fact, xing=xing))
    carry(session, open_table(stake=STAKE), {player: player for player in range(3)})
    for way in Way:
        found = settling(GameSession.objects.get(pk=session.pk), MethodChoice(way, 2)).dues
        assert [(due.payer, due.payee, due.minor) for due in found] == [(3, 2, 700)]


def debts(here, there):
    now = GameSession.objects.get(pk=here.pk)
    record.carry_debts(owing=queries.table_view(now, most=0), sent=sent(), into=there)


def test_debts_go_along_by_name_once_and_where_none_are_left_nothing_is_asked_of_the_next_table(
    friday, saturday, table, django_assert_num_queries
):
    debts(friday, saturday)
    assert owed(saturday) == {"CNY": (-150, -50, 200)}
    settled = queries.table_view(GameSession.objects.get(pk=friday.pk), most=0)
    # Even a table that keeps no money may follow.
    with django_assert_num_queries(0):
        record.carry_debts(owing=settled, sent=sent(), into=table)


def test_what_was_carried_counts_where_tables_are_listed(friday, saturday):
    carry(friday, saturday)
    phone = Device.objects.create(token_hash="x", last_seen=timezone.now())
    for session in (friday, saturday):
        Grant.objects.create(session=session, device=phone, role="owner")
    listed = {row.session: row.settlement.owed for row in queries.sessions_of(phone.pk)}
    assert listed == {friday: {"CNY": (0, 0, 0)}, saturday: {"CNY": (-150, -50, 200)}}
