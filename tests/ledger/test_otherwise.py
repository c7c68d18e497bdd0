"""The same deals under other house rules: any evening of any game, against playing it anew from the start."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import evenings, seeds
from tests.ledger.conftest import open_table, sent, win
from tests.rules.evenings.deals import evening
from tests.rules.evenings.stages import options_of, table_of
from tests.rules.test_conformance import each_ruleset
from zipai_ledger.ledger import record
from zipai_ledger.ledger.posting import Entry, Rules, entries_from, otherwise
from zipai_ledger.ledger.record import Void
from zipai_ledger.models import Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State


def entries_of(rules, deals):
    found = []
    for number, deal in enumerate(deals, 1):
        fact, stored = rules.play(deal.state, deal.fact)
        found.append(Entry(key=number, position=number, fact=fact, counted=stored))
    return found


@each_ruleset
@given(data=st.data())
@evenings
def test_under_other_rules_it_comes_to_what_playing_it_anew_comes_to(ruleset, data):
    chance = random.Random(data.draw(seeds))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    rules = Rules(ruleset, table)
    entries = entries_of(rules, evening(ruleset, table, chance, 8))
    under_its_own_rules_it_comes_to_the_same(rules, ruleset.open(table), entries)
    other = data.draw(options_of(ruleset))
    seats = {code: value for code, value in table.options.items() if code == ruleset.seats_by}
    changed = replace(table, options={**other, **seats})
    try:
        ruleset.check(changed)
    except Refused:
        return
    state = ruleset.open(changed)
    found = otherwise(Rules(ruleset, changed), ruleset.open(table), entries)
    for deal, entry in zip(found.deals, entries, strict=True):
        assert sum(deal.after) == sum(deal.before) == 0
        try:
            outcome = ruleset.play(changed, state, entry.fact)
        except Refused as refused:
            # Nothing was counted, or only without what these rules pass over.
            passed_over = all(problem.why == "off" for problem in refused.problems)
            assert deal.problems or passed_over
            assert not (deal.problems and any(deal.after))
            return
        assert deal.after == outcome.deltas(table.count)
        state = outcome.state
    assert found.open_round == state.in_round


def under_its_own_rules_it_comes_to_the_same(rules, opening, entries):
    found = otherwise(rules, opening, entries)
    assert [deal.position for deal in found.deals if deal.differs or deal.problems] == []
    assert len(found.deals) == len(entries)


@pytest.fixture
def agreed(db):
    """A 告胡子 table in the middle of a round."""
    session = open_table("gaohuzi")

    def hu(winner, count):
        return facts.Win(winner=winner, source="self_draw", hu=count)

    for fact in (hu(0, 20), hu(0, 20)):
        record.record_deal(session=session, sent=sent(), fact=fact)
    session.refresh_from_db()
    return session


def test_what_was_agreed_counts_on_top_of_what_the_other_rules_make_of_the_rest(agreed):
    stage = Stage.objects.get(session=agreed)
    rules, (first, second) = Rules.of(stage), entries_from(stage, 1)
    opening, kept = State.from_text(stage.opening), replace(second, agreed=True)
    found = otherwise(rules, opening, [first, kept])
    assert [(deal.problems, deal.differs) for deal in found.deals] == [((), False)] * 2
    assert [(deal.key, deal.position) for deal in found.deals] == [(first.key, 1), (kept.key, 2)]
    assert found.open_round
    # Below 35 the second win would not open a round by itself; as agreed it stands all the same.
    alone = otherwise(rules, opening, [kept])
    assert [(deal.problems, deal.after) for deal in alone.deals] == [((), kept.counted.deltas)]


def test_what_was_struck_out_is_left_out(db, play):
    session = open_table()
    first, _second = play(session, win(0), win(1))
    record.apply(session=session, sent=sent(), change=Void(first))
    stage = Stage.objects.get(session=session)
    found = otherwise(Rules.of(stage), State.from_text(stage.opening), entries_from(stage, 1))
    assert [deal.position for deal in found.deals] == [2]
