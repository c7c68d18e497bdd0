"""有异议 (you yiyi): anybody at the table may doubt a deal; it counts on until it is corrected, or the table agrees."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.disputes import REFUSED, DisputeForm
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.forms.problems import add_problems
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Recorded
from zipai_ledger.presenters.disputes import dispute_page

from .deal import show_deal
from .refusals import Refusal, attempt
from .slots import standing_or_404

Verb = Callable[..., Recorded]
MOST = 60
"""Doubts that one phone may raise at a table: who may only look on must not fill the ledger."""
SETTLED = ("disputed", "not_disputed")
"""What a second tap, or another phone's, is told: the deal's page says how it stands."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.DISPUTE)
def dispute(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """有异议: what that means, and in a few words what is wrong; a POST says it."""
    slot, form = standing_or_404(visit.session, key), DisputeForm(request.POST)
    if request.method != "POST":
        open_to_doubt = visit.session.is_open and slot.row.deal.live
        return ask(request, visit, slot, form) if open_to_doubt else lead(visit, key)
    if queries.doubts_by(visit.session, visit.grant.pk) >= MOST:
        form.refuse("too_many")
        return ask(request, visit, slot, form, 429)
    refusal = store(visit, slot, form, record.dispute_deal)
    return ask(request, visit, slot, form, refusal.status) if refusal else lead(visit, key)


@require_POST
@for_table(Action.CORRECT)
def resolve(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """说好了，照旧: the table agrees that the deal stands."""
    return settle(request, visit, key, record.resolve_dispute)


@require_POST
@for_table(Action.DISPUTE)
def take_back(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """收回: whoever doubted it does so no longer, where nobody else does."""
    return settle(request, visit, key, record.take_back_dispute)


def settle(request: HttpRequest, visit: Visit, key: int, verb: Verb) -> HttpResponse:
    """Let a doubt end, or say on the deal's page why it cannot."""
    slot, form = standing_or_404(visit.session, key), DisputeForm(request.POST)
    refusal = store(visit, slot, form, verb)
    return show_deal(request, visit, slot, form, refusal.status) if refusal else lead(visit, key)


def store(visit: Visit, slot: Slot, form: DisputeForm, verb: Verb) -> Refusal | None:
    """Store it, or say in the form why not; what was so already is no refusal."""
    sent, note = form.cleaned_data["client_id"], form.cleaned_data["note"].strip()
    answer = attempt(lambda: verb(session=visit.session, sent=visit.sent(sent), key=slot.aim.key, note=note))
    if isinstance(answer, Recorded) or any(problem.why in SETTLED for problem in answer.problems):
        return None
    if answer.reason in REFUSED:
        form.refuse(answer.reason)
    elif answer.problems:
        add_problems(form, answer.problems, slot.setting.speaker)
    else:
        raise answer.error
    return answer


def lead(visit: Visit, key: int) -> HttpResponse:
    """On to the deal's page, which says how it stands."""
    return HttpResponseRedirect(resolve_url("deal:show", visit.session.public_id, key), status=303)


def ask(request: HttpRequest, visit: Visit, slot: Slot, form: DisputeForm, status: int = 200) -> HttpResponse:
    """The question, with why nothing was stored."""
    client_id = form.cleaned_data["client_id"] or new_client_id()
    context = {"visit": visit, "page": dispute_page(slot), "form": form, "client_id": client_id}
    return render(request, "disputes/dispute.html", context, status=status)
