"""Every kind of later deal that a correction makes impossible stands in its way, is explained, and can be solved."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import evenings, seeds
from tests.ledger.blocked import CASES, played
from tests.ledger.conftest import open_table, sent, totals, win
from tests.rules.deng.at import win_fact
from tests.rules.evenings.changes import blocked, impossible
from tests.rules.evenings.deals import any_deal, evening
from tests.rules.evenings.stages import options_of, table_of
from tests.rules.test_conformance import CODE, NAMES, each_ruleset
from zipai_ledger.ledger import record
from zipai_ledger.ledger.posting import Entry, Rules, derive
from zipai_ledger.ledger.record import Blocked, Void
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession
from zipai_ledger.rules import facts, messages, registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State

IMPOSSIBLE = {slug: impossible(slug) for slug in registry.all_rulesets()}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


@pytest.fixture
def sound(db):
    """Whatever was done, every row follows from the trail."""
    yield
    for session in GameSession.objects.all():
        assert verify(session).damages == ()


def correct(session, change, keep=()):
    return record.apply(session=session, sent=sent(), change=change, keep=keep)


@each_case
def test_the_correction_is_refused_with_every_deal_that_cannot_stand(sound, case):
    session, keys, change = played(case)
    before = (Event.objects.count(), totals(session))
    with pytest.raises(Blocked) as caught:
        correct(session, change)
    found = {key: [problem.key for problem in why] for key, why in caught.value.problems.items()}
    assert found == {keys[number]: [key] for number, (key, _) in case.blocked.items()}
    assert (Event.objects.count(), totals(session)) == before


@each_case
def test_each_of_them_says_in_words_what_is_wrong(sound, case):
    session, keys, change = played(case)
    blocked = record.preview_correction(session=session, change=change).derived.blocked
    texts = registry.get(case.ruleset).texts
    for number, (_, words) in case.blocked.items():
        (problem,) = blocked[keys[number]]
        assert words in messages.problem_text(problem, texts=texts)


@each_case
def test_the_correction_goes_through_once_they_are_void(sound, case):
    session, keys, change = played(case)
    for number in sorted(case.blocked, reverse=True):
        record.void_deal(session=session, sent=sent(), deal=keys[number])
    correct(session, change)
    assert Deal.objects.get(session=session, key=keys[case.aim]).live == (case.aim in case.void)


@each_case
def test_the_correction_goes_through_once_they_are_replaced(sound, case):
    session, keys, change = played(case)
    for number in sorted(case.blocked, reverse=True):
        record.replace_deal(session=session, sent=sent(), deal=keys[number], fact=case.instead[number])
    correct(session, change)
    assert Deal.objects.get(session=session, key=keys[case.aim]).live == (case.aim in case.void)


@each_case
def test_the_correction_goes_through_where_they_are_kept_as_agreed(sound, case):
    session, keys, change = played(case)
    kept = {keys[number] for number in case.blocked}
    counted = {key: canonical.parse(Deal.objects.get(session=session, key=key).outcome) for key in kept}
    correct(session, change, kept)
    for deal in Deal.objects.filter(session=session, key__in=kept):
        now = canonical.parse(deal.outcome)
        assert (deal.agreed, deal.live) == (True, True)
        assert now["deltas"] == counted[deal.key]["deltas"]
        assert now.get("gains") == counted[deal.key].get("gains")


@each_case
def test_keeping_only_some_of_them_leaves_the_others_in_the_way(sound, case):
    session, keys, change = played(case)
    *some, last = sorted(case.blocked)
    with pytest.raises(Blocked) as caught:
        correct(session, change, {keys[number] for number in some})
    assert list(caught.value.problems) == [keys[last]]


# ---- nothing else becomes impossible ---------------------------------------------------------------------------------


def entries_of(rules, deals):
    found = []
    for number, deal in enumerate(deals, 1):
        fact, stored = rules.play(deal.state, deal.fact)
        found.append(Entry(key=number, position=number, fact=fact, counted=stored))
    return found


@each_ruleset
@given(data=st.data())
@evenings
def test_only_the_kinds_that_a_ruleset_names_become_impossible(ruleset, data):
    """Any deal of any evening left out, or replaced by any other: what blocks it is declared, and is explained."""
    chance = random.Random(data.draw(seeds))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    deals, rules = evening(ruleset, table, chance, 10), Rules(ruleset, table)
    entries = entries_of(rules, deals)
    for place, entry in enumerate(entries[:-1]):
        state = deals[place].state
        other = facts.from_json(any_deal(ruleset, table, state, chance))
        for edited in (
            Entry(key=entry.key, position=entry.position, fact=entry.fact, live=False, counted=entry.counted),
            Entry(key=entry.key, position=entry.position, fact=other, counted=entry.counted),
        ):
            try:
                derived = derive(rules, state, edited, entries[place + 1 :])
            except Refused:
                continue
            problems = [problem for why in derived.blocked.values() for problem in why]
            assert {problem.key for problem in problems} <= IMPOSSIBLE[ruleset.slug]
            for lang in messages.LANGUAGES:
                texts = [messages.problem_text(p, lang, texts=ruleset.texts, names=NAMES) for p in problems]
                assert not [text for text in texts if CODE.search(text)]


def test_a_case_has_a_name_of_its_own_and_is_of_the_game_that_tells_it():
    named = [(slug, case) for slug in registry.all_rulesets() for case in blocked(slug)]
    assert len(CASES) == len(named) >= 7
    assert [case.name for slug, case in named if case.ruleset != slug] == []


# ---- what was seen stays, and blocks nothing -------------------------------------------------------------------------


def outcome(session, key):
    return canonical.parse(Deal.objects.get(session=session, key=key).outcome)


def test_a_dealer_who_won_with_the_cards_dealt_was_the_dealer_whoever_wins_before(sound, play):
    table = open_table()
    tianhu = facts.Win(winner=1, source="dealt", hu=20, marks=("tianhu",), xing=facts.Xing(count=0))
    first, second = play(table, win(1), tianhu)
    before = outcome(table, second)
    planned = record.preview_correction(session=table, change=Void(first))
    assert planned.derived.blocked == {}
    assert [(turn.key, turn.dealer, turn.proposed_dealer) for turn in planned.derived.turns] == [
        (second, 1, 0)
    ]
    record.void_deal(session=table, sent=sent(), deal=first)
    after = outcome(table, second)
    assert (after["deltas"], after["wins"]) == (before["deltas"], before["wins"])
    assert [problem["code"] for problem in after["warnings"]] == ["dealer_differs"]


def test_who_sat_a_deal_out_stays_as_it_was_seen_also_where_the_rule_now_says_another(sound, play):
    table = open_table("bopi", players=4)
    first, second = play(table, win_fact(1, 20), win_fact(3, 20))
    # After the first deal 老陈, who was 数算, hands that to 老王; then 老陈 wins.
    planned = record.preview_correction(session=table, change=Void(first))
    (turn,) = planned.derived.turns
    assert (turn.sitting, turn.proposed_sitting) == (0, 3)
    assert planned.derived.blocked == {}
    record.void_deal(session=table, sent=sent(), deal=first)
    assert outcome(table, second)["gains"] == [10, 0, 0, 20]


def test_the_minimum_that_a_winner_named_stays_for_the_deal_it_was_named_for(sound, play):
    table = open_table("dazipai")
    first, second = play(
        table,
        facts.Win(winner=1, source="self_draw", hu=20, min_hu=15),
        facts.Win(winner=1, source="self_draw", hu=16),
    )
    higher = facts.Win(winner=1, source="self_draw", hu=20, min_hu=20)
    record.replace_deal(session=table, sent=sent(), deal=first, fact=higher)
    assert outcome(table, second)["units"] == 16
    assert Deal.objects.get(session=table, key=second).live


def test_deals_in_a_row_are_counted_anew_where_the_table_pays_for_them(sound, play):
    table = open_table("guiyang", players=4, options={"dealer_bonus": 1, "lianzhuang": "on"})

    def own(winner):
        return facts.TilesWon(wins=(facts.TileWin(winner=winner, source="self_draw", pattern="daduizi"),))

    first, second, third = play(table, own(0), own(0), own(0))
    assert [outcome(table, key)["deltas"][0] for key in (first, second, third)] == [18, 21, 24]
    record.void_deal(session=table, sent=sent(), deal=first)
    assert [outcome(table, key)["deltas"][0] for key in (second, third)] == [18, 21]
    record.restore_deal(session=table, sent=sent(), deal=first)
    record.replace_deal(session=table, sent=sent(), deal=second, fact=facts.Dead(ready=()))
    assert outcome(table, third)["deltas"][0] == 24


def test_a_level_is_counted_anew(sound, play):
    table = open_table("dalin", players=4)
    keys = play(table, *[facts.Points(points=100)] * 3)
    record.replace_deal(session=table, sent=sent(), deal=keys[0], fact=facts.Points(points=200))
    # 闲家 took the deal, yet 老王's partner was seen to deal the second: his side plays at 5 again.
    assert State.from_text(canonical.to_text(outcome(table, keys[1])["state_out"])).level == (1, 0)
