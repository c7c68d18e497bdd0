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


def found(case: Json) -> Json:
    """What an answer has in the places of ``expect``; as ``code`` the one of all its errors, or which there are."""
    got, expected = answer(case["cmd"], case["request"]), dict(case["expect"])
    code = expected.pop("code", None)
    there = sorted(set(codes(got.get("errors", []))))
    one = {} if code is None else {"code": code if there == [code] else there}
    return excerpt(got, expected) | one


@pytest.mark.parametrize("cmd", sorted({case["cmd"] for case in cases()}))
def test_the_answers_are_as_worked_out(cmd: str):
    of_command = {case["id"]: case for case in cases() if case["cmd"] == cmd}
    assert {name: found(case) for name, case in of_command.items()} == {
        name: case["expect"] for name, case in of_command.items()
    }


def test_each_case_has_an_id_of_its_own():
    assert len({case["id"] for case in cases()}) == len(cases())
