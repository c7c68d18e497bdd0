"""有异议: a deal is doubted, and the table agrees or corrects it."""

import pytest
from django.utils import timezone

from tests.ledger.conftest import sent, totals, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Closed, Conflict, Sent
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Device, Event, GameSession, Grant, Role
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

viewer = Sent(role="viewer", grant=9)


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def disputed(session):
    return [dispute.key for dispute in queries.disputes_of(session)]


@pytest.fixture
def keys(table, play):
    return play(table, win(0), win(1), win(2))


def test_a_doubt_says_who_and_why_and_leaves_every_total_as_it_was(table, keys):
    before = totals(table)
    recorded = record.dispute_deal(session=table, sent=viewer, key=keys[1], note="那张不是我打的")
    (dispute,) = queries.disputes_of(table)
    assert (dispute.key, dispute.position, dispute.role, dispute.grant) == (keys[1], 2, "viewer", 9)
    assert dispute.note == "那张不是我打的"
    assert recorded.deal_key == keys[1]
    assert totals(table) == before
    assert verify(table).damages == ()


def test_a_doubt_makes_nobodys_entry_stale(table, keys):
    base = GameSession.objects.get(pk=table.pk).ledger_seq
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    record.record_deal(session=table, sent=sent(base=base), fact=win(0))
    assert "note" not in canonical.parse(Event.objects.get(session=table, kind="deal_disputed").body)


def test_a_deal_is_doubted_once_at_a_time(table, keys):
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    with pytest.raises(Refused) as caught:
        record.dispute_deal(session=table, sent=viewer, key=keys[0])
    assert whys(caught) == [("bad_deal", "deal", "disputed")]
    record.resolve_dispute(session=table, sent=sent(), key=keys[0], note="说好了")
    record.dispute_deal(session=table, sent=viewer, key=keys[0], note="还是不对")
    assert [dispute.note for dispute in queries.disputes_of(table)] == ["还是不对"]
    assert verify(table).damages == ()


def test_more_may_be_said_of_a_deal_that_is_doubted_already(table, keys):
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    record.dispute_deal(session=table, sent=sent(), key=keys[0], note="我也这么看")
    (dispute,) = queries.disputes_of(table)
    assert (dispute.role, dispute.note) == ("owner", "我也这么看")
    record.resolve_dispute(session=table, sent=sent(), key=keys[0])
    assert disputed(table) == []
    assert verify(table).damages == ()


def test_what_is_not_there_or_void_cannot_be_doubted(table, keys):
    record.void_deal(session=table, sent=sent(), deal=keys[0])
    for key, why in ((keys[0], "void"), (99, "unknown")):
        with pytest.raises(Refused) as caught:
            record.dispute_deal(session=table, sent=viewer, key=key)
        assert whys(caught) == [("bad_deal", "deal", why)]
    with pytest.raises(Refused) as caught:
        record.resolve_dispute(session=table, sent=sent(), key=keys[1])
    assert whys(caught) == [("bad_deal", "deal", "not_disputed")]


@pytest.mark.parametrize("verb", [record.dispute_deal, record.resolve_dispute])
def test_a_note_has_its_measure(table, keys, verb):
    with pytest.raises(Refused) as caught:
        verb(session=table, sent=sent(), key=keys[0], note="长" * 501)
    assert whys(caught) == [("bad_note", "note", "long")]


def test_the_same_doubt_sent_twice_is_one(table, keys):
    entry = Sent(role="viewer", grant=9, client_id="one-tap-one-doubt")
    first = record.dispute_deal(session=table, sent=entry, key=keys[0])
    again = record.dispute_deal(session=table, sent=entry, key=keys[0])
    assert (again.event_seq, again.replay) == (first.event_seq, True)


@pytest.mark.parametrize("verb", [record.dispute_deal, record.resolve_dispute])
def test_another_word_under_the_same_id_is_a_conflict(table, keys, verb):
    if verb is not record.dispute_deal:
        record.dispute_deal(session=table, sent=viewer, key=keys[0])
    entry = Sent(role="viewer", grant=9, client_id="one-tap-one-doubt")
    verb(session=table, sent=entry, key=keys[0], note="醒不对")
    with pytest.raises(Conflict):
        verb(session=table, sent=entry, key=keys[0], note="胡不对")


