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
    signing_off,
)
from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.models import GameSession, Role

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
        "table_url": reverse("table:show", args=[here]),
        "name": visit.session.name,
        "last_owner": signing_off.is_last_owner(visit.grant),
        "has_code": codes.standing(visit.grant) is not None,
        "recovery_url": reverse("access:recovery", args=[here]),
        "error": error,
    }
    return render(request, "access/leave.html", context, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.SIGN_OFF)
def sign_off(request: HttpRequest) -> HttpResponse:
    """What goes where this phone signs off from everything; a POST does it.

    Where nobody could bring back what it owns, only with ``ownerless``.
    """
    device = devices.known(request)
    if device is None:
        return redirect("tables:home")
    held = signing_off.held_by(device)
    owned = [grant for grant in held if _owns(grant)]
    lost = listed([grant.place.name for grant in owned if _is_lost(grant)])
    has_code = codes.good(device) is not None or any(codes.standing(grant) for grant in owned)
    if request.method == "POST" and (not lost or request.POST.get("ownerless") == "yes"):
        signing_off.sign_off(device)
        return _signed_off(request, held, has_code=has_code)
    error = _("先打开这一项，再退出。") if request.method == "POST" else ""
    context = {
        "home_url": reverse("tables:home"),
        "names": [grant.place.name for grant in held],
        "lost": lost,
        "has_code": has_code,
        "recovery_url": _recovery_url(owned[0]) if owned else "",
        "error": error,
    }
    return render(request, "access/sign_off.html", context, status=422 if error else 200)


def _owns(grant: AnyGrant) -> bool:
    """Whether somebody would miss the owner: nobody does at a sample."""
    place = grant.place
    return grant.role == Role.OWNER and not (isinstance(place, GameSession) and place.sample)


def _is_lost(grant: AnyGrant) -> bool:
    """Whether nobody can bring back what this owner may do."""
    return not codes.standing(grant) and signing_off.is_last_owner(grant)


def _signed_off(request: HttpRequest, held: list[AnyGrant], *, has_code: bool) -> HttpResponse:
    """The page that has the browser forget what it keeps."""
    context = {
        "home_url": reverse("tables:home"),
        "recover_url": reverse("access:recover"),
        "has_code": has_code,
    }
    answer = render(request, "access/signed_off.html", context)
    for place in (grant.place for grant in held):
        if isinstance(place, GameSession):
            ways.forget(answer, place)
    devices.take_away(answer)
    return answer


def _recovery_url(owned: AnyGrant) -> str:
    """Where this phone, an owner's, makes a recovery code."""
    table = isinstance(owned.place, GameSession)
    return reverse("access:recovery" if table else "circles:recovery", args=[owned.place.public_id])
