"""The reads: what they tell, and that they cost the same at 10 deals and at 600."""

import pytest
from django.utils import timezone

from tests.ledger.conftest import NAMES, open_table, sent, tally_win, totals, win
from tests.ledger.filling import fill
from tests.once import once, undone
from zipai_ledger.ledger import figures, queries, record
from zipai_ledger.ledger.queries import DealCount, changes, tables
from zipai_ledger.ledger.record import NewStage, Stake, Void
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.ledger.verify import quick_check, verify
from zipai_ledger.models import Deal, Device, GameSession, Grant
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db


def now_of(session):
    return GameSession.objects.get(pk=session.pk)


def filled(count):
    """A table with a number of deals."""
    return once(
        f"a table with {count} deals", lambda: filled_by(win(n * 7 % 3, hu=10 + n % 20) for n in range(count))
    )


def filled_by(deals):
    table = open_table()
    fill(table, deals)
    return now_of(table)


def costs(session):
    """The verbs and reads whose cost must not depend on the number of deals, as (name, call) pairs."""
    middle = Deal.objects.get(session=session, position=5)
    return [
        ("table_view", lambda: queries.table_view(session)),
        ("deals_before", lambda: queries.deals_before(session, 8, 3)),
        ("deal_history", lambda: queries.deal_history(session, middle.key)),
        ("events_since", lambda: queries.events_since(session, session.head_seq - 3)),
        ("quick_check", lambda: quick_check(session)),
        ("preview_deal", lambda: record.preview_deal(session=session, fact=win(0))),
        ("record_deal", lambda: record.record_deal(session=session, sent=sent(client_id="a-client-id"), fact=win(0))),
        ("preview_void", lambda: record.preview_correction(session=session, change=Void(middle.key))),
        ("void_deal", lambda: record.void_deal(session=session, sent=sent(base=now_of(session).ledger_seq), deal=middle.key)),
        ("restore_deal", lambda: record.restore_deal(session=session, sent=sent(), deal=middle.key)),
        ("replace_deal", lambda: record.replace_deal(session=session, sent=sent(), deal=middle.key, fact=win(1))),
        ("insert_deal", lambda: record.insert_deal(session=session, sent=sent(), before=middle.key, fact=win(1))),
    ]  # fmt: skip


EXPECTED = {
    "table_view": 4,
    "deals_before": 1,
    "deal_history": 1,
    "events_since": 1,
    "quick_check": 1,
}


@pytest.mark.parametrize("count", [10, 600])
def test_reads_take_as_many_queries_at_any_number_of_deals(count, django_assert_num_queries):
    calls = dict(costs(filled(count)))
    for name, expected in EXPECTED.items():
        with django_assert_num_queries(expected):
            calls[name]()


def test_verbs_cost_the_same_at_ten_deals_and_at_six_hundred(django_assert_max_num_queries):
    used = {}
    for count in (10, 600):
        with undone():
            for name, call in costs(filled(count)):
                with django_assert_max_num_queries(30) as captured:
                    call()
                used.setdefault(name, []).append(len(captured.captured_queries))
    assert {name: few for name, (few, _) in used.items()} == {name: many for name, (_, many) in used.items()}


def test_the_filling_of_these_tests_writes_what_the_verbs_write():
    session = filled(10)
    assert verify(session).damages == ()


def test_voiding_the_first_of_six_hundred_deals_touches_few(django_assert_max_num_queries):
    session = filled(600)
    first = Deal.objects.get(session=session, position=1)
    before = totals(session)
    with django_assert_max_num_queries(20):
        record.void_deal(session=session, sent=sent(), deal=first.key)
    assert totals(session) != before


def test_voiding_the_first_deal_moves_all_where_states_never_meet(rulesets):
    session = open_table("toy", options={"gate": 0, "target": 1_000_000})
    keys = fill(session, [tally_win(n % 3, 20) for n in range(300)])
    record.void_deal(session=session, sent=sent(), deal=keys[0])
    assert queries.table_view(now_of(session)).standing.tally[0] == 20 * 99
    assert verify(session).damages == ()


