"""跑胡子 by requests whose answers are known: the worked cases of its page, evenings, and what has to be refused.

A line of ``tests/data/paohuzi.jsonl`` is ``{"id", "cmd", "request", "expect"}``; ``expect`` is read as the ``want`` of
test_second_edition.py, with ``code`` for the one error.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.test_second_edition import answer, codes, excerpt

CASES = Path(__file__).resolve().parent.parent / "data" / "paohuzi.jsonl"
Json = dict[str, Any]


def cases() -> list[Json]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_the_answer_is_as_worked_out(case: Json):
    got, expected = answer(case["cmd"], case["request"]), dict(case["expect"])
    if "code" in expected:
        assert set(codes(got["errors"])) == {expected.pop("code")}
    assert excerpt(got, expected) == expected
