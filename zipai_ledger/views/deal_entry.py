"""记一盘: entering a 胡 by the game's kind of entry, and every other result by a form of its own."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries import HEARING, KINDS, EntryKind, Understood, filled
from zipai_ledger.entries.forms import Verdict, written
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.deal_entry import FORMS, DealForm
from zipai_ledger.forms.problems import field_of
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import record
from zipai_ledger.presenters.deal_entry import (
    SentenceReading,
    body_after,
    entry_page,
    entry_table,
    result_page,
    sentence_reading,
)
from zipai_ledger.presenters.live import live_page
from zipai_ledger.presenters.sayings import saying_lines
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused

from .recording import store
from .refusals import Refusal, attempt
from .samples import hand_to_enter
from .slots import aimed_or_404

NUMBERS = ("winner", "from", "dealer", "hu", "xing_count", "xing_lower", "offender")
THEN = {"close": "settlement:show", "stage": "stages:change", "again": "new_table:again"}
"""Where the early end of a round leads on to, by what it stood in the way of."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of entry at a slot, and the views that save it and look at it."""

    slot: Slot
    kind: EntryKind
    save: str
    preview: str


def win_entry(slot: Slot) -> Entry:
    """Where a 胡 is entered."""
    return Entry(slot, KINDS[slot.setting.ruleset.entry], "deal_entry:save", "deal_entry:preview")


def result_entry(slot: Slot, kind: type[facts.Deal]) -> Entry | None:
    """Where the game has a form of its own for such a deal; None where it has none."""
    own = KINDS[slot.setting.ruleset.entry].others.get(kind.result)
    name = f"deal_entry:{kind.result}"
    return Entry(slot, own, name, f"{name}_preview") if own else None


@require_safe
@for_table(Action.RECORD)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The empty form of a 胡, or one with what stands there now."""
    entry = win_entry(aimed_or_404(visit.session, request))
    values = begun_values(visit, entry)
    winner = number(request.GET.get("winner", ""))
    if winner in entry.slot.setting.playing:
        values |= {"winner": winner, "step": "source"}
    return show_entry(request, visit, entry, values)


@require_POST
@for_table(Action.RECORD)
def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The band under the cards, for a form as it stands."""
    return show_verdict(request, visit, win_entry(aimed_or_404(visit.session, request)))


@require_POST
@for_table(Action.RECORD)
def hear(request: HttpRequest, visit: Visit) -> HttpResponse:
    """听写: the sentence of a form, as far as it is understood."""
    slot = aimed_or_404(visit.session, request)
    answer = attempt(lambda: understand(slot, request.POST))
    text, reading = request.POST.get("said", ""), None
    if isinstance(answer, Refusal):
        wrong = tuple(map(slot.setting.speaker.problem, answer.problems))
        reading = SentenceReading(text, wrong=wrong)
    elif answer:
        reading = sentence_reading(slot, text, answer)
    return render(request, "entries/_heard.html", {"heard": reading})


