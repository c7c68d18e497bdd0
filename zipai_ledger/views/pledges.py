"""报锤: what everybody pledges for the coming deal, before it is played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.forms.pledges import PledgesForm, pledge_parts
from zipai_ledger.forms.problems import add_problems
from zipai_ledger.ledger import record
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import coming_pledges

from .refusals import Refusal, attempt, refuse_form
from .slots import slot_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def announce(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What everybody pledges now; a POST announces it to every phone at the table."""
    slot, status = slot_or_404(visit.session, Aim()), 200
    form = PledgesForm(slot.setting, request.POST if request.method == "POST" else None, pledges_now(slot))
    if form.is_bound:
        refusal = announced(visit, slot, form)
        if refusal is None:
            return redirect("table:show", visit.session.public_id)
        status = refusal
    return render(request, "pledges/announce.html", {"visit": visit, "form": form}, status=status)


def announced(visit: Visit, slot: Slot, form: PledgesForm) -> int | None:
    """Store what a form says; the status of what is wrong where it cannot be."""
    if not form.is_valid():
        return 422
    sent = visit.sent(form.cleaned_data["client_id"])
    answer = attempt(lambda: record.pledge(session=visit.session, sent=sent, pledges=form.announced))
    if not isinstance(answer, Refusal):
        return None
    if not answer.problems:
        return refuse_form(form, answer)
    add_problems(form, answer.problems, slot.setting.speaker, pledge_parts(slot.setting))
    return answer.status


def pledges_now(slot: Slot) -> tuple[int, ...]:
    """By seat, what is pledged for the coming deal as far as anybody has said; empty where nobody pledges."""
    setting = slot.setting
    return coming_pledges(slot.stage, Rules(setting.ruleset, setting.table), setting.state)
