"""What holds for every ruleset there is, under any options, over any evening.

No ruleset is named here: one more file among the games is held to the same law. With ``ZIPAI_LONG=20`` in the
environment twenty times as many evenings are played, and others each time.
"""

import copy
import functools
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

import pytest

from tests.chance import LONG, START
from tests.rules.documents import stage as stage_document
from tests.rules.documents import stages as session_document
from tests.rules.evenings.changes import aspects, declared, differing
from tests.rules.evenings.deals import Played, any_deal, evening
from tests.rules.evenings.rare import RARE
from tests.rules.evenings.shuffled import shuffled
from tests.rules.evenings.stages import another_value, any_options, table_of
from zipai_ledger.rules import codec, document, examples, facts, messages, replay
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.options import Option, Value
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Outcome, Ruleset, State, Table
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.totals import StageTotal, settle

RULESETS = all_rulesets().values()
LANGUAGES = messages.LANGUAGES
NAMES = ("老王", "小李", "阿芳", "小周", "老五", "老六", "老七", "老八")
CODE = re.compile(r"[a-z]+_[a-z_]+|[{}]")
"""What no sentence may hold: a code of the program, or a place that was not filled in."""

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)


@dataclass(frozen=True)
class Evening:
    """Deals at a stage; ``others`` has another value for each of its house rules."""

    seed: str
    table: Table
    deals: tuple[Played, ...]
    others: Mapping[str, Value]


@functools.cache
def evenings_of(ruleset: Ruleset, portion: int) -> tuple[Evening, ...]:
    """Evenings of ten deals, closed at last, played once for every law they are held to; each portion has others."""
    return tuple(an_evening(ruleset, f"{START + portion} {number}") for number in range(15 * LONG))


@functools.cache
def an_evening(ruleset: Ruleset, seed: str) -> Evening:
    chance = random.Random(seed)
    table = table_of(ruleset, any_options(ruleset, chance), chance)
    others = {
        option.code: another_value(option, chance, table.options[option.code])
        for option in ruleset.options.options
    }
    deals = evening(ruleset, table, chance, 10)
    return Evening(seed, table, (*deals, *closing(ruleset, table, deals)), others)


def closing(ruleset: Ruleset, table: Table, deals: list[Played]) -> Iterator[Played]:
    """The settlement of an evening, where its game has one, after that of an open round: only then some house rules count."""
    state = deals[-1].outcome.state if deals else ruleset.open(table)
    for fact in (facts.EndRound(how="settle"), facts.Close()):
        try:
            outcome = ruleset.play(table, state, fact)
        except Refused:
            continue
        yield Played(state, facts.to_json(fact), fact, outcome)
        state = outcome.state


def each_evening(law: Callable[[Ruleset, Table, tuple[Played, ...]], None]) -> Callable[[Ruleset], None]:
    """A test of every ruleset: the law holds for the stage and the deals of each of its evenings."""

    def test(ruleset: Ruleset) -> None:
        for one in evenings_of(ruleset, 0):
            law(ruleset, one.table, one.deals)

    return named_after(law, test)


def each_stage(law: Callable[[Ruleset, Table, random.Random], None]) -> Callable[[Ruleset], None]:
    """A test of every ruleset: the law holds at stages under any house rules, whatever chance brings there."""

    def test(ruleset: Ruleset) -> None:
        for number in range(8 * LONG):
            chance = random.Random(f"{START} {number}")
            law(ruleset, table_of(ruleset, any_options(ruleset, chance), chance), chance)

    return named_after(law, test)


def named_after(law: Callable[..., None], test: Callable[[Ruleset], None]) -> Callable[[Ruleset], None]:
    test.__name__, test.__doc__ = law.__name__, law.__doc__
    return each_ruleset(test)


def totals_of(table: Table, outcomes: list[Outcome]) -> tuple[int, ...]:
    sums = [0] * table.count
    for outcome in outcomes:
        sums = [total + delta for total, delta in zip(sums, outcome.deltas(table.count), strict=True)]
    return tuple(sums)


# ---- money -----------------------------------------------------------------------------------------------------------


@each_evening
def test_every_deal_sums_to_zero_and_moves_nothing_of_who_is_not_there(ruleset, table, deals):
    absent = set(range(table.count)) - set(table.players)
    for deal in deals:
        deltas = deal.outcome.deltas(table.count)
        assert sum(deltas) == 0
        assert all(deltas[player] == 0 for player in absent)
        assert all(flow.payer != flow.payee and flow.units >= 0 for flow in deal.outcome.flows)
        for by_player in (deal.outcome.tally, deal.outcome.gains):
            assert by_player is None or (
                len(by_player) == table.count and not any(by_player[p] for p in absent)
            )


