"""Storing what was entered, and every way in which that can be answered."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render, resolve_url

from zipai_ledger.access import Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.corrections import CorrectionForm, people_in
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Conflict, LaterSeats, Recorded, Reseated, Stale
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.presenters.corrections import CorrectionPage, change_effect, corrected_deal, follow_offer
from zipai_ledger.presenters.meanwhile import RefusedPage, conflict_page, reseated_page, stale_page

from .refusals import Refusal, attempt

ShowAgain = Callable[[Refusal], HttpResponse]
"""Shows the form once more with what is wrong."""
ACTS = {Kind.DEAL_VOIDED: "void", Kind.DEAL_RESTORED: "restore"}


def store(
    request: HttpRequest, visit: Visit, slot: Slot, change: record.Change, again: ShowAgain
) -> HttpResponse:
    """Store a change, or say what keeps it from being stored; a correction is shown first and confirmed then."""
    form = CorrectionForm(request.POST)
    speaker = slot.setting.speaker
    if slot.aim.way and not form.is_confirmed:
        status = 409 if form.cleaned_data["confirm"] else 200
        answer = attempt(lambda: show_effect(request, visit, slot, change, form, status), speaker)
    else:
        answer = attempt(lambda: stored(request, apply(visit, change, form), slot), speaker)
    if isinstance(answer, HttpResponse):
        return answer
    if answer.reason == "problems":
        return again(answer)
    return refused(request, visit, slot, change, form, answer)


def apply(visit: Visit, change: record.Change, form: CorrectionForm) -> Recorded:
    """Store it; raises what the verb raises."""
    return record.apply(
        session=visit.session,
        sent=form.sent(visit),
        change=change,
        reason=form.cleaned_data["reason"].strip(),
        keep=form.cleaned_data["keep"],
        seats=form.seats,
    )


def show_effect(
    request: HttpRequest,
    visit: Visit,
    slot: Slot,
    change: record.Change,
    form: CorrectionForm,
    status: int = 200,
) -> HttpResponse:
    """What a correction would do, with everything that was entered, and why it is made."""
    plan = record.preview_correction(session=visit.session, change=change, seats=LaterSeats.BY_RULE)
    offer = follow_offer(plan, slot)
    if offer and form.seats == LaterSeats.AS_SEEN:
        plan = record.preview_correction(session=visit.session, change=change)
    page = CorrectionPage(
        act=ACTS.get(change.kind, slot.act),
        slot=slot,
        fields=form.entry_fields or new_fields(visit),
        follows=bool(offer) and form.seats == LaterSeats.BY_RULE,
        deal=corrected_deal(plan, slot),
        effect=change_effect(plan, slot, form.cleaned_data["keep"]),
        offer=offer,
    )
    return effect_page(request, visit, page, form, status)


def new_fields(visit: Visit) -> tuple[tuple[str, str], ...]:
    """What goes with a correction that no form has sent yet."""
    return (("client_id", new_client_id()), ("base", str(visit.session.ledger_seq)))


def effect_page(
    request: HttpRequest, visit: Visit, page: CorrectionPage, form: CorrectionForm, status: int
) -> HttpResponse:
    """The page that shows a correction."""
    context = {"visit": visit, "page": page, "form": form}
    return render(request, "corrections/effect.html", context, status=status)


def refused(
    request: HttpRequest,
    visit: Visit,
    slot: Slot,
    change: record.Change,
    form: CorrectionForm,
    refusal: Refusal,
) -> HttpResponse:
    """Say why nothing was stored, keep what was entered, and offer what can be done."""
    if refusal.reason == "blocked":
        return show_effect(request, visit, slot, change, form, refusal.status)
    error, fields = refusal.error, form.entry_fields or new_fields(visit)
    if isinstance(error, Stale):
        plan = plan_now(visit, change, form)
        stale = stale_page(error, slot, plan, fields + form.chosen_fields)
        context = {"visit": visit, "page": stale}
        return render(request, "corrections/stale.html", context, status=refusal.status)
    if isinstance(error, Reseated):
        return show_reseated(request, visit, slot, form, error.people)
    if isinstance(error, Conflict):
        page = conflict_page(refusal.reason, error, slot, fields)
    else:
        page = RefusedPage(reason=refusal.reason, text=refusal.text)
    context = {"visit": visit, "page": page}
    return render(request, "corrections/refused.html", context, status=refusal.status)


def reseated(request: HttpRequest, visit: Visit, slot: Slot) -> HttpResponse | None:
    """Where others sit there by now: that, by name, before anything of an entry is read; not of one that is stored."""
    people, client_id = people_in(request.POST), request.POST.get("client_id", "")
    if people in (None, slot.setting.table.players) or queries.is_stored(visit.session, client_id):
        return None
    return show_reseated(request, visit, slot, CorrectionForm(request.POST), people)


def show_reseated(
    request: HttpRequest, visit: Visit, slot: Slot, form: CorrectionForm, people: tuple[int, ...]
) -> HttpResponse:
    """Who sat there and who does now, and where the deal may still be put."""
    page = reseated_page(people, slot, form.entry_fields)
    return render(request, "corrections/reseated.html", {"visit": visit, "page": page}, status=412)


def plan_now(visit: Visit, change: record.Change, form: CorrectionForm) -> record.Plan | None:
    """What the entry would do now; None where it cannot stand."""
    plan = attempt(lambda: record.preview_correction(session=visit.session, change=change, seats=form.seats))
    return None if isinstance(plan, Refusal) else plan


def stored(request: HttpRequest, recorded: Recorded, slot: Slot) -> HttpResponse:
    """Saved: a script learns of it; a browser goes back to the table.

    The address names the deal, not its row: everybody looks at the totals now, so the table opens at its top.
    """
    url = f"{resolve_url('table:show', slot.session.public_id)}#saved-{recorded.deal_key}"
    if request.accepts("text/html") and not htmx_of(request):
        return HttpResponseRedirect(url, status=303)
    answer = {"seq": recorded.event_seq, "deal": recorded.deal_key, "replay": recorded.replay}
    return JsonResponse(answer, status=200 if recorded.replay else 201, headers={"HX-Redirect": url})
