"""The product beside the pages written once more (`tests/rules/reference`); many more: `python -m tests.rules.reference`."""

import json
from pathlib import Path

import pytest

from tests.rules.reference import chance, compare, sessions

CASES = Path(__file__).parent.parent / "data" / "rules-second-edition.jsonl"
SOME = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()][::3]


def test_the_reference_says_what_the_given_cases_say():
    unlike = {
        case["id"]: sessions.unlike_want(sessions.answer(case["cmd"], case["request"]), case["want"])
        for case in SOME
    }
    assert not {name: why for name, why in unlike.items() if why}


@pytest.mark.parametrize("game", [*chance.ZIPAI, "guiyang"])
def test_hands_are_worth_what_the_pages_say(game: str):
    for seed in range(12):
        command, request = chance.hand(seed, (game,))
        assert compare.unlike(command, request) is None, json.dumps(request, ensure_ascii=False)


@pytest.mark.parametrize("game", chance.RULESETS)
def test_evenings_come_to_what_the_pages_say(game: str):
    for seed in range(3):
        document = chance.session(seed, (game,))
        assert compare.unlike("replay", document) is None, json.dumps(document, ensure_ascii=False)


def test_a_difference_is_found():
    document = chance.session(1, ("dalin",))
    ours = sessions.answer("replay", document)
    theirs = compare.product("replay", document)
    theirs["deals"][0]["deltas"] = [9, -9, 9, -9]
    assert (
        compare.unlike_session(ours, theirs) == f"deal 1 deltas {ours['deals'][0]['deltas']} ≠ [9, -9, 9, -9]"
    )
