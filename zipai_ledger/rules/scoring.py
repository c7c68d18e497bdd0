"""``score`` and ``waits`` as the interface has them: a request object in, an answer object out."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from . import lines, messages, registry
from .options import Options
from .problems import Collector, Problem, Refused
from .ruleset import Item, Ruleset, Scored, ScoreRequest

OPTION_SETS = 64
"""Different option sets remembered at once; a file of requests rarely has more than a few."""


@lru_cache(maxsize=OPTION_SETS)
def _resolved(slug: str, given: str) -> Options:
    return registry.get(slug).options.resolve(json.loads(given))


def _resolve(ruleset: Ruleset, given: Any) -> Options:
    return _resolved(ruleset.slug, "{}" if given is None else json.dumps(given))


def item_json(item: Item, lang: str, texts: messages.Texts, names: Sequence[str] = ()) -> dict[str, Any]:
    """One explained line of the answer."""
    label = messages.label(item, lang, texts=texts, names=names)
    return {"code": item.code, "params": dict(item.params), "units": item.units, "label": label}


def scored_json(scored: Scored, lang: str, texts: messages.Texts) -> dict[str, Any]:
    """A scored hand as the interface answers it."""
    answer: dict[str, Any] = {"hu": scored.hu}
    if scored.units is not None:
        answer["units"] = scored.units
    answer["melds"] = [{"kind": meld.kind, "cards": meld.cards, "hu": meld.hu} for meld in scored.melds]
    answer["items"] = [item_json(item, lang, texts) for item in scored.items]
    answer["readings"] = scored.readings
    answer["hand"] = scored.hand
    if scored.pattern:
        answer["pattern"] = scored.pattern
    if scored.marks:
        answer["marks"] = list(scored.marks)
    if scored.warnings:
        warnings = [lines.problem_json(warning, lang, texts) for warning in scored.warnings]
        answer["warnings"] = [_outside_hand(warning) for warning in warnings]
    return answer


def _answer_score(ruleset: Ruleset, request: Mapping[str, Any], lang: str) -> dict[str, Any]:
    asked = ScoreRequest(
        hand=request.get("hand"),
        xing=request.get("xing"),
        marks=request.get("marks"),
        min_hu=request.get("min_hu"),
    )
    try:
        options = _resolve(ruleset, request.get("options"))
    except Refused as refused:
        raise _with_more(refused, partial(ruleset.read, asked)) from None
    return scored_json(ruleset.score(options, asked), lang, ruleset.texts)


def _with_more(refused: Refused, read: Callable[[], Any]) -> Refused:
    """The problems of the options, and with them those of what was asked."""
    found = Collector()
    found.extend(refused.problems)
    found.attempt(read)
    return Refused(*found.problems)


def _answer_waits(ruleset: Ruleset, request: Mapping[str, Any], lang: str) -> dict[str, Any]:
    options = _resolve(ruleset, request.get("options"))
    return {"waits": ruleset.waits(options, request.get("hand"))}


ANSWERS = {"score": _answer_score, "waits": _answer_waits}


def answer(command: str, line: str) -> dict[str, Any]:
    """The answer to one request line of ``score`` or ``waits``; a refusal is an answer too."""
    head: dict[str, Any] = {}
    lang, texts = messages.DEFAULT_LANGUAGE, messages.NO_TEXTS
    try:
        request = lines.parse(line)
        head = _head(request)
        lang = lines.language(request)
        ruleset = registry.get(request.get("ruleset"))
        texts = ruleset.texts
        return {**head, "ok": True, **ANSWERS[command](ruleset, request, lang)}
    except Refused as refused:
        return {**head, "ok": False, "errors": [_outside_hand(e) for e in lines.errors(refused, lang, texts)]}


def _head(request: Mapping[str, Any]) -> dict[str, Any]:
    """The id of the request, which its answer repeats."""
    if isinstance(request.get("id"), dict | list):
        raise Refused(Problem("bad_json", "id", "text", {"got": repr(request["id"])[:40]}))
    return {"id": request["id"]} if "id" in request else {}


def _outside_hand(error: dict[str, Any]) -> dict[str, Any]:
    """Places within the one hand that was asked about are named without it: ``concealed``."""
    return {**error, "field": error["field"].removeprefix("hand.")}
