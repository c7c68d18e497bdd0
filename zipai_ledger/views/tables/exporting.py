"""Where the data leaves: the formats there are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table

from ..addresses import offered


@require_safe
@for_table(Action.EXPORT)
def export(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The formats, each with what it is good for."""
    formats = [
        ("exports:csv", _("表格（CSV）"), _("一盘一行，用 Excel 打开")),
        ("exports:json", _("数据（JSON）"), _("给别的程序用，也能再导入成新的一桌")),
        ("exports:archive", _("存档"), _("一字不差：每次改动、作废和校验都在")),
    ]
    found = [
        {"url": offered(visit, Action.EXPORT, name), "text": text, "about": about}
        for name, text, about in formats
    ]
    context = {
        "table_url": reverse("tables:show", args=[visit.session.public_id]),
        "formats": [one for one in found if one["url"]],
        "head": visit.session.head_hash[:16],
    }
    return render(request, "tables/export.html", context)
