"""大字牌's opening wins: three quads or five triples dealt win at once, complete or not (docs/rules/dazipai.md#openings)."""

import json
from typing import Any

import pytest

from tests.rules.documents import document
from tests.rules.requests import ask
from zipai_ledger.rules import facts, registry, replay

SIX_TRIPLES = "拾拾拾肆肆肆一一一三三三壹壹壹柒柒柒六六陆"
"""Complete too: 30 油 either way."""
SMALL_TRIPLES = "三三三四四四五五五六六六八八八一一壹九九玖"
"""Complete with 15 油."""
BETTER_OPEN = "伍伍伍陆陆陆捌捌捌玖玖玖拾拾拾一一壹二三四"
"""Complete with 30 油; 一二三 beside the five triples makes 33."""

COMPLETE = "拾拾拾肆肆肆一一一三三三二七十二七十六六陆"
"""Only four triples, but 天胡 for a dealer: 24 油."""


def dealt(cards: str) -> dict[str, Any]:
    return {"exposed": [], "concealed": cards, "source": "dealt"}


def scored(cards: str, **more: Any) -> dict[str, Any]:
    return ask("score", json.dumps({"ruleset": "dazipai", "hand": dealt(cards), **more}))


def test_a_complete_hand_of_the_dealer_may_be_one_of_several_openers():
    wins = [{"winner": 0, "hand": dealt(SIX_TRIPLES)}, {"winner": 2, "hu": 37}]
    answer = replay.answer(document({"result": "opening", "wins": wins}, ruleset="dazipai"))
    (deal,) = answer["deals"]
    assert (deal["hu"], deal["units"], deal["deltas"]) == ([30, 37], [0, 37], [-37, -37, 74])


def test_five_triples_win_below_the_minimum_though_the_hand_is_complete():
    answer = scored(SMALL_TRIPLES, options={"min_hu": 30})
    assert (answer["ok"], answer["hu"], answer["marks"]) == (True, 15, ["tianhu", "wukan"])


def test_a_complete_hand_worth_more_as_an_opening_is_paid_as_one():
    answer = scored(BETTER_OPEN)
    assert (answer["hu"], answer["marks"]) == (33, ["tianhu", "wukan"])
    assert scored(BETTER_OPEN, marks=["tianhu"])["hu"] == 33


@pytest.mark.parametrize("marks", [None, ["tianhu"], ["wukan"], ["tianhu", "wukan"], ["sanlongwukan"]])
def test_a_complete_hand_of_five_triples_is_both_whatever_it_is_called(marks):
    assert scored(SIX_TRIPLES, marks=marks)["marks"] == ["tianhu", "wukan"]


@pytest.mark.parametrize(("cards", "marks"), [(SIX_TRIPLES, ("tianhu",)), (BETTER_OPEN, ("sanlongwukan",))])
def test_the_first_edition_had_one_of_them(cards, marks):
    deal = facts.Win(winner=0, source="dealt", hand=dealt(cards))
    ruleset = registry.get("dazipai").as_of(1)
    table = ruleset.table({}, (0, 1, 2), 3, 0, None)
    assert ruleset.play(table, ruleset.open(table), deal).wins[0].marks == marks


def opened(*wins: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to one deal that several players won with the cards dealt."""
    return replay.answer(document({"result": "opening", "wins": list(wins), **more}, ruleset="dazipai"))


def test_one_opener_equals_a_win_with_the_cards_dealt():
    for cards in (SIX_TRIPLES, BETTER_OPEN, COMPLETE):
        deal = {"result": "win", "winner": 0, "source": "dealt", "hand": dealt(cards)}
        (won,) = replay.answer(document(deal, ruleset="dazipai"))["deals"]
        (one,) = opened({"winner": 0, "hand": dealt(cards)})["deals"]
        assert {**one, "items": []} == {**won, "items": []}


def test_the_dealer_may_win_by_a_complete_hand_beside_another_opener():
    (deal,) = opened({"winner": 0, "hand": dealt(COMPLETE)}, {"winner": 1, "hu": 20})["deals"]
    assert (deal["hu"], deal["units"], deal["deltas"]) == ([24, 20], [24, 0], [48, -24, -24])


def test_a_complete_hand_without_three_quads_or_five_triples_needs_the_minimum():
    answer = opened({"winner": 0, "hand": dealt(COMPLETE)}, {"winner": 1, "hu": 20}, min_hu=25)
    assert [(error["code"], error["field"]) for error in answer["errors"]] == [
        ("below_minimum", "wins.0.hand")
    ]
    assert opened({"winner": 0, "hand": dealt(SMALL_TRIPLES)}, {"winner": 1, "hu": 20}, min_hu=25)["ok"]
