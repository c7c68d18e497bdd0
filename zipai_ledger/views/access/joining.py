"""Coming to a table by an invitation: a page that shows nothing, then an explicit tap, then one's name."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import decorator_from_middleware
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, grants, invitations, limits, network, public, tokens
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.models import Link

from ..addresses import place_url
from . import chat_apps
from .invited import invited
from .refused import too_many, wait_text

ONLOOKER, INSTEAD = "viewer", "instead"


class TokenCheck(CsrfViewMiddleware):
    """A page with ``Referrer-Policy: no-referrer`` sends ``Origin: null`` and no Referer: the token alone decides."""

    def _origin_verified(self, request: HttpRequest) -> bool:
        own: Callable[[HttpRequest], bool] = super()._origin_verified  # type: ignore[misc]
        return request.META.get("HTTP_ORIGIN") == "null" or own(request)


checked_by_token = decorator_from_middleware(TokenCheck)


@csrf_exempt
@checked_by_token
@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.JOIN)
def join(request: HttpRequest, public_id: str = "") -> HttpResponse:
    """Nothing on GET. The secret sent back shows the table and asks who it is; that sent back gives the grant."""
    answer = _joined(request, public_id) if request.method == "POST" else _page(request, public_id)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _joined(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        link = _found(request, public_id)
        if isinstance(link, Link) and link.kind == Link.Kind.TRANSFER:
            return _moved(request, link)
        return _asked(request, public_id, link)
    except limits.TooMany as many:
        return too_many(_page(request, public_id, error=wait_text(many)), many)
    except grants.WrongCode:
        error = _("这串字不对，或者邀请已经收回、过期了。请桌上的人再给你看一次二维码，或者再说一遍口令。")
        return _been_here(request) or _refused(request, public_id, error)


def _found(request: HttpRequest, public_id: str) -> AnyLink:
    """The link of what was typed; only what is long enough to be no guess goes uncounted."""
    typed = request.POST.get("secret", "")
    count = limits.counted(network.client_network(request), limits.Code.SPOKEN)
    with count if invitations.can_be_guessed(typed) else nullcontext():
        link = invitations.find_typed(typed)
    if public_id and link.place.public_id != public_id:
        raise grants.WrongCode
    return link


def _been_here(request: HttpRequest) -> HttpResponse | None:
    """Where this device came by just this link before it was used up."""
    device = devices.known(request)
    secret = tokens.read_secret(request.POST.get("secret", ""))
    place = invitations.came_by(secret, device.pk) if device else None
    if not (device and place):
        return None
    answer = redirect(place_url(place))
    devices.give(answer, devices.kept_by(device, devices.token_of(request)))
    return answer


def _refused(request: HttpRequest, public_id: str, error: str) -> HttpResponse:
    invitations.note_refused(request.POST.get("secret", ""))
    return _page(request, public_id, error=error, status=422)


def _moved(request: HttpRequest, link: Link) -> HttpResponse:
    """The grant comes over to this browser; opened in the one that has it, nothing happens."""
    return _come_in(link, grants.move_to(link, devices.token_of(request)))


def _asked(request: HttpRequest, public_id: str, link: AnyLink) -> HttpResponse:
    """Where it leads and who is not there yet, or the grant where that was answered or stands on the link."""
    chosen = request.POST.get("as", "")
    if not chosen and link.player is None:
        return _invited(request, public_id, link)
    player = link.player if not chosen else None
    if chosen not in {"", ONLOOKER, INSTEAD}:
        player = _player(request.POST.get("player", ""), link)
        if player is None:
            return _invited(request, public_id, link, error=_("先点你的名字。"), status=422)
    try:
        token = grants.come_by(link, devices.token_of(request), player)
    except grants.Taken:
        return _invited(request, public_id, link, error=_("这个名字已经有手机在用了。"), status=409)
    except grants.Full:
        full = _("用这个邀请上桌的手机太多了，已经满了。请桌上的人再做一个邀请。")
        return _page(request, public_id, error=full, status=409)
    if chosen == INSTEAD and invited(link).instead:
        return _come_in(link, token, "stand_ins:change")
    return _come_in(link, token)


def _come_in(link: AnyLink, token: str, page: str = "") -> HttpResponse:
    answer = redirect(page, link.place.public_id) if page else redirect(place_url(link.place))
    devices.give(answer, token)
    return answer


def _player(text: str, link: AnyLink) -> int | None:
    known = {str(one.index): one.index for one in invited(link).people}
    return known.get(text)


def _invited(
    request: HttpRequest, public_id: str, link: AnyLink, *, error: str = "", status: int = 200
) -> HttpResponse:
    shown = invited(link)
    device = devices.known(request)
    others = grants.holding(link.place).filter(player__isnull=False)
    if device:
        others = others.exclude(device=device)
    taken = set(others.values_list("player", flat=True))
    players = [
        {"index": one.index, "name": one.name, "taken": _("已在用他的手机") if one.index in taken else ""}
        for one in shown.people
    ]
    context: dict[str, Any] = {
        "table": shown,
        "secret": request.POST.get("secret", ""),
        "players": players,
        "may_watch": True,
    }
    return _page(request, public_id, error=error, status=status, **context)


def _typed(request: HttpRequest) -> str:
    """What was sent, to be put right in its field; nothing of an invitation, which no page shows again."""
    typed = request.POST.get("secret", "")[: tokens.LONGEST_PASTE]
    return typed if invitations.can_be_guessed(typed) else ""


def _page(
    request: HttpRequest, public_id: str, *, error: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    action = reverse("access:join", args=[public_id]) if public_id else reverse("access:paste")
    context = {"action": action, "error": error, "recover_url": reverse("access:recover")}
    context |= {"typed": _typed(request), "chat_app": chat_apps.named(request), **more}
    return render(request, "tables/join.html", context, status=status)
