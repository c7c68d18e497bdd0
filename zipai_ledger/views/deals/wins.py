"""记一盘: entering a 胡."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from zipai_ledger import record
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.forms import Verdict
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused

from .aim import Place, aim_of, place_of
from .page import beside, errors_of, fresh, page, saved_ids, sent_back, table_context
from .store import store_fact


def _entry_page(
    request: HttpRequest, visit: Visit, place: Place, form: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    asked = place.kind.context(place.setting)
    context = {
        **asked,
        "table": table_context(visit, place),
        "form": {
            "action": place.url("save"),
            "preview_url": place.url("preview"),
            "dealer": place.setting.state.dealer,
            **form,
        },
        "entry_template": place.kind.template,
        "entry_header": place.kind.header,
        "entry_scripts": place.kind.scripts,
        "saved_ids": saved_ids(visit),
        "verdict": form.get("verdict", asked.get("verdict", Verdict())),
        "aim": place.aim,
    }
    return page(request, "deals/entry.html", context, status)


@require_safe
@for_table(Action.RECORD)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The empty form, or one with what stands there now."""
    place = place_of(visit.session, aim_of(request.GET))
    form = fresh(visit)
    if place.aim.way == "replace" and place.now is not None:
        shown = place.kind.from_fact(place.setting, facts.from_json(dict(place.now.fact)))
        data = {name: "" if value is None or value is False else str(value) for name, value in shown.items()}
        form |= {**shown, "bound": bool(shown), "verdict": _verdict(visit, place, data)}
    winner = request.GET.get("winner", "")
    if winner.isascii() and winner.isdigit() and int(winner) in place.setting.playing:
        form |= {"winner": int(winner), "step": "source"}
    return _entry_page(request, visit, place, form)


def _verdict(visit: Visit, place: Place, data: Mapping[str, str]) -> Verdict:
    try:
        fact = place.kind.to_fact(place.setting, data)
        plan = record.preview_correction(session=visit.session, change=place.aim.change(fact))
    except Refused as refused:
        return place.kind.progress(place.setting, data, refused)
    after = plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is entered counts
    return replace(place.kind.verdict(place.setting, after.body), ready=True)


@require_POST
@for_table(Action.RECORD)
def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The band under the cards, for a form as it stands."""
    place = place_of(visit.session, aim_of(request.GET))
    return page(request, "entries/_verdict.html", {"verdict": _verdict(visit, place, request.POST)})


@require_POST
@for_table(Action.RECORD)
def save(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Store the 胡, or show the form again with what is wrong; ``look`` only shows what it is worth."""
    place = place_of(visit.session, aim_of(request.GET))

    def again(refused: Refused | None, status: int = 422) -> HttpResponse:
        errors = [] if refused is None else errors_of(refused, place)
        verdict = _verdict(visit, place, request.POST)
        told = {"errors": errors, "wrong": beside(errors), "verdict": verdict}
        form = {**sent_back(request.POST), "bound": True, **told}
        return _entry_page(request, visit, place, form, status)

    if request.POST.get("look"):
        return again(None, 200)
    try:
        fact = place.kind.to_fact(place.setting, request.POST)
    except Refused as refused:
        return again(refused)
    return store_fact(request, visit, place, fact, again)
