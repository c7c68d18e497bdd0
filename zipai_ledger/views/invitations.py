"""邀请 (yaoqing): inviting people to a table or into a circle, by a link or by a code that is read aloud."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger import circles
from zipai_ledger.access import (
    Action,
    AnyVisit,
    CircleAction,
    CircleVisit,
    Visit,
    for_place,
    for_table,
    grants,
    invitations,
    spoken,
)
from zipai_ledger.forms.invitations import InvitationForm, invitation_form
from zipai_ledger.presenters.invitations import (
    InvitationsPage,
    invitations_page,
    new_invitation,
    new_spoken_code,
)

from .places import people_of, redirect_to_place


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.INVITE, CircleAction.INVITE)
def show(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """Invitations and phones; a POST makes an invitation and shows it, once."""
    people = people_of(visit.place)
    form = invitation_form(visit.place, people, request.POST.dict() if request.method == "POST" else None)
    if not form.is_valid():
        return _answer(request, visit, invitations_page(visit, people), form)
    link, secret = invitations.invite(visit.place, form.offer(), by=visit.grant)
    page = invitations_page(visit, people, new=new_invitation(link, secret, people))
    return _answer(request, visit, page, form.for_another(), status=201)


@require_POST
@for_place(Action.INVITE, CircleAction.INVITE)
def renew(request: HttpRequest, visit: AnyVisit, link: int) -> HttpResponse:
    """The same invitation once more, shown once."""
    found = get_object_or_404(invitations.of_place(visit.place), pk=link, revoked_at=None)
    people = people_of(visit.place)
    new = new_invitation(*invitations.invite_again(found, by=visit.grant), people)
    page = invitations_page(visit, people, new=new)
    return _answer(request, visit, page, invitation_form(visit.place, people), status=201)


@require_POST
@for_table(Action.INVITE)
def speak(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A code to be read aloud, shown once; the one before it ends."""
    code = new_spoken_code(*spoken.make(visit.session, by=visit.grant))
    people = people_of(visit.place)
    page = replace(invitations_page(visit, people), new_code=code)
    return _answer(request, visit, page, invitation_form(visit.place, people), status=201)


@require_POST
@for_place(Action.REVOKE, CircleAction.REVOKE)
def revoke(request: HttpRequest, visit: AnyVisit, link: int) -> HttpResponse:
    """End an invitation, and send away everybody who came by it."""
    found = get_object_or_404(invitations.of_place(visit.place), pk=link)
    if isinstance(visit, CircleVisit):
        circles.send_away_by(found, by=visit.grant)
    else:
        grants.revoke_link(found, by=visit.grant)
    return redirect_to_place(visit.place, "invitations")


def _answer(
    request: HttpRequest, visit: AnyVisit, page: InvitationsPage, form: InvitationForm, status: int = 200
) -> HttpResponse:
    context = {"visit": visit, "page": page, "form": form}
    return render(request, "invitations/show.html", context, status=422 if form.errors else status)
