"""Inviting people into a circle, its phones, sending them away, and the recovery code."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, codes, for_circle, grants, invitations
from zipai_ledger.access import recovery as comeback
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.models import CircleGrant, CircleLink, CircleRole

from ..access.confirming import unconfirmed
from ..access.offers import Asked, left, moment
from ..access.qr import qr
from ..access.recovery import code_page

ASKED = Asked(role=CircleRole.MEMBER, lasts="week")


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.INVITE)
def links(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Links and phones; a POST makes a link and shows it, once."""
    if request.method != "POST":
        return _page(request, visit, ASKED)
    asked = replace(Asked.read(request.POST), role=CircleRole.MEMBER)
    error = asked.error(circles.people_of(visit.circle), [CircleRole.MEMBER])
    if error:
        return _page(request, visit, asked, status=422, error=error)
    return _made(request, visit, *invitations.invite(visit.circle, asked.offer(), by=visit.grant))


@require_POST
@for_circle(CircleAction.INVITE)
def again(request: HttpRequest, visit: CircleVisit, link: int) -> HttpResponse:
    """The same invitation once more, shown once."""
    return _made(request, visit, *invitations.invite_again(_invitation(visit, link), by=visit.grant))


def _made(request: HttpRequest, visit: CircleVisit, link: AnyLink, secret: str) -> HttpResponse:
    address = f"{request.build_absolute_uri(reverse('access:join', args=[visit.circle.public_id]))}#{secret}"
    made = {
        "url": address,
        "code": secret,
        "label": _for(link, visit),
        "left": left(link),
        "qr": qr(address),
    }
    return _page(request, visit, ASKED, status=201, made=made)


def _for(link: AnyLink, visit: CircleVisit) -> str:
    """Whom it was made for."""
    return link.label if link.player is None else _names(visit).get(link.player, link.label)


def _names(visit: CircleVisit) -> dict[int, str]:
    return {person.index: person.name for person in circles.people_of(visit.circle)}


def _invitation(visit: CircleVisit, link: int) -> CircleLink:
    found = visit.circle.links.filter(kind=CircleLink.Kind.INVITE, pk=link, revoked_at=None).first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, visit: CircleVisit, asked: Asked, *, status: int = 200, **more: Any
) -> HttpResponse:
    here = visit.circle.public_id
    context = {
        "circle_url": reverse("circles:show", args=[here]),
        "links_url": reverse("circles:links", args=[here]),
        "audit_url": reverse("circles:audit", args=[here]),
        "rotate_url": reverse("circles:rotate", args=[here]),
        "links": [_row(link, visit) for link in invitations.standing(visit.circle)],
        "devices": _devices(visit),
        **asked.fields(circles.people_of(visit.circle)),
        **more,
    }
    return render(request, "circles/links.html", context, status=status)


def _row(link: AnyLink, visit: CircleVisit) -> dict[str, Any]:
    here = visit.circle.public_id
    return {
        "text": _for(link, visit) or _("请人进圈"),
        "about": left(link),
        "again_url": reverse("circles:again", args=[here, link.pk]),
        "revoke_url": reverse("circles:revoke_link", args=[here, link.pk]),
    }


def _devices(visit: CircleVisit) -> list[dict[str, Any]]:
    names = _names(visit)
    found = grants.holding(visit.circle).select_related("link").order_by("created")
    return [_device(grant, visit, names) for grant in found]


def _device(grant: CircleGrant, visit: CircleVisit, names: dict[int, str]) -> dict[str, Any]:
    own = grant.pk == visit.grant.pk
    url = reverse("circles:revoke_device", args=[visit.circle.public_id, grant.pk])
    return {
        **_shown(grant, names),
        "own": _("这台手机") if own else "",
        "owns": grant.role == CircleRole.OWNER,
        "revoke_url": "" if own else url,
    }


def _shown(grant: CircleGrant, names: dict[int, str]) -> dict[str, str]:
    """Whose phone it is, and what else is known of it."""
    named = names.get(grant.player, "") if grant.player is not None else ""
    label = grant.link.label if grant.link else ""
    role = _("圈主") if grant.role == CircleRole.OWNER else ""
    came_by = _("用恢复码") if grant.recovered_at else ""
    about = [role if named or label else "", label if named else "", came_by, moment(grant.created)]
    return {"text": named or label or role or _("没说是谁"), "about": " ・ ".join(filter(None, about))}


@require_POST
@for_circle(CircleAction.REVOKE)
def revoke_link(request: HttpRequest, visit: CircleVisit, link: int) -> HttpResponse:
    """End an invitation, and send away everybody who came by it."""
    circles.send_away_by(_invitation(visit, link), by=visit.grant)
    return redirect("circles:links", visit.circle.public_id)


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
        return redirect("circles:links", visit.circle.public_id)
    shown = _shown(found, _names(visit))
    context = {
        "links_url": reverse("circles:links", args=[visit.circle.public_id]),
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
        "links_url": reverse("circles:links", args=[visit.circle.public_id]),
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
