"""One JSON request a line in, one JSON answer a line out: reading and writing that never ends in a traceback."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import NoReturn, Protocol

from .codec import Json, JsonValue
from .problems import MOST, Problem, Refused
from .speaker import DEFAULT_LANGUAGE, LANGUAGES, Speaker

LONGEST = 1 << 20
"""Characters of one line; a session of 20,000 deals is longer and is read whole, not by lines."""

DEEPEST = 16
"""Lists and objects inside one another; no request and no session document has half as many."""

BLANKS = " \t\r\n"
"""White space of JSON."""


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _refuse_constant(text)
    return number


def _refuse_constant(_text: str) -> NoReturn:
    """NaN, Infinity or a number too large to be one, which JSON does not have."""
    raise Refused(Problem("bad_json", "", "not_finite"))


def _each_once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    """An object; of a key that it has twice every program believes another one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise Refused(Problem("bad_json", "", "twice", {"got": twice[:40]}))
    return found


_BROKEN_BYTE = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as Python reads it with ``surrogateescape``."""
_DECODER = json.JSONDecoder(
    parse_float=_finite, parse_constant=_refuse_constant, object_pairs_hook=_each_once
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)


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


def parse(text: str, longest: int = LONGEST) -> Json:
    """The JSON object of a request; raises `Refused` (``bad_json``)."""
    if len(text) > longest:
        raise Refused(Problem("bad_json", "", "too_long", {"most": longest}))
    try:
        text.encode()
    except UnicodeEncodeError:
        _check_bytes(text)
    value = _decoded(text)
    if not isinstance(value, dict):
        raise Refused(Problem("bad_json", "", "object", {"got": text.strip()[:40]}))
    if text.count("[") + text.count("{") > DEEPEST:
        _check_depth(value)
    return value


def _decoded(text: str) -> JsonValue:
    """What a text says in JSON; raises `Refused`, and names the line and the character where it stops being any."""
    bare = text.strip(BLANKS)
    value: JsonValue
    try:
        value, end = _DECODER.raw_decode(bare)
        if end != len(bare):
            raise json.JSONDecodeError("Extra data", bare, end)
    except Refused:
        raise
    except json.JSONDecodeError as error:
        place = json.JSONDecodeError(error.msg, text, text.index(bare) + error.pos)
        at = {"line": place.lineno, "column": place.colno}
        raise Refused(Problem("bad_json", "", "syntax", at)) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # More digits than Python reads as one number.
        raise Refused(Problem("bad_json", "", "not_finite")) from None
    return value


def _check_bytes(text: str) -> None:
    broken = _BROKEN_BYTE.search(text)
    if broken:
        byte = f"0x{ord(broken[0]) - 0xDC00:02x}"
        raise Refused(Problem("bad_json", "", "utf8", {"got": byte, "at": broken.start() + 1}))


def _check_depth(value: dict[str, JsonValue] | list[JsonValue]) -> None:
    """Raises `Refused` where a value is nested deeper than anything here, so that the rest need not mind."""
    level = [value]
    for _ in range(DEEPEST):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> Refused:
    return Refused(Problem("bad_json", "", "too_deep", {"most": DEEPEST}))


def dump(value: object) -> str:
    """One line of JSON, Chinese characters as they are unless a lone surrogate came in with the request."""
    text = _ENCODER.encode(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def language(request: object) -> str:
    """The requested language, where it exists."""
    lang = request.get("lang") if isinstance(request, dict) else None
    return lang if isinstance(lang, str) and lang in LANGUAGES else DEFAULT_LANGUAGE


def problem_json(problem: Problem, speaker: Speaker) -> dict[str, JsonValue]:
    """A problem as the interface lists it, an error or a warning beside a result."""
    message = speaker.problem(problem)
    return {"code": problem.code, "field": problem.field, "message": message, "params": dict(problem.params)}


def errors(refused: Refused, speaker: Speaker) -> list[dict[str, JsonValue]]:
    """The problems of a refusal, the first `MOST` of them."""
    return [problem_json(problem, speaker) for problem in refused.problems[:MOST]]
