"""恢复码 (huifuma): an owner's recovery code, shown once when it is made, typed on any other device."""

from enum import StrEnum
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from zipai_ledger.access import (
    Action,
    AnyVisit,
    CircleAction,
    Public,
    codes,
    devices,
    for_place,
    grants,
    network,
    public,
    recovery,
)
from zipai_ledger.access.grants import AnyGrant, Place, WrongCode
from zipai_ledger.access.recovery import Recovered
from zipai_ledger.forms.recovery import RecoveryCodeForm
from zipai_ledger.models import Circle, Role
from zipai_ledger.presenters.phones import Phone, names_of, phone

from .places import people_of, redirect_to_place

PUT_OFF, AN_EVENING = "code-later", 20 * 3600


class Occasion(StrEnum):
    """Why a phone has a code: it asked for one; all others were sent away; it came back."""

    REQUESTED = "asked"
    ROTATED = "rotated"
    RECOVERED = "recovered"


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.MAKE_RECOVERY, CircleAction.MAKE_RECOVERY)
def show(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """What the code is for; a POST makes a new one, shows it once, and ends the one before."""
    if request.method == "POST":
        return code_page(request, visit.place, recovery.renew(visit.device))
    context = {"visit": visit, "made": codes.standing(visit.grant), "helpers": helpers(visit)}
    return render(request, "recovery/show.html", context)


def helpers(visit: AnyVisit) -> list[Phone]:
    """Phones of people of this table or circle who might be owners too."""
    found = grants.others(visit.grant).filter(player__isnull=False).exclude(role=Role.OWNER)
    names = names_of(people_of(visit.place))
    return [phone(grant, names) for grant in found.select_related("link").order_by("player")]


@require_POST
@for_place(Action.MAKE_RECOVERY, CircleAction.MAKE_RECOVERY)
def later(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """以后再说: this phone is not asked about its code until another evening."""
    answer = redirect_to_place(visit.place)
    devices.set_cookie(answer, devices.cookie_name(PUT_OFF), "1", seconds=AN_EVENING)
    return answer


def is_put_off(request: HttpRequest) -> bool:
    """Whether this phone said so."""
    return devices.cookie_name(PUT_OFF) in request.COOKIES


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.RECOVER)
def recover(request: HttpRequest) -> HttpResponse:
    """Become the owner on this device by the code; one message for every code that is not right."""
    form = RecoveryCodeForm(request.POST if request.method == "POST" else None)
    found = None
    if form.is_bound:
        found = form.open(network.client_network(request), partial(_recovered, request))
    if found is None:
        answer = render(request, "recovery/recover.html", {"form": form}, status=form.status)
        if form.wait is not None:
            answer["Retry-After"] = f"{form.wait}"
        return answer
    places = len(found.places)
    answer = code_page(
        request, found.places[-1], found.code, status=201, occasion=Occasion.RECOVERED, places=places
    )
    devices.give(answer, found.token)
    return answer


def _recovered(request: HttpRequest, typed: str) -> Recovered:
    try:
        return recovery.recover(typed, devices.token_of(request))
    except WrongCode:
        recovery.note_ended(typed)
        raise


def confirmation(request: HttpRequest, grant: AnyGrant, *, needed: bool) -> RecoveryCodeForm:
    """再填恢复码: whoever sends another owner away, or everybody with him, types the code of his own phone once more.

    Valid where that is not ``needed``, or the code is right; wrong ones are counted.
    """
    form = RecoveryCodeForm(request.POST if request.method == "POST" else None)
    if needed and form.is_bound:
        form.open(network.client_network(request), lambda typed: recovery.confirm(grant, typed))
    return form


def opened_page(place: Place, token: str) -> HttpResponse:
    """A table or circle just opened; ``token``: what the browser is to keep."""
    answer = redirect_to_place(place)
    devices.give(answer, token)
    return answer


def code_page(
    request: HttpRequest,
    place: Place,
    code: str,
    *,
    status: int = 200,
    occasion: Occasion = Occasion.REQUESTED,
    places: int = 1,
) -> HttpResponse:
    """The only page that ever shows this code; ``places``: how many were found again."""
    context = {
        "place": place,
        "is_circle": isinstance(place, Circle),
        "code": code,
        "groups": code.split("-"),
        "occasion": occasion,
        "places": places,
    }
    return render(request, "recovery/code.html", context, status=status)
