"""Where a request comes from, as far as that can be known."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

_answered: ContextVar[HttpRequest | None] = ContextVar("answered", default=None)


@contextmanager
def answering(request: HttpRequest) -> Iterator[None]:
    """Inside it is known who sent what is being answered."""
    token = _answered.set(request)
    try:
        yield
    finally:
        _answered.reset(token)


def sender() -> str:
    """Where what is being answered comes from; ``here`` where it is no request, but a command of the operator."""
    request = _answered.get()
    return "here" if request is None else client_network(request)


def client_network(request: HttpRequest) -> str:
    """The sender's IPv4 address, or the /64 of its IPv6 address: what one household or one phone holds.

    A proxy adds to ``X-Forwarded-For`` whom it heard; only what the host's own proxies (``ZIPAI_PROXIES``) added
    is believed, everything before that anybody can make up.
    """
    address = str(request.META.get("REMOTE_ADDR") or "")
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if 0 < settings.PROXIES <= len(hops):
        address = hops[-settings.PROXIES]
    return network(address)


def network(address: str) -> str:
    """``192.0.2.1`` as it is, ``2001:db8::1`` as ``2001:db8::/64``; what is no address as it is, shortened."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def site(found: str) -> str:
    """Of a /64 the /48 around it, the most that one customer is given: 65,536 networks. Else ""."""
    if not found.endswith("/64"):
        return ""
    return str(ipaddress.IPv6Network(found).supernet(new_prefix=48))
