"""跑胡子 beside its reference: a share of the random hands and sessions, the same in every run.

`python -m tests.rules.reference_paohuzi` compares as many as are wanted (tests/README.md).
"""

import json
from functools import cache
from typing import Any

import pytest

from tests.rules.reference_paohuzi import chance, compare
from zipai_ledger.rules import replay, scoring

SEED = 17
HANDS, SESSIONS = 150, 40
Json = dict[str, Any]


@cache
def request_of(n: int) -> tuple[Json, Json]:
    request = chance.hand_request(compare.random_of("hand", SEED, n))
    return request, json.loads(scoring.answer_line("score", compare.text(request)))


@pytest.mark.parametrize(("kind", "count"), [("hand", HANDS), ("session", SESSIONS)])
def test_the_program_and_the_reference_agree(kind: str, count: int):
    differences = [(n, compare.COMPARED[kind](SEED, n)) for n in range(count)]
    assert [each for each in differences if each[1]] == []


def test_many_of_the_random_hands_are_won_and_some_are_not():
    won = [answer["ok"] for _, answer in map(request_of, range(60))]
    assert 20 < sum(won) < 55


@pytest.mark.parametrize("key", ["hu", "units", "worth", "readings"])
def test_another_number_in_an_answer_is_a_difference(key: str):
    for request, answer in map(request_of, range(60)):
        if key in answer and answer["ok"]:
            assert compare.hand_difference(request, answer) is None
            assert compare.hand_difference(request, answer | {key: answer[key] + 1}) is not None


def test_another_payment_or_total_is_a_difference():
    document = chance.session(compare.random_of("session", SEED, 3))
    answer = replay.answer_text(compare.text(document))
    assert answer["ok"], "choose another session"
    totals = [total + 1 for total in answer["totals"]]
    deltas = [{**deal, "deltas": totals} for deal in answer["deals"]]
    assert compare.session_difference(document, answer) is None
    assert compare.session_difference(document, {**answer, "totals": totals}) is not None
    assert compare.session_difference(document, {**answer, "deals": deltas}) is not None