@each_evening
def test_the_fewest_transfers_leave_nobody_owing_anything(ruleset, table, deals):
    left = list(totals_of(table, [deal.outcome for deal in deals]))
    transfers = fewest_transfers(left)
    for move in transfers:
        assert move.amount > 0
        left[move.payer] += move.amount
        left[move.payee] -= move.amount
    assert left == [0] * table.count
    assert len(transfers) < table.count


@each_evening
def test_the_money_of_an_evening_is_paid_out_to_nothing(ruleset, table, deals):
    totals = totals_of(table, [deal.outcome for deal in deals])
    for minor in (1, 50, 1999):
        settled = settle([StageTotal(ruleset.unit.zh, totals, Stake(currency="CNY", minor_per_unit=minor))])
        left = [units * minor for units in totals]
        assert settled.money.get("CNY", (0,) * table.count) == tuple(left)
        for due in settled.dues:
            assert due.minor == (due.units or 0) * minor
            left[due.payer] += due.minor
            left[due.payee] -= due.minor
        assert left == [0] * table.count


@each_evening
def test_every_win_is_worth_what_its_lines_add_up_to(ruleset, table, deals):
    for won in (won for deal in deals for won in deal.outcome.wins):
        assert (won.units or 0) == sum(item.units for item in won.items)
        assert won.hu == sum(meld.hu for meld in won.melds) or not won.melds
        assert won.checked in ("cards", "hu")


@each_evening
def test_a_tally_is_what_stood_and_what_was_added_until_its_round_is_settled(ruleset, table, deals):
    for deal in deals:
        outcome, before = deal.outcome, deal.state.tally
        if outcome.state.tally is None:
            assert (outcome.tally, outcome.gains, outcome.round_over, outcome.settling) == (
                None,
                None,
                False,
                0,
            )
        elif outcome.round_over:
            assert not outcome.state.in_round
        else:
            assert outcome.tally == table.by_player(outcome.state.tally)
            added = [now - was for now, was in zip(outcome.state.tally, before, strict=True)]
            assert outcome.gains is None or outcome.gains == table.by_player(added)


@each_evening
def test_a_stage_begins_as_its_ruleset_says(ruleset, table, deals):
    state, steps = ruleset.open(table), ruleset.game(table.options).usual_sitting
    assert state.dealer == table.first_dealer
    assert steps is None or state.sitting == table.after(state.dealer, steps)
    assert state.sitting != state.dealer
    assert (ruleset.game(table.options).target is None) == (state.tally is None)


# ---- a pure fold -----------------------------------------------------------------------------------------------------


@each_evening
def test_playing_changes_nothing_that_was_given_and_always_gives_the_same(ruleset, table, deals):
    options = copy.deepcopy(dict(table.options))
    for deal in deals:
        entry, text = copy.deepcopy(deal.entry), deal.state.to_text()
        assert ruleset.play(table, deal.state, deal.fact) == deal.outcome
        ruleset.game(table.options).outlook.standing(table, deal.state)
        assert (facts.from_json(entry), entry, deal.state.to_text()) == (deal.fact, deal.entry, text)
    assert options == table.options


@each_evening
def test_facts_and_states_come_back_from_their_text_and_play_on_as_before(ruleset, table, deals):
    for deal in deals:
        for fact in (deal.fact, deal.outcome.deal):
            text = json.dumps(facts.to_json(fact), ensure_ascii=False)
            assert facts.from_json(json.loads(text)) == fact
        for state in (deal.state, deal.outcome.state):
            assert State.from_text(state.to_text()) == state
        again = State.from_text(deal.state.to_text())
        assert ruleset.play(table, again, facts.from_json(json.loads(json.dumps(deal.entry)))) == deal.outcome


@each_evening
def test_a_deal_with_everything_filled_in_is_the_same_deal(ruleset, table, deals):
    """What a deal completes to is what is stored, and folds to the same outcome for ever."""
    for deal in deals:
        whole = deal.outcome.deal
        assert ruleset.complete(table, deal.state, deal.fact) == whole
        assert ruleset.complete(table, deal.state, whole) == whole
        assert ruleset.play(table, deal.state, whole) == deal.outcome
        assert whole.dealer is not None


@each_evening
def test_after_a_foul_and_after_an_adjustment_dealer_and_sitting_seat_stay(ruleset, table, deals):
    for deal in deals:
        after, fact = deal.outcome.state, deal.outcome.deal
        if isinstance(fact, facts.Foul):
            assert (after.dealer, after.sitting) == (fact.dealer, fact.sitting)
        if isinstance(fact, facts.Adjust):
            assert replace(after, total=None) == replace(deal.state, total=None)


