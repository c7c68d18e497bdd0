"""请你上桌: coming to a table by an invitation: a page that shows nothing, then an explicit tap, then one's name."""

from collections.abc import Callable
from contextlib import nullcontext

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.utils.decorators import decorator_from_middleware
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import (
    Action,
    Public,
    Visit,
    devices,
    for_table,
    grants,
    invitations,
    limits,
    network,
    public,
    tokens,
)
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.forms.joining import JoinForm
from zipai_ledger.http.middleware import permissions
from zipai_ledger.models import Link
from zipai_ledger.presenters.chat_apps import chat_app
from zipai_ledger.presenters.joining import JoiningPage, joining_page

from .me import remember, remembered_name
from .places import redirect_to_place


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
    form = JoinForm(request.POST if request.method == "POST" else None)
    answer = _joined(request, public_id, form) if form.is_bound else _page(request, public_id, form)
    answer["Referrer-Policy"] = "no-referrer"
    if not public_id:
        answer["Permissions-Policy"] = permissions(camera="self")
    return answer


def _joined(request: HttpRequest, public_id: str, form: JoinForm) -> HttpResponse:
    form.full_clean()
    try:
        link = _find(request, public_id, form)
    except limits.TooMany as many:
        form.refuse_for_now(many)
        answer = _page(request, public_id, form, status=429)
        answer["Retry-After"] = f"{many.wait}"
        return answer
    except grants.WrongCode:
        return _back_where_it_led(request, form) or _refused(request, public_id, form)
    if isinstance(link, Link) and link.kind == Link.Kind.TRANSFER and not form.only_looks:
        return _come_in(link, grants.move_to(link, devices.token_of(request)))
    return _answer(request, public_id, form, link)


def _find(request: HttpRequest, public_id: str, form: JoinForm) -> AnyLink:
    """The link of what was typed; only what is long enough to be no guess, or no code at all, goes uncounted."""
    if form.digits_typed:
        raise grants.WrongCode
    count = limits.counted(network.client_network(request), limits.Code.SPOKEN)
    with count if invitations.can_be_guessed(form.typed) else nullcontext():
        link = invitations.find_typed(form.typed)
    if public_id and link.place.public_id != public_id:
        raise grants.WrongCode
    return link


def _back_where_it_led(request: HttpRequest, form: JoinForm) -> HttpResponse | None:
    """Where this device came by just this link before it was used up."""
    device = devices.device_of(request)
    place = invitations.place_by_link(tokens.read_secret(form.typed), device.pk) if device else None
    if not (device and place):
        return None
    answer = redirect_to_place(place)
    devices.give(answer, devices.token_to_keep(device, devices.token_of(request)))
    return answer


def _refused(request: HttpRequest, public_id: str, form: JoinForm) -> HttpResponse:
    invitations.note_refused(form.typed)
    form.refuse()
    return _page(request, public_id, form, status=422)


def _answer(request: HttpRequest, public_id: str, form: JoinForm, link: AnyLink) -> HttpResponse:
    """Where it leads and who is not there yet, or the grant where that was answered or stands on the link."""
    page = joining_page(link, devices.device_of(request), remembered_name(request))
    if form.only_looks or (not form.says_who and link.player is None):
        return _page(request, public_id, form, page)
    known = [one.index for one in page.people]
    player = form.player_among(known) if form.says_who else link.player
    if form.errors:
        return _page(request, public_id, form, page, status=422)
    try:
        token = grants.come_by(link, devices.token_of(request), player)
    except grants.Taken:
        form.refuse_name()
        return _page(request, public_id, form, page, status=409)
    except grants.Full:
        form.refuse_phone()
        return _page(request, public_id, form, status=409)
    instead = form.plays_instead and page.may_play_instead
    answer = _come_in(link, token, "stand_ins:change" if instead else "")
    for one in page.people:
        if one.index == player:
            remember(answer, one.name)
    return answer


def _come_in(link: AnyLink, token: str, page: str = "") -> HttpResponse:
    answer = redirect(page, link.place.public_id) if page else redirect_to_place(link.place)
    devices.give(answer, token)
    return answer


def _page(
    request: HttpRequest,
    public_id: str,
    form: JoinForm,
    page: JoiningPage | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Without a ``page`` nothing is shown of where the invitation leads."""
    context = {"page": page, "form": form, "public_id": public_id, "chat_app": chat_app_of(request)}
    return render(request, "joining/join.html", context, status=status)


def chat_app_of(request: HttpRequest) -> str:
    """The chat app in whose browser somebody is; empty for a real browser."""
    return chat_app(request.headers.get("User-Agent", ""))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.MOVE)
def move(request: HttpRequest, visit: Visit) -> HttpResponse:
    """From a chat app's browser to the real one: a POST makes a one-use link that carries the grant over, shown once."""
    context = {"visit": visit, "chat_app": chat_app_of(request)}
    if request.method != "POST":
        return render(request, "joining/move.html", context)
    link, secret = invitations.move(visit.grant)
    return render(request, "joining/move.html", {**context, "link": link, "secret": secret}, status=201)
