"""发图 (fatu): an evening as it leaves for people: picture and text for a chat, a page to print, a PDF."""

from dataclasses import replace
from tempfile import TemporaryFile

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy, one_at_a_time
from zipai_ledger.exports import fonts, moment
from zipai_ledger.exports.paper import Sheet
from zipai_ledger.exports.summary import Summary, summary_of
from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.settlement import settling
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.picture import LOOKS, SIGNS, picture_of
from zipai_ledger.presenters.sheet import money_lines, paper_sheet
from zipai_ledger.presenters.summary import chat_text

from .exports import file_answer, file_name, undamaged
from .preferences import read_preferences
from .settlement_method import requested_method


@require_safe
@for_table(Action.EXPORT)
@heavy
@undamaged
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """发图: the picture to look at, to send and to keep; below it the same as text."""
    summary = moment.whole(visit.session, lambda session: settled_summary(request, session))
    look, signs = requested_colours(request)
    context = {
        "visit": visit,
        "look": look,
        "signs": signs,
        "head": summary.head[:8],
        "file_name": f"{file_name(visit.session)} {summary.head[:8]}",
        "text": chat_text(summary),
    }
    return render(request, "sharing/show.html", context)


@require_safe
@for_table(Action.EXPORT)
@heavy
@undamaged
def picture(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The picture as SVG, with the transfers of the text beside it: ``?look=dark`` for the dark one."""
    summary = moment.whole(visit.session, lambda session: settled_summary(request, session))
    context = {"picture": picture_of(summary, *requested_colours(request))}
    return render(request, "sharing/picture.svg", context, content_type="image/svg+xml; charset=utf-8")


@require_safe
@for_table(Action.EXPORT)
@heavy
@undamaged
def paper(request: HttpRequest, visit: Visit) -> HttpResponse:
    """打印: everything with all deals and how they were worked out, on whatever paper the printer has."""
    context = {"visit": visit, "sheet": read_sheet(request, visit.session)}
    return render(request, "sharing/paper.html", context)


@require_safe
@for_table(Action.EXPORT)
@heavy
@one_at_a_time
@undamaged
def pdf(request: HttpRequest, visit: Visit) -> HttpResponseBase:
    """PDF: the same, a line for each deal; a host that cannot make one says what it lacks, and offers print."""
    missing = fonts.missing()
    font = None if missing else fonts.chinese()
    if font is None:
        context = {"visit": visit, "missing": missing}
        return render(request, "sharing/no_pdf.html", context, status=501)
    # What draws takes as long to load as a quarter of this program, and few evenings are taken home as PDF.
    from zipai_ledger.exports import table_pdf

    sheet = read_sheet(request, visit.session)
    file = TemporaryFile()  # noqa: SIM115 - whoever answers with it closes it
    table_pdf.write(sheet, font, _("账首"), file)
    return file_answer(file, f"{file_name(visit.session)} {sheet.head[:8]}.pdf", "application/pdf")


def settled_summary(request: HttpRequest, session: GameSession) -> Summary:
    """The summary of a session, with the transfers of its settling page on this phone."""
    summary = summary_of(session)
    dues = settling(session, requested_method(request)).dues
    return replace(summary, settlement=replace(summary.settlement, dues=dues))


def read_sheet(request: HttpRequest, session: GameSession) -> Sheet:
    """What goes on paper, of one moment; raises `Damaged` where the chain does not hold."""

    def read(current: GameSession) -> Sheet:
        summary = settled_summary(request, current)
        paid, carried = queries.payments_of(current), queries.carried_of(current)
        money = money_lines(paid, carried, summary.players, current.time_zone)
        deals = checkpoints(queries.every_deal(current))
        return paper_sheet(summary, money, deals, queries.void_reasons(current))

    return moment.whole(session, read)


def requested_colours(request: HttpRequest) -> tuple[str, str]:
    """The look, and the colour of what is won: as asked for, else as this phone is set; a look of neither kind is light."""
    kept = read_preferences(request)
    look, signs = request.GET.get("look") or kept.theme, request.GET.get("signs") or kept.signs
    return look if look in LOOKS else "light", signs if signs in SIGNS else kept.signs