def test_the_page_shows_totals_dealer_and_the_latest_deals(table):
    keys = fill(table, (win(n % 3) for n in range(25)))
    view = queries.table_view(now_of(table))
    assert [player.name for player in view.players] == NAMES[:3]
    assert [row.deal.key for row in view.deals] == keys[:4:-1]
    assert view.more
    assert view.stage.totals == view.standing.totals[0] == totals(table)[0]
    assert view.settlement.units == {"舵": view.stage.totals}
    assert view.settlement.money == {}
    assert (view.next_dealer, view.next_sitting) == (0, None)
    older, more = queries.deals_before(table, 6)
    assert [row.deal.position for row in older] == [5, 4, 3, 2, 1]
    assert not more


def test_the_page_shows_who_sits_out():
    session = open_table(players=4, stake=Stake(currency="CNY", minor_per_unit=50))
    record.record_deal(session=session, sent=sent(), fact=win(1))
    view = queries.table_view(now_of(session))
    assert (view.next_dealer, view.next_sitting) == (1, 3)
    assert view.settlement.money == {"CNY": (-150, 300, 0, -150)}
    assert view.stage.stake == Stake(currency="CNY", minor_per_unit=50)


def test_stages_of_one_unit_add_up_and_others_stand_beside(table, play, rulesets):
    play(table, win(0))
    record.open_stage(session=table, sent=sent(), stage=NewStage(ruleset="guilin", seats=(0, 1)))
    play(table, win(1))
    record.open_stage(session=table, sent=sent(), stage=NewStage(ruleset="toy", seats=(0, 1, 2)))
    play(table, tally_win(0, 60))
    view = queries.table_view(now_of(table))
    assert view.settlement.units == {"舵": (3, 0, -3), "分": (20, -10, -10)}
    assert [stage.stage.index for stage in view.stages] == [0, 1, 2]


def test_a_void_deal_shows_what_it_was_and_counts_for_nothing(table, play):
    (key,) = play(table, win(0))
    record.void_deal(session=table, sent=sent(), deal=key)
    row = queries.deal_by_key(table, key)
    assert row.outcome["deltas"] == [6, -3, -3]
    assert row.deltas == [0, 0, 0]
    assert row.fact["winner"] == 0
    assert queries.deal_by_key(table, 999) is None
    assert queries.deal_by_key(table, 10**30) is None


def test_the_history_of_a_deal_tells_every_change(table, play):
    first, second = play(table, win(1), win(0))
    record.replace_deal(session=table, sent=sent(), deal=first, fact=win(0), reason="看错了")
    record.void_deal(session=table, sent=sent(), deal=first)
    record.restore_deal(session=table, sent=sent(), deal=first)
    history = queries.deal_history(table, first)
    assert [change.event.kind for change in history] == [
        Kind.DEAL_RECORDED, Kind.DEAL_REPLACED, Kind.DEAL_VOIDED, Kind.DEAL_RESTORED,
    ]  # fmt: skip
    assert [change.fact["winner"] if change.fact else None for change in history] == [1, 0, None, None]
    assert [change.outcome["deltas"] if change.outcome else None for change in history] == [
        [-3, 6, -3], [6, -3, -3], None, [6, -3, -3],
    ]  # fmt: skip
    assert history[1].body["reason"] == "看错了"
    # The next deal was touched where its dealer ceased to be the one the rule proposes.
    assert [change.event.kind for change in queries.deal_history(table, second)] == [
        Kind.DEAL_RECORDED, Kind.DEAL_REPLACED,
    ]  # fmt: skip


def test_events_since_a_seq_come_oldest_first(table, play):
    keys = play(table, win(0), win(1), win(2))
    assert [event.seq for event in queries.events_since(table, keys[0])] == keys[1:]
    assert [event.seq for event in queries.events_since(table, keys[0], 1)] == keys[1:2]


def test_a_table_is_found_by_its_address(table):
    assert queries.session_by_public_id(table.public_id) == table
    assert queries.session_by_public_id("x" * 22) is None


def test_deals_are_told_by_number_and_by_key(table, play):
    first, second = play(table, win(0), win(1))
    assert queries.positions_of(table, [second, 999]) == {second: 2}
    assert [row.deal.position for row in queries.deals_by_key(table, [first]).values()] == [1]
    assert queries.last_stage(table).index == 0


def test_the_latest_entries_of_phones_are_known_by_their_ids(table):
    for client_id in ("first-entry", "second-entry"):
        record.record_deal(session=table, sent=sent(client_id=client_id), fact=win(0))
    assert queries.latest_client_ids(table, 1) == ("second-entry",)
    assert queries.latest_client_ids(now_of(table)) == ("second-entry", "first-entry")


