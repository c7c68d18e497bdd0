"""换人、换规矩: the next stage of an evening, with other seats, other rules, another stake."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles, own_rules
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.stages import FindOwn, NextStageForm, StageForm
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Recorded, Stale
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import Device
from zipai_ledger.own_rules import HouseRules
from zipai_ledger.presenters.stages import stage_part

from .refusals import Refusal, attempt, refuse_form

STAKE = ("stake", "stake_other", "stake_seen")


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.OPEN_STAGE)
def change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who plays what from now on. A name that nobody here has is somebody who joins."""
    session = visit.session
    if request.method != "POST":
        if Standing.of(session).state.in_round:
            return redirect(
                reverse("deal_entry:end_round", args=[session.public_id], query={"then": "stage"})
            )
        view = queries.table_view(session, most=0)
        form = NextStageForm.from_table(view, queries.round_carried_on(session))
        return render_form(request, visit, form.unsent(base=str(session.ledger_seq)))
    form = NextStageForm.from_data(
        sent_fields(request, visit), queries.last_stage(session).ruleset, own_of(visit.device)
    )
    if instead := form.unsent_step:
        return render_form(request, visit, instead)
    answer = attempt(lambda: open_stage(visit, form)) if form.is_valid() else None
    if isinstance(answer, Recorded):
        return redirect("table:show", session.public_id)
    status = refuse_stage(form, answer)
    if answer and isinstance(answer.error, Stale):
        form.rebase(answer.error.ledger_seq)
    return render_form(request, visit, form, status)


def sent_fields(request: HttpRequest, visit: Visit) -> QueryDict:
    """What was sent; at a sample nothing is played for money."""
    sent = request.POST.copy()
    for name in STAKE if visit.session.sample else ():
        sent.pop(name, None)
    return sent


def open_stage(visit: Visit, form: NextStageForm) -> Recorded:
    """Store what the form asks for; raises what the verb raises."""
    cleaned = form.cleaned_data
    known = queries.players_of(visit.session)[: cleaned["known"]]
    recorded = record.open_stage(
        session=visit.session,
        sent=visit.sent(cleaned["client_id"], cleaned["base"] or None),
        stage=form.stage(form.seats(known), len(known)),
    )
    circles.greet(visit.session, len(known))
    rules = own_rules.resolved(form.ruleset, form.options())
    own_rules.note_stage(
        visit.device, visit.session, queries.last_stage(visit.session).index, rules, form.choice.own
    )
    return recorded


def own_of(device: Device | None) -> FindOwn:
    """Finds own rules of a phone."""

    def find(public_id: str) -> HouseRules | None:
        kept = own_rules.find(public_id, device)
        return kept.rules if kept else None

    return find


def refuse_stage(form: StageForm, answer: Refusal | None, text: str = "") -> int:
    """Say in the form why nothing was stored, what the rules refuse beside its fields; see `refuse_form`."""
    if answer and answer.problems:
        form.refuse(answer.problems)
        return answer.status
    return refuse_form(form, answer, text)


def render_form(request: HttpRequest, visit: Visit, form: NextStageForm, status: int = 200) -> HttpResponse:
    """The form of a new table, with the people of this one."""
    view = queries.table_view(visit.session, most=0)
    context = {
        "visit": visit,
        "form": form,
        "stage": stage_part(form, own_rules.rules_of(visit.device), queries.stages_lately(visit.device.pk)),
        "known": len(view.players),
    }
    return render(request, "stages/change.html", context, status=status)
