"""导入 (daoru): bringing a table in: choose a file or paste a text, look at what it is, then take it over."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, grants, public
from zipai_ledger.access.pace import opens
from zipai_ledger.exports import incoming
from zipai_ledger.forms.imports import LONGEST, ImportForm
from zipai_ledger.http.middleware import takes_bodies
from zipai_ledger.models import AccessKind
from zipai_ledger.presenters.imports import import_preview

from .importing import AROUND, ImportView, brief_watch
from .recovery import opened_page


@takes_bodies(LONGEST, AROUND)
@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.IMPORT_TABLE)
@opens("import")
def new(request: HttpRequest) -> HttpResponse:
    """The form; what was sent, looked at; and with ``do=import`` the table taken over by this device."""
    view = ImportView(request, "imports/new.html")

    def read(form: ImportForm, text: str) -> HttpResponse:
        arriving = incoming.read(text, brief_watch())
        if form.takes_over:
            return _take_over(request, arriving, form.import_id(text))
        return view.page(form, preview=import_preview(arriving.preview()), text=text)

    return view.answer(read)


@transaction.atomic
def _take_over(request: HttpRequest, arriving: incoming.Incoming, import_id: str) -> HttpResponse:
    """Take the table over: this device owns it; nobody knows which of its players holds it."""
    arrival = devices.arriving(devices.token_of(request))
    recorded = arriving.store(import_id)
    table = grants.own_table(arrival, recorded, kind=AccessKind.IMPORTED)
    return opened_page(table.recorded.session, table.token)
