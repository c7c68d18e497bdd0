"""照规矩改: later deals that followed the rule follow it again after a correction; whatever was set by hand stands."""

import pytest

from tests.exports.conftest import exported, imported
from tests.ledger.conftest import new_id, open_table, sent
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Conflict, Insert, LaterSeats, Replace, Restore, Stale, Void
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Posting
from zipai_ledger.rules import facts, registry

pytestmark = pytest.mark.django_db
RULE = LaterSeats.BY_RULE


@pytest.fixture(autouse=True)
def everything_still_follows_from_the_trail(db):
    yield
    for session in GameSession.objects.all():
        assert verify(session).damages == ()


def drawn(winner, hu, from_, **more):
    return facts.Win(winner=winner, hu=hu, source="other_draw", from_=from_, **more)


def opened():
    """剥皮 with 数算: seat 0 deals first, seat 3 sits out and has half of what is won."""
    return open_table("bopi", 4, options={"form": "three_and_counter"})


FOUR = (drawn(1, 20, 0), facts.Dead(), drawn(2, 30, 1), drawn(3, 20, 2))


def seats(session):
    deals = Deal.objects.filter(session=session).order_by("position")
    return [(deal.dealer, deal.sitting) for deal in deals]


def tally(session):
    return Standing.of(GameSession.objects.get(pk=session.pk)).tally


def change(session, change, seats=RULE, **more):
    return record.apply(session=session, sent=sent(), change=change, seats=seats, **more)


def body(recorded):
    return canonical.parse(Event.objects.get(session=recorded.session, seq=recorded.event_seq).body)


def test_who_deals_and_who_counts_follow_the_rule_and_the_halves_go_to_whom_they_belong(play):
    session = opened()
    keys = play(session, *FOUR)
    assert seats(session) == [(0, 3), (1, 0), (1, 0), (2, 1)]
    # 20, and 10 for seat 3; 臭牌: seat 1 owes seat 0 ten; 30, and 15 for seat 0; 20, and 10 for seat 1.
    assert tally(session) == (25, 20, 30, 30)
    change(session, Void(keys[0]))
    # 臭牌: seat 0 owes seat 3 ten; then 15 of 30 for seat 3, and 10 of 20 for seat 0.
    assert seats(session) == [(0, 3), (0, 3), (0, 3), (2, 0)]
    assert tally(session) == (0, 0, 30, 45)
    facts_stored = [canonical.parse(deal.fact) for deal in Deal.objects.filter(session=session)]
    assert [(fact["dealer"], fact["sitting"]) for fact in facts_stored] == seats(session)


def test_without_being_asked_nothing_follows(play):
    session = opened()
    keys = play(session, *FOUR)
    before = seats(session)
    recorded = change(session, Void(keys[0]), LaterSeats.AS_SEEN)
    assert seats(session) == before
    assert tally(session) == (25, 0, 30, 20)
    assert "followed" not in body(recorded)


def test_it_is_one_event_that_holds_the_correction_and_what_followed(play):
    session = opened()
    keys = play(session, *FOUR)
    events = Event.objects.filter(session=session).count()
    recorded = change(session, Void(keys[0]), reason="记错了")
    assert Event.objects.filter(session=session).count() == events + 1
    stored = body(recorded)
    assert (stored["deal"], stored["reason"]) == (keys[0], "记错了")
    assert [one["deal"] for one in stored["followed"]] == keys[1:]
    assert [one["deal"] for one in stored["outcomes"]] == keys[1:]
    posted = Posting.objects.filter(event__seq=recorded.event_seq, session=session)
    assert {posting.deal_key for posting in posted} == set(keys)
    assert all(sum(posting.values) == 0 for posting in posted)


def test_what_is_previewed_is_what_is_stored(play):
    session = opened()
    keys = play(session, *FOUR)
    changes = [
        Void(keys[0]),
        Restore(keys[0]),
        Replace(keys[0], drawn(2, 40, 1)),
        Insert(drawn(1, 15, 2), keys[1]),
    ]
    for one in changes:
        planned = record.preview_correction(
            session=GameSession.objects.get(pk=session.pk), change=one, seats=RULE
        )
        stored = body(change(session, one))
        assert [entry.key for entry in planned.derived.followed] == [
            entry["deal"] for entry in stored.get("followed", [])
        ]
        assert planned.after.tally == tally(session) == tuple(stored["tally"])
        assert planned.after.totals == Standing.of(GameSession.objects.get(pk=session.pk)).totals
        assert verify(session).damages == ()


