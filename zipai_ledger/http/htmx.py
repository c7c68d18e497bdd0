"""Requests that htmx sends: they are answered with a part of a page."""

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What htmx says of a request; false where it has not sent it."""
    return cast(HtmxDetails, request.htmx)  # type: ignore[attr-defined]
