"""Many deals at once are the same deals, events and sums as one by one."""

from datetime import UTC, datetime

import pytest

from tests.ledger.conftest import open_table, sent, tally_win, totals, win
from zipai_ledger import live
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Closed, Stale, deals, many
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import COLUMNS, Deal, Event, GameSession, Hu, Posting
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MIXED = [
    win(0),
    win(1, source="discard", from_=2),
    facts.Dead(note="没人胡"),
    facts.Foul(offender=1, units=2),
    facts.Adjust(deltas=(5, -5, 0)),
    win(2, hu=30),
]


def rows(session):
    """Everything stored of the deals, without primary keys."""
    kept = {"session": session}
    return [
        list(
            Event.objects.filter(**kept, seq__gt=5)
            .order_by("seq")
            .values_list("seq", "kind", "request_hash", "at")
        ),
        [event.body for event in Event.objects.filter(**kept, seq__gt=5).order_by("seq")],
        list(
            Deal.objects.filter(**kept)
            .order_by("position")
            .values_list("key", "position", "fact", "outcome", "checked")
        ),
        list(
            Hu.objects.filter(**kept)
            .order_by("deal__position")
            .values_list("deal__key", "winner", "hu", "units")
        ),
        list(
            Posting.objects.filter(**kept)
            .order_by("event__seq")
            .values_list("event__seq", "deal_key", *COLUMNS)
        ),
    ]


def test_the_rows_are_those_that_one_by_one_leaves(db, monkeypatch):
    monkeypatch.setattr(many, "BATCH", 4)
    one_by_one, at_once = open_table(), open_table()
    now = {"now": lambda: NOON}
    for fact in MIXED:
        record.record_deal(session=one_by_one, sent=sent(**now), fact=fact)
    recorded = record.record_deals(session=at_once, sent=sent(**now), deals=MIXED)
    assert rows(at_once) == rows(one_by_one)
    assert totals(at_once) == totals(one_by_one)
    assert (recorded.event_seq, recorded.replay, recorded.session.deal_count) == (11, False, 6)
    assert verify(at_once).damages == verify(one_by_one).damages == ()


def test_the_state_goes_from_deal_to_deal(toy_table):
    record.record_deals(
        session=toy_table, sent=sent(), deals=[tally_win(0, 20), tally_win(0, 5), tally_win(1, 30)]
    )
    with pytest.raises(Refused):
        record.record_deals(session=toy_table, sent=sent(), deals=[tally_win(2, 5)])
    assert verify(toy_table).damages == ()


def test_one_that_cannot_stand_leaves_nothing(table, monkeypatch):
    monkeypatch.setattr(many, "BATCH", 1)
    with pytest.raises(Refused):
        record.record_deals(session=table, sent=sent(), deals=[win(0), win(1), win(2, hu=9)])
    assert not Deal.objects.filter(session=table).exists()
    assert GameSession.objects.get(pk=table.pk).head_seq == 5


def test_none_are_none(table):
    assert record.record_deals(session=table, sent=sent(), deals=[]).event_seq == 5


def test_a_closed_or_changed_table_takes_none(table, play):
    play(table, win(0))
    with pytest.raises(Stale):
        record.record_deals(session=table, sent=sent(base=5), deals=[win(0)])
    record.close(session=table, sent=sent())
    with pytest.raises(Closed):
        record.record_deals(session=table, sent=sent(), deals=[win(0)])


def test_no_table_grows_too_long(table, monkeypatch):
    monkeypatch.setattr(deals, "DEALS_MOST", 2)
    with pytest.raises(Refused) as caught:
        record.record_deals(session=table, sent=sent(), deals=[win(0)] * 3)
    assert [problem.why for problem in caught.value.problems] == ["too_many_deals"]


def test_the_bell_rings_once(table, django_capture_on_commit_callbacks):
    received = []
    leave = live.listen(table.public_id, lambda public_id, seq: received.append(seq))
    with django_capture_on_commit_callbacks(execute=True):
        record.record_deals(session=table, sent=sent(), deals=[win(0), win(1)])
    leave()
    assert received == [7]
