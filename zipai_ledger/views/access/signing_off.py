"""下桌: this phone leaves one table, or everything, after a page that says what goes."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import (
    Action,
    Public,
    Visit,
    codes,
    devices,
    for_table,
    public,
    recovery,
    signing_off,
)
from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.models import Device, GameSession, Role
from zipai_ledger.models.access import live

from ..tables import ways


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.LEAVE)
def leave(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What leaving means; a POST does it, the last owner's only with ``ownerless``."""
    error, here = "", visit.session.public_id
    if request.method == "POST":
        try:
            signing_off.leave(visit.grant, ownerless=request.POST.get("ownerless") == "yes")
        except signing_off.LastOwner:
            error = _("先打开这一项，再下桌。")
        else:
            answer = redirect(f"{reverse('tables:home')}?{urlencode({'gone': 'left', 'at': here})}")
            ways.forget(answer, visit.session)
            return answer
    context = {
        "table_url": reverse("tables:show", args=[here]),
        "name": visit.session.name,
        "last_owner": signing_off.is_last_owner(visit.grant),
        "has_code": recovery.has_code(visit.grant),
        "recovery_url": reverse("access:recovery", args=[here]),
        "error": error,
    }
    return render(request, "access/leave.html", context, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.SIGN_OFF)
def sign_off(request: HttpRequest) -> HttpResponse:
    """What goes where this phone signs off from everything; a POST does it and has the browser forget what it keeps."""
    device = devices.known(request)
    if device is None:
        return redirect("tables:home")
    held, has_code = _held(device), codes.good(device) is not None
    context = {"home_url": reverse("tables:home"), "has_code": has_code}
    if request.method != "POST":
        more = {"names": [grant.place.name for grant in held], "recovery_url": _recovery_url(held)}
        return render(request, "access/sign_off.html", {**context, **more})
    signing_off.sign_off(device)
    more = {"recover_url": reverse("access:recover")}
    answer = render(request, "access/signed_off.html", {**context, **more})
    for place in (grant.place for grant in held):
        if isinstance(place, GameSession):
            ways.forget(answer, place)
    devices.take_away(answer)
    return answer


def _held(device: Device) -> list[AnyGrant]:
    tables = device.grants.filter(live()).select_related("session", "device").order_by("-created")
    circles = device.circle_grants.filter(live()).select_related("circle", "device").order_by("-created")
    return [*tables, *circles]


def _recovery_url(held: list[AnyGrant]) -> str:
    """Where this phone makes a recovery code; empty where it owns nothing."""
    for grant in held:
        if grant.role == Role.OWNER:
            table = isinstance(grant.place, GameSession)
            return reverse("access:recovery" if table else "circles:recovery", args=[grant.place.public_id])
    return ""
