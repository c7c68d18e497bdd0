"""What holds for every ruleset there is, under any options, over any evening."""

import copy
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.zipai.dealing import complete_hand
from zipai_ledger.rules import examples, facts
from zipai_ledger.rules.options import Option, Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Outcome, Ruleset, ScoreRequest, State, Table
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.zipai import CARDS, Hand
from zipai_ledger.rules.zipai.game import ZipaiRuleset

ZIPAI = [ruleset for ruleset in all_rulesets().values() if ruleset.entry == "zipai_hand"]
EVENINGS = settings(max_examples=60, deadline=None)


def values_of(option: Option) -> st.SearchStrategy[Value]:
    known = [choice.value for choice in option.choices]
    if option.many:
        return st.lists(st.sampled_from(known), unique=True).map(
            lambda chosen: [v for v in known if v in chosen]
        )
    if option.kind == "series":
        numbers = st.integers(option.least, 60)
        return st.lists(numbers, min_size=len(option.parts), max_size=len(option.parts))
    if option.kind == "bands":
        rows = st.tuples(st.integers(option.least, option.greatest), st.integers(-9, 9))
        return st.lists(rows, min_size=1, max_size=8, unique_by=lambda row: row[0]).map(option.parse)
    if option.parts:
        return st.fixed_dictionaries({str(part.value): st.integers(0, 30) for part in option.parts})
    return st.sampled_from(known) if known else st.integers(option.least, option.greatest)


def options_of(ruleset: Ruleset) -> st.SearchStrategy[dict[str, Value]]:
    return st.fixed_dictionaries({option.code: values_of(option) for option in ruleset.options.options})


def table_of(ruleset: Ruleset, options: dict[str, Value], chance: random.Random) -> Table:
    """Players in any order on the seats that the options ask for, one of the session's players at home."""
    seats = ruleset.places(ruleset.options.resolve(options))
    players = tuple(chance.sample(range(seats + 1), seats))
    return ruleset.table(options, players, seats + 1, chance.randrange(seats), None)


def xing_of(chance: random.Random, cards: tuple[int, ...]) -> dict:
    left = [card for card in range(20) if cards.count(card) < 4]
    flipped = [CARDS[card] for card in chance.sample(left, chance.choice((1, 1, 2)))]
    return chance.choice(({"flipped": flipped}, {"empty": True}, {"count": 5, "lower": 2}, {"count": 0}))


def any_win(ruleset: ZipaiRuleset, chance: random.Random, table: Table) -> dict:
    asks = ruleset.asks(table.options)
    hand = complete_hand(chance, asks.groups)
    winner, other = chance.sample(range(table.seats), 2)
    deal = {"result": "win", "winner": winner, "hand": hand.to_json(), "xing": xing_of(chance, hand.cards())}
    if chance.random() < 0.4:
        deal |= {
            "hu": chance.randrange(40),
            "source": hand.source,
            "hand": None,
            "xing": {"count": 3, "lower": 1},
        }
    if not asks.xing:
        del deal["xing"]
    if hand.source == "discard" or (hand.source == "other_draw" and chance.random() < 0.5):
        deal["from"] = other
    return deal


def any_deal(ruleset: ZipaiRuleset, chance: random.Random, table: Table) -> dict:
    kind = chance.choice(("win", "win", "win", "win", "dead", "foul", "adjust", "end_round"))
    if kind == "win":
        return any_win(ruleset, chance, table)
    if kind == "end_round":
        return {"result": "end_round", "how": chance.choice(("settle", "drop", "carry"))}
    if kind == "foul":
        return {
            "result": "foul",
            "offender": chance.randrange(table.seats),
            "units": chance.choice((None, 3)),
        }
    if kind == "adjust":
        deltas = [0] * table.count
        deltas[table.players[0]], deltas[table.players[1]] = 5, -5
        return {"result": "adjust", "deltas": deltas}
    return {"result": "dead"}


def evening(
    ruleset: Ruleset, table: Table, chance: random.Random, deals: int = 12
) -> list[tuple[State, facts.Deal, Outcome]]:
    """A run of deals that stand, with the state before each."""
    state, played = ruleset.open(table), []
    for _ in range(10 * deals):
        deal = facts.from_json(any_deal(ruleset, chance, table))
        try:
            outcome = ruleset.play(table, state, deal)
        except Refused:
            continue
        played.append((state, deal, outcome))
        state = outcome.state
    return played[:deals]


