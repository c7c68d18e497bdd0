"""Void, replace, restore, insert: what changes, what stays, what stands in the way."""

import pytest

from tests.ledger.conftest import sent, tally_win, totals, win
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.posting import Stored
from zipai_ledger.ledger.record import Blocked, Insert, InsertAfter, Replace, Restore, Void
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import COLUMNS, Deal, Event, GameSession, Hu, Posting
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def everything_still_follows_from_the_trail(db):
    """After each of these tests every row is what a rebuild from the trail gives."""
    yield
    for session in GameSession.objects.all():
        assert verify(session).damages == ()


def order(session):
    return list(Deal.objects.filter(session=session).order_by("position").values_list("key", flat=True))


def deal(session, key):
    return Deal.objects.get(session=session, key=key)


def body(recorded):
    return canonical.parse(Event.objects.get(session=recorded.session, seq=recorded.event_seq).body)


def totals_and_tally(session):
    standing = Standing.of(GameSession.objects.get(pk=session.pk))
    return standing.totals, standing.tally


def posted(recorded):
    rows = Posting.objects.filter(event__seq=recorded.event_seq, session=recorded.session).order_by(
        "deal_key"
    )
    return {row.deal_key: row.values[:3] for row in rows}


def test_why_a_deal_was_added_behind_another_is_kept(table, play):
    first, _second = play(table, win(0), win(1))
    recorded = record.append_deal(session=table, sent=sent(), after=first, fact=win(2), reason="忘了")
    assert body(recorded)["reason"] == "忘了"


def test_an_adjustment_without_a_word_has_none(table):
    recorded = record.adjust(session=table, sent=sent(), deltas=(5, -5, 0))
    assert "note" not in body(recorded)["fact"]


def test_a_void_deal_gives_back_what_it_gave(table, play):
    first, second = play(table, win(0), win(1))
    assert totals(table) == ((3, 3, -6),)
    recorded = record.void_deal(session=table, sent=sent(), deal=first, reason="记错了")
    assert totals(table) == ((-3, 6, -3),)
    assert posted(recorded) == {first: (-6, 3, 3)}
    assert body(recorded)["reason"] == "记错了"
    assert recorded.deal_key == first
    assert order(table) == [first, second]
    assert not deal(table, first).live


def test_a_void_deal_leaves_the_next_dealer_as_if_it_had_not_been(table, play):
    play(table, win(0))
    (last,) = play(table, win(2))
    recorded = record.void_deal(session=table, sent=sent(), deal=last)
    assert body(recorded)["state"]["dealer"] == 0


def test_a_restored_deal_counts_again(table, play):
    first, _ = play(table, win(0), win(1))
    record.void_deal(session=table, sent=sent(), deal=first)
    recorded = record.restore_deal(session=table, sent=sent(), deal=first)
    assert totals(table) == ((3, 3, -6),)
    assert posted(recorded) == {first: (6, -3, -3)}
    assert deal(table, first).live


def test_a_replaced_deal_posts_only_the_difference(table, play):
    (first,) = play(table, win(0))
    recorded = record.replace_deal(session=table, sent=sent(), deal=first, fact=win(0, 22), reason="少算了")
    assert posted(recorded) == {first: (2, -1, -1)}
    assert totals(table) == ((8, -4, -4),)
    assert body(recorded)["fact"]["hu"] == 22
    assert Hu.objects.get(session=table).hu == 22


def test_a_deal_replaced_by_a_dead_one_has_no_winner_any_more(table, play):
    (first,) = play(table, win(0))
    record.replace_deal(session=table, sent=sent(), deal=first, fact=facts.Dead())
    assert totals(table) == ((0, 0, 0),)
    assert not Hu.objects.filter(session=table).exists()
    assert deal(table, first).checked == ""


def test_a_forgotten_deal_goes_before_another_and_the_rest_move_on(table, play):
    first, second, third = play(table, win(0), win(1), win(2))
    recorded = record.insert_deal(session=table, sent=sent(), before=second, fact=win(2, 30), reason="忘了")
    assert order(table) == [first, recorded.deal_key, second, third]
    assert list(Deal.objects.filter(session=table).order_by("position").values_list("position", flat=True)) == [
        1, 2, 3, 4,
    ]  # fmt: skip
    assert recorded.deal_key == recorded.event_seq


