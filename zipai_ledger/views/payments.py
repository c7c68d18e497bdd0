"""付款 (fukuan): ticks on the settling page, and the page where a part, or something nobody listed, is noted."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.payments import REFUSED, AmountForm, PairForm, TickForm
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Recorded
from zipai_ledger.ledger.settlement import Settling, settling
from zipai_ledger.presenters.payments import paid_row
from zipai_ledger.presenters.settlement import settlement_page, transfers

from .refusals import Refusal, attempt
from .settlement_method import requested_method


@require_POST
@for_table(Action.PAY)
def tick(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Note that a listed amount was paid, or with ``cancel`` that a payment was not; closed tables too."""
    form = TickForm(request.POST)
    done = attempt(lambda: _store_tick(visit, form))
    refusal, status = (_refusal_text(done), done.status) if isinstance(done, Refusal) else ("", 200)
    # What is shown now has seen this tick.
    visit.session.refresh_from_db()
    context = {"visit": visit, "refusal": refusal}
    choice = requested_method(request)
    if htmx_of(request):
        context["transfers"] = transfers(visit, settling(visit.session, choice))
        return render(request, "settlement/_transfers.html", context, status=status)
    if refusal:
        page = settlement_page(visit, choice)
        return render(request, "settlement/show.html", {**context, "page": page}, status=status)
    return redirect("settlement:show", visit.session.public_id)


def _store_tick(visit: Visit, form: TickForm) -> Recorded:
    sent, known = form.sent(visit), form.cleaned_data
    if form.cancels:
        return record.cancel_payment(session=visit.session, sent=sent, payment=known["cancel"])
    return record.pay(
        session=visit.session,
        sent=sent,
        payer=known["payer"],
        payee=known["payee"],
        currency=known["currency"] or "",
        minor=known["minor"],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.PAY)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who gave whom how much, as it is typed: a part of what is owed, or more."""
    settled = settling(visit.session, requested_method(request))
    pair = PairForm(request.POST if request.method == "POST" else request.GET).pair(settled)
    if request.method != "POST" or pair is None:
        return _page(request, visit, settled, AmountForm(pair) if pair else None)
    form = AmountForm(pair, request.POST)
    if not form.is_valid():
        return _page(request, visit, settled, form, status=422)
    done = attempt(
        lambda: record.pay(
            session=visit.session,
            sent=form.sent(visit),
            payer=pair.payer.index,
            payee=pair.payee.index,
            currency=pair.currency,
            minor=form.cleaned_data["amount"],
        )
    )
    if isinstance(done, Refusal):
        form.add_error("amount", _refusal_text(done))
        return _page(request, visit, settled, form, status=done.status)
    return redirect("settlement:show", visit.session.public_id)


def _refusal_text(refusal: Refusal) -> str:
    """Why a payment was not stored."""
    return str(REFUSED.get(refusal.reason, refusal.text))


def _page(
    request: HttpRequest, visit: Visit, settled: Settling, form: AmountForm | None, status: int = 200
) -> HttpResponse:
    """Two names and an amount, or without a form first which two; below it what was paid."""
    holders = queries.phone_holders(visit.session, settled.payments, settled.view.players)
    payments = [paid_row(paid, settled, holders) for paid in reversed(settled.payments)]
    context = {"visit": visit, "settled": settled, "payments": payments, "form": form}
    return render(request, "payments/new.html", context, status=status)
