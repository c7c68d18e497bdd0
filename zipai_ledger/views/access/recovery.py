"""The owner's recovery code: shown once when it is made, typed on any other device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import (
    Action,
    Public,
    Visit,
    codes,
    devices,
    for_table,
    grants,
    limits,
    network,
    public,
)
from zipai_ledger.access import recovery as comeback
from zipai_ledger.access.grants import Place
from zipai_ledger.access.recovery import Recovered
from zipai_ledger.models import GameSession

from ..addresses import place_url
from . import refused


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.MAKE_RECOVERY)
def recovery(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the code is for; a POST makes a new one, shows it once, and ends the one before."""
    if request.method == "POST":
        return code_page(request, visit.session, comeback.renew(visit.device))
    made = codes.standing(visit.grant)
    context = {"table_url": place_url(visit.session), "name": visit.session.name, "made": made}
    return render(request, "access/recovery.html", context)


def code_page(
    request: HttpRequest, place: Place, code: str, *, status: int = 200, lead: str = "", several: bool = False
) -> HttpResponse:
    """The only page that ever shows this code; ``lead`` says what has just happened.

    Without a code it says that the one which the phone has is good for this place too.
    """
    table = isinstance(place, GameSession)
    context = {
        "lead": lead,
        "code": code,
        "groups": code.split("-"),
        "name": place.name,
        "place_url": reverse("tables:home") if several else place_url(place),
        "opened": _("开好了。这台手机是桌主。") if table else _("建好了。这台手机是圈主。"),
        "go_on": _go_on(code, table=table, several=several),
        "recover_address": request.build_absolute_uri(reverse("access:recover")),
    }
    return render(request, "access/code.html", context, status=status)


def _go_on(code: str, *, table: bool, several: bool) -> str:
    if not code:
        return _("上桌") if table else _("进去看")
    if several:
        return _("抄好了，看我的牌桌")
    return _("抄好了，上桌") if table else _("抄好了，进去看")


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.RECOVER)
def recover(request: HttpRequest) -> HttpResponse:
    """Become the owner on this device by the code; one message for every code that is not right."""
    if request.method != "POST":
        return render(request, "access/recover.html", {"home_url": reverse("tables:home")})
    typed = request.POST.get("code", "")
    try:
        with limits.counted(network.client_network(request), limits.Code.RECOVERY):
            found = comeback.recover(typed, devices.token_of(request))
    except limits.TooMany as many:
        return refused.too_many(_asked_again(request, typed, refused.wait_text(many)), many)
    except grants.WrongCode:
        comeback.note_ended(typed)
        return _asked_again(
            request,
            typed,
            refused.wrong_recovery_code(),
            status=422,
        )
    answer = _back_again(request, found)
    devices.give(answer, found.token)
    return answer


def _back_again(request: HttpRequest, found: Recovered) -> HttpResponse:
    """What the phone came back to, and its new code."""
    count = len(found.places)
    what = ngettext("找回来了，一共 %(n)d 处。", "找回来了，一共 %(n)d 处。", count) % {"n": count}
    lead = what + _("用过的恢复码作废了，这是新的。")
    return code_page(request, found.places[-1], found.code, status=201, lead=lead, several=count > 1)


def _asked_again(request: HttpRequest, typed: str, error: str, *, status: int = 429) -> HttpResponse:
    context = {"home_url": reverse("tables:home"), "typed": typed, "error": error}
    return render(request, "access/recover.html", context, status=status)
