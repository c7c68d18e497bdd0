"""Sending phones out of a circle, and its recovery code."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, codes, for_circle, grants
from zipai_ledger.access import recovery as comeback
from zipai_ledger.formats import dates
from zipai_ledger.models import CircleGrant, CircleRole
from zipai_ledger.presenters.phones import names_of

from ..access.confirming import unconfirmed
from ..access.recovery import code_page


def _shown(grant: CircleGrant, names: dict[int, str]) -> dict[str, str]:
    """Whose phone it is, and what else is known of it."""
    named = names.get(grant.player, "") if grant.player is not None else ""
    label = grant.link.label if grant.link else ""
    role = _("圈主") if grant.role == CircleRole.OWNER else ""
    came_by = _("用恢复码") if grant.recovered_at else ""
    about = [role if named or label else "", label if named else "", came_by, dates.moment(grant.created)]
    return {"text": named or label or role or _("没说是谁"), "about": " ・ ".join(filter(None, about))}


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.REVOKE)
def revoke_device(request: HttpRequest, visit: CircleVisit, grant: int) -> HttpResponse:
    """Which phone it is; a POST sends it away. Never the one that asks, so that a circle keeps an owner."""
    here = grants.holding(visit.circle).filter(pk=grant).exclude(pk=visit.grant.pk)
    found = here.select_related("link").first()
    if found is None:
        raise Http404
    needs_code = found.role == CircleRole.OWNER
    refused = unconfirmed(request, visit.grant) if needs_code and request.method == "POST" else None
    if request.method == "POST" and refused is None:
        circles.send_away(visit.circle, here, by=visit.grant)
        return redirect("circle_invitations:show", visit.circle.public_id)
    shown = _shown(found, names_of(circles.people_of(visit.circle)))
    context = {
        "links_url": reverse("circle_invitations:show", args=[visit.circle.public_id]),
        "name": shown["text"],
        "about": shown["about"],
        "needs_code": needs_code,
        "refused": refused,
    }
    return render(request, "circles/send_away.html", context, status=refused.status if refused else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.REVOKE)
def rotate(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """What sending everybody away means; a POST does it, and shows the new recovery code once."""
    others = grants.holding(visit.circle).exclude(pk=visit.grant.pk)
    needs_code = others.filter(role=CircleRole.OWNER).exists()
    refused = unconfirmed(request, visit.grant) if needs_code and request.method == "POST" else None
    if request.method == "POST" and refused is None:
        lead = _("别的手机都请出去了，邀请都作废了，恢复码也换了新的。")
        return code_page(request, visit.circle, circles.rotate(visit.grant), lead=lead)
    context = {
        "links_url": reverse("circle_invitations:show", args=[visit.circle.public_id]),
        "others": others.count(),
        "needs_code": needs_code,
        "refused": refused,
    }
    return render(request, "circles/rotate.html", context, status=refused.status if refused else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.MAKE_RECOVERY)
def recovery(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """What the code is for; a POST makes a new one, shows it once, and ends the one before."""
    if request.method == "POST":
        return code_page(request, visit.circle, comeback.renew(visit.device))
    made = codes.standing(visit.grant)
    here = reverse("circles:show", args=[visit.circle.public_id])
    return render(
        request, "circles/recovery.html", {"circle_url": here, "circle": visit.circle, "made": made}
    )