@require_POST
@for_table(Action.RECORD)
def save(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Store the 胡, or show the form again with what is wrong; ``look`` only shows what it is worth."""
    return save_entry(request, visit, win_entry(aimed_or_404(visit.session, request)))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def result(request: HttpRequest, visit: Visit, kind: type[facts.Deal]) -> HttpResponse:
    """A deal that no hand won: by the game's own form, else by one that all games share."""
    slot = aimed_or_404(visit.session, request)
    if kind not in slot.setting.ruleset.results:
        answer = redirect("deal_entry:new", visit.session.public_id)
        answer["Location"] += slot.aim.query
        return answer
    if entry := result_entry(slot, kind):
        if request.method == "POST":
            return save_entry(request, visit, entry)
        return show_entry(request, visit, entry, begun_values(visit, entry))
    if request.method != "POST":
        return show_form(request, visit, slot, empty_form(request, visit, slot, FORMS[kind.result]))
    return save_form(request, visit, slot, FORMS[kind.result](slot.setting, request.POST))


@require_POST
@for_table(Action.RECORD)
def result_preview(request: HttpRequest, visit: Visit, kind: type[facts.Deal]) -> HttpResponse:
    """What such a deal pays, where the game's own form shows it."""
    return show_verdict(request, visit, result_entry(aimed_or_404(visit.session, request), kind))


def begun_values(visit: Visit, entry: Entry) -> dict[str, Any]:
    """The values of an empty form, or of what stands there now."""
    slot = entry.slot
    values: dict[str, Any] = {
        "client_id": secrets.token_urlsafe(18),
        "base": visit.session.ledger_seq,
    }
    if slot.aim.way == "replace":
        stated = entry.kind.from_fact(slot.setting, facts.from_json(dict(slot.row.fact)))
        data = {name: written(value) for name, value in stated.items()}
        values |= {**stated, "bound": bool(stated), "verdict": verdict_of(visit, entry, data)}
    return values


def sent_values(data: Mapping[str, str]) -> dict[str, Any]:
    """What was sent, to be shown again exactly as it was."""
    values: dict[str, Any] = {name: data[name] for name in data if name != "csrfmiddlewaretoken"}
    numbers = {name: number(data.get(name, "")) for name in NUMBERS}
    return {
        **values,
        **{name: value for name, value in numbers.items() if value is not None},
        "bound": True,
    }


def show_entry(
    request: HttpRequest, visit: Visit, entry: Entry, values: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """The page of a kind of entry. ``values``: what its form holds, and what is said of it, as `EntryKind.context` takes it."""
    slot = entry.slot
    asked = entry.kind.context(slot.setting, values)
    context = {
        **asked,
        "visit": visit,
        "page": entry_page(slot, entry.kind, entry.save, entry.preview),
        "table": entry_table(visit, slot),
        "form": {"dealer": slot.setting.state.dealer, **values},
        "verdict": values.get("verdict", asked.get("verdict", Verdict())),
        "sayings": saying_lines(slot.setting.ruleset.sayings),
        "to_enter": hand_to_enter(visit, slot.aim.key if slot.aim.way else None),
        "live": live_page(visit),
    }
    return render(request, "deal_entry/entry.html", context, status=status)


def show_verdict(request: HttpRequest, visit: Visit, entry: Entry | None) -> HttpResponse:
    """The band alone; empty where there is no such form."""
    verdict = verdict_of(visit, entry, request.POST) if entry else Verdict()
    return render(request, "entries/_verdict.html", {"verdict": verdict})


def verdict_of(visit: Visit, entry: Entry, data: Mapping[str, str]) -> Verdict:
    """What to say of a form as it stands."""
    slot, kind = entry.slot, entry.kind
    try:
        change = slot.aim.change(kind.to_fact(slot.setting, data))
        plan = record.preview_correction(session=visit.session, change=change)
    except Refused as refused:
        return kind.progress(slot.setting, data, refused)
    return replace(kind.verdict(slot.setting, body_after(plan)), ready=True)


def save_entry(request: HttpRequest, visit: Visit, entry: Entry) -> HttpResponse:
    """Store what was sent, or show it again: what is wrong, what it is worth, what its sentence says."""
    slot, kind = entry.slot, entry.kind

    def again(refusal: Refusal) -> HttpResponse:
        return show_sent(request, visit, entry, refusal.problems)

    if request.POST.get("look") and not request.POST.get("said", "").strip():
        return show_sent(request, visit, entry)
    fact = attempt(lambda: understand(slot, request.POST) or kind.to_fact(slot.setting, request.POST))
    if isinstance(fact, Refusal):
        return again(fact)
    if isinstance(fact, Understood):
        return show_understood(request, visit, entry, fact)
    return store(request, visit, slot, slot.aim.change(fact), again)


def understand(slot: Slot, data: Mapping[str, str]) -> Understood | None:
    """What a form's sentence says; None where it has none, or where such deals are not entered so. Raises `Refused`."""
    hearing, text = HEARING.get(slot.setting.ruleset.entry), data.get("said", "")
    return hearing(slot.setting, text) if hearing and text.strip() else None


def show_sent(
    request: HttpRequest, visit: Visit, entry: Entry, problems: Sequence[Problem] = ()
) -> HttpResponse:
    """The form as it was sent, and what is wrong with it."""
    errors = [
        {
            "field": field_of(problem, entry.kind.fields),
            "message": entry.slot.setting.speaker.problem(problem),
        }
        for problem in problems
    ]
    wrong = {
        error["field"]: " ".join(one["message"] for one in errors if one["field"] == error["field"])
        for error in errors
    }
    verdict = verdict_of(visit, entry, request.POST)
    values = {**sent_values(request.POST), "errors": errors, "wrong": wrong, "verdict": verdict}
    return show_entry(request, visit, entry, values, 422 if problems else 200)


def show_understood(request: HttpRequest, visit: Visit, entry: Entry, understood: Understood) -> HttpResponse:
    """The form with what a sentence says in it, to be looked at before it is saved."""
    data = filled(request.POST.dict(), understood)
    reading = sentence_reading(entry.slot, request.POST["said"], understood)
    values = {**sent_values(data), "heard": reading, "verdict": verdict_of(visit, entry, data)}
    return show_entry(request, visit, entry, values)


def empty_form(request: HttpRequest, visit: Visit, slot: Slot, form: type[DealForm]) -> DealForm:
    """An empty form, or one with what stands there now, where that is of the same kind."""
    now = slot.now.fact if slot.now and slot.aim.way == "replace" else {}
    stated = {**form.values(now), "note": now.get("note", "")} if now.get("result") == form.result else {}
    begun = {"client_id": secrets.token_urlsafe(18), "base": visit.session.ledger_seq}
    return form(slot.setting, initial={**begun, **stated, "then": request.GET.get("then", "")})


def show_form(
    request: HttpRequest, visit: Visit, slot: Slot, form: DealForm, status: int = 200
) -> HttpResponse:
    """The page of a form that all games share."""
    context = {
        "visit": visit,
        "page": result_page(slot, form.result),
        "table": entry_table(visit, slot),
        "form": form,
        "live": live_page(visit),
    }
    return render(request, f"deal_entry/{form.result}.html", context, status=status)


def save_form(request: HttpRequest, visit: Visit, slot: Slot, form: DealForm) -> HttpResponse:
    """Store what the form states, or show it again with what is wrong."""

    def again(refusal: Refusal) -> HttpResponse:
        form.refuse(refusal.problems)
        return show_form(request, visit, slot, form, refusal.status)

    if not form.is_valid() or form.fact is None:
        return show_form(request, visit, slot, form, 422)
    return lead_on(request, visit, store(request, visit, slot, slot.aim.change(form.fact), again))


def lead_on(request: HttpRequest, visit: Visit, answer: HttpResponse) -> HttpResponse:
    """Once stored: to what the deal stood in the way of, else where every deal leads."""
    then = THEN.get(request.POST.get("then", ""))
    if then is None or not {"Location", "HX-Redirect"} & set(answer.headers):
        return answer
    url = resolve_url(then, visit.session.public_id)
    if isinstance(answer, HttpResponseRedirect):
        return HttpResponseRedirect(url, status=303)
    answer["HX-Redirect"] = url
    return answer