def test_another_word_about_taking_back_under_the_same_id_is_a_conflict(table, keys):
    device = Device.objects.create(token_hash="x" * 64, last_seen=timezone.now())
    grant = Grant.objects.create(session=table, device=device, role=Role.VIEWER)
    record.dispute_deal(session=table, sent=Sent(role=grant.role, grant=grant.pk), key=keys[0])
    entry = Sent(role=grant.role, grant=grant.pk, client_id="one-tap-one-doubt")
    record.take_back_dispute(session=table, sent=entry, key=keys[0], note="看错了")
    assert record.take_back_dispute(session=table, sent=entry, key=keys[0], note="看错了").replay
    with pytest.raises(Conflict):
        record.take_back_dispute(session=table, sent=entry, key=keys[0], note="算了")


def test_a_doubt_is_not_taken_back_by_the_tap_that_raised_it(table, keys):
    entry = Sent(role="viewer", grant=9, client_id="one-tap-one-doubt")
    record.dispute_deal(session=table, sent=entry, key=keys[0])
    for verb in (record.resolve_dispute, record.take_back_dispute):
        with pytest.raises(Conflict):
            verb(session=table, sent=entry, key=keys[0])


def test_an_agreed_deal_stays_as_it_is(table, keys):
    before = totals(table)
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    record.resolve_dispute(session=table, sent=sent(), key=keys[0])
    assert disputed(table) == []
    assert totals(table) == before
    assert verify(table).damages == ()


def test_a_correction_of_the_deal_settles_its_dispute(table, keys):
    for key in keys:
        record.dispute_deal(session=table, sent=viewer, key=key)
    record.replace_deal(session=table, sent=sent(), deal=keys[0], fact=win(1))
    assert disputed(table) == keys[1:]
    record.void_deal(session=table, sent=sent(), deal=keys[1])
    assert disputed(table) == keys[2:]
    record.restore_deal(session=table, sent=sent(), deal=keys[1])
    assert disputed(table) == keys[2:]
    assert verify(table).damages == ()


def test_a_correction_before_it_leaves_a_deal_in_dispute(table, keys):
    record.dispute_deal(session=table, sent=viewer, key=keys[2])
    record.insert_deal(session=table, sent=sent(), fact=win(0), before=keys[0])
    assert [(each.key, each.position) for each in queries.disputes_of(table)] == [(keys[2], 4)]


def test_a_closed_table_takes_no_doubt(table, keys):
    record.close(session=table, sent=sent())
    for verb in (record.dispute_deal, record.resolve_dispute):
        with pytest.raises(Closed):
            verb(session=table, sent=viewer, key=keys[0])


def test_a_mark_without_an_event_is_damage(table, keys):
    Deal.objects.filter(session=table, key=keys[0]).update(disputed=True)
    assert verify(table).damages != ()


def test_the_open_disputes_are_read_at_once(table, keys, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert queries.disputes_of(table) == ()
    for key in keys:
        record.dispute_deal(session=table, sent=viewer, key=key)
    with django_assert_num_queries(2):
        assert len(queries.disputes_of(table)) == 3


def test_the_table_is_not_closed_over_a_dispute_unless_its_owner_says_so(table, keys):
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    record.dispute_deal(session=table, sent=viewer, key=keys[2])
    for despite in ((), (keys[0],), (keys[1],)):
        with pytest.raises(Refused) as caught:
            record.close(session=table, sent=sent(), despite_disputes=despite)
        assert set(whys(caught)) == {("bad_stage", "", "disputed")}
    assert GameSession.objects.get(pk=table.pk).status == "open"
    entry = sent(client_id="close-it-anyway")
    closed = record.close(session=table, sent=entry, despite_disputes=keys)
    body = canonical.parse(Event.objects.get(session=table, seq=closed.event_seq).body)
    assert body["despite"] == [keys[0], keys[2]]
    assert disputed(table) == [keys[0], keys[2]]
    assert record.close(session=table, sent=entry, despite_disputes=keys).replay
    assert verify(table).damages == ()


def test_a_dispute_that_was_settled_meanwhile_is_no_exception_any_more(table, keys):
    record.dispute_deal(session=table, sent=viewer, key=keys[0])
    record.resolve_dispute(session=table, sent=sent(), key=keys[0])
    closed = record.close(session=table, sent=sent(), despite_disputes=keys[:1])
    assert "despite" not in canonical.parse(Event.objects.get(session=table, seq=closed.event_seq).body)
