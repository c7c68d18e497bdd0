"""The fold on its own: no database, the rules only."""

import pytest

from tests.ledger.conftest import tally_win
from tests.ledger.toy import Toy, Toy2, Toy2Lenient
from zipai_ledger.ledger.posting import Entry, LaterSeats, Rules, Stored, derive, otherwise, rescore
from zipai_ledger.ledger.trail import outcomes
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

TOY = Toy()
TABLE = TOY.table({"gate": 18, "target": 50}, (2, 0, 1), 3, 0, None)
RULES = Rules(TOY, TABLE)
OPENING = TOY.open(TABLE)


def evening(*deals, rules=RULES):
    """Entries of deals that count, as they are stored."""
    entries, state = [], OPENING
    for number, fact in enumerate(deals, 1):
        derived = derive(rules, state, Entry(key=number, position=number, fact=fact), ())
        step, state = derived.steps[0], derived.state
        entries.append(Entry(key=number, position=number, fact=step.entry.fact, counted=step.after))
    return entries


def edited(entry, **changes):
    from dataclasses import replace

    return replace(entry, **changes)


class Reading:
    """Entries that remember how far they were read."""

    def __init__(self, entries):
        self.entries, self.read = entries, 0

    def __iter__(self):
        for entry in self.entries:
            self.read += 1
            yield entry


def test_results_are_by_player_though_facts_are_by_seat():
    (entry,) = evening(tally_win(0, 60))
    assert entry.counted.deltas == (-10, -10, 20)
    assert entry.counted.body["wins"][0]["winner"] == 2
    assert entry.counted.body["tally"] == [0, 0, 60]


def test_the_fold_stops_as_soon_as_the_states_meet():
    entries = evening(tally_win(0, 20), tally_win(0, 30), *(facts.Dead() for _ in range(100)))
    later = Reading(entries[2:])
    # The round ends with either hand; after that nothing differs.
    derived = derive(RULES, OPENING, edited(entries[0], fact=tally_win(0, 21)), entries[1:])
    assert [step.entry.key for step in derived.steps] == [1, 2]
    derived = derive(RULES, OPENING, edited(entries[0], live=False), Reading([entries[1], *later]))
    assert derived.met is False
    later = Reading(entries[1:])
    assert derive(RULES, OPENING, edited(entries[0], fact=tally_win(0, 21)), later).met
    assert later.read == 1


def test_an_edit_that_changes_no_state_reads_nothing_more():
    entries = evening(tally_win(0, 20), tally_win(1, 20))
    later = Reading(entries[1:])
    noted = facts.Win(winner=0, hu=20, note="单吊")
    derived = derive(RULES, OPENING, edited(entries[0], fact=noted), later)
    assert later.read == 0
    assert (derived.met, [step.changed for step in derived.steps]) == (True, [False])
    assert derived.difference == (0, 0, 0)


def test_what_is_edited_comes_first_and_only_what_changed_after():
    entries = evening(tally_win(0, 20), facts.Dead(), tally_win(1, 20), tally_win(0, 40))
    derived = derive(RULES, OPENING, edited(entries[0], fact=tally_win(2, 20)), entries[1:])
    assert [step.entry.key for step in derived.steps] == [1, 2, 3, 4]
    assert derived.state.tally == (40, 20, 20)
    assert derived.difference == (10, 10, -20)


def test_what_follows_a_blocked_deal_is_folded_as_if_it_were_kept():
    entries = evening(tally_win(0, 20), tally_win(0, 5), tally_win(1, 20))
    derived = derive(RULES, OPENING, edited(entries[0], live=False), entries[1:])
    assert list(derived.blocked) == [2]
    assert [p.code for p in derived.blocked[2]] == ["below_minimum"]
    assert [step.entry.key for step in derived.steps] == [1, 2, 3]
    assert [step.after and step.after.body["tally"] for step in derived.steps] == [
        None,
        [0, 0, 5],
        [20, 0, 5],
    ]
    assert not derived.met


def test_every_deal_that_can_no_longer_stand_is_named_at_once():
    entries = evening(tally_win(0, 20), tally_win(0, 5), tally_win(1, 30), tally_win(1, 12))
    voided = derive(RULES, OPENING, edited(entries[0], live=False), entries[1:])
    assert list(voided.blocked) == [2]
    moved = derive(RULES, OPENING, edited(entries[0], fact=tally_win(0, 50)), entries[1:])
    assert list(moved.blocked) == [2]
    # A round that ends with the third deal leaves 5 and 12 without the gate that each passed.
    both = evening(tally_win(0, 20), tally_win(1, 20), tally_win(0, 5), tally_win(1, 12))
    ended = derive(RULES, OPENING, edited(both[1], fact=tally_win(1, 50)), both[2:])
    assert list(ended.blocked) == [3, 4]


def test_a_deal_kept_as_agreed_counts_the_same_on_whatever_stands_before_it():
    first, second, third = evening(tally_win(0, 20), tally_win(0, 5), tally_win(1, 20))
    kept = edited(second, agreed=True)
    derived = derive(RULES, OPENING, edited(first, fact=tally_win(1, 30)), (kept, third))
    assert [step.after.body["tally"] for step in derived.steps] == [[30, 0, 0], [30, 0, 5], [50, 0, 5]]
    assert derived.steps[1].difference == (0, 0, 0)
    assert derived.steps[1].after.body["wins"] == second.counted.body["wins"]


