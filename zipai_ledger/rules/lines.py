"""One JSON request a line in, one JSON answer a line out: reading and writing that never ends in a traceback."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from . import messages
from .problems import Problem, Refused

LONGEST = 1 << 20
"""Characters of one line; a session of 20,000 deals is longer and is read whole, not by lines."""


class Readable(Protocol):
    """What is needed of an open text file."""

    def readline(self, limit: int = -1, /) -> str: ...


def requests(stream: Readable, longest: int = LONGEST) -> Iterator[str]:
    """The lines of a stream that hold something; a longer line than allowed comes cut, one character too long."""
    while line := stream.readline(longest + 1):
        if len(line) > longest:
            _skip_rest(stream, line)
        if line.strip():
            yield line


def _skip_rest(stream: Readable, line: str) -> None:
    while line and not line.endswith("\n"):
        line = stream.readline(LONGEST)


def parse(text: str, longest: int = LONGEST) -> Mapping[str, Any]:
    """The JSON object of a request; raises `Refused` (``bad_json``)."""
    if len(text) > longest:
        raise Refused(Problem("bad_json", "", "too_long", {"most": longest}))
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(Problem("bad_json", "", "syntax", {"got": str(error)[:80]})) from None
    if not isinstance(value, dict):
        raise Refused(Problem("bad_json", "", "object", {"got": text.strip()[:40]}))
    return value


def dump(value: Any) -> str:
    """One line of JSON, Chinese characters as they are unless a lone surrogate came in with the request."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def language(request: Mapping[str, Any]) -> str:
    """The language asked for, where it exists."""
    lang = request.get("lang")
    return lang if isinstance(lang, str) else messages.DEFAULT_LANGUAGE


def errors(refused: Refused, lang: str, texts: messages.Texts = messages.NO_TEXTS) -> list[dict[str, Any]]:
    """The problems of a refusal as the interface lists them."""
    return [
        {
            "code": problem.code,
            "field": problem.field,
            "message": messages.problem_text(problem, lang, texts=texts),
            "params": dict(problem.params),
        }
        for problem in refused.problems
    ]
