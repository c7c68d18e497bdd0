"""Every request has a number in the log, and is counted where the host wants that."""

import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from . import meters
from .request_number import REQUEST

Handler = Callable[[HttpRequest], HttpResponseBase]
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"))


def observed(get_response: Handler) -> Handler:
    """Outermost: what any other middleware says has the number, and what it takes is counted."""
    if settings.METRICS_TOKEN:
        meters.switch_on()

    def answer(request: HttpRequest) -> HttpResponseBase:
        began = _begin(request)
        return _count(request, get_response(request), began)

    return answer


def _begin(request: HttpRequest) -> float:
    """The number stays until the next request: what Django says of the answer it says when this is done."""
    REQUEST.set(number_of(request))
    return time.monotonic()


def number_of(request: HttpRequest) -> str:
    """Eight digits, or what the host's own proxy calls it."""
    given = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
    return given if GIVEN.fullmatch(given) else secrets.token_hex(4)


def _count(request: HttpRequest, answer: HttpResponseBase, began: float) -> HttpResponseBase:
    match = request.resolver_match
    view = (match.view_name if match else "") or "none"
    method = request.method if request.method in METHODS else "other"
    meters.answered(view, method or "other", answer.status_code, time.monotonic() - began)
    return answer
