"""Sharing an evening in a chat: the picture, which the phone turns into a PNG with its own fonts, and the text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.exports import moment
from zipai_ledger.exports.summary import summary_of
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.views.preferences import wanted

from . import picture, said
from .chosen import chosen
from .downloads import damaged_page, file_name


@require_safe
@for_table(Action.EXPORT)
@heavy
def share(request: HttpRequest, visit: Visit) -> HttpResponse:
    """发图: the picture to look at, to send and to keep; below it the same as text."""
    try:
        summary = moment.whole(visit.session, lambda session: chosen(request, session))
    except Damaged as damaged:
        return damaged_page(request, visit.session, damaged)
    look, signs = look_of(request), signs_of(request)
    here = visit.session.public_id
    context = {
        "table_url": reverse("table:show", args=[here]),
        "picture_url": f"{reverse('exports:picture', args=[here])}?look={look}&signs={signs}&head={summary.head[:8]}",
        "file_name": f"{file_name(visit.session)} {summary.head[:8]}",
        "looks": [
            {"url": f"?look={name}", "label": label, "current": name == look}
            for name, label in (("light", _("浅色")), ("dark", _("深色")))
        ],
        "text": said.chat(summary),
        "more_url": reverse("tables:export", args=[here]),
    }
    return render(request, "exports/share.html", context)


@require_safe
@for_table(Action.EXPORT)
@heavy
def picture_file(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The picture as SVG: ``?look=dark`` for the dark one."""
    try:
        summary = moment.whole(visit.session, summary_of)
    except Damaged as damaged:
        return damaged_page(request, visit.session, damaged)
    context = picture.context(summary, look_of(request), signs_of(request))
    return render(request, "exports/picture.svg", context, content_type="image/svg+xml; charset=utf-8")


def look_of(request: HttpRequest) -> str:
    """The look asked for, else the one this phone is set to, else light."""
    asked = request.GET.get("look", "") or wanted(request)["theme"]
    return asked if asked in picture.LOOKS else "light"


def signs_of(request: HttpRequest) -> str:
    """The colour of what is won: as asked for, else as this phone is set."""
    asked = request.GET.get("signs", "") or wanted(request)["signs"]
    return asked if asked in picture.SIGNS else wanted(request)["signs"]
