"""Requests of ``score`` and ``waits``, asked and answered as objects."""

import json

from zipai_ledger.rules import scoring
from zipai_ledger.rules.codec import JsonValue


def ask(command: str, line: str) -> dict[str, JsonValue]:
    """The answer to one request line."""
    answered: dict[str, JsonValue] = json.loads(scoring.answer_line(command, line))
    return answered