def test_a_forgotten_deal_goes_after_the_last_of_a_stage_that_is_over(table, play):
    first, last = play(table, win(0), win(1))
    stage = record.NewStage(ruleset="guilin", seats=(0, 1))
    record.open_stage(session=table, sent=sent(), stage=stage)
    (next_,) = play(table, win(1))
    recorded = record.append_deal(session=table, sent=sent(), after=last, fact=win(2))
    assert order(table) == [first, last, recorded.deal_key, next_]
    assert deal(table, recorded.deal_key).stage.index == 0
    # The stage that is played now is not touched by what happened in the one before.
    assert body(recorded)["state"]["dealer"] == 1
    assert totals(table) == ((0, 0, 0), (-3, 3, 0))


def test_the_dealer_of_a_later_deal_stays_as_it_was_seen(table, play):
    first, second, third = play(table, win(1), win(1), win(2))
    planned = record.preview_correction(session=table, change=Void(first))
    assert [turn.key for turn in planned.derived.turns] == [second]
    turn = planned.derived.turns[0]
    assert (turn.dealer, turn.proposed_dealer, turn.position) == (1, 0, 2)
    record.void_deal(session=table, sent=sent(), deal=first)
    assert deal(table, second).dealer == 1
    assert [w["code"] for w in canonical.parse(deal(table, second).outcome)["warnings"]] == ["dealer_differs"]
    assert canonical.parse(deal(table, third).outcome)["warnings"] == []


def test_a_correction_touches_no_deal_after_the_states_meet(table, play):
    keys = play(table, *(win(n % 3) for n in range(9)))
    recorded = record.void_deal(session=table, sent=sent(), deal=keys[0])
    assert [entry["deal"] for entry in body(recorded)["outcomes"]] == []
    recorded = record.replace_deal(session=table, sent=sent(), deal=keys[3], fact=win(2))
    assert [entry["deal"] for entry in body(recorded)["outcomes"]] == [keys[3], keys[4]]


def test_a_tally_runs_on_through_later_deals(toy_table, play):
    keys = play(toy_table, tally_win(0, 20), tally_win(1, 20), facts.Dead(), tally_win(0, 20))
    assert totals(toy_table) == ((0, 0, 0),)
    recorded = record.insert_deal(session=toy_table, sent=sent(), before=keys[1], fact=tally_win(0, 18))
    # The round now ends with the last deal: 20 + 18 + 20.
    assert totals(toy_table) == ((20, -10, -10),)
    assert [entry["deal"] for entry in body(recorded)["outcomes"]] == [recorded.deal_key, *keys[1:]]
    assert body(recorded)["tally"] == [0, 0, 0]
    assert canonical.parse(deal(toy_table, keys[3]).outcome)["round_over"]


def test_a_later_deal_that_can_no_longer_stand_blocks_the_correction(toy_table, play):
    first, second = play(toy_table, tally_win(0, 20), tally_win(0, 12))
    with pytest.raises(Blocked) as caught:
        record.void_deal(session=toy_table, sent=sent(), deal=first)
    assert {key: [p.code for p in why] for key, why in caught.value.problems.items()} == {
        second: ["below_minimum"]
    }
    assert deal(toy_table, first).live
    planned = record.preview_correction(session=toy_table, change=Void(first))
    assert list(planned.derived.blocked) == [second]


