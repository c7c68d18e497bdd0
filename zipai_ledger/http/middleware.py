"""Headers that neither Django nor django-csp sets, how long a body each view takes, and a database that cannot answer."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from zipai_ledger.database import outcome
from zipai_ledger.http.body_limits import PERMISSIONS_OF_FILES, POLICY_OF_FILES, TAKEN

Handler = Callable[[HttpRequest], HttpResponseBase]

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
LONGEST_BODY = 1 << 18
"""Bytes of a request's body, files included, where the view says nothing else."""
RETRY_AFTER = 2
"""Seconds until what a busy database did not take may be sent again."""

log = logging.getLogger(__name__)

DENIED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)


def permissions(**allowed: str) -> str:
    """Of a page: only a page can use any of these. ``camera="self"`` allows what is denied elsewhere."""
    policy = dict.fromkeys(DENIED, "") | allowed | {"screen-wake-lock": "self"}
    return ", ".join(f"{name}=({whom})" for name, whom in policy.items())


PERMISSIONS = permissions()


def headers(get_response: Handler) -> Handler:
    """Add what is missing to every answer; a view that set a header itself keeps it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return with_headers(request, get_response(request))

    return answer


def with_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the headers; static files bring their own Cache-Control, everything else is private."""
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    page = response.headers.get("Content-Type", "text/html").startswith("text/html")
    response.headers.setdefault("Permissions-Policy", PERMISSIONS if page else PERMISSIONS_OF_FILES)
    # The worker is no page either, and lives by what its script may ask for.
    if not page and request.path.startswith(settings.STATIC_URL):
        response.headers["Content-Security-Policy"] = POLICY_OF_FILES
    response.headers.setdefault("Cache-Control", "no-store")
    if not is_public(request.path):
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
    return response


def is_public(path: str) -> bool:
    """Say whether search engines may know this page: the front page and the rules of the games."""
    return path == "/" or path.startswith("/rules/")


def takes_bodies(longest: int, around: int) -> Callable[[View], View]:
    """Let a view take ``longest`` bytes of content, and a form ``around`` it; the settings bound it once more."""

    def declare(view: View) -> View:
        view.longest_body = (longest, around)  # type: ignore[attr-defined]
        return view

    return declare


class BodyLimit:
    """Refuse a body that is too long before anybody parses it: Django's own limit leaves out files."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], *_: Any
    ) -> HttpResponse | None:
        """Answer 413 in the view's place; named by the page is the length it takes."""
        longest, around = getattr(view, "longest_body", (LONGEST_BODY, 0))
        announced = request.META.get("CONTENT_LENGTH") or "0"
        (taken,) = getattr(request, "scope", {}).get(TAKEN, (0,))
        if announced.isdigit() and max(int(announced), taken) <= longest + around:
            return None
        return render(request, "413.html", {"most": longest >> 10}, status=413)


class Unavailable:
    """Answer 503 where the database cannot be asked just now: locked for too long, full, or restarting.

    Nothing was stored then, as every verb is one transaction, unless it failed at the commit or after it; the page says
    which. Queues on the phones send the same entry again.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with outcome.watched():
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page, or for a script its sentence alone."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        log.warning("%s %s: %s", request.method, request.path, exception)
        page = "503.html#sentence" if "HX-Request" in request.headers else "503.html"
        wrote = request.method == "POST"
        again = "" if wrote else request.get_full_path()
        context = {"wrote": wrote, "may_be_stored": outcome.may_be_stored(), "again": again}
        answer = render(request, page, context, status=503)
        answer["Retry-After"] = f"{RETRY_AFTER}"
        return answer
