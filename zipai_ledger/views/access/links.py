"""Inviting people, seeing which devices may do what, and sending them away."""

from collections.abc import Callable, Mapping
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger import names, queries
from zipai_ledger.access import Action, Visit, for_table, grants
from zipai_ledger.models import Grant, Link, Role
from zipai_ledger.rules import messages
from zipai_ledger.rules.problems import Refused
from zipai_ledger.views.showing.numbers import language

from ..tables.history import ROLES

OFFERED = (Role.SCOREKEEPER, Role.VIEWER)


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.INVITE)
def links(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Links and devices; a POST makes a link and shows it, once."""
    if request.method != "POST":
        return _page(request, visit)
    role, label = request.POST.get("role", ""), request.POST.get("label", "").strip()
    error = ""
    if role not in OFFERED:
        error = _("先选能不能记分。")
    elif len(label) > grants.LABEL_LONGEST:
        error = _("备注最多 %(most)d 个字，写了 %(got)d 个。") % {
            "most": grants.LABEL_LONGEST,
            "got": len(label),
        }
    elif label:
        error = _unfit(label)
    if error:
        return _page(request, visit, error=error, label=label, role=role, status=422)
    link, secret = grants.new_invitation(visit.session, role, label)
    address = request.build_absolute_uri(reverse("access:join", args=[visit.session.public_id]))
    made = {"url": f"{address}#{secret}", "code": secret, "role": ROLES[role](), "label": link.label}
    return _page(request, visit, made={**made, "qr": qr(made["url"])}, status=201)


def _unfit(label: str) -> str:
    """Why this cannot be written on a link, empty where it can: what holds for names holds for it."""
    try:
        names.session_name(label, "label")
    except Refused as refused:
        return " ".join(messages.problem_text(problem, language()) for problem in refused.problems)
    return ""


def qr(text: str) -> dict[str, Any]:
    """A QR code as the path of an SVG: dark modules in runs, one unit each."""
    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    border = 3
    return {"path": "".join(runs), "size": len(rows) + 2 * border, "offset": -border}


def _page(
    request: HttpRequest,
    visit: Visit,
    *,
    status: int = 200,
    made: dict[str, Any] | None = None,
    error: str = "",
    label: str = "",
    role: str = Role.SCOREKEEPER,
) -> HttpResponse:
    context = {
        "table_url": reverse("tables:show", args=[visit.session.public_id]),
        "links_url": reverse("access:links", args=[visit.session.public_id]),
        "made": made,
        "error": error,
        "label": label,
        "roles": [{"value": one.value, "text": ROLE_TEXTS[one](), "checked": one == role} for one in OFFERED],
        "links": _links(visit),
        "devices": _devices(visit),
    }
    return render(request, "access/links.html", context, status=status)


def _links(visit: Visit) -> list[dict[str, str]]:
    found = grants.valid_links().filter(session=visit.session, kind=Link.Kind.INVITE).order_by("-created")
    return [
        {
            "text": link.label or ROLE_TEXTS[link.role](),
            "about": f"{ROLES[link.role]()} ・ {_when(link)}",
            "revoke_url": reverse("access:revoke_link", args=[visit.session.public_id, link.pk]),
        }
        for link in found
    ]


def _devices(visit: Visit) -> list[dict[str, str]]:
    people = [player.name for player in queries.players_of(visit.session)]
    found = grants.live_grants().filter(session=visit.session).select_related("link").order_by("created")
    return [
        {
            "text": people[grant.player] if grant.player is not None else _("不打牌的"),
            "about": " ・ ".join(filter(None, [ROLES[grant.role](), _came_by(grant), _when(grant)])),
            "own": _("这台手机") if grant.pk == visit.grant.pk else "",
            "revoke_url": ""
            if grant.pk == visit.grant.pk
            else reverse("access:revoke_device", args=[visit.session.public_id, grant.pk]),
        }
        for grant in found
    ]


def _came_by(grant: Grant) -> str:
    if grant.link is None:
        return ""
    return _("用恢复码") if grant.link.kind == Link.Kind.RECOVERY else grant.link.label


def _when(row: Link | Grant) -> str:
    return f"{date_format(localtime(row.created), 'MONTH_DAY_FORMAT')} {localtime(row.created):%H:%M}"


@require_POST
@for_table(Action.REVOKE)
def revoke_link(request: HttpRequest, visit: Visit, link: int) -> HttpResponse:
    """End an invitation, and send away everybody who came by it."""
    found = Link.objects.filter(session=visit.session, kind=Link.Kind.INVITE, pk=link).first()
    if found is None:
        raise Http404
    grants.revoke_link(found)
    return redirect("access:links", visit.session.public_id)


@require_POST
@for_table(Action.REVOKE)
def revoke_device(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """Send one device away; never the one that asks, so that a table keeps an owner."""
    found = grants.live_grants().filter(session=visit.session, pk=grant).exclude(pk=visit.grant.pk)
    if not grants.revoke(found):
        raise Http404
    return redirect("access:links", visit.session.public_id)


ROLE_TEXTS: Mapping[str, Callable[[], str]] = {
    Role.SCOREKEEPER: lambda: _("能记分"),
    Role.VIEWER: lambda: _("只能看"),
}
