"""付了 (fule): ticks on the settling page, and the page where a part, or something nobody listed, is noted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats.numbers import amount
from zipai_ledger.forms.fields import CURRENCY, read_amount
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Conflict, Recorded
from zipai_ledger.ledger.settlement import Settling, settling
from zipai_ledger.rules.problems import Refused

from ..refusals import REFUSALS, refusal, refusal_text
from . import paying, settlement, ways
from .typed import whole

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why nothing was stored."""

    text: str
    status: int


@require_POST
@for_table(Action.PAY)
def tick(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Note that a listed amount was paid, or with ``cancel`` that a payment was not; closed tables too."""
    wrong = attempt(lambda: ticked(visit, request.POST))
    # What is shown now has seen this tick.
    visit.session.refresh_from_db()
    if request.htmx:  # type: ignore[attr-defined]
        settled = settling(visit.session, ways.asked(request, visit.session))
        shown = {**settlement.payments(visit, settled), "pay_error": wrong.text if wrong else ""}
        status = wrong.status if wrong else 200
        return render(request, "tables/settle.html#payments", shown, status=status)
    if wrong:
        shown = settlement.context(visit, ways.asked(request, visit.session))
        return render(request, "tables/settle.html", {**shown, "pay_error": wrong.text}, status=wrong.status)
    return redirect("tables:settle", visit.session.public_id)


def ticked(visit: Visit, sent: Mapping[str, str]) -> Recorded:
    """Store what a tick says; raises what the verbs raise."""
    made = whole(sent.get("cancel", ""), NOBODY)
    if "cancel" in sent:
        return record.cancel_payment(session=visit.session, sent=visit.sent(f"cancel-{made}"), payment=made)
    return record.pay(
        session=visit.session,
        sent=visit.sent(sent.get("payment"), base(sent)),
        payer=whole(sent.get("payer", ""), NOBODY),
        payee=whole(sent.get("payee", ""), NOBODY),
        currency=sent.get("currency", ""),
        minor=whole(sent.get("minor", ""), 0),
    )


def base(sent: Mapping[str, str]) -> int | None:
    """The head that the sender saw, None where the form does not say."""
    return whole(sent.get("base", ""), 0) or None


def attempt(storing: Callable[[], Recorded]) -> Wrong | None:
    """Why something was not stored, None where it was."""
    try:
        storing()
    except Refused as refused:
        return Wrong(refusal_text(refused), 422)
    except Conflict:
        return Wrong(_("刚才别的手机在这两个人之间记了另一笔。看清楚再点，这次没有记。"), 409)
    except REFUSALS as error:
        said = refusal(error)
        return Wrong(said.text, said.status)
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.PAY)
def pay(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who gave whom how much, as it is typed: a part of what is owed, or more."""
    sent = request.POST if request.method == "POST" else request.GET
    settled = settling(visit.session, ways.asked(request, visit.session))
    between = Between.read(settled, sent)
    if request.method != "POST" or between is None:
        return form(request, visit, settled, between)
    typed = sent.get("amount", "")
    wrong = between.wrong(typed, sure=sent.get("sure", ""))
    if wrong is None:
        minor = read_amount(typed, between.currency) or 0
        token = sent.get("payment") or between.token(settled)
        wrong = attempt(
            lambda: record.pay(
                session=visit.session,
                sent=visit.sent(token, base(sent)),
                payer=between.payer,
                payee=between.payee,
                currency=between.currency,
                minor=minor,
            )
        )
        if wrong is None:
            return redirect("tables:settle", visit.session.public_id)
    return form(request, visit, settled, between, wrong, typed)


@dataclass(frozen=True, slots=True)
class Between:
    """Two players of a table and a currency. ``owed``: what the one still has to give the other, in the way chosen."""

    payer: int
    payee: int
    currency: str
    owed: int

    @classmethod
    def read(cls, settled: Settling, sent: Mapping[str, str]) -> "Between | None":
        """Whom a form or an address names, None where it does not name two."""
        known = range(len(settled.view.players))
        payer, payee = (whole(sent.get(field, ""), NOBODY) for field in ("payer", "payee"))
        currency = sent.get("currency", "") or next(iter(currencies(settled)), "")
        if payer == payee or payer not in known or payee not in known or currency not in currencies(settled):
            return None
        owed = [
            due.minor or 0
            for due in settled.dues
            if (due.payer, due.payee, due.currency) == (payer, payee, currency)
        ]
        return cls(payer, payee, currency, sum(owed))

    def wrong(self, typed: str, *, sure: str) -> Wrong | None:
        """What is wrong with an amount; more than is owed has to be said twice, and ``sure`` is how it was said before."""
        minor = read_amount(typed, self.currency)
        if not typed.strip():
            return Wrong(_("写上付了多少，比如 7.5。"), 422)
        if minor is None:
            return Wrong(_("“%(typed)s”不是钱数。写成 7.5，或者 7 元 5 角。") % {"typed": typed[:40]}, 422)
        if minor == 0:
            return Wrong(_("付了 0 就不用记。"), 422)
        if minor > self.owed and sure != str(minor):
            params = {"owed": amount(self.owed, self.currency), "typed": amount(minor, self.currency)}
            if self.owed:
                return Wrong(
                    _("只差 %(owed)s，写的是 %(typed)s。真付了这么多，就再点一下“记上”。") % params, 422
                )
            return Wrong(_("照现在的账，不用付给这一位。真付了 %(typed)s，就再点一下“记上”。") % params, 422)
        return None

    def token(self, settled: Settling) -> str:
        """The id under which the next payment between the two is stored once."""
        return paying.token(settled.payments, self.payer, self.payee, self.currency)


def currencies(settled: Settling) -> list[str]:
    """The currencies in which anything can be paid here."""
    return list(dict.fromkeys([*settled.view.settlement.money, *(row.currency for row in settled.carried)]))


def form(
    request: HttpRequest,
    visit: Visit,
    settled: Settling,
    between: Between | None,
    wrong: Wrong | None = None,
    typed: str = "",
) -> HttpResponse:
    """The page: two names and an amount, or first which two; below it what was paid."""
    here = reverse("tables:pay", args=[visit.session.public_id])
    shown: dict[str, Any] = {
        "settle_url": reverse("tables:settle", args=[visit.session.public_id]),
        "pay_url": here,
        "tick_url": reverse("tables:tick", args=[visit.session.public_id]),
        "people": [{"value": player.index, "name": player.name} for player in settled.view.players],
        "currencies": currencies(settled),
        "between": between and named(settled, between),
        "error": wrong.text if wrong else "",
        "amount": typed,
        "sure": over(between, typed) if wrong and between else "",
        "base": visit.session.head_seq,
        "payments": paying.Rows(visit, settled, {}).made(),
    }
    return render(request, "tables/pay.html", shown, status=wrong.status if wrong else 200)


def over(between: Between, typed: str) -> str:
    """The minor units that were typed where more than is owed, which has been said once now; else nothing."""
    minor = read_amount(typed, between.currency) or 0
    return str(minor) if minor > between.owed else ""


def named(settled: Settling, between: Between) -> dict[str, Any]:
    """The two, as the page names them."""
    people = settled.view.players
    return {
        "payer": between.payer,
        "payee": between.payee,
        "currency": between.currency,
        "from": people[between.payer].name,
        "to": people[between.payee].name,
        "owed": amount(between.owed, between.currency) if between.owed else "",
        "in_yuan": between.currency == CURRENCY,
        "payment": between.token(settled),
    }
