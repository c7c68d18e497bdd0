"""Headers that neither Django nor django-csp sets, on every answer, errors and streams included."""

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Handler = Callable[[HttpRequest], HttpResponseBase]
AsyncHandler = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

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
PERMISSIONS = ", ".join([*(f"{name}=()" for name in DENIED), "screen-wake-lock=(self)"])


@sync_and_async_middleware
def headers(get_response: Handler | AsyncHandler) -> Handler | AsyncHandler:
    """Add what is missing to every answer; a view that set a header itself keeps it."""
    if iscoroutinefunction(get_response):
        return _asynchronous(cast(AsyncHandler, get_response))
    return _synchronous(cast(Handler, get_response))


def _asynchronous(get_response: AsyncHandler) -> AsyncHandler:
    async def answer(request: HttpRequest) -> HttpResponseBase:
        return with_headers(request, await get_response(request))

    return answer


def _synchronous(get_response: Handler) -> Handler:
    def answer(request: HttpRequest) -> HttpResponseBase:
        return with_headers(request, get_response(request))

    return answer


def with_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the headers; static files bring their own Cache-Control, everything else is private."""
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    response.headers.setdefault("Cache-Control", "no-store")
    if not is_public(request.path):
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
    return response


def is_public(path: str) -> bool:
    """Say whether search engines may know this page: the front page and the help."""
    return path == "/" or path.startswith("/help/")
