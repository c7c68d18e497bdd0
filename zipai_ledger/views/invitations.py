"""邀请 (yaoqing): inviting people to a table or into a circle, by a link or by a code that is read aloud."""

from collections.abc import Sequence

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
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.forms.invitations import InvitationForm, invitation_form
from zipai_ledger.presenters.invitations import invitation_guests, invitations_page, role_at_hand
from zipai_ledger.presenters.retention import retention_line

from .places import people_of, redirect_to_place


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.INVITE, CircleAction.INVITE)
def show(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """Invitations and phones; a POST makes an invitation and shows it, once."""
    people = people_of(visit.place)
    form = invitation_form(visit.place, people, request.POST.dict() if request.method == "POST" else None)
    if not form.is_valid():
        return _answer(request, visit, form)
    made = invitations.invite(visit.place, form.offer(), by=visit.grant)
    return _answer(request, visit, form.for_another(), made)


@require_POST
@for_place(Action.INVITE, CircleAction.INVITE)
def hold_out(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """A code that lies ready to be scanned, where there is none any more; back to the page that shows it."""
    invitations.put_at_hand(visit.place, role_at_hand(visit), by=visit.grant)
    return redirect_to_place(visit.place, "show" if request.POST.get("from") == "show" else "invitations")


@require_POST
@for_place(Action.INVITE, CircleAction.INVITE)
def renew(request: HttpRequest, visit: AnyVisit, link: int) -> HttpResponse:
    """The same invitation once more, shown once."""
    found = get_object_or_404(invitations.of_place(visit.place), pk=link, revoked_at=None)
    made = invitations.invite_again(found, by=visit.grant)
    return _answer(request, visit, invitation_form(visit.place, people_of(visit.place)), made)


@require_POST
@for_table(Action.INVITE)
def speak(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A code to be read aloud, shown once; the one before it ends."""
    _link, code = spoken.make(visit.session, by=visit.grant)
    form = invitation_form(visit.place, people_of(visit.place))
    return _answer(request, visit, form, digits=code.split("-"))


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.REVOKE, CircleAction.REVOKE)
def revoke(request: HttpRequest, visit: AnyVisit, link: int) -> HttpResponse:
    """End an invitation, and send away everybody who came by it: where somebody did, only once that was asked."""
    found = get_object_or_404(invitations.of_place(visit.place), pk=link)
    guests = invitation_guests(visit, found, people_of(visit.place))
    if request.method != "POST" or (guests and not request.POST.get("sure")):
        return render(request, "invitations/revoke.html", {"visit": visit, "link": found, "guests": guests})
    if isinstance(visit, CircleVisit):
        circles.send_away_by(found, by=visit.grant)
    else:
        grants.revoke_link(found, by=visit.grant)
    return redirect_to_place(visit.place, "invitations", "links")


def _answer(
    request: HttpRequest,
    visit: AnyVisit,
    form: InvitationForm,
    made: tuple[AnyLink, str] | None = None,
    digits: Sequence[str] = (),
) -> HttpResponse:
    page = invitations_page(visit, form.people, made=made, digits=digits)
    status = 422 if form.errors else 201 if made or digits else 200
    context = {"visit": visit, "page": page, "form": form, "retention": retention_line(visit)}
    return render(request, "invitations/show.html", context, status=status)