def test_a_blocking_deal_can_be_kept_as_agreed(toy_table, play):
    first, second, third = play(toy_table, tally_win(0, 20), tally_win(0, 12), tally_win(0, 11))
    before = canonical.parse(deal(toy_table, second).outcome)
    recorded = record.void_deal(session=toy_table, sent=sent(), deal=first, keep={second})
    assert body(recorded)["kept"] == [second]
    kept = deal(toy_table, second)
    assert (kept.agreed, kept.live) == (True, True)
    # It counts what it counted, on a tally without the deal that is void.
    now = canonical.parse(kept.outcome)
    assert (before["tally"], now["tally"]) == ([32, 0, 0], [12, 0, 0])
    assert {**now, "tally": 0, "state_out": 0} == {**before, "tally": 0, "state_out": 0}
    assert totals_and_tally(toy_table) == (((0, 0, 0),), (23, 0, 0))
    assert not deal(toy_table, third).agreed
    assert posted(recorded) == {first: (0, 0, 0), second: (0, 0, 0), third: (0, 0, 0)}
    assert [change.event.seq for change in queries.deal_history(toy_table, second)] == [
        second,
        recorded.event_seq,
    ]


def test_a_deal_kept_as_agreed_is_asked_no_more_and_counts_the_same_after_later_corrections(toy_table, play):
    first, second, third = play(toy_table, tally_win(0, 20), tally_win(0, 12), tally_win(1, 19))
    outcomes = [deal(toy_table, key).outcome for key in (second, third)]
    record.void_deal(session=toy_table, sent=sent(), deal=first, keep={second})
    assert totals_and_tally(toy_table) == (((0, 0, 0),), (12, 19, 0))
    record.restore_deal(session=toy_table, sent=sent(), deal=first)
    assert [deal(toy_table, key).outcome for key in (second, third)] == outcomes
    assert deal(toy_table, second).agreed


def test_a_deal_kept_as_agreed_is_ordinary_again_once_it_is_replaced(toy_table, play):
    first, second = play(toy_table, tally_win(0, 20), tally_win(0, 12))
    record.void_deal(session=toy_table, sent=sent(), deal=first, keep={second})
    record.replace_deal(session=toy_table, sent=sent(), deal=second, fact=tally_win(0, 18))
    assert not deal(toy_table, second).agreed


def test_naming_a_deal_that_stands_anyway_as_kept_changes_nothing(toy_table, play):
    first, second = play(toy_table, tally_win(0, 20), tally_win(1, 20))
    recorded = record.void_deal(session=toy_table, sent=sent(), deal=first, keep={second})
    assert "kept" not in body(recorded)
    assert not deal(toy_table, second).agreed


def test_void_deals_in_between_pass_the_state_through(toy_table, play):
    keys = play(toy_table, tally_win(0, 20), tally_win(1, 20), tally_win(2, 20), tally_win(1, 20))
    record.void_deal(session=toy_table, sent=sent(), deal=keys[1])
    recorded = record.void_deal(session=toy_table, sent=sent(), deal=keys[0])
    assert [entry["deal"] for entry in body(recorded)["outcomes"]] == keys[2:]
    assert body(recorded)["tally"] == [0, 20, 20]


def test_a_restored_deal_that_cannot_stand_is_refused(toy_table, play):
    first, second = play(toy_table, tally_win(0, 20), tally_win(0, 12))
    record.void_deal(session=toy_table, sent=sent(), deal=second)
    record.void_deal(session=toy_table, sent=sent(), deal=first)
    with pytest.raises(Refused):
        record.restore_deal(session=toy_table, sent=sent(), deal=second)


