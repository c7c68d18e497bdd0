"""A new circle, with nobody in it yet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Public, devices, grants, public
from zipai_ledger.access.pace import opens_something
from zipai_ledger.circles import Opened
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.rules.problems import Refused

from ..recovery import code_page
from ..refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OPEN_CIRCLE)
@opens_something
def new(request: HttpRequest) -> HttpResponse:
    """Asks for a name; a POST makes the circle and shows its recovery code, the only time there is one to show."""
    if request.method != "POST":
        answer = _page(request, new_client_id())
        devices.prepare(request, answer)
        return answer
    return _made(request)


def _made(request: HttpRequest) -> HttpResponse:
    client_id, name = request.POST.get("client_id") or new_client_id(), request.POST.get("name", "")
    try:
        opened = circles.open_circle(brought=devices.token_of(request), client_id=client_id, name=name)
    except Refused as refused:
        answer = _page(request, client_id, name=name, error=refusal_text(refused), status=422)
    except grants.WrongCode:
        error = _("这一页过期了，请再点一次。")
        answer = _page(request, new_client_id(), name=name, error=error, status=409)
    else:
        return opened_page(request, opened)
    devices.prepare(request, answer)
    return answer


def opened_page(request: HttpRequest, opened: Opened) -> HttpResponse:
    """The recovery code of a circle just made, or the circle where the same form had come before."""
    if not opened.replay:
        answer = code_page(request, opened.circle, opened.recovery_code, status=201)
    else:
        answer = redirect("circle:show", opened.circle.public_id)
    devices.give(answer, opened.token)
    return answer


def _page(
    request: HttpRequest, client_id: str, *, name: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    context = {"home_url": reverse("home"), "client_id": client_id, "name": name, "error": error}
    return render(request, "circles/new.html", context, status=status)
