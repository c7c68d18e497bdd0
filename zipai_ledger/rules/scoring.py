"""``score`` and ``waits`` as the interface has them: a request object in, an answer object out."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from . import lines, registry
from .codec import Json, JsonValue
from .problems import Collector, Param, Problem, Refused
from .ruleset import GAMES, Game, Item, MeldRead, Ruleset, Scored, ScoreRequest, Substitution
from .speaker import DEFAULT_LANGUAGE, Speaker

_games: dict[tuple[str, str], Game] = {}


def _game(ruleset: Ruleset, given: object) -> Game:
    """The game under these options; raises `Refused` (``bad_option``)."""
    written = (ruleset.slug, repr(given))
    game = _games.get(written)
    if game is None:
        game = ruleset.game(ruleset.options.resolve({} if given is None else given))
        if len(_games) >= GAMES:
            _games.clear()
        _games[written] = game
    return game


def item_json(item: Item, speaker: Speaker) -> dict[str, JsonValue]:
    """One explained line of the answer."""
    return {
        "code": item.code,
        "params": dict(item.params),
        "units": item.units,
        "label": speaker.item(item),
    }


@lru_cache(maxsize=64)
def _speaker(slug: str, lang: str) -> Speaker:
    """The words of a ruleset, without a slug those that all have."""
    return Speaker(registry.get(slug), lang) if slug else Speaker(lang=lang)


@lru_cache(maxsize=1024)
def _item_text(slug: str, lang: str, code: str, units: int, *params: tuple[str, Param]) -> str:
    """A line of the answer as JSON text: there are few of them, and most hands share some."""
    return lines.dump(item_json(Item(code, dict(params), units), _speaker(slug, lang)))


@lru_cache(maxsize=1024)
def _meld_text(meld: MeldRead) -> str:
    return lines.dump(meld._asdict())


def scored_text(scored: Scored, slug: str, lang: str) -> str:
    """The members of a scored hand's answer as JSON text.

    Written out here for one figure of ``make bench``, a JSON line to an explained answer at least as fast as the library
    ``mahjong``: handing all of it to ``json`` takes a sixth to a quarter longer, and misses it.
    """
    units = "" if scored.units is None else f'"units": {scored.units}, '
    melds = ", ".join(map(_meld_text, scored.melds))
    items = ", ".join([_item_text(slug, lang, i.code, i.units, *i.params.items()) for i in scored.items])
    pattern = f', "pattern": "{scored.pattern}"' if scored.pattern else ""
    rows = "" if scored.patterns is None else f', "patterns": {lines.dump(scored.patterns)}'
    worth = "" if scored.worth is None else f'"worth": {scored.worth}, '
    marks = f', "marks": {lines.dump(scored.marks)}' if scored.marks else ""
    stands = (
        f', "stands": {lines.dump(list(map(_substitution_json, scored.stands)))}' if scored.stands else ""
    )
    warnings = f', "warnings": {_warnings_text(scored, _speaker(slug, lang))}' if scored.warnings else ""
    return (
        f'"hu": {scored.hu}, {units}{worth}"melds": [{melds}], "items": [{items}], '
        f'"readings": {scored.readings}, "hand": "{scored.hand}"{pattern}{rows}{marks}{stands}{warnings}'
    )


def _substitution_json(stood: Substitution) -> dict[str, JsonValue]:
    return {"card": stood.card, "for": stood.stands_for, "at": stood.at}


def _warnings_text(scored: Scored, speaker: Speaker) -> str:
    return lines.dump([lines.problem_json(_outside_hand(each), speaker) for each in scored.warnings])


def _answer_score(ruleset: Ruleset, request: Json, lang: str) -> str:
    score_request = ScoreRequest(*map(request.get, ScoreRequest._fields))
    try:
        game = _game(ruleset, request.get("options"))
    except Refused as refused:
        raise _with_more(refused, partial(ruleset.reader.read, score_request)) from None
    return scored_text(game.hands.score(score_request), ruleset.slug, lang)


def _with_more(refused: Refused, read: Callable[[], object]) -> Refused:
    """The problems of the options, and with them those of the request."""
    found = Collector()
    found.extend(refused.problems)
    found.attempt(read)
    return Refused(*found.problems)


def _answer_waits(ruleset: Ruleset, request: Json, lang: str) -> str:
    game = _game(ruleset, request.get("options"))
    return f'"waits": {lines.dump(game.hands.waits(request.get("hand")))}'


ANSWERS = {"score": _answer_score, "waits": _answer_waits}


def answer_line(command: str, line: str) -> str:
    """The answer to one request line of ``score`` or ``waits``, as a line of JSON; a refusal is an answer too."""
    head = ""
    slug, lang = "", DEFAULT_LANGUAGE
    try:
        request = lines.parse(line)
        head = _head(request)
        lang = lines.language(request)
        ruleset = registry.get(request.get("ruleset"))
        slug = ruleset.slug
        return f'{{{head}"ok": true, {ANSWERS[command](ruleset, request, lang)}}}'
    except Refused as refused:
        errors = lines.errors(Refused(*map(_outside_hand, refused.problems)), _speaker(slug, lang))
        return f'{{{head}"ok": false, "errors": {lines.dump(errors)}}}'


def _head(request: Json) -> str:
    """The id of the request, which its answer repeats."""
    if "id" not in request:
        return ""
    if request["id"].__class__ in (dict, list):
        raise Refused(Problem("bad_json", "id", "text", {"got": repr(request["id"])[:40]}))
    return f'"id": {lines.dump(request["id"])}, '


def _outside_hand(problem: Problem) -> Problem:
    """Places within the one hand of a request are named without it: ``concealed``."""
    return replace(problem, field=problem.field.removeprefix("hand."))
