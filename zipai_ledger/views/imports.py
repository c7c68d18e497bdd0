"""导入 (daoru): bringing a table in: choose a file or paste a text, look at what it is, then take it over."""

from threading import Lock

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, grants, public
from zipai_ledger.access.pace import opens
from zipai_ledger.exports import incoming
from zipai_ledger.exports.budget import Budget, Overrun
from zipai_ledger.exports.incoming import Incoming
from zipai_ledger.formats.speaker import language
from zipai_ledger.forms.imports import LONGEST, ImportForm
from zipai_ledger.http.cancelled import Left, cancellable, checkpoint
from zipai_ledger.http.middleware import takes_bodies
from zipai_ledger.ledger.record import Conflict
from zipai_ledger.models import AccessKind
from zipai_ledger.presenters.imports import (
    ImportPreview,
    ImportRefusal,
    import_preview,
    import_refusal,
)
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import DEAL, STAGE, DealRefused, Watch

from .recovery import opened_page

AROUND = 1 << 16
"""Bytes that a form needs around it."""
DEALS = 2_000
"""Deals that are brought in by a page: more would hold up whoever wants to store something meanwhile."""
STEPS = DEAL * DEALS + STAGE
"""As many as deals in one stage come to; what corrections posted counts as well."""
SECONDS = 1.0
"""Of the processor's time, for reading them."""
RETRY_AFTER = 5
"""Seconds after which another may bring something in."""
LONG = ImportRefusal(422, "long")
BUSY = ImportRefusal(429, "busy")
STORED = ImportRefusal(409, "stored")
turn = Lock()
"""Whoever brings something in has it; others are asked to come again."""


@takes_bodies(LONGEST, AROUND)
@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.IMPORT_TABLE)
@opens("import")
def new(request: HttpRequest) -> HttpResponse:
    """The form; what was sent, looked at; and with ``do=import`` the table taken over by this device."""
    if request.method != "POST":
        answer = _page(request, ImportForm())
        devices.prepare(request, answer)
        return answer
    form = ImportForm(request.POST, request.FILES)
    if not turn.acquire(blocking=False):
        answer = _page(request, form, BUSY)
        answer["Retry-After"] = f"{RETRY_AFTER}"
        return answer
    try:
        with cancellable(request):
            return _read(request, form)
    except Left:
        return HttpResponse(status=204)
    finally:
        turn.release()


def _read(request: HttpRequest, form: ImportForm) -> HttpResponse:
    """What follows from the form: the table, a look at it, or what is wrong."""
    try:
        text = form.read_text()
        arriving = incoming.read(text, watch_briefly())
        if form.takes_over:
            return _take_over(request, form, text, arriving)
        return _page(request, form, preview=import_preview(arriving.preview()), text=text)
    except (Refused, DealRefused) as refused:
        return _page(request, form, import_refusal(incoming.refusal(refused, language())))
    except Overrun:
        return _page(request, form, LONG)


def watch_briefly() -> Watch:
    """Before what comes next: there is time for it, and somebody waits."""
    budget = Budget(steps=STEPS, seconds=SECONDS)

    def watch(steps: int) -> None:
        checkpoint()
        budget(steps)

    return watch


def _take_over(request: HttpRequest, form: ImportForm, text: str, arriving: Incoming) -> HttpResponse:
    """Take the table over; raises `Refused` or `DealRefused`.

    It is owned by this device; nobody knows which of its players holds it.
    """
    try:
        with transaction.atomic():
            arrival = devices.arriving(devices.token_of(request))
            recorded = arriving.store(form.import_id(text))
            table = grants.own_table(arrival, recorded, kind=AccessKind.IMPORTED)
    except (grants.WrongCode, Conflict):
        answer = _page(request, ImportForm(), STORED, text=text)
        devices.prepare(request, answer)
        return answer
    return opened_page(table.recorded.session, table.token)


def _page(
    request: HttpRequest,
    form: ImportForm,
    refusal: ImportRefusal | None = None,
    *,
    preview: ImportPreview | None = None,
    text: str | None = None,
) -> HttpResponse:
    """The page as it stands; ``text`` is what is kept in the form, by default what was typed."""
    context = {
        "form": form,
        "text": form.typed if text is None else text,
        "refusal": refusal,
        "preview": preview,
        "most_size": f"{LONGEST >> 20} MiB",
        "most_deals": DEALS,
    }
    return render(request, "imports/new.html", context, status=refusal.status if refusal else 200)