def test_an_entry_long_ago_is_not_looked_for(table, play, monkeypatch):
    monkeypatch.setattr(tables, "LATELY", 3)
    record.record_deal(session=table, sent=sent(client_id="an-entry"), fact=win(0))
    play(table, win(1), win(0))
    assert queries.latest_client_ids(now_of(table)) == ("an-entry",)
    play(table, win(1))
    assert queries.latest_client_ids(now_of(table)) == ()


def test_a_deal_put_in_before_others_is_known_without_reading_all(table, play, django_assert_num_queries):
    keys = play(table, *(win(n % 3) for n in range(5)))
    inserted = {
        record.insert_deal(session=table, sent=sent(), before=keys[at], fact=win(1)).deal_key for at in (3, 0)
    }
    (last,) = play(table, win(0))
    assert queries.inserted_deals(table) == inserted
    with django_assert_num_queries(1):
        assert queries.inserted_among(table, [*keys, *inserted, last]) == inserted
    assert queries.inserted_among(table, keys) == frozenset()


def test_a_device_sees_its_tables_newest_first(play, django_assert_num_queries):
    device = Device.objects.create(token_hash="x", last_seen=timezone.now())
    assert queries.sessions_of(device.pk) == ()
    tables = [open_table(), open_table(stake=Stake(currency="CNY", minor_per_unit=10)), open_table()]
    for session in tables:
        Grant.objects.create(session=session, device=device, role="owner")
        play(session, win(0))
    Grant.objects.filter(session=tables[0]).update(revoked_at=timezone.now())
    with django_assert_num_queries(8):
        rows = queries.sessions_of(device.pk)
    assert [row.session for row in rows] == [tables[2], tables[1]]
    assert rows[1].settlement.money == {"CNY": (60, -30, -30)}
    assert (rows[0].rulesets, len(rows[0].players)) == (("guilin",), 3)


def test_deals_are_counted_without_what_nobody_calls_a_deal(play, django_assert_num_queries):
    session, other = open_table(), open_table()
    first, *_ = play(session, win(0), facts.Dead(), facts.Dead(), win(1), win(2))
    record.adjust(session=session, sent=sent(), deltas=(2, -2, 0))
    record.void_deal(session=session, sent=sent(), deal=first)
    with django_assert_num_queries(1):
        counts = queries.deal_counts([session.pk, other.pk])
    assert counts == {session.pk: DealCount(4, 2, 1), other.pk: DealCount()}
    assert queries.deal_count_of(session).counted == figures.evening(session).deals
    assert queries.deal_counts([]) == {}


def test_a_change_of_a_deal_that_was_purged_while_it_is_read_is_none(table, play):
    (first, *_) = play(table, win(0), win(1))
    record.void_deal(session=table, sent=sent(), deal=first)
    read = queries.table_view(now_of(table), most=0)
    change = queries.latest_change(read)
    assert (change.kind, change.row.deal.key, change.units[:3]) == (Kind.DEAL_VOIDED, first, (-6, 3, 3))
    record.purge(session=table, sent=sent())
    assert queries.latest_change(read) is None


def test_a_deal_put_in_gives_every_later_one_another_number_and_one_played_none(
    table, play, django_assert_num_queries
):
    keys = play(table, *(win(n % 3) for n in range(5)))
    seen = now_of(table).head_seq
    (played,) = play(table, win(1))
    found = queries.changes_since(now_of(table), seen)
    assert len(found.view.deals) == 6
    with django_assert_num_queries(0):
        assert found.touched == {played}
    seen = now_of(table).head_seq
    # The winner of the deal before wins it: whoever dealt the later ones still does.
    inserted = record.insert_deal(session=table, sent=sent(), before=keys[2], fact=win(1)).deal_key
    (last,) = play(table, win(0))
    assert queries.changes_since(now_of(table), seen).touched == {inserted, *keys[2:], played, last}


def test_more_deals_with_another_number_than_a_page_brings_have_it_drawn_anew(table, play, monkeypatch):
    monkeypatch.setattr(changes, "MOST_ROWS", 3)
    keys = play(table, *(win(n % 3) for n in range(4)))
    for before, touched in ((keys[2], 3), (keys[1], None)):
        seen = now_of(table).head_seq
        record.insert_deal(session=table, sent=sent(), before=before, fact=win(0))
        found = queries.changes_since(now_of(table), seen).touched
        assert touched == (found if found is None else len(found))
