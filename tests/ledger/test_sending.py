"""An entry sent twice, sent late, sent by two phones: what is stored, and what each is told."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.db import IntegrityError, connection

from tests.ledger.conftest import new_id, open_table, sent, win
from zipai_ledger import live
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Closed, Conflict, Reseated, Sent, Stale, write
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, Event, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


def now_of(session):
    return GameSession.objects.get(pk=session.pk)


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def test_the_same_entry_sent_again_is_answered_as_the_first_time(table):
    client = new_id()
    first = record.record_deal(session=table, sent=sent(client_id=client), fact=win(0))
    again = record.record_deal(session=table, sent=sent(client_id=client), fact=win(0))
    assert (first.replay, again.replay) == (False, True)
    assert (again.event_seq, again.deal_key) == (first.event_seq, first.deal_key)
    assert Deal.objects.filter(session=table).count() == 1


def test_the_same_entry_may_come_again_with_another_base_and_after_closing(table):
    client = new_id()
    first = record.record_deal(session=table, sent=sent(client_id=client, base=2), fact=win(0))
    record.record_deal(session=table, sent=sent(), fact=win(1))
    record.close(session=table, sent=sent())
    again = record.record_deal(session=table, sent=sent(client_id=client), fact=win(0))
    assert again.replay
    assert again.event_seq == first.event_seq


def test_another_entry_under_the_same_id_is_a_conflict(table):
    client = new_id()
    first = record.record_deal(session=table, sent=sent(client_id=client), fact=win(0))
    with pytest.raises(Conflict) as caught:
        record.record_deal(session=table, sent=sent(client_id=client), fact=win(1))
    assert caught.value.event.seq == first.event_seq
    with pytest.raises(Conflict):
        record.void_deal(session=table, sent=sent(client_id=client), deal=first.deal_key)


def test_two_tables_may_use_the_same_id(table):
    other = open_table()
    client = new_id()
    assert not record.record_deal(session=table, sent=sent(client_id=client), fact=win(0)).replay
    assert not record.record_deal(session=other, sent=sent(client_id=client), fact=win(0)).replay


def test_every_verb_can_be_sent_again(table):
    key = record.record_deal(session=table, sent=sent(), fact=win(0)).deal_key
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2, "老陈"), first_dealer=1)
    verbs = [
        lambda s: record.replace_deal(session=table, sent=s, deal=key, fact=win(1)),
        lambda s: record.void_deal(session=table, sent=s, deal=key),
        lambda s: record.restore_deal(session=table, sent=s, deal=key),
        lambda s: record.insert_deal(session=table, sent=s, before=key, fact=win(1)),
        lambda s: record.append_deal(session=table, sent=s, after=key, fact=win(1)),
        lambda s: record.adjust(session=table, sent=s, deltas=(5, -5, 0), note="打平"),
        lambda s: record.rename_player(session=table, sent=s, player=0, name="王师傅"),
        lambda s: record.rename_session(session=table, sent=s, name="周六"),
        lambda s: record.open_stage(session=table, sent=s, stage=stage),
        lambda s: record.close(session=table, sent=s),
        lambda s: record.reopen(session=table, sent=s),
    ]
    for verb in verbs:
        one = sent(client_id=new_id())
        first, again = verb(one), verb(one)
        assert not first.replay
        assert again.replay
        assert (first.event_seq, first.deal_key) == (again.event_seq, again.deal_key)


def test_opening_a_table_twice_opens_one():
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    data = {"name": "周五", "players": ["甲", "乙", "丙"], "stage": stage}
    one = sent(client_id=new_id())
    first, again = record.open_session(sent=one, **data), record.open_session(sent=one, **data)
    assert again.replay
    assert again.session.pk == first.session.pk
    assert GameSession.objects.count() == 1
    with pytest.raises(Conflict):
        record.open_session(sent=one, **{**data, "name": "周六"})


def test_opening_a_table_twice_at_once_opens_one(monkeypatch):
    """Both have looked before either has stored; the second meets the unique constraint."""
    from zipai_ledger.ledger.record import sessions

    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    data = {"name": "周五", "players": ["甲", "乙", "丙"], "stage": stage}
    one = sent(client_id=new_id())
    first = record.open_session(sent=one, **data)
    look, answers = sessions._opened_before, iter([None])
    monkeypatch.setattr(sessions, "_opened_before", lambda *args: next(answers, look(*args)))
    assert record.open_session(sent=one, **data).session.pk == first.session.pk
    assert GameSession.objects.count() == 1
    # Whatever else the database refuses is not taken for a repetition.
    monkeypatch.setattr(sessions, "_opened_before", lambda *args: None)
    with pytest.raises(IntegrityError):
        record.open_session(sent=one, **data)


def test_without_a_lock_the_constraint_still_keeps_one(table, monkeypatch):
    """Both have looked before either has stored; the second meets the unique constraint."""
    one = sent(client_id=new_id())
    first = record.record_deal(session=table, sent=one, fact=win(0))
    look, answers = write.replayed, iter([None])
    monkeypatch.setattr(write, "replayed", lambda *args: next(answers, look(*args)))
    again = record.record_deal(session=table, sent=one, fact=win(0))
    assert (again.replay, again.event_seq) == (True, first.event_seq)
    answers = iter([None])
    with pytest.raises(Conflict):
        record.record_deal(session=table, sent=one, fact=win(1))
    monkeypatch.setattr(write, "replayed", lambda *args: None)
    with pytest.raises(IntegrityError):
        record.record_deal(session=table, sent=one, fact=win(0))


def test_an_entry_built_on_what_stands_is_taken(table):
    base = now_of(table).ledger_seq
    recorded = record.record_deal(session=table, sent=sent(base=base), fact=win(0))
    assert recorded.session.ledger_seq == recorded.event_seq


def test_an_entry_built_on_less_is_told_what_changed(table):
    base = now_of(table).ledger_seq
    other = record.record_deal(session=table, sent=sent(base=base), fact=win(0))
    with pytest.raises(Stale) as caught:
        record.record_deal(session=table, sent=sent(base=base), fact=win(1))
    assert [event.seq for event in caught.value.events] == [other.event_seq]
    assert caught.value.ledger_seq == other.event_seq
    assert Deal.objects.filter(session=table).count() == 1


def test_every_ledger_verb_looks_at_its_base(table):
    base = now_of(table).ledger_seq
    key = record.record_deal(session=table, sent=sent(), fact=win(0)).deal_key
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    old = sent(base=base)
    verbs = [
        lambda: record.void_deal(session=table, sent=old, deal=key),
        lambda: record.replace_deal(session=table, sent=old, deal=key, fact=win(1)),
        lambda: record.restore_deal(session=table, sent=old, deal=key),
        lambda: record.insert_deal(session=table, sent=old, before=key, fact=win(1)),
        lambda: record.adjust(session=table, sent=old, deltas=(0, 0, 0)),
        lambda: record.open_stage(session=table, sent=old, stage=stage),
        lambda: record.close(session=table, sent=old),
    ]
    for verb in verbs:
        with pytest.raises(Stale):
            verb()


def test_renaming_makes_nobody_stale(table):
    base = now_of(table).ledger_seq
    record.rename_player(session=table, sent=sent(), player=1, name="李哥")
    record.rename_session(session=table, sent=sent(), name="周六")
    assert not record.record_deal(session=table, sent=sent(base=base), fact=win(0)).replay


def test_an_entry_may_build_on_an_own_one_still_in_the_queue(table):
    first, second, third = new_id(), new_id(), new_id()
    base = now_of(table).ledger_seq
    record.record_deal(session=table, sent=sent(client_id=first, base=base), fact=win(0))
    record.record_deal(session=table, sent=sent(client_id=second, base=f"after:{first}"), fact=win(1))
    record.record_deal(session=table, sent=sent(client_id=third, base=f"after:{second}"), fact=win(2))
    assert Deal.objects.filter(session=table).count() == 3


def test_a_queue_sent_late_is_explained_and_stored_in_order(table):
    """Two deals came from another phone while three waited here."""
    base = now_of(table).ledger_seq
    for winner in (1, 2):
        record.record_deal(session=table, sent=sent(), fact=win(winner))
    ids = [new_id() for _ in range(3)]
    with pytest.raises(Stale) as caught:
        record.record_deal(session=table, sent=sent(client_id=ids[0], base=base), fact=win(0))
    assert len(caught.value.events) == 2
    record.record_deal(session=table, sent=sent(client_id=ids[0], base=caught.value.ledger_seq), fact=win(0))
    for before, own in pairwise(ids):
        record.record_deal(session=table, sent=sent(client_id=own, base=f"after:{before}"), fact=win(0))
    assert Deal.objects.filter(session=table).count() == 5


def test_an_entry_built_on_one_that_was_never_stored_is_told_so(table):
    with pytest.raises(Stale) as caught:
        record.record_deal(session=table, sent=sent(base="after:not-there-1"), fact=win(0))
    assert (caught.value.missing, caught.value.events) == ("not-there-1", ())


def test_a_deal_entered_for_others_than_sit_there_now_is_refused_and_says_for_whom(table):
    people, others = (0, 1, 2), (1, 0, 2)
    with pytest.raises(Reseated) as caught:
        record.record_deal(session=table, sent=sent(people=others), fact=win(0))
    assert caught.value.people == others
    assert "(1, 0, 2)" in str(caught.value)
    assert not Deal.objects.exists()
    assert record.record_deal(session=table, sent=sent(people=people), fact=win(0)).deal_key


def test_an_entry_of_another_table_is_none_to_build_on(table):
    first = new_id()
    record.record_deal(session=open_table(), sent=sent(client_id=first), fact=win(0))
    with pytest.raises(Stale) as caught:
        record.record_deal(session=table, sent=sent(base=f"after:{first}"), fact=win(0))
    assert (caught.value.missing, caught.value.ledger_seq) == (first, now_of(table).ledger_seq)


def test_an_own_entry_somebody_has_built_on_since_makes_stale(table):
    first = new_id()
    record.record_deal(session=table, sent=sent(client_id=first), fact=win(0))
    other = record.record_deal(session=table, sent=sent(), fact=win(1))
    with pytest.raises(Stale) as caught:
        record.record_deal(session=table, sent=sent(base=f"after:{first}"), fact=win(2))
    assert [event.seq for event in caught.value.events] == [other.event_seq]


@pytest.mark.parametrize(
    "client_id", ["", "short", "x" * 65, "with space", "新的一盘新的一盘", "a\x00bcdefgh"]
)
def test_a_malformed_id_is_refused(client_id):
    with pytest.raises(Refused) as caught:
        sent(client_id=client_id)
    assert whys(caught) == [("bad_entry", "client_id", "client_id")]


@pytest.mark.parametrize("base", ["", "12", "after:", "after:short", "before:abcdefgh"])
def test_a_malformed_base_is_refused(base):
    with pytest.raises(Refused) as caught:
        sent(base=base)
    assert whys(caught) == [("bad_entry", "base", "base")]


def test_a_closed_table_takes_nothing_but_names(table):
    key = record.record_deal(session=table, sent=sent(), fact=win(0)).deal_key
    record.close(session=table, sent=sent())
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    verbs = [
        lambda: record.record_deal(session=table, sent=sent(), fact=win(0)),
        lambda: record.adjust(session=table, sent=sent(), deltas=(0, 0, 0)),
        lambda: record.void_deal(session=table, sent=sent(), deal=key),
        lambda: record.open_stage(session=table, sent=sent(), stage=stage),
        lambda: record.close(session=table, sent=sent()),
    ]
    for verb in verbs:
        with pytest.raises(Closed):
            verb()
    record.rename_player(session=table, sent=sent(), player=0, name="王师傅")
    record.reopen(session=table, sent=sent())
    record.record_deal(session=table, sent=sent(), fact=win(0))


def test_a_refused_entry_leaves_no_trace_and_its_id_free(table):
    one = sent(client_id=new_id())
    before = now_of(table)
    with pytest.raises(Refused) as caught:
        record.record_deal(session=table, sent=one, fact=win(0, hu=9))
    assert [problem.code for problem in caught.value.problems] == ["below_minimum"]
    assert now_of(table).head_hash == before.head_hash
    assert not record.record_deal(session=table, sent=one, fact=win(0, hu=10)).replay


def test_notes_and_times_are_looked_at(table):
    with pytest.raises(Refused) as caught:
        record.record_deal(session=table, sent=sent(), fact=win(0, note="长" * 501, at="昨晚"))
    assert whys(caught) == [("bad_note", "note", "long"), ("bad_deal", "at", "time")]
    with pytest.raises(Refused) as caught:
        record.void_deal(session=table, sent=sent(), deal=1, reason="长" * 501)
    assert whys(caught) == [("bad_note", "reason", "long")]
    fact = win(0, note="𠮷" * 500, at="2026-05-01T20:15:00+08:00")
    key = record.record_deal(session=table, sent=sent(), fact=fact).deal_key
    stored = canonical.parse(Deal.objects.get(session=table, key=key).fact)
    assert (stored["note"], stored["at"]) == ("𠮷" * 500, "2026-05-01T20:15:00+08:00")


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x85", "\ufffd"])
def test_a_remark_holds_only_what_somebody_can_have_written(table, char):
    with pytest.raises(Refused) as caught:
        record.record_deal(session=table, sent=sent(), fact=win(0, note=f"看{char}错"))
    assert whys(caught) == [("bad_note", "note", "control")]
    assert caught.value.problems[0].params == {"got": f"U+{ord(char):04X}", "place": 2}
    record.record_deal(session=table, sent=sent(), fact=win(0, note="两行\r\n\t和一格"))


def test_half_a_surrogate_pair_is_refused_not_stored(table):
    with pytest.raises(Refused) as caught:
        record.record_deal(session=table, sent=sent(), fact=win(0, note="a\ud83d"))
    assert whys(caught) == [("bad_json", "", "surrogate")]


def test_a_number_that_is_not_finite_is_refused_not_stored(table):
    fact = facts.Foul(offender=0, units=1, hand={"hu": float("inf")})
    with pytest.raises(Refused) as caught:
        record.record_deal(session=table, sent=sent(), fact=fact)
    assert whys(caught) == [("bad_json", "", "not_finite")]


def test_a_session_holds_a_bounded_number_of_deals(table, monkeypatch):
    from zipai_ledger.ledger.record import deals

    monkeypatch.setattr(deals, "DEALS_MOST", 2)
    for winner in (0, 1):
        key = record.record_deal(session=table, sent=sent(), fact=win(winner)).deal_key
    for verb in (
        lambda: record.record_deal(session=table, sent=sent(), fact=win(2)),
        lambda: record.insert_deal(session=table, sent=sent(), fact=win(2), before=key),
    ):
        with pytest.raises(Refused) as caught:
            verb()
        assert [(problem.why, problem.params) for problem in caught.value.problems] == [
            ("too_many_deals", {"most": 2})
        ]
    record.void_deal(session=table, sent=sent(), deal=key)


def test_an_event_says_who_when_and_on_what(table):
    moment = datetime(2026, 5, 1, 12, 30, 0, 5, UTC)
    one = Sent(role="scorekeeper", grant=3, client_id="abcdefgh", base=2, now=lambda: moment)
    seq = record.record_deal(session=table, sent=one, fact=win(0)).event_seq
    event = Event.objects.get(session=table, seq=seq)
    assert event.at == "2026-05-01T12:30:00.000005+00:00"
    assert (event.role, event.grant, event.client_id, event.base) == ("scorekeeper", 3, "abcdefgh", "2")
    assert canonical.parse(event.body)["sent"] == {
        "role": "scorekeeper", "grant": 3, "client": "abcdefgh", "request": event.request_hash, "base": "2",
    }  # fmt: skip


def test_the_bell_rings_once_stored_and_not_before(table, django_capture_on_commit_callbacks):
    received = []
    leave = live.listen(table.public_id, lambda *call: received.append(call))
    with django_capture_on_commit_callbacks(execute=False):
        seq = record.record_deal(session=table, sent=sent(), fact=win(0)).event_seq
    assert received == []
    with django_capture_on_commit_callbacks(execute=True):
        seq = record.record_deal(session=table, sent=sent(), fact=win(0)).event_seq
    assert received == [(table.public_id, seq)]
    leave()
    live.ring(table.public_id, 99)
    assert len(received) == 1


def test_a_replay_rings_no_bell(table, django_capture_on_commit_callbacks):
    one = sent(client_id=new_id())
    record.record_deal(session=table, sent=one, fact=win(0))
    with django_capture_on_commit_callbacks() as callbacks:
        record.record_deal(session=table, sent=one, fact=win(0))
    assert callbacks == []


def test_two_listeners_leave_one_by_one():
    received = []
    leave_first = live.listen("x", lambda *call: received.append("first"))
    leave_second = live.listen("x", lambda *call: received.append("second"))
    live.ring("x", 1)
    leave_first()
    live.ring("x", 2)
    leave_second()
    assert received == ["first", "second", "second"]


@pytest.mark.django_db(transaction=True)
def test_an_entry_is_committed_before_the_bell_rings():
    table = open_table()
    received = []
    leave = live.listen(table.public_id, lambda _, seq: received.append((seq, connection.in_atomic_block)))
    seq = record.record_deal(session=table, sent=sent(), fact=win(0)).event_seq
    leave()
    assert received == [(seq, False)]


def test_a_base_that_the_ledger_has_not_reached_is_stale_too(table):
    """A backup was restored: the sender has seen deals that are gone."""
    ahead = now_of(table).head_seq + 1
    with pytest.raises(record.Stale) as stale:
        record.record_deal(session=table, sent=sent(base=ahead), fact=win(0))
    assert stale.value.events == ()
