"""记一盘: entering a 胡 by the game's kind of entry, and every other result by a form of its own."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.corrections import people_in
from zipai_ledger.forms.deal_entry import FORMS
from zipai_ledger.forms.dictation import SpokenDeal, fill
from zipai_ledger.forms.entry import DealForm, EntryForm, Values, form_data
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.forms.pledges import pledge_values
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries, record
from zipai_ledger.presenters.deal_entry import (
    SentenceReading,
    SlotEntry,
    body_after,
    entry_page,
    entry_table,
    result_page,
    sentence_reading,
)
from zipai_ledger.presenters.entry_kinds import KINDS
from zipai_ledger.presenters.practice import hand_to_enter
from zipai_ledger.presenters.verdicts import Verdict, WrongVerdict
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem, Refused

from .pledges import pledges_now
from .recording import reseated, store
from .refusals import Refusal, attempt
from .slots import aimed_or_404, redirect_to_entry

Form = TypeVar("Form", bound=DealForm)
LATEST = 6
"""Of so many deals the last win is looked for that tells how this table enters."""
THEN = {"close": "settlement:show", "stage": "stages:change", "again": "new_table:again"}
"""Where the early end of a round leads on to, by what it stood in the way of."""


def win_entry(slot: Slot) -> SlotEntry:
    """Where a 胡 is entered."""
    return SlotEntry(slot, KINDS[slot.setting.ruleset.entry], "deal_entry:save", "deal_entry:preview")


def result_entry(slot: Slot, kind: type[facts.Deal]) -> SlotEntry | None:
    """Where the game has a form of its own for such a deal; None where it has none."""
    own = KINDS[slot.setting.ruleset.entry].others.get(kind.result)
    name = f"deal_entry:{kind.result}"
    return SlotEntry(slot, own, name, f"{name}_preview") if own else None


@require_safe
@for_table(Action.RECORD)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The empty form of a 胡, or one with what stands there now."""
    return show_begun(request, visit, win_entry(aimed_or_404(visit.session, request)))


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
    answer = attempt(lambda: understand(visit, slot, request.POST))
    text, reading = request.POST.get("said", ""), None
    if isinstance(answer, Refusal):
        wrong = tuple(map(slot.setting.speaker.problem, answer.problems))
        reading = SentenceReading(text, wrong=wrong)
    elif answer:
        reading = sentence_reading(slot, text, answer)
    context = {"visit": visit, "table": entry_table(visit, slot), "reading": reading}
    return render(request, "entries/_sentence.html", context)


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
        return redirect_to_entry(slot, "new")
    if entry := result_entry(slot, kind):
        if request.method == "POST":
            return save_entry(request, visit, entry)
        return show_begun(request, visit, entry)
    if request.method != "POST":
        return show_form(request, visit, slot, begun_form(request, visit, slot, FORMS[kind.result]))
    return save_form(request, visit, slot, FORMS[kind.result](slot.setting, request.POST))


@require_POST
@for_table(Action.RECORD)
def result_preview(request: HttpRequest, visit: Visit, kind: type[facts.Deal]) -> HttpResponse:
    """What such a deal pays, where the game's own form shows it."""
    return show_verdict(request, visit, result_entry(aimed_or_404(visit.session, request), kind))


def begun_form(request: HttpRequest, visit: Visit, slot: Slot, form: type[Form]) -> Form:
    """An empty form, or one with what stands there now."""
    begun: Values = {
        "client_id": new_client_id(),
        "base": visit.session.ledger_seq,
        "people": people_text(slot),
        "then": request.GET.get("then", ""),
        "note": note_now(slot),
        "offender": claimed_now(slot),
        **form.begun(slot.setting, request.GET),
        **pledge_values(pledges_now(slot)),
    }
    return form(slot.setting, initial={**begun, **values_now(slot, form)})


def people_text(slot: Slot) -> str:
    """Who sits where, as a form sends it along."""
    return " ".join(map(str, slot.setting.table.players))


def note_now(slot: Slot) -> JsonValue:
    """What was remarked of the deal that shall be replaced: that stays, whatever the deal becomes."""
    return slot.row.fact.get("note", "") if slot.aim.way == "replace" else ""


def claimed_now(slot: Slot) -> JsonValue:
    """Who won the deal that shall be replaced: if it was a foul (诈胡), it was most likely his."""
    return slot.row.fact.get("winner") if slot.aim.way == "replace" else None


def values_now(slot: Slot, form: type[DealForm]) -> Values:
    """What stands in the form of the deal that shall be replaced; nothing where it is of another kind, or none is."""
    if slot.aim.way != "replace":
        return {}
    return form.values(slot.setting, facts.from_json(dict(slot.row.fact)))


def usual_values(visit: Visit, entry: SlotEntry) -> Values:
    """How this table enters its deals, forgotten ones too; a hand to practise on lies there in one way."""
    if not entry.slot.aim.way and (lies := hand_to_enter(visit, None)):
        return {"mode": "cards" if lies.groups else "hu"}
    usual: Values = entry.kind.form.usual(queries.latest_facts(visit.session, LATEST))
    return usual


