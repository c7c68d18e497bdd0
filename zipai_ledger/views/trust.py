"""信任 (xinren): how a phone comes to trust this server's own HTTPS, and what it has to install for that.

Only where `serve --https` runs. The page is read over plain HTTP, since the phone trusts nothing else yet.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from zipai_ledger.access import Public, public
from zipai_ledger.presenters.trust import trust_page

from .joining import chat_app_of

if TYPE_CHECKING:
    from zipai_ledger.http.authority import Authority


@require_safe
@public(Public.TRUST)
def show(request: HttpRequest) -> HttpResponse:
    """What to tap, drawn, for each kind of device."""
    authority = own_authority()
    host, _port = split_domain_port(request.get_host())
    agent = request.headers.get("User-Agent", "")
    address = f"https://{host}:{settings.SECURE_PORT}/"
    page = trust_page(address, authority.name, authority.fingerprint, agent)
    return render(request, "trust/show.html", {"page": page, "chat_app": chat_app_of(request)})


@require_safe
@public(Public.TRUST)
def certificate(request: HttpRequest) -> HttpResponse:
    """For Android, Windows, macOS and Linux."""
    return file_answer(own_authority().for_android, "zipai.crt", "application/x-x509-ca-cert")


@require_safe
@public(Public.TRUST)
def profile(request: HttpRequest) -> HttpResponse:
    """For iPhone and iPad."""
    return file_answer(own_authority().for_apple, "zipai.mobileconfig", "application/x-apple-aspen-config")


def own_authority() -> "Authority":
    """The one that `serve --https` has made; raises Http404 without it."""
    if not settings.SECURE_PORT:
        raise Http404("this server has no HTTPS of its own")
    from zipai_ledger.http.authority import Authority

    return Authority(settings.DATA / "https")


def file_answer(content: bytes, name: str, content_type: str) -> HttpResponse:
    """A file to install."""
    answer = HttpResponse(content, content_type=content_type)
    answer.headers["Content-Disposition"] = content_disposition_header(True, name)
    return answer
