"""Writers of one process take turns, and nobody builds on a head that is broken."""

import pytest
from django.db import OperationalError, connection

from tests.ledger.conftest import open_table, sent, win
from tests.lifting import lifted
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Damaged, write
from zipai_ledger.models import Event, GameSession

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues its writers itself")
def test_whoever_waits_too_long_for_his_turn_is_told_to_come_again(monkeypatch):
    table = open_table()
    monkeypatch.setattr(write, "PATIENCE", 0.01)
    with write._turn, pytest.raises(OperationalError):
        record.record_deal(session=table, sent=sent(), fact=win(0))
    assert record.record_deal(session=table, sent=sent(), fact=win(0)).deal_key


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues its writers itself")
def test_what_was_waited_for_a_turn_is_not_waited_for_the_database_again(monkeypatch):
    """A phone waits eight seconds for its answer, and five are all that both together may take."""

    def patience() -> int:
        with connection.cursor() as cursor:
            return int(cursor.execute("PRAGMA busy_timeout").fetchone()[0])

    usual, times = patience(), iter([100.0, 103.5])
    monkeypatch.setattr(write, "monotonic", lambda: next(times))
    with write.in_turn():
        assert patience() == 1_500
    assert patience() == usual


@pytest.mark.parametrize(
    "verb",
    [
        lambda table: record.record_deal(session=table, sent=sent(), fact=win(0)),
        lambda table: record.rename_player(session=table, sent=sent(), player=0, name="王师傅"),
        lambda table: record.erase_player(session=table, sent=sent(), player=0),
        lambda table: record.close(session=table, sent=sent()),
        lambda table: record.rescore(session=table, sent=sent()),
    ],
)
def test_nothing_is_built_on_a_head_that_does_not_hold(table, play, verb):
    play(table, win(0))
    session = GameSession.objects.get(pk=table.pk)
    with lifted():
        Event.objects.filter(session=table, seq=session.head_seq).update(base="1")
    with pytest.raises(Damaged) as caught:
        verb(table)
    assert [damage.seq for damage in caught.value.damages] == [session.head_seq]
    assert GameSession.objects.get(pk=table.pk).head_seq == session.head_seq


def test_what_was_stored_before_the_damage_is_answered_as_it_was(table):
    first = record.record_deal(session=table, sent=sent(client_id="sent-again-and-again"), fact=win(0))
    with lifted():
        Event.objects.filter(session=table, seq=first.event_seq).update(base="1")
    again = record.record_deal(session=table, sent=sent(client_id="sent-again-and-again"), fact=win(0))
    assert (again.event_seq, again.replay) == (first.event_seq, True)
