"""Storing an entered deal, and every way in which that can be answered."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from zipai_ledger.access import Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Blocked, Conflict, Damaged, Recorded, Seats, Stale
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused

from ..addresses import listening
from ..refusals import REFUSALS, refusal
from .following import confirmed, offer, seats_of
from .meanwhile import conflict_context, stale_context
from .page import beside, effect_of, errors_of, fresh, page, table_context
from .turning import turned

Again = Callable[[Refused], HttpResponse]
"""Shows the form once more with what is wrong."""

CHOSEN = ("reason", "keep", "follow", "shown")
"""Fields of the page that shows a correction."""
HIDDEN = ("csrfmiddlewaretoken", "confirm", "anyway", *CHOSEN)


def base_of(data: Mapping[str, str]) -> int | str | None:
    """What a form builds on: a seq, ``after:<client id>``, or nothing. Raises `Refused` (``bad_entry``)."""
    text = data.get("base", "")
    if not text or data.get("anyway"):
        return None
    if (seq := number(text)) is not None:
        return seq
    if text.startswith("after:"):
        return text
    raise Refused(Problem("bad_entry", "base", "base", {"got": text[:40]}))


def keys_of(request: HttpRequest) -> set[int]:
    """Deals to be kept as agreed."""
    keys = map(number, request.POST.getlist("keep"))
    return {key for key in keys if key is not None}


def store(
    request: HttpRequest, visit: Visit, place: Slot, change: record.Change, again: Again
) -> HttpResponse:
    """Store a change, or say what keeps it from being stored; a correction is shown first and confirmed then."""
    try:
        if place.aim.way and not confirmed(request.POST):
            return ask(request, visit, place, change, 409 if request.POST.get("confirm") else 200)
        recorded = record.apply(
            session=visit.session,
            sent=visit.sent(request.POST.get("client_id"), base_of(request.POST)),
            change=change,
            reason=request.POST.get("reason", "").strip(),
            keep=keys_of(request),
            seats=seats_of(request.POST),
        )
    except Refused as refused:
        return again(refused)
    except REFUSALS as kept_out:
        return refuse(request, visit, place, change, kept_out)
    return done(request, visit, recorded, sentence(place, change))


def ask(
    request: HttpRequest, visit: Visit, place: Slot, change: record.Change, status: int = 200
) -> HttpResponse:
    """Show what a correction would do, with everything that was entered, and ask for a reason."""
    ruled = record.preview_correction(session=visit.session, change=change, seats=Seats.BY_RULE)
    offered, seats = offer(ruled, place), seats_of(request.POST)
    plan = ruled
    if offered and seats == Seats.AS_SEEN:
        plan = record.preview_correction(session=visit.session, change=change)
    context = {
        **_asked(request, visit, place),
        "title": VERBS.get(change.kind, TITLES.get(place.aim.way, TITLES[""]))() % {"n": place.number},
        "turned": turned(plan, place),
        "effect": effect_of(plan, place, keys_of(request)),
        "offer": offered,
        "follow": bool(offered) and seats == Seats.BY_RULE,
    }
    return page(request, "deals/effect.html", context, status)


def _asked(request: HttpRequest, visit: Visit, place: Slot) -> dict[str, Any]:
    carried = [(name, value) for name, value in request.POST.items() if name not in HIDDEN]
    return {
        "visit": visit,
        "table": table_context(visit, place),
        "title": TITLES.get(place.aim.way, TITLES[""])() % {"n": place.number},
        "action": request.get_full_path(),
        "carried": carried or list(fresh(visit).items()),
        "reason": request.POST.get("reason", ""),
        "follow": seats_of(request.POST) == Seats.BY_RULE,
        **listening(visit, "line"),
    }


TITLES: dict[str, Callable[[], str]] = {
    "": lambda: _("更正第 %(n)d 盘"),
    "replace": lambda: _("更正第 %(n)d 盘"),
    "before": lambda: _("补记一盘，排第 %(n)d"),
    "after": lambda: _("补记一盘，排第 %(n)d"),
}


VERBS: dict[Kind, Callable[[], str]] = {
    Kind.DEAL_VOIDED: lambda: _("第 %(n)d 盘不算了"),
    Kind.DEAL_RESTORED: lambda: _("第 %(n)d 盘还是算"),
}


def sentence(place: Slot, change: record.Change) -> str:
    """What a correction did, in a sentence; nothing of a deal that is entered as it was played."""
    if change.kind in DONE:
        return DONE[change.kind]() % {"n": place.number}
    if place.aim.way == "replace":
        return _("第 %(n)d 盘改好了。") % {"n": place.number}
    return _("补上了，排第 %(n)d。") % {"n": place.number} if place.aim.way else ""


DONE: dict[Kind, Callable[[], str]] = {
    Kind.DEAL_VOIDED: lambda: _("第 %(n)d 盘不算了。"),
    Kind.DEAL_RESTORED: lambda: _("第 %(n)d 盘又算了。"),
}


def refuse(
    request: HttpRequest,
    visit: Visit,
    place: Slot,
    change: record.Change,
    why: Exception,
) -> HttpResponse:
    """Say why nothing was stored, keep what was entered, and offer what can be done."""
    if isinstance(why, Blocked):
        return ask(request, visit, place, change, 409)
    context = _asked(request, visit, place)
    if isinstance(why, Stale):
        context["carried"] += [(name, one) for name in CHOSEN for one in request.POST.getlist(name)]
        meanwhile = stale_context(request, place, change, why)
        return page(request, "deals/stale.html", {**context, **meanwhile}, 412)
    if isinstance(why, Conflict):
        text = _("这一盘已经记过一次，内容不一样。")
        stored = conflict_context(place, context["carried"], why)
        return page(request, "deals/refused.html", {**context, "text": text, **stored}, 409)
    if isinstance(why, Damaged):
        said = refusal(why)
        return page(request, "deals/refused.html", {**context, "text": said.text}, said.status)
    text = _("这一桌已经收了。请桌主在桌上点“再打开”，再来记。")
    return page(request, "deals/refused.html", {**context, "text": text}, 423)


def done(request: HttpRequest, visit: Visit, recorded: Recorded, said: str) -> HttpResponse:
    """Saved: a script is told so, and what it shall say of it; a browser goes back to the table.

    The address names the deal, not its row: everybody looks at the totals now, so the table opens at its top.
    """
    table = reverse("table:show", args=[visit.session.public_id])
    url = f"{table}#saved-{recorded.deal_key}"
    status = 200 if recorded.replay else 201
    if request.accepts("text/html") and not request.headers.get("HX-Request"):
        return HttpResponseRedirect(url, status=303)
    answer = {"seq": recorded.event_seq, "deal": recorded.deal_key, "replay": recorded.replay, "said": said}
    return JsonResponse(answer, status=status, headers={"HX-Redirect": url})


def ask_or_store(request: HttpRequest, visit: Visit, place: Slot, change: record.Change) -> HttpResponse:
    """Void or restore: what it does is shown, with the reason asked for, and stored when that is confirmed."""

    def again(refused: Refused) -> HttpResponse:
        errors = errors_of(refused, place)
        context = {**_asked(request, visit, place), "errors": errors, "wrong": beside(errors)}
        return page(request, "deals/effect.html", context, 422)

    return store(request, visit, place, change, again)


def store_fact(
    request: HttpRequest, visit: Visit, place: Slot, fact: facts.Deal, again: Again
) -> HttpResponse:
    """Store a fact where the place aims."""
    return store(request, visit, place, place.aim.change(fact), again)
