"""规矩 (guiju): each game's rules, as they usually are, as somebody asks for them, and as one table plays them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zipai_ledger import own_rules
from zipai_ledger.access import Action, Public, Visit, for_table, public
from zipai_ledger.forms.rulebook import queried_options
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.rulebook import rulebook_page, table_rulebook_page
from zipai_ledger.presenters.sayings import sayings_of_all
from zipai_ledger.rules import registry

MAX_AGE = 600
"""Seconds that a browser may show a page again that belongs to no table."""


@require_safe
@public(Public.HELP)
@cache_control(private=True, max_age=MAX_AGE)
def index(request: HttpRequest) -> HttpResponse:
    """Every game, and the words of the table."""
    return render(request, "rulebook/index.html", {"games": tuple(registry.all_rulesets().values())})


@require_safe
@public(Public.HELP)
@cache_control(private=True, max_age=MAX_AGE)
def words(request: HttpRequest) -> HttpResponse:
    """行话: every word of the table that a game brings along."""
    sayings = sayings_of_all(registry.all_rulesets().values())
    return render(request, "rulebook/words.html", {"sayings": sayings})


@require_safe
@public(Public.HELP)
@cache_control(private=True, max_age=MAX_AGE)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game with its usual options, or those of the query, see `forms.rulebook`."""
    ruleset = registry.all_rulesets().get(slug)
    if ruleset is None:
        raise Http404
    page = rulebook_page(ruleset, queried_options(ruleset, request.GET))
    return render(request, "rulebook/game.html", {"page": page})


@require_safe
@for_table(Action.SEE)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rules that a table plays now, or played in an earlier stage: ``?stage=0``."""
    stages = queries.table_view(visit.session, most=1).stages
    place = number(request.GET.get("stage", ""))
    stage = stages[-1 if place is None or place >= len(stages) else place]
    context = {
        "visit": visit,
        "page": table_rulebook_page(stages, stage),
        "rules_name": own_rules.name_of_stage(visit.session, stage.stage.index),
    }
    return render(request, "rulebook/game.html", context)
