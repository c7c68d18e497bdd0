"""桂林字牌 against data from elsewhere: hands made for this project, and wins that a game server logged."""

import json
from pathlib import Path

import pytest

from tests.conftest import SHARED, SHARED_IS_ABSENT
from tests.rules.requests import ask

MADE = Path(__file__).parent.parent / "data" / "zipai-hands.jsonl"
REAL = SHARED / "cases" / "guilin-real.jsonl"
WITH_MIDDLE_XING = "guilin-real-027"


def answered(request: dict) -> dict:
    return ask("score", json.dumps(request))


def made() -> list[dict]:
    cases = [json.loads(line) for line in MADE.read_text(encoding="utf-8").splitlines()]
    return [case for case in cases if case["ruleset"] == "guilin"]


def real() -> list[dict]:
    return [json.loads(line) for line in REAL.read_text(encoding="utf-8").splitlines()]


def test_all_hands_made_for_the_project_come_out_as_expected():
    wrong = []
    for case in made():
        expected = case.pop("expect")
        answer = answered(case)
        got = {key: answer.get(key) for key in expected if key != "code"}
        got |= {"code": answer["errors"][0]["code"]} if "code" in expected else {}
        wrong += [] if got == expected else [(case["id"], expected, got)]
    assert wrong == []
    assert len(made()) == 300


def real_request(case: dict, settings: dict, **options: object) -> dict:
    return {
        "ruleset": "guilin",
        "options": {**settings, "xing_again": "on", "special": "double", **options},
        "hand": case["hand"],
        "xing": {"flipped": case["flipped"]},
        "marks": ["dihu"] if case["expect"]["dihu"] else [],
    }


def of_interest(answer: dict) -> tuple[int, int, int]:
    """胡, 醒 and 舵 of an answer."""
    xing = sum(item["units"] for item in answer["items"] if item["code"] == "xing")
    return answer["hu"], xing, answer["units"]


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_wins_logged_by_a_game_server_come_out_under_all_their_settings():
    tried = [(case, settings) for case in real() for settings in case["settings"]]
    wrong = {
        case["id"]
        for case, settings in tried
        if of_interest(answered(real_request(case, settings)))
        != (case["expect"]["hu"], case["expect"]["xing"], case["expect"]["zi"])
    }
    assert len({case["id"] for case, _ in tried}) == 103
    assert wrong == {WITH_MIDDLE_XING}


@pytest.mark.skipif(not REAL.is_file(), reason=SHARED_IS_ABSENT)
def test_the_one_that_differs_had_the_middle_xing_too():
    case = next(case for case in real() if case["id"] == WITH_MIDDLE_XING)
    for settings in case["settings"]:
        answer = answered(real_request(case, settings, xing_kinds=["上", "中", "下"]))
        assert of_interest(answer) == (10, 1, 2)