@pytest.mark.parametrize(
    ("verb", "why"),
    [
        (lambda t, k: record.void_deal(session=t, sent=sent(), deal=k[0]), "void"),
        (lambda t, k: record.replace_deal(session=t, sent=sent(), deal=k[0], fact=win(1)), "void"),
        (lambda t, k: record.restore_deal(session=t, sent=sent(), deal=k[1]), "not_void"),
        (lambda t, k: record.void_deal(session=t, sent=sent(), deal=999), "unknown"),
        (lambda t, k: record.insert_deal(session=t, sent=sent(), before=999, fact=win(1)), "unknown"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(table, play, verb, why):
    keys = play(table, win(0), win(1))
    record.void_deal(session=table, sent=sent(), deal=keys[0])
    before = Event.objects.count()
    with pytest.raises(Refused) as caught:
        verb(table, keys)
    assert [problem.why for problem in caught.value.problems] == [why]
    assert Event.objects.count() == before


def test_what_is_previewed_is_what_is_posted(toy_table, play):
    keys = play(toy_table, tally_win(0, 20), tally_win(1, 20), tally_win(2, 25), tally_win(2, 12))
    verbs = [
        (Void(keys[1]), lambda: record.void_deal(session=toy_table, sent=sent(), deal=keys[1])),
        (Restore(keys[1]), lambda: record.restore_deal(session=toy_table, sent=sent(), deal=keys[1])),
        (
            Replace(keys[0], tally_win(0, 30)),
            lambda: record.replace_deal(session=toy_table, sent=sent(), deal=keys[0], fact=tally_win(0, 30)),
        ),
        (
            Insert(tally_win(1, 33), keys[1]),
            lambda: record.insert_deal(session=toy_table, sent=sent(), fact=tally_win(1, 33), before=keys[1]),
        ),
        (
            InsertAfter(tally_win(0, 44), keys[1]),
            lambda: record.append_deal(session=toy_table, sent=sent(), fact=tally_win(0, 44), after=keys[1]),
        ),
    ]
    for change, verb in verbs:
        session = GameSession.objects.get(pk=toy_table.pk)
        planned = record.preview_correction(session=session, change=change)
        assert planned.before.totals == totals(toy_table)
        recorded = verb()
        stored = body(recorded)
        assert [{"deal": s.entry.key, **s.after.body} for s in planned.derived.steps if s.after] == stored[
            "outcomes"
        ]
        assert planned.after.totals == totals(toy_table)
        assert {s.entry.key: s.difference for s in planned.derived.steps} == posted(recorded)


def test_a_preview_stores_nothing(table):
    planned = record.preview_deal(session=table, fact=win(0))
    assert planned.edited.after.deltas == (6, -3, -3)
    assert planned.after.totals == ((6, -3, -3),)
    assert planned.later == ()
    assert not Deal.objects.exists()
    recorded = record.record_deal(session=table, sent=sent(), fact=win(0))
    assert deal(table, recorded.deal_key).outcome == planned.edited.after.text
    assert recorded.deal_key == planned.edited.entry.key


def test_every_posting_sums_to_zero_and_adds_up_to_the_totals(toy_table, play):
    keys = play(toy_table, *(tally_win(n % 3, 20) for n in range(12)))
    for key in keys[2:6]:
        record.void_deal(session=toy_table, sent=sent(), deal=key, keep=keys)
    rows = Posting.objects.filter(session=toy_table).values_list(*COLUMNS)
    assert [sum(row) for row in rows] == [0] * len(rows)
    assert tuple(map(sum, zip(*rows, strict=True)))[:3] == totals(toy_table)[0]


def test_a_stored_outcome_is_read_back_as_it_was(table, play):
    (key,) = play(table, win(0))
    stored = Stored.read(deal(table, key).outcome)
    assert (stored.deltas, stored.version) == ((6, -3, -3), registry.get("guilin").version)
    assert canonical.parse(stored.state)["dealer"] == 0


def test_a_hand_with_its_cards_is_kept_with_reading_and_text(table):
    hand = {
        "exposed": [
            {"kind": "peng", "cards": "捌捌捌"},
            {"kind": "peng", "cards": "五五五"},
            {"kind": "kaiduo", "cards": "三三三三"},
        ],
        "concealed": "六六十壹贰贰叁陆柒拾",
        "winning_card": "十",
        "source": "discard",
    }
    fact = facts.from_json(
        {"result": "win", "winner": 1, "from": 2, "hand": hand, "xing": {"flipped": ["四"]}},
    )
    key = record.record_deal(session=table, sent=sent(), fact=fact).deal_key
    hu = Hu.objects.get(session=table)
    assert (hu.winner, hu.source, hu.from_player, hu.hu, hu.units, hu.xing) == (1, "discard", 2, 22, 10, 7)
    assert sum(meld["hu"] for meld in canonical.parse(hu.melds)) == 22
    assert hu.hand.startswith("碰捌捌捌")
    assert deal(table, key).checked == "cards"
    assert canonical.parse(deal(table, key).fact)["hand"] == hand