@pytest.mark.parametrize("ruleset", ZIPAI, ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@EVENINGS
def test_every_deal_pays_what_it_explains_and_sums_to_zero(ruleset, data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    totals = [0] * table.count
    for _, _, outcome in evening(ruleset, table, chance):
        deltas = outcome.deltas(table.count)
        assert sum(deltas) == 0
        totals = [total + delta for total, delta in zip(totals, deltas, strict=True)]
        absent = set(range(table.count)) - set(table.players)
        assert all(deltas[player] == 0 for player in absent)
        for won in outcome.wins:
            assert (won.units or 0) == sum(item.units for item in won.items)
            assert won.hu == sum(meld.hu for meld in won.melds) or won.checked == "hu"
    settled = list(totals)
    transfers = fewest_transfers(totals)
    for payer, payee, amount in transfers:
        settled[payer] += amount
        settled[payee] -= amount
    assert settled == [0] * table.count
    assert len(transfers) < table.count


@pytest.mark.parametrize("ruleset", ZIPAI, ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@EVENINGS
def test_playing_changes_nothing_that_was_given_and_always_gives_the_same(ruleset, data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    options = data.draw(options_of(ruleset))
    table = table_of(ruleset, options, chance)
    before = copy.deepcopy(options)
    for state, deal, outcome in evening(ruleset, table, chance, 6):
        document, text = copy.deepcopy(facts.to_json(deal)), state.to_text()
        assert ruleset.play(table, state, deal) == outcome
        assert (facts.to_json(deal), state.to_text()) == (document, text)
    assert options == before


@pytest.mark.parametrize("ruleset", ZIPAI, ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@EVENINGS
def test_a_deal_with_everything_filled_in_is_the_same_deal(ruleset, data):
    """What a deal completes to is what is stored, and folds to the same outcome for ever."""
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    for state, deal, outcome in evening(ruleset, table, chance, 6):
        assert ruleset.complete(table, state, deal) == outcome.deal
        stored = facts.from_json(facts.to_json(outcome.deal))
        assert stored == outcome.deal
        assert ruleset.play(table, state, stored) == outcome
        assert State.from_text(state.to_text()) == state


@pytest.mark.parametrize("ruleset", ZIPAI, ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@EVENINGS
def test_the_order_of_cards_and_groups_is_irrelevant(ruleset, data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    options = ruleset.options.resolve(data.draw(options_of(ruleset)))
    hand = complete_hand(chance)
    shuffled = Hand(
        tuple(chance.sample(hand.exposed, len(hand.exposed))),
        tuple(chance.sample(hand.concealed, len(hand.concealed))),
        hand.winning_card,
        hand.source,
    )
    xing = xing_of(chance, hand.cards())
    one, other = (scored(ruleset, options, each, xing) for each in (hand, shuffled))
    assert one == other


def scored(ruleset: Ruleset, options: dict[str, Value], hand: Hand, xing: dict) -> tuple:
    """What does not depend on the order a hand was entered in, or why it is no win."""
    try:
        found = ruleset.score(options, ScoreRequest(hand=hand.to_json(), xing=xing))
    except Refused as refused:
        return tuple(sorted((problem.key, problem.field) for problem in refused.problems))
    return found.hu, found.units, found.items, found.readings, found.warnings


@pytest.mark.parametrize("ruleset", all_rulesets().values(), ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@EVENINGS
def test_every_option_that_can_be_chosen_makes_a_table_whose_examples_stand(ruleset, data):
    options = ruleset.options.resolve(data.draw(options_of(ruleset)))
    for option in ruleset.options.options:
        worked = examples.work(ruleset, options, option.code)
        assert worked is None or worked.hu is None or worked.units >= 0


# ---- every option changes only what it says ----------------------------------------------------------------------

CHANGES = {
    "guilin": {
        "seats": set(),
        "min_hu": {"units", "wins"},
        "hu_per_unit": {"units"},
        "self_draw": {"units"},
        "special": {"units"},
        "discard_multiple": {"payment", "wins"},
        "xing": {"units", "wins"},
        "xing_kinds": {"units", "wins"},
        "xing_again": {"units", "wins"},
        "xing_empty": {"units", "wins"},
        "kan_counts_quads": {"wins"},
        "peng_opens_on": {"hu", "units", "wins"},
        "foul_units": {"fouls"},
        "after_dead_deal": {"next after a dead deal"},
    }
}


def seen(ruleset: Ruleset, table: Table, deals: list[facts.Deal]) -> list[dict[str, object]]:
    """What each of the deals, played from the first state, comes to, by aspect."""
    aspects = []
    for deal in deals:
        try:
            outcome = ruleset.play(table, ruleset.open(table), deal)
        except Refused:
            aspects.append({"wins": False})
            continue
        won = outcome.wins[0] if outcome.wins else None
        foul, dead = isinstance(deal, facts.Foul), isinstance(deal, facts.Dead)
        aspects.append(
            {
                "wins": True,
                "hu": won and won.hu,
                "units": won and won.units,
                "payment": won
                and won.units
                and [(f.payer, f.payee, f.units / won.units) for f in outcome.flows],
                "fouls": foul and outcome.flows,
                "next after a dead deal": dead and outcome.state,
                "next": not dead and outcome.state,
            }
        )
    return aspects


@pytest.mark.parametrize("ruleset", [r for r in ZIPAI if r.slug in CHANGES], ids=lambda ruleset: ruleset.slug)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_an_option_changes_only_what_it_is_about(ruleset, data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    options = data.draw(options_of(ruleset).filter(lambda chosen: chosen["seats"] != 4))
    option = data.draw(st.sampled_from([o for o in ruleset.options.options if o.code != "seats"]))
    table = table_of(ruleset, options, chance)
    changed = replace(table, options={**table.options, option.code: data.draw(values_of(option))})
    deals = [facts.from_json(any_deal(ruleset, chance, table)) for _ in range(12)]
    allowed = CHANGES[ruleset.slug][option.code]
    for one, other in zip(seen(ruleset, table, deals), seen(ruleset, changed, deals), strict=True):
        if one["wins"] and other["wins"]:
            assert {aspect for aspect in one if one[aspect] != other[aspect]} <= allowed
        else:
            assert one["wins"] == other["wins"] or "wins" in allowed


def test_every_option_says_what_it_changes():
    for ruleset in ZIPAI:
        if ruleset.slug in CHANGES:
            assert CHANGES[ruleset.slug].keys() == ruleset.options.by_code.keys()
