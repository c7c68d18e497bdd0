"""整个圈带走 (zhengge quan daizou): a circle goes home with its evenings, and comes back as it was."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from zipai_ledger.access import CircleAction, CircleVisit, Public, devices, for_circle, heavy, public
from zipai_ledger.access.pace import opens
from zipai_ledger.exports import circle_archive
from zipai_ledger.forms.imports import LONGEST, ImportForm
from zipai_ledger.http.cancelled import Left, cancellable
from zipai_ledger.http.middleware import takes_bodies
from zipai_ledger.ledger.record import Damaged

from .exports import UNSAFE, file_answer
from .importing import AROUND, ImportView, brief_watch
from .recovery import opened_page


@require_safe
@for_circle(CircleAction.EXPORT)
def show(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """How many evenings go along, and how many cannot."""
    return _page(request, visit)


def _page(request: HttpRequest, visit: CircleVisit, *, damaged: bool = False) -> HttpResponse:
    going = len(circle_archive.evenings_for(visit.circle, visit.device))
    context = {
        "visit": visit,
        "people": visit.circle.people.count(),
        "going": going,
        "staying": visit.circle.evenings.count() - going,
        "damaged": damaged,
    }
    return render(request, "circle_archive/show.html", context, status=409 if damaged else 200)


@require_safe
@for_circle(CircleAction.EXPORT)
def download(request: HttpRequest, visit: CircleVisit) -> HttpResponseBase:
    """The circle as one file, with the evenings whose ledgers this phone may see."""
    try:
        with heavy.turns.take(visit.device.pk, heavy.PATIENCE), cancellable(request):
            evenings = circle_archive.evenings_for(visit.circle, visit.device)
            content = circle_archive.export(visit.circle, evenings)
    except heavy.Busy:
        return heavy.busy(request)
    except Left:
        return HttpResponse(status=204)
    except Damaged:
        return _page(request, visit, damaged=True)
    name = UNSAFE.sub(" ", visit.circle.name).strip(" .")
    return file_answer(content, f"{name}.circle.json", "application/octet-stream")


@takes_bodies(LONGEST, AROUND)
@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.IMPORT_TABLE)
@opens("import")
def bring_in(request: HttpRequest) -> HttpResponse:
    """The form; a POST makes a circle of the file, which this device owns with all its tables."""

    def read(form: ImportForm, text: str) -> HttpResponse:
        arriving = circle_archive.read(text, brief_watch())
        opened = arriving.store(devices.token_of(request), form.import_id(text))
        return opened_page(opened.circle, opened.token)

    return ImportView(request, "circle_archive/new.html").answer(read)
