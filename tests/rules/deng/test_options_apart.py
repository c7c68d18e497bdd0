"""Every house rule of the games of S4 changes only what it is about."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.test_conformance import any_deal, options_of, table_of, values_of
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused

BASE = {"min_hu": {"wins", "hu", "units", "fouls"}, "form": set()}
CHANGES = {
    "tuozi": {**BASE, "hu_per_unit": {"units", "fouls"}, "discard_wins": {"wins", "payment", "fouls"}},
    "huashi": {
        **BASE,
        "hu_per_unit": {"units", "hu", "fouls"},
        "top": {"units", "hu", "fouls"},
        "discard_wins": {"wins", "payment", "fouls"},
    },
    "bopi": {
        **BASE,
        "self_draw_hu": {"won", "round"},
        "target": {"won", "round"},
        "dead_deal_hu": {"dead"},
        "foul_hu": {"fouls"},
        "reward_step": {"won", "round"},
        "reward_hu": {"won", "round"},
    },
    "gaohuzi": {**BASE, "gates": {"wins"}, "target": {"round"}, "levels": {"round", "fouls"}},
}


def seen(ruleset, table, deals):
    """What each of the deals, played from the first state, comes to, by aspect."""
    for deal in deals:
        try:
            outcome = ruleset.play(table, ruleset.open(table), deal)
        except Refused:
            yield {"wins": False}
            continue
        won = outcome.wins[0] if outcome.wins else None
        yield {
            "wins": True,
            "hu": won and won.hu,
            "units": won and won.units,
            "payment": won and won.units and [(f.payer, f.payee, f.units / won.units) for f in outcome.flows],
            "won": won and outcome.tally,
            "round": won and not won.units and (outcome.flows, outcome.round_over),
            "fouls": isinstance(deal, facts.Foul) and (outcome.flows, outcome.tally),
            "dead": isinstance(deal, facts.Dead) and (outcome.flows, outcome.tally),
            "seats": (outcome.state.dealer, outcome.state.sitting),
        }


@pytest.mark.parametrize("slug", CHANGES)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_an_option_changes_only_what_it_is_about(slug, data):
    ruleset = registry.get(slug)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    option = data.draw(st.sampled_from([o for o in ruleset.options.options if o.code in CHANGES[slug]]))
    if option.code == "form":
        return
    changed = replace(table, options={**table.options, option.code: data.draw(values_of(option))})
    deals = [facts.from_json(any_deal(ruleset, chance, table)) for _ in range(12)]
    allowed = CHANGES[slug][option.code]
    for one, other in zip(seen(ruleset, table, deals), seen(ruleset, changed, deals), strict=True):
        if one["wins"] and other["wins"]:
            assert {aspect for aspect in one if one[aspect] != other[aspect]} <= allowed
        else:
            assert one["wins"] == other["wins"] or "wins" in allowed or "fouls" in allowed


def test_every_option_says_what_it_changes():
    for slug, changes in CHANGES.items():
        assert changes.keys() <= registry.get(slug).options.by_code.keys()
        assert registry.get(slug).options.by_code.keys() - changes.keys() <= {"special_cards"}
