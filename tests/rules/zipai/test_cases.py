"""Hands with known answers: 550 made for this project, and wins logged by a game server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SHARED, SHARED_IS_ABSENT
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.form import THREE, check_count
from zipai_ledger.rules.zipai.hand import Hand, check_win
from zipai_ledger.rules.zipai.melds import RED_PENG, STANDARD
from zipai_ledger.rules.zipai.readings import HandRules, best, readings

CASES = Path(__file__).resolve().parent.parent / "data" / "zipai-hands.jsonl"
LOGGED = SHARED / "cases" / "guilin-real.jsonl"
LEAST = {"guilin": 10, "dazipai": 15, "tuozi": 10}
DRAWS = {"guilin": ("self_draw",), "dazipai": ("self_draw",), "tuozi": ("self_draw", "other_draw")}


def rules_of(ruleset: str, options: dict[str, Any]) -> HandRules:
    """How the table of a case reads a hand."""
    return HandRules(
        values=RED_PENG if ruleset == "dazipai" else STANDARD,
        peng_opens_on=options.get("peng_opens_on", "any_draw"),
        sao_opens_on=options.get("sao_opens_on", "any_card"),
        must_open=DRAWS[ruleset] if options["must_open"] == "on" else (),
        qiangzhao=options["qiangzhao"],
    )


def lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def answer(case: dict[str, Any]) -> dict[str, Any]:
    rules = rules_of(case["ruleset"], case["options"])
    minimum = case["options"].get("min_hu", LEAST[case["ruleset"]])
    try:
        hand = Hand.from_json(case["hand"])
        check_count(hand, rules.form)
        check_win(hand)
    except Refused as refused:
        return {"ok": False, "code": refused.problems[0].code}
    found = readings(hand, rules)
    if not found:
        return {"ok": False, "code": "not_a_win"}
    if found[0].hu < minimum:
        return {"ok": False, "code": "below_minimum"}
    return {"ok": True, "hu": found[0].hu, "readings": len(found)}


@pytest.mark.parametrize(("ruleset", "count"), [("guilin", 300), ("dazipai", 150), ("tuozi", 100)])
def test_every_known_hand_has_its_known_answer(ruleset: str, count: int):
    cases = [case for case in lines(CASES) if case["ruleset"] == ruleset]
    wrong = {}
    for case in cases:
        expected = {key: value for key, value in case["expect"].items() if key != "units"}
        if answer(case) != expected:
            wrong[case["id"]] = answer(case)
    assert (len(cases), wrong) == (count, {})


@pytest.mark.skipif(not LOGGED.exists(), reason=SHARED_IS_ABSENT)
def test_every_logged_win_is_worth_its_logged_hu():
    wrong = []
    for case in lines(LOGGED):
        hand = Hand.from_json(case["hand"])
        check_count(hand, THREE)
        reading = best(hand, HandRules(values=STANDARD))
        if reading is None or reading.hu != case["expect"]["hu"]:
            wrong.append(case["id"])
    assert wrong == []
