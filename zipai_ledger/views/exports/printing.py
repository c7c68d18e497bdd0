"""An evening on paper: a page for the browser's own print, and a PDF where the host has a Chinese font."""

from tempfile import TemporaryFile

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy, made_alone
from zipai_ledger.exports import fonts, moment
from zipai_ledger.exports.paper import Sheet
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.models import GameSession

from .chosen import chosen
from .downloads import answer_with, damaged_page, file_name
from .paper import sheet_of


@require_safe
@for_table(Action.EXPORT)
@heavy
def paper(request: HttpRequest, visit: Visit) -> HttpResponse:
    """打印: everything with all deals and how they were worked out, on whatever paper the printer has."""
    try:
        sheet = told_of(request, visit.session)
    except Damaged as damaged:
        return damaged_page(request, visit.session, damaged)
    context = {"sheet": sheet, "back_url": reverse("tables:export", args=[visit.session.public_id])}
    return render(request, "exports/paper.html", context)


@require_safe
@for_table(Action.EXPORT)
@heavy
@made_alone
def pdf(request: HttpRequest, visit: Visit) -> HttpResponseBase:
    """PDF: the same, a line for each deal; where this host has no Chinese font the page says so and offers print."""
    # What draws takes as long to load as a quarter of this program, and few evenings are taken home as PDF.
    from zipai_ledger.exports import table_pdf

    font = fonts.chinese()
    if font is None:
        here = visit.session.public_id
        context = {
            "back_url": reverse("tables:export", args=[here]),
            "print_url": reverse("exports:print", args=[here]),
        }
        return render(request, "exports/no_font.html", context, status=501)
    try:
        sheet = told_of(request, visit.session)
    except Damaged as damaged:
        return damaged_page(request, visit.session, damaged)
    file = TemporaryFile()  # noqa: SIM115 - whoever answers with it closes it
    table_pdf.write(sheet, font, _("账首"), file)
    return answer_with(file, f"{file_name(visit.session)} {sheet.head[:8]}.pdf", "application/pdf")


def told_of(request: HttpRequest, session: GameSession) -> Sheet:
    """What goes on paper, of one moment; raises `Damaged` where the chain does not hold."""
    return moment.whole(session, lambda current: sheet_of(current, chosen(request, current)))
