"""``score`` and ``waits`` as the interface has them: a request object in, an answer object out."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from . import lines, messages, registry
from .options import Options
from .problems import Problem, Refused
from .ruleset import Item, Ruleset, Scored, ScoreRequest

OPTION_SETS = 64
"""Different option sets remembered at once; a file of requests rarely has more than a few."""


@lru_cache(maxsize=OPTION_SETS)
def _resolved_text(slug: str, text: str) -> Options:
    return registry.get(slug).options.resolve(lines.json.loads(text))


def _resolve(ruleset: Ruleset, given: Any) -> Options:
    return (
        _resolved_text(ruleset.slug, lines.json.dumps(given)) if given else _resolved_text(ruleset.slug, "{}")
    )


def item_json(item: Item, lang: str, texts: messages.Texts) -> dict[str, Any]:
    """One explained line of the answer."""
    label = messages.label(item, lang, texts=texts)
    return {"code": item.code, "params": dict(item.params), "units": item.units, "label": label}


def problem_json(problem: Problem, lang: str, texts: messages.Texts) -> dict[str, Any]:
    """A warning that stands beside a result."""
    message = messages.problem_text(problem, lang, texts=texts)
    return {"code": problem.code, "field": problem.field, "message": message, "params": dict(problem.params)}


def scored_json(scored: Scored, lang: str, texts: messages.Texts) -> dict[str, Any]:
    """A scored hand as the interface answers it."""
    answer: dict[str, Any] = {"hu": scored.hu}
    if scored.units is not None:
        answer["units"] = scored.units
    answer["melds"] = [{"kind": meld.kind, "cards": meld.cards, "hu": meld.hu} for meld in scored.melds]
    answer["items"] = [item_json(item, lang, texts) for item in scored.items]
    answer["readings"] = scored.readings
    answer["hand"] = scored.hand
    if scored.marks:
        answer["marks"] = list(scored.marks)
    if scored.warnings:
        answer["warnings"] = [problem_json(warning, lang, texts) for warning in scored.warnings]
    return answer


def _answer_score(ruleset: Ruleset, request: Mapping[str, Any], lang: str) -> dict[str, Any]:
    options = _resolve(ruleset, request.get("options"))
    asked = ScoreRequest(
        hand=request.get("hand"),
        xing=request.get("xing"),
        marks=request.get("marks"),
        min_hu=request.get("min_hu"),
    )
    return scored_json(ruleset.score(options, asked), lang, ruleset.texts)


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
        head = {"id": request["id"]} if "id" in request else {}
        lang = lines.language(request)
        ruleset = registry.get(request.get("ruleset"))
        texts = ruleset.texts
        return {**head, "ok": True, **ANSWERS[command](ruleset, request, lang)}
    except Refused as refused:
        return {**head, "ok": False, "errors": lines.errors(refused, lang, texts)}
