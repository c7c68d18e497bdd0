"""One device at a table: its role, whose it is, sending it away; and sending away all others."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table, grants, holders
from zipai_ledger.formats.dates import moment
from zipai_ledger.ledger import queries
from zipai_ledger.models import Grant, Role

from ..tables.sentences import ROLES
from .confirming import Unconfirmed, unconfirmed
from .holding import came_by, holder
from .offers import OFFERED, ROLE_TEXTS
from .recovery import code_page

NOBODY = "none"


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.GRANT)
def device(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """What a device may do and whose it is; a POST changes one of the two."""
    found = _device(visit, grant)
    if request.method != "POST":
        return _page(request, visit, found)
    error, status = _changed(request, visit, found)
    if error:
        return _page(request, visit, found, status=status, error=error)
    return redirect("invitations:show", visit.session.public_id)


def _changed(request: HttpRequest, visit: Visit, grant: Grant) -> tuple[str, int]:
    """Do what was asked for; why not and the status, where that cannot be."""
    role, player = request.POST.get("role", ""), request.POST.get("player", "")
    if role in OFFERED and grant.role != Role.OWNER:
        holders.set_role(grant, role, by=visit.grant)
        return "", 302
    known = {str(one.index): one.index for one in queries.players_of(visit.session)}
    if player != NOBODY and player not in known:
        return _("这一项没有选对，请再选一次。"), 422
    try:
        holders.set_player(grant, known.get(player), by=visit.grant)
    except grants.Taken:
        return _("这个名字已经有手机在用了。"), 409
    return "", 302


def _device(visit: Visit, grant: int) -> Grant:
    here = grants.live_grants().filter(session=visit.session, pk=grant)
    found = here.select_related("link").first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    visit: Visit,
    grant: Grant,
    *,
    status: int = 200,
    error: str = "",
    refused: Unconfirmed | None = None,
) -> HttpResponse:
    people, here = queries.players_of(visit.session), visit.session.public_id
    own = grant.pk == visit.grant.pk
    context = {
        "links_url": reverse("invitations:show", args=[here]),
        "name": holder(grant, people),
        "about": [ROLES[grant.role](), came_by(grant), moment(grant.created)],
        "own": own,
        "roles": _roles(grant),
        "players": _players(grant, visit, people),
        "revoke_url": "" if own else reverse("access:revoke_device", args=[here, grant.pk]),
        "leave_url": reverse("access:leave", args=[here]) if own else "",
        "needs_code": grant.role == Role.OWNER and not own,
        "refused": refused,
        "error": error,
    }
    return render(request, "access/device.html", context, status=status)


def _roles(grant: Grant) -> list[dict[str, Any]]:
    if grant.role == Role.OWNER:
        return []
    return [{"value": role, "text": ROLE_TEXTS[role](), "now": role == grant.role} for role in OFFERED]


def _players(grant: Grant, visit: Visit, people: Any) -> list[dict[str, Any]]:
    others = grants.live_grants().filter(session=visit.session).exclude(pk=grant.pk)
    taken = set(others.values_list("player", flat=True))
    named = [
        {"value": one.index, "text": one.name, "now": one.index == grant.player, "taken": one.index in taken}
        for one in people
    ]
    nobody = {"value": NOBODY, "text": _("不打牌的"), "now": grant.player is None, "taken": False}
    return [*named, nobody]


@require_POST
@for_table(Action.GRANT)
def answer(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """Yes or no to somebody who asks to keep score, effective at once."""
    found = _device(visit, grant)
    if request.POST.get("answer") == "yes":
        holders.set_role(found, Role.SCOREKEEPER, by=visit.grant)
    else:
        holders.refuse(found)
    return redirect("table:show", visit.session.public_id)


@require_POST
@for_table(Action.REVOKE)
def revoke_device(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """Send one device away; never the one that asks, so that a table keeps an owner."""
    found = _device(visit, grant)
    if found.pk == visit.grant.pk:
        raise Http404
    if found.role == Role.OWNER and (refused := unconfirmed(request, visit.grant)):
        return _page(request, visit, found, status=refused.status, refused=refused)
    grants.send_away(visit.session, grants.live_grants().filter(pk=found.pk), by=visit.grant)
    return redirect("invitations:show", visit.session.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.REVOKE)
def rotate(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What sending everybody away means; a POST does it, and shows the new recovery code once."""
    here = grants.live_grants().filter(session=visit.session).exclude(pk=visit.grant.pk)
    needs_code = here.filter(role=Role.OWNER).exists()
    refused = unconfirmed(request, visit.grant) if needs_code and request.method == "POST" else None
    if request.method == "POST" and refused is None:
        lead = _("别的手机都请下桌了，邀请和口令都作废了，恢复码也换了新的。")
        return code_page(request, visit.session, holders.rotate(visit.grant), lead=lead)
    context = {
        "links_url": reverse("invitations:show", args=[visit.session.public_id]),
        "others": here.count(),
        "needs_code": needs_code,
        "refused": refused,
    }
    return render(request, "access/rotate.html", context, status=refused.status if refused else 200)