def test_a_deal_that_is_kept_blocks_nothing():
    entries = evening(tally_win(0, 20), tally_win(0, 5), tally_win(1, 20))
    derived = derive(RULES, OPENING, edited(entries[0], live=False), entries[1:], {2})
    assert (derived.blocked, derived.kept) == ({}, (2,))


def test_the_edited_deal_itself_is_refused():
    with pytest.raises(Refused):
        derive(RULES, OPENING, Entry(key=1, position=1, fact=tally_win(0, 5)), ())
    with pytest.raises(Refused):
        derive(RULES, OPENING, Entry(key=1, position=1, fact=facts.Foul(offender=0)), ())


def test_dealers_that_the_rule_would_change_are_told_once():
    entries = evening(tally_win(1, 20), facts.Dead(), tally_win(2, 20))
    derived = derive(RULES, OPENING, edited(entries[0], live=False), entries[1:])
    assert [(turn.key, turn.dealer, turn.proposed_dealer) for turn in derived.turns] == [(2, 1, 0)]


def test_a_later_deal_that_follows_the_rule_is_listed_as_it_stands_then():
    entries = evening(tally_win(1, 20), facts.Dead(), tally_win(2, 20))
    derived = derive(RULES, OPENING, edited(entries[0], live=False), entries[1:], seats=LaterSeats.BY_RULE)
    assert derived.turns == ()
    assert [(one.key, one.now.dealer) for one in derived.followed] == [(2, 0), (3, 1)]
    assert [step.entry.fact.dealer for step in derived.steps[1:]] == [0, 1]


def test_a_dealer_that_departed_from_the_rule_all_along_is_not_told():
    entries = evening(tally_win(1, 20), facts.Dead(dealer=0), tally_win(2, 20))
    derived = derive(RULES, OPENING, edited(entries[0], fact=tally_win(1, 21)), entries[1:])
    assert derived.turns == ()


def test_newer_rules_leave_alone_what_they_would_not_change():
    entries = evening(tally_win(0, 20), facts.EndRound(how="drop"), tally_win(1, 20))
    newer = Rules(Toy2(), TABLE)
    derived = derive(newer, OPENING, edited(entries[0], fact=tally_win(0, 21)), entries[1:])
    assert [(step.entry.key, step.after.version) for step in derived.steps] == [(1, 2)]
    assert derived.met
    quiet = evening(tally_win(0, 20), facts.Dead())
    derived = derive(newer, OPENING, edited(quiet[0], live=False), quiet[1:])
    assert [step.after.version for step in derived.steps[1:]] == [2]


def test_a_later_deal_is_folded_by_the_rules_that_it_keeps():
    entries = evening(tally_win(0, 20), tally_win(1, 20), facts.Dead())
    derived = derive(
        Rules(Toy2Lenient(), TABLE), OPENING, edited(entries[0], fact=tally_win(0, 22)), entries[1:]
    )
    assert [(step.entry.key, step.after.version) for step in derived.steps] == [(1, 2), (2, 1), (3, 1)]
    # 22 and one more by today's rules, 20 by those of then.
    assert derived.steps[-1].after.body["tally"] == [20, 0, 23]


def test_all_scored_anew_is_scored_by_todays_rules():
    entries = evening(tally_win(0, 20), tally_win(1, 20))
    derived = rescore(Rules(Toy2Lenient(), TABLE), OPENING, entries)
    assert [step.after.version for step in derived.steps] == [2, 2]
    assert derived.state.tally == (21, 21, 0)


def test_other_house_rules_are_compared_by_the_version_that_scored_each_deal():
    entries = evening(tally_win(0, 30), tally_win(0, 19))
    assert otherwise(Rules(Toy2(), TABLE), OPENING, entries).deals[1].differs
    assert not otherwise(Rules(Toy2Lenient(), TABLE), OPENING, entries).deals[1].differs


def test_an_outcome_that_only_names_other_rules_counts_as_the_same():
    (old,) = evening(facts.EndRound(how="drop"))
    (new,) = evening(facts.EndRound(how="drop"), rules=Rules(Toy2(), TABLE))
    assert old.counted != new.counted
    assert old.counted.same_but_for_version(new.counted)
    (won,) = evening(tally_win(0, 20))
    assert not won.counted.same_but_for_version(new.counted)


def test_several_winners_have_their_numbers_in_a_list():
    from zipai_ledger.rules.ruleset import Outcome, Scored, State

    wins = tuple(
        Scored(hu=hu, units=None, items=(), source="dealt", winner=seat, checked=checked)
        for seat, hu, checked in ((0, 20, "cards"), (2, 30, "hu"))
    )
    outcome = Outcome(deal=facts.Dead(), state=State(dealer=0), wins=wins)
    stored = outcomes.write(outcome, TABLE, 1)
    assert (stored.body["hu"], stored.body["units"], stored.body["checked"]) == ([20, 30], [None, None], "hu")
    assert [win["winner"] for win in stored.body["wins"]] == [2, 1]
    assert Stored.read(stored.text) == stored
