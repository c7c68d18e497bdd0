"""Help: each game's rules, as they usually are, as somebody asks for them, and as one table plays them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Public, Visit, for_table, public
from zipai_ledger.formats.speaker import word
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import StageView
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Option, Value, Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.rulebook import Saying, listed
from zipai_ledger.rules.ruleset import Ruleset

from .showing.rulebook import Page, legend, sayings

MINUTES = 10
"""How long a browser may keep a page that belongs to no table."""


@require_safe
@public(Public.HELP)
def index(request: HttpRequest) -> HttpResponse:
    """Every game, and the words of the table."""
    games = [
        {"url": reverse("rules:game", args=[slug]), "name": word(ruleset.name), "line": word(ruleset.tagline)}
        for slug, ruleset in registry.all_rulesets().items()
    ]
    context = {"games": games, "words_url": reverse("rules:words"), "back_url": reverse("home")}
    return kept(render(request, "rules/index.html", context))


@require_safe
@public(Public.HELP)
def words(request: HttpRequest) -> HttpResponse:
    """行话: every word of the table that a game brings along."""
    every = [saying for ruleset in registry.all_rulesets().values() for saying in ruleset.sayings]
    context = {"words": sayings(once(every)), "back_url": reverse("rules:index")}
    return kept(render(request, "rules/words.html", context))


def once(every: Iterable[Saying]) -> Iterable[Saying]:
    """Each meaning once, in the words that come first; a word said in several places with all of them."""
    found: dict[Words, Saying] = {}
    places: dict[Words, dict[Words, None]] = {}
    for saying in every:
        known = found.setdefault(saying.meaning, saying)
        if known.word == saying.word:
            places.setdefault(known.meaning, {})[saying.where] = None
    return [replace(known, where=listed(places[meaning])) for meaning, known in found.items()]


@require_safe
@public(Public.HELP)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game with its usual options, or those of the query: ``?min_hu=15&xing_kinds=上``, tables of numbers as JSON."""
    ruleset = registry.all_rulesets().get(slug)
    if ruleset is None:
        raise Http404
    options = asked(ruleset, request.GET)
    plain = options == ruleset.options.resolve({})
    lead = _("照平常的打法写的。") if plain else _("照选好的规矩写的。")
    context = {
        **book(ruleset, options),
        "lead": lead,
        "mark": _("改过的"),
        "back_url": reverse("rules:index"),
    }
    return kept(render(request, "rules/book.html", context))


@require_safe
@for_table(Action.SEE)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rules that a table plays now, or played in an earlier stage: ``?stage=0``."""
    stages = queries.table_view(visit.session, most=1).stages
    place = number(request.GET.get("stage", ""))
    stage = stages[-1 if place is None or place >= len(stages) else place]
    context: dict[str, Any] = {
        "back_url": reverse("table:show", args=[visit.session.public_id]),
        "table": visit.session.name,
        "stages": others(visit, stages, stage),
        "lead": _("照这一桌的规矩写的。"),
        "mark": _("本桌"),
    }
    try:
        ruleset = registry.get(stage.stage.ruleset)
        context |= book(ruleset, ruleset.options.resolve(stage.options))
    except Refused:
        context |= {"name": stage.stage.ruleset, "sections": [], "gone": True}
    return render(request, "rules/book.html", context)


def kept(answer: HttpResponse) -> HttpResponse:
    """The answer, which the browser that asked may show again for a while."""
    answer["Cache-Control"] = f"private, max-age={MINUTES * 60}"
    return answer


def book(ruleset: Ruleset, options: Mapping[str, Value]) -> dict[str, Any]:
    """The context of ``rules/book.html`` that the rules give."""
    page = Page(ruleset, options)
    sections = page.sections()
    return {
        "name": word(ruleset.name),
        "tagline": word(ruleset.tagline),
        "sections": sections,
        "legend": legend(sections),
        "words": sayings(ruleset.sayings),
        "words_url": reverse("rules:words"),
        "changed": len(page.changed),
    }


def others(visit: Visit, stages: tuple[StageView, ...], shown: StageView) -> list[dict[str, Any]]:
    """The stages with other rules than the ones after them, where there are several; a link to each but the one shown."""
    differing = [
        stage
        for stage, after in zip(stages, (*stages[1:], None), strict=True)
        if after is None or rules_of(stage) != rules_of(after)
    ]
    here = reverse("rules:table", args=[visit.session.public_id])
    return [
        {
            "name": game_name(stage.stage.ruleset),
            "now": stage is stages[-1],
            "url": f"{here}?{urlencode({'stage': stage.stage.index})}",
            "shown": rules_of(stage) == rules_of(shown),
        }
        for stage in differing
        if len(differing) > 1
    ]


def rules_of(stage: StageView) -> tuple[str, Mapping[str, Any]]:
    """What makes two stages play alike."""
    return stage.stage.ruleset, stage.options


def game_name(slug: str) -> str:
    """What a game is called; its slug where it is gone."""
    ruleset = registry.all_rulesets().get(slug)
    return word(ruleset.name) if ruleset else slug


def asked(ruleset: Ruleset, query: QueryDict) -> dict[str, Value]:
    """The options of a query; what cannot be is as usual."""
    given: dict[str, Any] = {}
    for option in ruleset.options.options:
        if option.code in query:
            try:
                given[option.code] = option.parse(typed(option, query.getlist(option.code)))
            except Refused:
                continue
    return ruleset.options.resolve(given)


def typed(option: Option, values: list[str]) -> Any:
    """The value of an option as a query writes it."""
    if option.kind == "many":
        return [value for value in values if value]
    if option.kind not in ("parts", "series", "bands"):
        return values[-1]
    try:
        return json.loads(values[-1])
    except (ValueError, RecursionError):
        return values[-1]
