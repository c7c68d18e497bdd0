"""怎么付 (zenme fu): the method by which a table settles, as an address names it and this phone remembers it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from zipai_ledger.access import devices
from zipai_ledger.forms.settlement_method import method_text, parse_method
from zipai_ledger.ledger.settlement import MethodChoice
from zipai_ledger.models import GameSession

FIELD = "way"
PLAIN, SECURE = "way", "__Secure-way"
"""Its cookie. Over HTTPS no page without it can set that; `__Host-` would be for the whole site."""
LIFETIME = 90 * 24 * 3600
"""Seconds a phone remembers it; it lies in the table's own path."""


def requested_method(request: HttpRequest) -> MethodChoice:
    """The method named in the address, else the one this phone used last at this table, else the fewest."""
    if request.GET.get(FIELD):
        return parse_method(f"{request.GET[FIELD]}.{request.GET.get('by', '')}")
    return parse_method(request.COOKIES.get(_cookie()) or request.COOKIES.get(PLAIN, ""))


def remember_method(answer: HttpResponse, request: HttpRequest, session: GameSession) -> None:
    """Have this phone remember the method that the address names, if it names one."""
    if FIELD in request.GET:
        text = method_text(requested_method(request))
        devices.set_cookie(answer, _cookie(), text, seconds=LIFETIME, path=_path(session))


def forget_method(answer: HttpResponse, session: GameSession) -> None:
    """Leave nothing of a table on this phone."""
    answer.delete_cookie(_cookie(), path=_path(session), samesite="Lax")


def _cookie() -> str:
    return SECURE if settings.HTTPS else PLAIN


def _path(session: GameSession) -> str:
    return reverse("table:show", args=[session.public_id])
