"""有异议 (you yiyi): anybody at the table may doubt a deal; it counts on until it is corrected, or the table agrees."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Closed, Conflict, Recorded
from zipai_ledger.rules.problems import Refused

from ..slots import slot_or_404
from .corrections import shown
from .doubts import raised_by
from .page import say

Verb = Callable[..., Recorded]
MOST = 60
"""Doubts that one phone may raise at a table: who may only look on must not fill the ledger."""


@require_POST
@for_table(Action.DISPUTE)
def dispute(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """有异议: in one tap; what is wrong may be said with it, or later."""
    if raised_by(visit) >= MOST:
        place = slot_or_404(visit.session, Aim("replace", key))
        return refused(request, visit, place, [_("这台手机提得够多了，先和桌上的人当面说。")], 429)
    return _handle(request, visit, key, record.dispute_deal)


@require_POST
@for_table(Action.CORRECT)
def resolve(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """说好了，照旧: the table agrees that the deal stands."""
    return _handle(request, visit, key, record.resolve_dispute)


@require_POST
@for_table(Action.DISPUTE)
def take_back(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """收回: whoever doubted it does so no longer, where nobody else does."""
    return _handle(request, visit, key, record.take_back_dispute)


def _handle(request: HttpRequest, visit: Visit, key: int, verb: Verb) -> HttpResponse:
    place = slot_or_404(visit.session, Aim("replace", key))
    here = reverse("deal:show", args=[visit.session.public_id, key])
    note = request.POST.get("note", "").strip()
    try:
        verb(session=visit.session, sent=visit.sent(request.POST.get("client_id")), key=key, note=note)
    except Refused as wrong:
        # A second tap, or another phone's: the deal's page says how it stands.
        if not any(problem.why in ("disputed", "not_disputed") for problem in wrong.problems):
            return refused(request, visit, place, [say(problem, place) for problem in wrong.problems], 422)
    except Conflict:
        return refused(request, visit, place, [_("这一句已经说过一次，内容不一样。")], 409)
    except Closed:
        return refused(request, visit, place, [_("这一桌已经收了。请桌主在桌上点“再打开”，再来改。")], 423)
    return led(request, here)


def led(request: HttpRequest, url: str) -> HttpResponse:
    """On to an address, also where a script asked."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def refused(
    request: HttpRequest, visit: Visit, place: Slot, errors: Sequence[str], status: int
) -> HttpResponse:
    """The deal's page, with why nothing was stored."""
    if request.headers.get("HX-Request"):
        return led(request, reverse("deal:show", args=[visit.session.public_id, place.aim.key]))
    return shown(request, visit, place, errors, status)
