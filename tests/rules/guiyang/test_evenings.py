"""What holds for every evening of 贵阳捉鸡麻将, under any options."""

import copy
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.documents import document
from tests.rules.guiyang.at import GUIYANG, PLAYERS
from tests.rules.guiyang.dealing import any_deal
from tests.rules.test_conformance import options_of, values_of
from zipai_ledger.rules import facts, messages, replay
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Outcome, State, Table

EVENINGS = settings(max_examples=60, deadline=None)
NAMES = ("老王", "小李", "阿芳", "小周")


def evening(table: Table, chance: random.Random, deals: int = 10) -> list[tuple[State, facts.Deal, Outcome]]:
    """A run of deals that stand, with the state before each."""
    state, played = GUIYANG.open(table), []
    while len(played) < deals:
        deal = facts.from_json(any_deal(chance))
        try:
            outcome = GUIYANG.play(table, state, deal)
        except Refused:
            continue
        played.append((state, deal, outcome))
        state = outcome.state
    return played


@given(st.data())
@EVENINGS
def test_every_deal_sums_to_zero_and_pays_what_it_explains(data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    table = GUIYANG.table(data.draw(options_of(GUIYANG)), tuple(chance.sample(range(5), 4)), 5, 0, None)
    absent = next(player for player in range(5) if player not in table.players)
    for _, _, outcome in evening(table, chance):
        deltas = outcome.deltas(5)
        assert sum(deltas) == 0
        assert deltas[absent] == 0
        assert all(flow.units > 0 for flow in outcome.flows)
        for lang in ("zh-hans", "en"):
            for item in outcome.items:
                label = messages.label(item, lang, texts=GUIYANG.texts, names=(*NAMES, "老五"))
                assert label
                assert "{" not in label
            for flow in outcome.flows:
                assert "{" not in messages.flow_label(flow.code, lang, texts=GUIYANG.texts)
        for won in outcome.wins:
            assert won.units == sum(item.units for item in won.items)


@given(st.data())
@EVENINGS
def test_playing_changes_nothing_given_and_a_completed_deal_is_the_same_deal(data):
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    options = data.draw(options_of(GUIYANG))
    table, before = GUIYANG.table(options, PLAYERS, 4, 1, None), copy.deepcopy(options)
    for state, deal, outcome in evening(table, chance, 6):
        document_before, text = copy.deepcopy(facts.to_json(deal)), state.to_text()
        assert GUIYANG.play(table, state, deal) == outcome
        assert (facts.to_json(deal), state.to_text()) == (document_before, text)
        assert GUIYANG.complete(table, state, deal) == outcome.deal
        stored = facts.from_json(facts.to_json(outcome.deal))
        assert stored == outcome.deal
        assert GUIYANG.play(table, state, stored) == outcome
        assert State.from_text(state.to_text()) == state
    assert options == before


@given(st.integers(0, 2**32))
@EVENINGS
def test_the_order_in_which_tiles_kongs_and_ji_are_told_is_irrelevant(seed):
    chance = random.Random(seed)
    table = GUIYANG.table({"repao": "double", "ji_next": "both", "wugu": 1}, PLAYERS, 4, 0, None)
    for state, deal, outcome in evening(table, chance, 6):
        shuffled = facts.to_json(deal)
        for key in ("dou", "ready", "wins"):
            if key in shuffled:
                shuffled[key] = chance.sample(shuffled[key], len(shuffled[key]))
        if shuffled.get("ji", {}).get("held"):
            shuffled["ji"]["held"] = shuffled["ji"]["held"][::-1]
        for won in shuffled.get("wins", []):
            if "tiles" in won:
                won["tiles"] = " ".join(chance.sample(won["tiles"].split(), len(won["tiles"].split())))
        other = GUIYANG.play(table, state, facts.from_json(shuffled))
        assert (other.deltas(4), other.state) == (outcome.deltas(4), outcome.state)


def test_a_replayed_evening_adds_up_to_the_same_totals_and_settles_to_zero():
    chance = random.Random(3)
    table = GUIYANG.table({"preset": "family_b"}, PLAYERS, 4, 0, None)
    deals = evening(table, chance, 40)
    totals = [sum(outcome.deltas(4)[player] for _, _, outcome in deals) for player in range(4)]
    told = [facts.to_json(deal) for _, deal, _ in deals]
    answer = replay.answer(
        document(*told, ruleset="guiyang", players=list(NAMES), options={"preset": "family_b"})
    )
    assert answer["totals"] == totals
    assert [deal["dealer"] for deal in answer["deals"]] == [state.dealer for state, _, _ in deals]
    for transfer in answer["transfers"]:
        totals[transfer["from"]] += transfer["units"]
        totals[transfer["to"]] -= transfer["units"]
    assert totals == [0, 0, 0, 0]


def test_every_wording_of_a_line_or_a_payment_is_used():
    chance, used = random.Random(5), set()
    tables = [
        {},
        {"preset": "family_b", "repao": "void_all"},
        {"chongfeng": 3, "dealer_bonus": 1, "repao": "void_all"},
        {"repao": "double", "zeren": 1, "baoting": "flat"},
    ]
    for options in tables:
        for _, _, outcome in evening(GUIYANG.table(options, PLAYERS, 4, 0, None), chance, 400):
            used |= {messages.item_key(item) for item in outcome.items}
            used |= {flow.code for flow in outcome.flows}
            for win in outcome.wins:
                codes = (win.source, *win.marks, *(item.code for item in win.items))
                used |= {f"word.{code}" for code in codes}
    assert set(GUIYANG.texts) - used == set()


# ---- every option changes only what it says ---------------------------------------------------------------------------

WON = {"each", "discard"}
KONGS = {"dou_paid"}
HELD = {"ji_paid"}
FIRST = {"chongfeng_paid", "zeren_paid"}

CHANGES = {
    "preset": set(),
    "values": {*WON, "dealer_paid", "chajiao_paid", "stands"},
    "baoting": {*WON, "dealer_paid"},
    "gangkai": {*WON, "dealer_paid"},
    "zimo": {*WON, "dealer_paid"},
    "repao": {*WON, *KONGS, *HELD, *FIRST, "dealer_paid"},
    "dealer_bonus": {"dealer_paid"},
    "lianzhuang": {"dealer_paid"},
    "dou_men": KONGS,
    "dou_zhuanwan": KONGS,
    "dou_dian": KONGS,
    "ready_only": {*KONGS, *HELD, *FIRST, "stands"},
    "ji_next": {*HELD, *FIRST},
    "ben_ji": {*HELD, *FIRST},
    "wugu": HELD,
    "chongfeng": {"chongfeng_paid"},
    "zeren": FIRST,
    "chajiao_dealer": {"next"},
}
CODES = {
    *WON,
    *KONGS,
    *HELD,
    *FIRST,
    "dealer_paid",
    "chajiao_paid",
    "sanxiang_paid",
    "bao_paid",
    "foul_paid",
    "adjust",
}


def seen(table: Table, deal: facts.Deal) -> dict[str, object]:
    """What a deal comes to by aspect: who pays whom for each reason, and who deals next."""
    try:
        outcome = GUIYANG.play(table, State(dealer=1, streak=2), deal)
    except Refused:
        return {"stands": False}
    flows = {code: [flow for flow in outcome.flows if flow.code == code] for code in CODES}
    assert sum(map(len, flows.values())) == len(outcome.flows)
    return {"stands": True, "next": outcome.state, **flows}


@pytest.mark.parametrize("code", CHANGES)
def test_an_option_changes_only_what_it_is_about(code):
    chance = random.Random(code)
    option = GUIYANG.options.by_code[code]
    drawn: list[object] = []

    @given(st.data())
    @settings(max_examples=60, deadline=None, derandomize=True)
    def compare(data):
        table = GUIYANG.table(data.draw(options_of(GUIYANG)), PLAYERS, 4, 0, None)
        changed = replace(table, options={**table.options, code: data.draw(values_of(option))})
        for _ in range(6):
            deal = facts.from_json(any_deal(chance))
            one, other = seen(table, deal), seen(changed, deal)
            if one["stands"] and other["stands"]:
                differing = {aspect for aspect in one if one[aspect] != other[aspect]}
                assert differing <= CHANGES[code]
                drawn.extend(differing)
            else:
                assert one["stands"] == other["stands"] or "stands" in CHANGES[code]

    compare()
    assert bool(drawn) == bool(CHANGES[code])


def test_every_option_says_what_it_changes():
    assert CHANGES.keys() == GUIYANG.options.by_code.keys()
