"""下桌 (xiazhuo): this phone leaves a table, a circle or everything, after a page that says what goes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import (
    Action,
    AnyVisit,
    CircleAction,
    CircleVisit,
    Public,
    codes,
    devices,
    for_place,
    public,
    signing_off,
)
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.leaving import signing_off_page

from .settlement_method import forget_method


@require_http_methods(["GET", "HEAD", "POST"])
@for_place(Action.LEAVE, CircleAction.LEAVE)
def leave(request: HttpRequest, visit: AnyVisit) -> HttpResponse:
    """What leaving means; a POST does it, the last owner's only with ``ownerless``."""
    unconfirmed = False
    if request.method == "POST":
        try:
            return _left(visit, ownerless=request.POST.get("ownerless") == "yes")
        except signing_off.LastOwner:
            unconfirmed = True
    context = {
        "visit": visit,
        "is_last_owner": signing_off.is_last_owner(visit.grant),
        "has_code": codes.standing(visit.grant) is not None,
        "unconfirmed": unconfirmed,
    }
    return render(request, "leaving/leave.html", context, status=422 if unconfirmed else 200)


def _left(visit: AnyVisit, *, ownerless: bool) -> HttpResponse:
    """Back on the front page. Raises `LastOwner`."""
    if isinstance(visit, CircleVisit):
        circles.leave(visit.grant, ownerless=ownerless)
        return redirect(reverse("home", query={"gone": "left_circle"}))
    signing_off.leave(visit.grant, ownerless=ownerless)
    answer = redirect(reverse("home", query={"gone": "left", "at": visit.session.public_id}))
    forget_method(answer, visit.session)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.SIGN_OFF)
def sign_off(request: HttpRequest) -> HttpResponse:
    """What goes where this phone signs off from everything; a POST does it.

    Where nobody could bring back what it owns, only with ``ownerless``.
    """
    device = devices.device_of(request)
    if device is None:
        return redirect("home")
    page = signing_off_page(device)
    sent = request.method == "POST"
    if not sent or (page.lost and request.POST.get("ownerless") != "yes"):
        context = {"page": page, "unconfirmed": sent}
        return render(request, "leaving/sign_off.html", context, status=422 if sent else 200)
    signing_off.sign_off(device)
    answer = render(request, "leaving/signed_off.html", {"page": page})
    for place in page.places:
        if isinstance(place, GameSession):
            forget_method(answer, place)
    devices.take_away(answer)
    return answer