@each_evening
def test_a_note_and_a_time_change_nothing(ruleset, table, deals):
    """替一手, say: somebody played a hand for another."""
    for deal in deals:
        noted = replace(deal.fact, note="阿芳替一手", at="2026-11-20T21:40:00+08:00")
        outcome = ruleset.play(table, deal.state, noted)
        assert (outcome.deal.note, outcome.deal.at) == (noted.note, noted.at)
        assert replace(outcome, deal=deal.outcome.deal) == deal.outcome


@each_evening
def test_a_replayed_evening_is_the_same_fold(ruleset, table, deals):
    carried = table.carried_in
    stage = stage_document(
        *(dict(deal.entry) for deal in deals),
        ruleset=ruleset.slug,
        options=dict(table.options),
        seats=list(table.players),
        first_dealer=table.first_dealer,
        **({} if carried is None else {"carried_in": codec.write(carried)}),
    )
    text = json.dumps(session_document(stage, players=NAMES[: table.count]), ensure_ascii=False)
    answer = replay.answer(json.loads(text))
    assert answer["ok"], answer
    (stage,) = answer["stages"]
    outcomes = [deal.outcome for deal in deals]
    assert stage["totals"] == list(totals_of(table, outcomes))
    assert [one["deltas"] for one in stage["deals"]] == [list(o.deltas(table.count)) for o in outcomes]
    assert [one["tally"] for one in stage["deals"]] == [o.tally and list(o.tally) for o in outcomes]
    assert [one["dealer"] for one in stage["deals"]] == [o.deal.dealer for o in outcomes]
    assert [one["round_over"] for one in stage["deals"]] == [o.round_over for o in outcomes]
    last = outcomes[-1].state if outcomes else ruleset.open(table)
    assert stage["tally"] == (None if last.tally is None else list(table.by_player(last.tally)))
    # The document is read and written again without a change.
    assert document.write(document.parse(json.loads(text))) == json.loads(text)


# ---- order -----------------------------------------------------------------------------------------------------------


def comes_to(ruleset: Ruleset, table: Table, state: State, fact: facts.Deal) -> object:
    """What a deal does or why it cannot stand, but for the order of what is said."""
    try:
        outcome = ruleset.play(table, state, fact)
    except Refused as refused:
        return sorted((problem.key, sorted(map(str, problem.params.items()))) for problem in refused.problems)
    return {
        "deltas": outcome.deltas(table.count),
        "state": outcome.state,
        "tally": (outcome.tally, outcome.gains, outcome.round_over),
        "items": sorted(map(repr, outcome.items)),
        "wins": sorted(repr((w.winner, w.hu, w.units, w.readings, sorted(w.marks))) for w in outcome.wins),
        "warnings": sorted((problem.key, repr(problem.params)) for problem in outcome.warnings),
        "answers": outcome.answers,
    }


@each_stage
def test_the_order_in_which_a_deal_is_told_is_irrelevant(ruleset, table, chance):
    state = ruleset.open(table)
    for _ in range(12):
        entry = any_deal(ruleset, table, state, chance)
        one = comes_to(ruleset, table, state, facts.from_json(entry))
        other = comes_to(ruleset, table, state, facts.from_json(shuffled(entry, chance)))
        assert one == other


# ---- words -----------------------------------------------------------------------------------------------------------


def sentences(ruleset: Ruleset, outcome: Outcome, lang: str) -> list[str]:
    """Every sentence of an outcome."""
    more = {"texts": ruleset.texts, "names": NAMES}
    items = [*outcome.items, *(item for won in outcome.wins for item in won.items)]
    lines = [messages.label(item, lang, **more) for item in items]
    lines += [text for item in items if (text := messages.short_label(item, lang, **more))]
    lines += [messages.flow_label(flow.code, lang, texts=ruleset.texts) for flow in outcome.flows]
    reasons = (messages.reason(flow.code, lang, texts=ruleset.texts) for flow in outcome.flows)
    lines += [reason for reason in reasons if reason]
    lines += [
        messages.code_word(mark, lang, texts=ruleset.texts) for won in outcome.wins for mark in won.marks
    ]
    warnings = [*outcome.warnings, *(problem for won in outcome.wins for problem in won.warnings)]
    return lines + [problem_sentence(ruleset, problem, lang) for problem in warnings]


def problem_sentence(ruleset: Ruleset, problem: Problem, lang: str) -> str:
    return messages.problem_text(problem, lang, texts=ruleset.texts, names=NAMES)


