"""The first line of every view: who asks, and may they?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from zipai_ledger.models import Device, GameSession, Grant
from zipai_ledger.record import Sent

from . import devices, tokens
from .roles import NEEDED, Action, Public, can

P = ParamSpec("P")
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Visit:
    """A device at a table it may see. ``player`` is the number of whoever holds it, None for an onlooker."""

    session: GameSession
    grant: Grant
    role: str
    player: int | None
    device: Device

    def may(self, action: Action) -> bool:
        """Whether this visitor may do that."""
        return can(self.role, action)

    def sent(self, client_id: str | None = None, base: int | str | None = None) -> Sent:
        """What a verb is told about the sender; raises `Refused` (``bad_entry``)."""
        return Sent(role=self.role, grant=self.grant.pk, client_id=client_id or None, base=base)


def visit(request: HttpRequest, public_id: str) -> Visit:
    """Who asks for a table; the same 404 for a stranger, a revoked device and a table that never was."""
    token = devices.token_of(request)
    grant = (
        Grant.objects.select_related("session", "device")
        .filter(session__public_id=public_id, device__token_hash=tokens.digest(token), revoked_at=None)
        .first()
        if token
        else None
    )
    if grant is None:
        raise Http404
    return Visit(grant.session, grant, grant.role, grant.player, grant.device)


def for_table(
    action: Action,
) -> Callable[[Callable[Concatenate[HttpRequest, Visit, P], HttpResponseBase]], View]:
    """A view of one table: gets a `Visit` in place of ``public_id``, and only if the role allows ``action``."""

    def decorate(view: Callable[Concatenate[HttpRequest, Visit, P], HttpResponseBase]) -> View:
        @wraps(view)
        def checked(request: HttpRequest, public_id: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            visitor = visit(request, public_id)
            if not visitor.may(action):
                context = {"visit": visitor, "needed": NEEDED[action]}
                return render(request, "access/forbidden.html", context, status=403)
            return view(request, visitor, *args, **kwargs)

        return declared(checked, action)

    return decorate


def public(action: Public) -> Callable[[View], View]:
    """A view that belongs to no table."""

    def decorate(view: View) -> View:
        @wraps(view)
        def plain(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs)

        return declared(plain, action)

    return decorate


def declared(view: View, action: Action | Public) -> View:
    """The view with its action on it, where tests look for it."""
    view.action = action.value  # type: ignore[attr-defined]
    return view
