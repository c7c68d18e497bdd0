"""大字牌's minimum is a fact of each deal: named by the winner before, else as in the deal before (docs/rules/dazipai.md#minimum)."""

import json

import pytest

from tests.rules.dazipai.at import FIFTEEN
from tests.rules.documents import document, win
from tests.rules.requests import ask
from zipai_ledger.rules import replay
from zipai_ledger.rules.zipai.notation import parse_hand


def played(*deals: dict, **more) -> dict:
    """The answer to deals of 大字牌."""
    return replay.answer(document(*deals, ruleset="dazipai", **more))


def won(hu: int, **more) -> dict:
    """A win on a card from the pile."""
    return {"result": "win", "winner": 0, "source": "other_draw", "hu": hu, **more}


@pytest.mark.parametrize(
    "before",
    [
        won(30, min_hu=25),
        {"result": "dead", "min_hu": 25},
        {"result": "foul", "offender": 1, "min_hu": 25},
        {"result": "opening", "wins": [{"winner": 1, "hu": 15}], "min_hu": 25},
    ],
    ids=lambda deal: deal["result"],
)
def test_a_minimum_holds_until_another_is_named_however_the_deal_ended(before):
    answer = played(before, won(20))
    assert (answer["deal"], answer["errors"][0]["code"]) == (2, "below_minimum")
    assert answer["errors"][0]["params"] == {"hu": 20, "min_hu": 25}
    assert played(before, won(20, min_hu=20))["ok"]


@pytest.mark.parametrize(
    "deal",
    [
        won(30, min_hu=17),
        {"result": "dead", "min_hu": 17},
        {"result": "foul", "offender": 1, "min_hu": 17},
        {"result": "opening", "wins": [{"winner": 1, "hu": 20}], "min_hu": 17},
    ],
    ids=lambda deal: deal["result"],
)
def test_a_minimum_nobody_may_choose_is_refused_in_its_own_deal(deal):
    answer = played(deal, won(30))
    assert answer["deal"] == 1
    assert [(error["code"], error["field"]) for error in answer["errors"]] == [("bad_deal", "min_hu")]


@pytest.mark.parametrize(
    "deal",
    [{"result": "dead", "min_hu": 20}, {"result": "foul", "offender": 1, "units": 2, "min_hu": 20}],
    ids=lambda deal: deal["result"],
)
@pytest.mark.parametrize("ruleset", ["guilin", "tuozi"])
def test_other_games_have_one_minimum_for_all_deals(ruleset, deal):
    (error,) = replay.answer(document(deal, ruleset=ruleset))["errors"]
    assert (error["code"], error["field"]) == ("bad_deal", "min_hu")


def test_a_hand_on_its_own_is_held_against_the_minimum_that_is_named_with_it():
    request = {"ruleset": "dazipai", "hand": parse_hand(f"{FIFTEEN} 翻").to_json()}

    def answer(**more: object) -> dict:
        return ask("score", json.dumps(request | more))

    assert answer()["hu"] == answer(min_hu=15)["hu"] == 15
    (below,) = answer(min_hu=20)["errors"]
    assert (below["code"], below["params"]) == ("below_minimum", {"hu": 15, "min_hu": 20})
    (unknown,) = answer(min_hu=17)["errors"]
    assert (unknown["code"], unknown["field"]) == ("bad_deal", "min_hu")
    (text,) = answer(min_hu="15")["errors"]
    assert text["code"] == "bad_json"


def test_mahjong_has_no_minimum():
    players = ["甲", "乙", "丙", "丁"]
    (error,) = replay.answer(document({"result": "dead", "min_hu": 20}, ruleset="guiyang", players=players))[
        "errors"
    ]
    assert (error["code"], error["field"]) == ("bad_deal", "min_hu")


def test_nobody_notes_xing_where_none_is_played():
    answer = played({**win(30), "xing": {"flipped": ["一"]}})
    assert [error["code"] for error in answer["errors"]] == ["bad_xing"]
    assert played(win(30))["ok"]