@each_evening
def test_whatever_happens_is_said_in_both_languages(ruleset, table, deals):
    for lang in LANGUAGES:
        lines = [line for deal in deals for line in sentences(ruleset, deal.outcome, lang)]
        for state in (deal.outcome.state for deal in deals):
            needs = [
                ruleset.game(table.options).outlook.need(table, state, seat) for seat in range(table.seats)
            ]
            standing = (
                *ruleset.game(table.options).outlook.standing(table, state),
                *(need for need in needs if need),
            )
            lines += [messages.label(item, lang, texts=ruleset.texts, names=NAMES) for item in standing]
        assert all(lines)
        assert [line for line in lines if CODE.search(line)] == []


@each_stage
def test_whatever_is_refused_is_explained_in_both_languages(ruleset, table, chance):
    state = ruleset.open(table)
    for _ in range(12):
        entry = any_deal(ruleset, table, state, chance)
        for seat in ("winner", "offender", "dealer"):
            if seat in entry and chance.random() < 0.2:
                entry[seat] = chance.randrange(6)
        try:
            ruleset.play(table, state, facts.from_json(entry))
        except Refused as refused:
            for lang in LANGUAGES:
                for problem in refused.problems:
                    text = problem_sentence(ruleset, problem, lang)
                    assert text, problem
                    assert not CODE.search(text), text


@each_ruleset
def test_both_languages_of_a_text_have_the_same_places_to_fill(ruleset):
    options = ruleset.options.options
    names = [words for o in options for words in (o.name, o.meaning, *(choice.name for choice in o.choices))]
    for words in (*ruleset.texts.values(), *names):
        assert words.zh
        assert words.en
    for words in ruleset.texts.values():
        assert set(re.findall(r"{\w+}", words.zh)) == set(re.findall(r"{\w+}", words.en)), words


# ---- house rules -----------------------------------------------------------------------------------------------------


@each_evening
def test_every_option_that_can_be_chosen_makes_a_table_whose_examples_stand(ruleset, table, deals):
    for option in ruleset.options.options:
        worked = examples.play_example(ruleset, dict(table.options), option.code)
        assert worked is None or worked.hu is None or worked.units >= 0


@each_evening
def test_house_rules_come_back_from_their_text(ruleset, table, deals):
    assert ruleset.options.resolve(json.loads(json.dumps(dict(table.options)))) == table.options


OPTIONS = [
    pytest.param(ruleset, option, id=f"{ruleset.slug}-{option.code}")
    for ruleset in RULESETS
    for option in ruleset.options.options
    if option.code != ruleset.seats_by
]
"""All but those that say who sits at the table at all."""


def changes_of(ruleset: Ruleset, option: Option, played: Evening) -> dict[str, object]:
    """Aspect → a deal in which another value of this house rule changed it."""
    changed: dict[str, object] = {}
    table, value = played.table, played.others[option.code]
    other = replace(table, options={**table.options, option.code: value})
    for place, deal in enumerate(played.deals):
        state = deal.state if place else ruleset.open(other)
        difference = differing(deal.aspects, aspects(ruleset, other, state, deal.fact))
        changed.update(dict.fromkeys(difference, (option.code, table, value, deal)))
    return changed


def evenings_for(ruleset: Ruleset, option: Option) -> Iterator[Evening]:
    """The first few, one where this house rule is known to count if it seldom does, and then all the others."""
    every = chain.from_iterable(evenings_of(ruleset, portion) for portion in range(60))
    yield from islice(every, 6 * LONG)
    if seed := RARE.get(ruleset.slug, {}).get(option.code):
        yield an_evening(ruleset, seed)
    yield from every


@pytest.mark.parametrize(("ruleset", "option"), OPTIONS)
def test_an_option_changes_what_it_is_about_and_nothing_else(ruleset, option):
    allowed = declared(ruleset.slug)[option.code]
    changed: dict[str, object] = {}
    for number, played in enumerate(evenings_for(ruleset, option)):
        if number >= 6 * LONG and (changed or not allowed):
            break
        changed |= changes_of(ruleset, option, played)
        if changed and number > 6 * LONG:
            print(f"{ruleset.slug} {option.code} seldom counts: it does in {played.seed!r}")
    assert {aspect: deal for aspect, deal in changed.items() if aspect not in allowed} == {}
    assert bool(changed) == bool(allowed)


@each_ruleset
def test_every_option_says_what_it_changes(ruleset):
    assert declared(ruleset.slug).keys() == ruleset.options.by_code.keys() - {ruleset.seats_by}
