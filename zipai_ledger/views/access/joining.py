"""Coming to a table by an invitation: a page that shows nothing, then an explicit tap, then one's name."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import decorator_from_middleware
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from zipai_ledger import queries
from zipai_ledger.access import Public, devices, grants, public, tokens
from zipai_ledger.models import GameSession, Link, Role

from ..tables.home import game_name

ONLOOKER = "viewer"


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
    typed = request.POST.get("secret", "")
    try:
        link = grants.find_invitation(tokens.read_secret(typed))
        if public_id and link.session.public_id != public_id:
            raise grants.WrongCode
        return _asked(request, public_id, link, tokens.read_secret(typed))
    except grants.WrongCode:
        error = _("这串字不对，或者邀请已经收回了。请桌上的人再给你看一次二维码。")
        return _page(request, public_id, error=error, status=422)


def _asked(request: HttpRequest, public_id: str, link: Link, secret: str) -> HttpResponse:
    """The table and who is not there yet, or the grant where that was answered."""
    chosen = request.POST.get("as", "")
    if not chosen:
        return _invited(request, public_id, link, secret)
    player = _player(request.POST.get("player", ""), link.session) if chosen != ONLOOKER else None
    if chosen != ONLOOKER and player is None:
        return _invited(request, public_id, link, secret, error=_("先点你的名字。"), status=422)
    device, token = devices.remembered(request)
    try:
        grants.redeem(link, device, player)
    except grants.Taken:
        return _invited(request, public_id, link, secret, error=_("这个名字已经有手机在用了。"), status=409)
    answer = redirect("tables:show", link.session.public_id)
    devices.give(answer, token)
    return answer


def _player(text: str, session: GameSession) -> int | None:
    known = {str(player.index): player.index for player in queries.players_of(session)}
    return known.get(text)


def _invited(
    request: HttpRequest, public_id: str, link: Link, secret: str, *, error: str = "", status: int = 200
) -> HttpResponse:
    view = queries.table_view(link.session, most=0)
    device = devices.known(request)
    others = grants.live_grants().filter(session=link.session, player__isnull=False)
    if device:
        others = others.exclude(device=device)
    taken = set(others.values_list("player", flat=True))
    count, people = link.session.deal_count, len(view.stage.seats)
    played = ngettext("打了 %(n)d 盘", "打了 %(n)d 盘", count) % {"n": count}
    seated = ngettext("%(n)d 人", "%(n)d 人", people) % {"n": people}
    table = {"name": link.session.name, "about": [game_name(view.stage.stage.ruleset), seated, played]}
    players = [
        {"index": p.index, "name": p.name, "taken": _("已在用他的手机") if p.index in taken else ""}
        for p in view.players
    ]
    keeps = link.role == Role.SCOREKEEPER
    context: dict[str, Any] = {
        "table": table,
        "secret": secret,
        "players": players,
        "may_watch": True,
        "watch_text": _("不打，帮忙记") if keeps else _("只看看"),
        "role_text": _("可以记分") if keeps else _("只能看"),
    }
    return _page(request, public_id, error=error, status=status, **context)


def _page(
    request: HttpRequest, public_id: str, *, error: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    action = reverse("access:join", args=[public_id]) if public_id else reverse("access:paste")
    context = {"action": action, "error": error, "recover_url": reverse("access:recover"), **more}
    return render(request, "tables/join.html", context, status=status)
