"""What the second edition of the rules settles, by requests whose answers are known, topic by topic.

A line of ``tests/data/rules-second-edition.jsonl`` is ``{"id", "topic", "cmd": "score" | "waits" | "replay", "request",
"want"}``. ``want`` is part of the answer: ``ok``; ``codes``, each among the codes of the errors; ``field``, the last parts of
that of one error; ``deals``, in step with the answer's (null: not looked at; of ``warnings`` the codes are among them);
``waits``: card → what it is worth by one's own draw, another's draw and a discard, null for a card that is not among them;
anything else is equal. A new topic is looked at as soon as its lines are there.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.rules.requests import ask
from zipai_ledger.rules import replay

CASES = Path(__file__).resolve().parent.parent / "data" / "rules-second-edition.jsonl"
WAYS = ("self_draw", "other_draw", "discard")
Json = dict[str, Any]


@cache
def cases() -> list[Json]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def answer(cmd: str, request: Json) -> Json:
    return replay.answer(request) if cmd == "replay" else ask(cmd, json.dumps(request))


def codes(problems: list[Json]) -> list[str]:
    return [problem["code"] for problem in problems]


def part(got: Json, name: str, wanted: Any) -> Any:
    """What an answer says where the case has ``wanted``, in its form: equal to it where the answer is right."""
    if name == "codes":
        return [code for code in wanted if code in codes(got.get("errors", []))]
    if name == "field":
        fields = [error["field"] for error in got.get("errors", [])]
        return wanted if any(f".{field}".endswith(f".{wanted}") for field in fields) else fields
    if name == "warnings":
        return [code for code in wanted if code in codes(got.get(name, []))]
    if name == "deals":
        return [deal and excerpt(found, deal) for found, deal in zip(got.get(name, []), wanted, strict=False)]
    if name == "waits":
        found = {wait["card"]: [wait[way] for way in WAYS] for wait in got.get(name, [])}
        return {card: found.get(card) for card in wanted}
    return got.get(name)


def excerpt(got: Json, want: Json) -> Json:
    """The part of an answer that a case looks at."""
    return {name: part(got, name, wanted) for name, wanted in want.items()}


@pytest.mark.parametrize("topic", sorted({case["topic"] for case in cases()}))
def test_the_answers_hold_what_the_cases_want(topic: str):
    of_topic = [case for case in cases() if case["topic"] == topic]
    got = {case["id"]: excerpt(answer(case["cmd"], case["request"]), case["want"]) for case in of_topic}
    assert len(got) == len(of_topic)
    assert got == {case["id"]: case["want"] for case in of_topic}