def test_void_and_back_again_leaves_what_was_there(play):
    session = opened()
    keys = play(session, *FOUR)
    before = (seats(session), tally(session), [deal.outcome for deal in Deal.objects.order_by("position")])
    change(session, Void(keys[0]))
    change(session, Restore(keys[0]))
    assert before == (
        seats(session),
        tally(session),
        [deal.outcome for deal in Deal.objects.order_by("position")],
    )


def test_what_was_set_by_hand_stands_and_what_comes_after_follows_from_there(play):
    session = opened()
    keys = play(session, FOUR[0], facts.Dead(dealer=2), drawn(2, 30, 1), drawn(1, 20, 2))
    assert seats(session) == [(0, 3), (2, 0), (2, 0), (2, 0)]
    planned = record.preview_correction(session=session, change=Void(keys[0]), seats=RULE)
    change(session, Void(keys[0]))
    # Deal 2 keeps the dealer that somebody chose; who sits out was the rule's choice and follows.
    assert seats(session) == [(0, 3), (2, 3), (2, 3), (2, 3)]
    assert [one.position for one in planned.derived.followed] == [2, 3, 4]


def test_a_deal_that_could_not_stand_by_the_rule_stays_as_it_was_seen(play):
    session = opened()
    keys = play(session, *FOUR[:3], drawn(3, 20, 0))
    planned = record.preview_correction(session=session, change=Void(keys[0]), seats=RULE)
    # In deal 4 seat 0 would sit out, but drew the winning card.
    assert planned.derived.contrary == (4,)
    assert [one.position for one in planned.derived.followed] == [2, 3]
    assert [(turn.position, turn.proposed_sitting) for turn in planned.derived.turns] == [(4, 0)]
    assert planned.derived.blocked == {}
    change(session, Void(keys[0]))
    assert seats(session)[3] == (2, 1)


def test_deals_that_block_are_found_anew(toy_table, play):
    from tests.ledger.conftest import tally_win

    keys = play(toy_table, tally_win(0, 20), facts.Dead(), tally_win(0, 12), facts.Dead())
    planned = record.preview_correction(session=toy_table, change=Void(keys[0]), seats=RULE)
    assert list(planned.derived.blocked) == [keys[2]]
    with pytest.raises(record.Blocked):
        change(toy_table, Void(keys[0]))
    recorded = change(toy_table, Void(keys[0]), keep={keys[2]})
    assert body(recorded)["kept"] == [keys[2]]


def test_the_minimum_of_a_deal_follows_the_one_before(play):
    session = open_table("dazipai")
    least = registry.get("dazipai").game({}).minima
    named, usual = least[-1], registry.get("dazipai").options.resolve({})["min_hu"]
    assert named != usual
    keys = play(session, facts.Dead(min_hu=named), facts.Dead(), facts.Dead(min_hu=usual), facts.Dead())

    def minima():
        return [canonical.parse(deal.fact)["min_hu"] for deal in Deal.objects.order_by("position")]

    assert minima() == [named, named, usual, usual]
    change(session, Void(keys[0]))
    assert minima() == [named, usual, usual, usual]


def test_the_same_id_stores_it_once_and_another_tick_is_another_request(play):
    session = opened()
    keys = play(session, *FOUR)
    mine = sent(client_id=new_id())
    first = record.void_deal(session=session, sent=mine, deal=keys[0], seats=RULE)
    again = record.void_deal(session=session, sent=mine, deal=keys[0], seats=RULE)
    assert (again.event_seq, again.replay) == (first.event_seq, True)
    with pytest.raises(Conflict):
        record.void_deal(session=session, sent=mine, deal=keys[0])


def test_a_stale_base_is_refused_before_anything_follows(play):
    session = opened()
    keys = play(session, *FOUR)
    base = GameSession.objects.get(pk=session.pk).ledger_seq
    play(session, facts.Dead())
    before = seats(session)
    with pytest.raises(Stale):
        record.void_deal(session=session, sent=sent(base=base), deal=keys[0], seats=RULE)
    assert seats(session) == before


def test_the_exported_evening_replays_to_the_same_and_the_archive_to_the_same_bytes(play):
    session = opened()
    keys = play(session, *FOUR)
    change(session, Void(keys[0]), reason="记重了")
    copy = imported(exported(session))
    assert tally(copy) == tally(session)
    assert seats(copy) == seats(session)[1:]
    archive = exported(session, "archive")
    assert exported(imported(archive), "archive") == archive


def test_the_history_of_a_deal_tells_the_fact_that_it_followed_to(play):
    session = opened()
    keys = play(session, *FOUR)
    recorded = change(session, Void(keys[0]))
    latest = queries.deal_history(session, keys[1])[-1]
    assert latest.event.seq == recorded.event_seq
    assert (latest.fact["dealer"], latest.fact["sitting"]) == (0, 3)
