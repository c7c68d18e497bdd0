"""Inviting people: links, the code that is said aloud, and what is left of them."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import Action, Visit, for_table, grants, holders, invitations, spoken
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.ledger import queries
from zipai_ledger.models import Grant, Link

from ..tables.sentences import ROLES
from .holding import came_by, holder
from .offers import ROLE_TEXTS, Asked, left, moment
from .qr import qr


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.INVITE)
def links(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Links and devices; a POST makes a link and shows it, once."""
    if request.method != "POST":
        return _page(request, visit, Asked())
    asked = Asked.read(request.POST)
    error = asked.error(queries.players_of(visit.session))
    if error:
        return _page(request, visit, asked, status=422, error=error)
    link, secret = invitations.invite(visit.session, asked.offer(), by=visit.grant)
    return _made(request, visit, replace(asked, label="", player=""), link, secret)


@require_POST
@for_table(Action.INVITE)
def again(request: HttpRequest, visit: Visit, link: int) -> HttpResponse:
    """The same invitation once more, shown once."""
    found = _invitation(visit, link)
    return _made(request, visit, Asked(), *invitations.invite_again(found, by=visit.grant))


@require_POST
@for_table(Action.INVITE)
def speak(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A code to be said aloud, shown once; the one before it ends."""
    link, code = spoken.make(visit.session, by=visit.grant)
    address = request.build_absolute_uri(reverse("access:paste"))
    said = {"code": code, "groups": code.split("-"), "left": left(link), "address": address}
    return _page(request, visit, Asked(), status=201, said=said)


def _made(request: HttpRequest, visit: Visit, asked: Asked, link: AnyLink, secret: str) -> HttpResponse:
    address = f"{request.build_absolute_uri(reverse('access:join', args=[visit.session.public_id]))}#{secret}"
    made = {
        "url": address,
        "code": secret,
        "role": ROLE_TEXTS[link.role](),
        "label": _for(link, visit),
        "left": left(link),
        "qr": qr(address),
    }
    return _page(request, visit, asked, status=201, made=made)


def _for(link: AnyLink, visit: Visit) -> str:
    """Whom it was made for."""
    if link.player is None:
        return link.label
    return queries.players_of(visit.session)[link.player].name


def _invitation(visit: Visit, link: int) -> Link:
    found = Link.objects.filter(
        session=visit.session, kind=Link.Kind.INVITE, pk=link, revoked_at=None
    ).first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, visit: Visit, asked: Asked, *, status: int = 200, **more: Any
) -> HttpResponse:
    here = visit.session.public_id
    context = {
        "table_url": reverse("tables:show", args=[here]),
        "links_url": reverse("access:links", args=[here]),
        "spoken_url": reverse("access:spoken", args=[here]),
        "audit_url": reverse("access:audit", args=[here]),
        "rotate_url": reverse("access:rotate", args=[here]),
        "links": [_row(link, visit) for link in invitations.standing(visit.session)],
        **_spoken(visit),
        "devices": _devices(visit),
        **asked.fields(queries.players_of(visit.session)),
        **more,
    }
    return render(request, "access/links.html", context, status=status)


def _row(link: Link, visit: Visit) -> dict[str, Any]:
    here = visit.session.public_id
    return {
        "text": _for(link, visit) or ROLE_TEXTS[link.role](),
        "about": f"{ROLES[link.role]()} ・ {left(link)}",
        "again_url": reverse("access:again", args=[here, link.pk]),
        "revoke_url": reverse("access:revoke_link", args=[here, link.pk]),
    }


def _spoken(visit: Visit) -> dict[str, Any]:
    """How the newest code that is said aloud stands."""
    link = spoken.newest(visit.session)
    still_open = link is not None and link.revoked_at is None
    return {
        "open_spoken": moment(link.expires_at) if link and still_open else "",
        "worn_out": spoken.is_worn_out(link),
    }


def _devices(visit: Visit) -> list[dict[str, Any]]:
    people = queries.players_of(visit.session)
    asking = {grant.pk for grant in holders.requests(visit.session)}
    found = grants.live_grants().filter(session=visit.session).select_related("link").order_by("created")
    return [{**_device(grant, visit, people), "asks": grant.pk in asking} for grant in found]


def _device(grant: Grant, visit: Visit, people: Any) -> dict[str, Any]:
    here = [visit.session.public_id, grant.pk]
    about = [ROLES[grant.role](), came_by(grant), moment(grant.created)]
    return {
        "text": holder(grant, people),
        "about": " ・ ".join(filter(None, about)),
        "own": _("这台手机") if grant.pk == visit.grant.pk else "",
        "url": reverse("access:device", args=here),
        "answer_url": reverse("access:answer", args=here),
    }


@require_POST
@for_table(Action.REVOKE)
def revoke_link(request: HttpRequest, visit: Visit, link: int) -> HttpResponse:
    """End an invitation, and send away everybody who came by it."""
    found = Link.objects.filter(session=visit.session, kind=Link.Kind.INVITE, pk=link).first()
    if found is None:
        raise Http404
    grants.revoke_link(found, by=visit.grant)
    return redirect("access:links", visit.session.public_id)
