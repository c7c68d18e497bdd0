"""Where the data leaves: the formats there are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.exports import fonts

from ..addresses import offered


@require_safe
@for_table(Action.EXPORT)
def export(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The formats, each with what it is good for: for people, for spreadsheets, for other programs."""
    people = [
        ("exports:share", _("发图、发文字"), _("发到微信群：谁赢谁输，最大一手，谁付谁")),
        ("exports:print", _("打印"), _("每一盘怎么算的都在，A4 或者小票纸")),
        pdf(),
    ]
    spreadsheets = [
        ("exports:xlsx", _("表格（Excel）"), _("总账、每盘、付款、规矩，各一页")),
        ("exports:csv", _("表格（CSV）"), _("一盘一行，什么表格都打得开")),
    ]
    programs = [
        ("exports:json", _("数据（JSON）"), _("给别的程序用，也能再导入成新的一桌")),
        ("exports:archive", _("存档"), _("一字不差：每次改动、作废和校验都在")),
    ]
    groups = [
        {"title": title, "formats": listed(visit, formats)}
        for title, formats in (
            (_("给人看"), people),
            (_("给表格"), spreadsheets),
            (_("整份带走"), programs),
        )
    ]
    context = {
        "table_url": reverse("table:show", args=[visit.session.public_id]),
        "groups": groups,
        "head": visit.session.head_hash[:16],
    }
    return render(request, "tables/export.html", context)


def pdf() -> tuple[str, str, str]:
    """A PDF of this host's making, or how a phone makes its own."""
    if fonts.chinese() is None:
        return "exports:print", _("PDF"), _("这里没有中文字体，做不了；打印时选“存为 PDF”")
    return "exports:pdf", _("PDF"), _("存着，或者发给要看的人")


def listed(visit: Visit, formats: list[tuple[str, str, str]]) -> list[dict[str, str]]:
    """Those of (view, name, what it is good for) that this visitor may have."""
    found = [
        {"url": offered(visit, Action.EXPORT, name), "text": text, "about": about}
        for name, text, about in formats
    ]
    return [one for one in found if one["url"]]
