"""Pages for what went wrong."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override

from zipai_ledger.formats.speaker import language
from zipai_ledger.http.referrer import referrer
from zipai_ledger.presenters.preferences import Preferences

from .preferences import read_preferences


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The same bytes for a page that is not there and a table that is not yours: nothing in it depends on the address.

    Programs that look for holes ask for thousands of such pages.
    """
    return HttpResponse(_not_found(language(), read_preferences(request)), status=404)


@cache
def _not_found(lang: str, ui: Preferences) -> bytes:
    """The page, written once for each language and each way in which phones show it."""
    with override(lang):
        return render_to_string("404.html", {"ui": ui}).encode()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that makes no sense. Django's own page would read the form again, which may be what makes none."""
    return HttpResponse(render_to_string("400.html"), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours; nothing of the request is asked for either."""
    return HttpResponse(render_to_string("500.html"), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid token; the way leads back to the page it was on, which then has a fresh one."""
    context = {"ui": read_preferences(request), "back": _form_page(request)}
    return HttpResponse(render_to_string("403_csrf.html", context), status=403)


def _form_page(request: HttpRequest) -> str:
    """The page of this site that the browser says it came from, "" where it names none."""
    page = referrer(request)
    if page.netloc != request.get_host() or not page.path.startswith("/") or page.path.startswith("//"):
        return ""
    return f"{page.path}?{page.query}" if page.query else page.path