def show_begun(request: HttpRequest, visit: Visit, entry: SlotEntry) -> HttpResponse:
    """The page of a kind of entry before anything is sent; a seat that was tapped has won."""
    form = begun_form(request, visit, entry.slot, entry.kind.form)
    now = values_now(entry.slot, entry.kind.form)
    if now and (reopened := entry.kind.form.reopened.get(request.GET.get("ask", ""))):
        now = {**now, **dict.fromkeys(reopened, "")}
        form.initial.update(now)
    if not now:
        form.initial.update(usual_values(visit, entry))
    winner = number(request.GET.get("winner", ""))
    if winner in entry.slot.setting.playing:
        form.initial["winner"] = winner
    verdict = verdict_of(visit, entry, form_data(now)) if now else entry.kind.first_verdict(form)
    return show_entry(request, visit, entry, form, verdict, is_filled=bool(now))


def show_entry(
    request: HttpRequest,
    visit: Visit,
    entry: SlotEntry,
    form: EntryForm,
    verdict: Verdict,
    *,
    is_filled: bool = True,
    reading: SentenceReading | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a kind of entry; ``is_filled``: what stands in its form is not only begun, ``reading``: by a sentence."""
    slot = entry.slot
    context = {
        "visit": visit,
        "page": entry_page(entry, form, verdict, is_filled, reading),
        "table": entry_table(visit, slot),
        "form": form,
        "to_enter": hand_to_enter(visit, slot.aim.key if slot.aim.way else None),
    }
    return render(request, "deal_entry/entry.html", context, status=status)


def show_verdict(request: HttpRequest, visit: Visit, entry: SlotEntry | None) -> HttpResponse:
    """The band alone; empty where there is no such form."""
    if entry is None:
        return render(request, Verdict.template, {"verdict": Verdict()})
    if people_in(request.POST) in (None, entry.slot.setting.table.players):
        verdict = verdict_of(visit, entry, request.POST)
    else:
        verdict = WrongVerdict(ready=True, text=_("座位换过了。点“记上”，看看这一盘放到哪里。"))
    words = entry.slot.setting.speaker.terms
    context = {"visit": visit, "verdict": verdict, "aim": entry.slot.aim, "words": words}
    return render(request, verdict.template, context)


def verdict_of(visit: Visit, entry: SlotEntry, data: Mapping[str, str]) -> Verdict:
    """What to say of a form as it stands."""
    form = entry.kind.form(entry.slot.setting, data)
    try:
        change = entry.slot.aim.change(form.fact())
        plan = record.preview_correction(session=visit.session, change=change)
    except Refused as refused:
        return entry.kind.progress(form, refused.problems)
    return entry.kind.verdict(form, body_after(plan))


def save_entry(request: HttpRequest, visit: Visit, entry: SlotEntry) -> HttpResponse:
    """Store what was sent, or show it again: what is wrong, what it is worth, what its sentence says."""
    slot = entry.slot
    if (answer := reseated(request, visit, slot)) is not None:
        return answer

    def again(refusal: Refusal) -> HttpResponse:
        return show_submission(request, visit, entry, refusal.problems)

    if request.POST.get("look") and not request.POST.get("said", "").strip():
        return show_submission(request, visit, entry)
    form = entry.kind.form(slot.setting, request.POST)
    fact = attempt(lambda: understand(visit, slot, request.POST) or form.fact())
    if isinstance(fact, Refusal):
        return again(fact)
    if isinstance(fact, SpokenDeal):
        return show_understood(request, visit, entry, fact)
    return store(request, visit, slot, slot.aim.change(fact), again)


def understand(visit: Visit, slot: Slot, data: Mapping[str, str]) -> SpokenDeal | None:
    """What a form's sentence says; None where it has none, or where such deals are not entered so. Raises `Refused`."""
    hearing, text = KINDS[slot.setting.ruleset.entry].understand, data.get("said", "")
    me = slot.seat_of(visit.player)
    return hearing(slot.setting, text, me) if hearing and text.strip() else None


def show_submission(
    request: HttpRequest, visit: Visit, entry: SlotEntry, problems: Sequence[Problem] = ()
) -> HttpResponse:
    """The form as it was sent, and what is wrong with it."""
    form = entry.kind.form(entry.slot.setting, initial=request.POST.dict())
    form.refuse(problems)
    verdict = verdict_of(visit, entry, request.POST)
    return show_entry(request, visit, entry, form, verdict, status=422 if problems else 200)


def show_understood(
    request: HttpRequest, visit: Visit, entry: SlotEntry, understood: SpokenDeal
) -> HttpResponse:
    """The form with what a sentence says in it, to be looked at before it is saved."""
    data = fill(request.POST.dict(), understood)
    reading = sentence_reading(entry.slot, request.POST["said"], understood)
    form = entry.kind.form(entry.slot.setting, initial=data)
    return show_entry(request, visit, entry, form, verdict_of(visit, entry, data), reading=reading)


def show_form(
    request: HttpRequest, visit: Visit, slot: Slot, form: DealForm, status: int = 200
) -> HttpResponse:
    """The page of a form that all games share."""
    context = {
        "visit": visit,
        "page": result_page(slot, form.result.result),
        "table": entry_table(visit, slot),
        "form": form,
    }
    return render(request, f"deal_entry/{form.result.result}.html", context, status=status)


def save_form(request: HttpRequest, visit: Visit, slot: Slot, form: DealForm) -> HttpResponse:
    """Store what the form states, or show it again with what is wrong."""
    if (answer := reseated(request, visit, slot)) is not None:
        return answer

    def again(refusal: Refusal) -> HttpResponse:
        form.refuse(refusal.problems)
        return show_form(request, visit, slot, form, refusal.status)

    fact = attempt(form.fact)
    if isinstance(fact, Refusal):
        return again(fact)
    return lead_on(request, visit, store(request, visit, slot, slot.aim.change(fact), again))


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
