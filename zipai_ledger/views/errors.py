"""Pages for what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from .preferences import wanted


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The same bytes for a page that is not there and a table that is not yours: nothing in it depends on the address."""
    return HttpResponse(render_to_string("404.html", {"ui": wanted(request)}), status=404)
