"""上了桌的手机 (phones): what one may do, whose it is, sending it away, and sending away all others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
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
    holders,
)
from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.forms.phones import PhonePlayerForm, PhoneRoleForm
from zipai_ledger.models import Grant, Role
from zipai_ledger.presenters.phones import names_of, phone

from .places import people_of, redirect_to_place
from .recovery import Occasion, code_page, confirmation


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.GRANT)
def show(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """What a phone may do and whose it is; a POST changes one of the two."""
    found, role = _grant(visit, grant), PhoneRoleForm(request.POST or None)
    form = PhonePlayerForm(people_of(visit.place), request.POST if request.method == "POST" else None)
    if role.is_valid() and found.role != Role.OWNER:
        holders.set_role(found, role.cleaned_data["role"], by=visit.grant)
        return redirect_to_place(visit.place, "invitations", "devices")
    if form.is_valid():
        try:
            holders.set_player(found, form.cleaned_data["player"], by=visit.grant)
        except grants.Taken:
            form.refuse_name()
            return _page(request, visit, found, form, status=409)
        return redirect_to_place(visit.place, "invitations", "devices")
    return _page(request, visit, found, form, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.GRANT, CircleAction.GRANT)
def promote(request: HttpRequest, visit: AnyVisit, grant: int) -> HttpResponse:
    """What another owner may do; a POST makes the holder of that phone one, who brings this one back where it is lost."""
    found = _other(visit, grant)
    if request.method == "POST":
        holders.make_owner(found, by=visit.grant)
        return redirect_to_place(visit.place, "invitations", "devices")
    context = {"visit": visit, "phone": phone(found, names_of(people_of(visit.place)))}
    return render(request, "phones/promote.html", context)


@require_POST
@for_table(Action.GRANT)
def answer(request: HttpRequest, visit: Visit, grant: int) -> HttpResponse:
    """Yes or no to somebody who asks to keep score, effective at once."""
    found = _grant(visit, grant)
    if request.POST.get("answer") == "yes":
        holders.set_role(found, Role.SCOREKEEPER, by=visit.grant)
    else:
        holders.refuse(found)
    return redirect("table:show", visit.session.public_id)


@require_POST
@for_table(Action.ASK)
def ask(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask the owner for the right to keep score."""
    try:
        holders.ask(visit.grant)
    except holders.TooSoon as soon:
        answer = render(request, "phones/too_soon.html", {"visit": visit, "again": soon.at}, status=429)
        answer["Retry-After"] = f"{soon.wait}"
        return answer
    return redirect("table:show", visit.session.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.REVOKE, CircleAction.REVOKE)
def revoke(request: HttpRequest, visit: AnyVisit, grant: int) -> HttpResponse:
    """Which phone it is; a POST sends it away. Never the one that asks, so that a place keeps an owner."""
    found = _other(visit, grant)
    code = confirmation(request, visit.grant, needed=found.role == Role.OWNER)
    if code.is_bound and not code.errors:
        held = grants.holding(visit.place).filter(pk=found.pk)
        if isinstance(visit, CircleVisit):
            circles.send_away(visit.circle, held, by=visit.grant)
        else:
            grants.send_away(visit.session, held, by=visit.grant)
        return redirect_to_place(visit.place, "invitations", "devices")
    context = {"visit": visit, "phone": phone(found, names_of(people_of(visit.place))), "code": code}
    return render(request, "phones/revoke.html", context, status=code.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.REVOKE, CircleAction.REVOKE)
def rotate(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """What sending everybody away means; a POST does it, and shows the new recovery code once."""
    others = grants.others(visit.grant)
    count, has_owner = others.count(), others.filter(role=Role.OWNER).exists()
    code = confirmation(request, visit.grant, needed=has_owner)
    if code.is_bound and not code.errors:
        made = circles.rotate(visit.grant) if isinstance(visit, CircleVisit) else holders.rotate(visit.grant)
        return code_page(request, visit.place, made, occasion=Occasion.ROTATED)
    context = {"visit": visit, "count": count, "has_owner": has_owner, "code": code}
    return render(request, "phones/rotate.html", context, status=code.status)


def _grant(visit: Visit, grant: int) -> Grant:
    """A phone at this table, or 404."""
    found: Grant = get_object_or_404(grants.holding(visit.session).select_related("link"), pk=grant)
    return found


def _other(visit: AnyVisit, grant: int) -> AnyGrant:
    """A phone of this place that is not the one which asks, or 404."""
    others = grants.others(visit.grant).select_related("link")
    found: AnyGrant = get_object_or_404(others, pk=grant)
    return found


def _page(
    request: HttpRequest, visit: Visit, grant: AnyGrant, form: PhonePlayerForm, *, status: int
) -> HttpResponse:
    context = {
        "visit": visit,
        "phone": phone(grant, names_of(form.people), own=visit.grant.pk),
        "taken": set(grants.others(grant).values_list("player", flat=True)),
        "form": form,
        "role": PhoneRoleForm(),
    }
    return render(request, "phones/show.html", context, status=status)
