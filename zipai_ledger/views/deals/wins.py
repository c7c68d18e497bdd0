"""记一盘: entering a 胡, and what else a kind of entry has a form of its own for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries import KINDS, EntryKind, Understood, filled
from zipai_ledger.entries.forms import Verdict, written
from zipai_ledger.entries.slots import Slot
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import record
from zipai_ledger.presenters.live import live_page
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused

from ..recording import store
from ..samples import hand_to_enter
from ..showing.rulebook import sayings
from ..slots import aimed_or_404
from . import hearing
from .page import beside, entry_url, errors_of, fresh, page, saved_ids, sent_back, table_context


@dataclass(frozen=True, slots=True)
class Desk:
    """A form at its place: the kind of entry, and the addresses that save it and look at it."""

    place: Slot
    kind: EntryKind
    save: str
    preview: str


def desk_of(visit: Visit, request: HttpRequest) -> Desk:
    """Where a win is entered."""
    place = aimed_or_404(visit.session, request)
    return Desk(
        place, KINDS[place.setting.ruleset.entry], entry_url(place, "save"), entry_url(place, "preview")
    )


def other_desk(place: Slot, name: str) -> Desk | None:
    """Where another result is entered by a form of the kind's own; None where it has none."""
    kind = KINDS[place.setting.ruleset.entry].others.get(name)
    return (
        None
        if kind is None
        else Desk(place, kind, entry_url(place, name), entry_url(place, f"{name}_preview"))
    )


def entry_page(
    request: HttpRequest, visit: Visit, desk: Desk, form: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """The page of a form, with these values in it."""
    place, kind = desk.place, desk.kind
    table = table_context(visit, place)
    asked = kind.context(place.setting, form)
    context = {
        **asked,
        "visit": visit,
        "table": table,
        "form": {
            "action": desk.save,
            "preview_url": desk.preview,
            "heard_url": entry_url(place, "hear"),
            "dealer": place.setting.state.dealer,
            **form,
        },
        "entry_template": kind.template,
        "entry_header": kind.header,
        "entry_heading": table["words"].get(kind.heading, ""),
        "entry_scripts": kind.scripts,
        "saved_ids": saved_ids(visit),
        "live": live_page(visit),
        "sayings": sayings(place.setting.ruleset.sayings),
        "verdict": form.get("verdict", asked.get("verdict", Verdict())),
        "aim": place.aim,
        "to_enter": hand_to_enter(visit, place.aim.key if place.aim.way else None),
    }
    return page(request, "deals/entry.html", context, status)


def form_now(visit: Visit, desk: Desk) -> dict[str, Any]:
    """The values of an empty form, or of what stands there now."""
    place, form = desk.place, fresh(visit)
    if place.aim.way == "replace" and place.now is not None:
        shown = desk.kind.from_fact(place.setting, facts.from_json(dict(place.now.fact)))
        data = {name: written(value) for name, value in shown.items()}
        form |= {**shown, "bound": bool(shown), "verdict": verdict_of(visit, desk, data)}
    return form


@require_safe
@for_table(Action.RECORD)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The empty form, or one with what stands there now."""
    desk = desk_of(visit, request)
    form = form_now(visit, desk)
    winner = number(request.GET.get("winner", ""))
    if winner in desk.place.setting.playing:
        form |= {"winner": winner, "step": "source"}
    return entry_page(request, visit, desk, form)


def verdict_of(visit: Visit, desk: Desk, data: Mapping[str, str]) -> Verdict:
    """What to say of a form as it stands."""
    place, kind = desk.place, desk.kind
    try:
        fact = kind.to_fact(place.setting, data)
        plan = record.preview_correction(session=visit.session, change=place.aim.change(fact))
    except Refused as refused:
        return kind.progress(place.setting, data, refused)
    after = plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is entered counts
    return replace(kind.verdict(place.setting, after.body), ready=True)


def previewed(request: HttpRequest, visit: Visit, desk: Desk) -> HttpResponse:
    """The band alone."""
    return page(request, "entries/_verdict.html", {"verdict": verdict_of(visit, desk, request.POST)})


@require_POST
@for_table(Action.RECORD)
def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The band under the cards, for a form as it stands."""
    return previewed(request, visit, desk_of(visit, request))


@require_POST
@for_table(Action.RECORD)
def save(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Store the 胡, or show the form again with what is wrong; ``look`` only shows what it is worth."""
    return saved(request, visit, desk_of(visit, request))


def saved(request: HttpRequest, visit: Visit, desk: Desk) -> HttpResponse:
    """Store what was sent, or show it again with what is wrong."""
    place = desk.place

    def again(problems: Sequence[Problem] = (), status: int = 422) -> HttpResponse:
        errors = errors_of(problems, place, desk.kind.fields)
        verdict = verdict_of(visit, desk, request.POST)
        told = {"errors": errors, "wrong": beside(errors), "verdict": verdict}
        form = {**sent_back(request.POST), "bound": True, **told}
        return entry_page(request, visit, desk, form, status)

    if request.POST.get("look") and not request.POST.get("said", "").strip():
        return again(status=200)
    try:
        if understood := hearing.understood_of(place, request.POST):
            return filled_in(request, visit, desk, understood)
        fact = desk.kind.to_fact(place.setting, request.POST)
    except Refused as refused:
        return again(refused.problems)
    return store(request, visit, place, place.aim.change(fact), lambda refusal: again(refusal.problems))


def filled_in(request: HttpRequest, visit: Visit, desk: Desk, understood: Understood) -> HttpResponse:
    """The form with what a sentence says in it, to be looked at before it is saved."""
    data = filled(request.POST.dict(), understood)
    told = hearing.shown(desk.place, request.POST["said"], understood)
    form = {**sent_back(data), "bound": True, "heard": told, "verdict": verdict_of(visit, desk, data)}
    return entry_page(request, visit, desk, form)


def other(request: HttpRequest, visit: Visit, place: Slot, name: str) -> HttpResponse | None:
    """The answer of the kind's own form for this result, None where it has none."""
    desk = other_desk(place, name)
    if desk is None:
        return None
    if request.method == "POST":
        return saved(request, visit, desk)
    return entry_page(request, visit, desk, form_now(visit, desk))


def _other_preview(request: HttpRequest, visit: Visit, name: str) -> HttpResponse:
    place = aimed_or_404(visit.session, request)
    desk = other_desk(place, name)
    if desk is None:
        return page(request, "entries/_verdict.html", {"verdict": Verdict()})
    return previewed(request, visit, desk)


@require_POST
@for_table(Action.RECORD)
def dead_preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What a 黄庄 pays, where its form asks for something."""
    return _other_preview(request, visit, "dead")


@require_POST
@for_table(Action.RECORD)
def foul_preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What a foul pays, where its form shows it."""
    return _other_preview(request, visit, "foul")
