"""有异议 (you yiyi): anybody at the table may doubt a deal; it counts on until it is corrected, or the table agrees."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.disputes import REFUSED, DisputeForm
from zipai_ledger.forms.problems import add_problems
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Recorded

from .deal import show_deal
from .refusals import attempt
from .slots import standing_or_404

Verb = Callable[..., Recorded]
MOST = 60
"""Doubts that one phone may raise at a table: who may only look on must not fill the ledger."""
SETTLED = ("disputed", "not_disputed")
"""What a second tap, or another phone's, is told: the deal's page says how it stands."""


@require_POST
@for_table(Action.DISPUTE)
def dispute(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """有异议: in one tap; what is wrong may be said with it, or later."""
    if queries.doubts_by(visit.session, visit.grant.pk) >= MOST:
        form = DisputeForm(request.POST)
        form.refuse("too_many")
        return refused(request, visit, standing_or_404(visit.session, key), form, 429)
    return store(request, visit, key, record.dispute_deal)


@require_POST
@for_table(Action.CORRECT)
def resolve(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """说好了，照旧: the table agrees that the deal stands."""
    return store(request, visit, key, record.resolve_dispute)


@require_POST
@for_table(Action.DISPUTE)
def take_back(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """收回: whoever doubted it does so no longer, where nobody else does."""
    return store(request, visit, key, record.take_back_dispute)


def store(request: HttpRequest, visit: Visit, key: int, verb: Verb) -> HttpResponse:
    """Store it, or say on the deal's page why not."""
    slot, form = standing_or_404(visit.session, key), DisputeForm(request.POST)
    sent, note = form.cleaned_data["client_id"], form.cleaned_data["note"].strip()
    answer = attempt(lambda: verb(session=visit.session, sent=visit.sent(sent), key=key, note=note))
    if isinstance(answer, Recorded) or any(problem.why in SETTLED for problem in answer.problems):
        return lead(request, resolve_url("deal:show", visit.session.public_id, key))
    if answer.reason in REFUSED:
        form.refuse(answer.reason)
    elif answer.problems:
        add_problems(form, answer.problems, slot.setting.speaker)
    else:
        raise answer.error
    return refused(request, visit, slot, form, answer.status)


def lead(request: HttpRequest, url: str) -> HttpResponse:
    """On to an address, also where a script asked."""
    if htmx_of(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def refused(request: HttpRequest, visit: Visit, slot: Slot, form: DisputeForm, status: int) -> HttpResponse:
    """The deal's page, with why nothing was stored."""
    if htmx_of(request):
        return lead(request, resolve_url("deal:show", visit.session.public_id, slot.aim.key))
    return show_deal(request, visit, slot, form, status)
