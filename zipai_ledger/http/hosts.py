"""The names by which a server without a name of its own may be asked: such as no page elsewhere can point at it.

Whoever owns a domain can let it resolve to an address of somebody's local network (DNS rebinding), and a page of
that domain then counts as this server's own. Addresses, and names that no public server of names answers for, cannot
be used for that.
"""

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port

Handler = Callable[[HttpRequest], HttpResponseBase]

LOCAL = (
    ".local",
    ".localhost",
    ".localdomain",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".intranet",
    ".test",
)
"""Endings that are kept for local networks, by RFC 6762, 6761, 8375, by ICANN, or by what routers give out."""


def local_names(get_response: Handler) -> Handler:
    """Refuse other names with 400, unless the host has named its own (``ZIPAI_HOSTS``), which Django checks."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        check(request)
        return get_response(request)

    return answer


def check(request: HttpRequest) -> None:
    """Raises DisallowedHost."""
    host = request.get_host()
    if not settings.NAMED_HOSTS and not is_local(split_domain_port(host)[0]):
        raise DisallowedHost(f"{host} may be anybody's name: set ZIPAI_HOSTS to serve under it")


def is_local(name: str) -> bool:
    """Whether this is an address, a name without a dot, one that only local networks know, or this machine's."""
    plain = name.removesuffix(".").strip("[]").lower()
    if "." not in plain or plain.endswith(LOCAL) or plain == socket.gethostname().lower():
        return True
    try:
        ipaddress.ip_address(plain)
    except ValueError:
        return False
    return True
