"""换一套规矩算算看: the same evening under other house rules, side by side. Only play; nothing is stored."""

from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger import own_rules
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.formats.speaker import speaker
from zipai_ledger.forms.house_rules import RulesForm, played_rules
from zipai_ledger.ledger import posting, queries
from zipai_ledger.ledger.posting import Otherwise, Rules
from zipai_ledger.ledger.queries import StageView, TableView
from zipai_ledger.presenters.house_rules import house_rules
from zipai_ledger.presenters.what_if import Comparison, OtherStage, comparison
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State

from .refusals import Refusal, attempt

SENT = "again"
"""The field that says that the form was sent."""


@require_safe
@for_table(Action.SEE)
@heavy
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rules as they were, to be changed, or own ones (``?own=``); then both totals, and the deals that moved them."""
    view = queries.table_view(visit.session, most=0)
    known = registry.all_rulesets()
    games = {stage.stage.ruleset: stage for stage in view.stages if stage.stage.ruleset in known}
    if not games:
        return render(request, "what_if/show.html", {"visit": visit})
    stage = games.get(request.GET.get("ruleset", "")) or next(reversed(games.values()))
    ruleset = known[stage.stage.ruleset]
    form, page, sent = RulesForm(ruleset, initial=played_rules(stage.options)), None, SENT in request.GET
    own, refusal = own_rules.find(request.GET.get("own", ""), visit.device), None
    if sent:
        form = RulesForm(ruleset, request.GET)
        page = _compared(visit, view, form)
    elif own and own.rules and own.rules.slug == ruleset.slug:
        form = RulesForm(ruleset, initial=played_rules(own.rules.options))
        done = _by_own(visit, view, form)
        page, refusal = (None, done) if isinstance(done, Refusal) else (done, None)
        sent = True
    rules = house_rules(form)
    context = {
        "visit": visit,
        "page": page,
        "form": form,
        "rules": rules,
        "options": [replace(option, is_preset=False, example=None) for option in rules.options],
        "games": tuple(games),
        "own": [one.row for one in own_rules.rules_of(visit.device) if one.row.ruleset == ruleset.slug],
        "chosen": own.row if own else None,
        "refusal": refusal,
    }
    return render(request, "what_if/show.html", context, status=422 if sent and page is None else 200)


def _by_own(visit: Visit, view: TableView, form: RulesForm) -> Comparison | Refusal:
    """The same under own rules, which nobody has typed."""
    words = speaker(form.ruleset)
    return attempt(lambda: comparison(visit.session, view, _other_stages(view, form)), words)


def _compared(visit: Visit, view: TableView, form: RulesForm) -> Comparison | None:
    """None, with the reasons at its fields, where these rules cannot be."""
    form.full_clean()
    try:
        return comparison(visit.session, view, _other_stages(view, form))
    except Refused as refused:
        form.refuse(refused.problems)
    return None


def _other_stages(view: TableView, form: RulesForm) -> tuple[OtherStage, ...]:
    """Every stage of this game under the rules of the form, each with its own way to sit; raises `Refused`."""
    return tuple(
        OtherStage(stage, _again(stage, form.ruleset.options.resolve({**stage.options, **form.values})))
        for stage in view.stages
        if stage.stage.ruleset == form.ruleset.slug
    )


def _again(stage: StageView, options: Mapping[str, Value]) -> Otherwise:
    """One stage under other options; raises `Refused` where its people cannot sit like that."""
    rules = Rules.of(stage.stage)
    rules = replace(rules, table=replace(rules.table, options=options))
    rules.ruleset.check(rules.table)
    opening = State.from_text(stage.stage.opening)
    return posting.otherwise(rules, opening, posting.entries_from(stage.stage, 1))
