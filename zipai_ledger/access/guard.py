"""The first line of every view: who asks, and may they?"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.db import DatabaseError, OperationalError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from zipai_ledger.database import patience
from zipai_ledger.database.prepared import prepared
from zipai_ledger.http.memory import with_room
from zipai_ledger.ledger.queries.kept import looking
from zipai_ledger.ledger.record import Damaged, Sent
from zipai_ledger.models import Circle, CircleGrant, Device, GameSession, Grant
from zipai_ledger.models.access import a_year_ago
from zipai_ledger.rules.problems import Refused

from . import devices, network, tokens
from .roles import NEEDED, Action, CircleAction, Public, Rights, can

P = ParamSpec("P")
G = TypeVar("G", Grant, CircleGrant)
View = Callable[..., HttpResponseBase]
LOOKING = {"GET", "HEAD"}
"""Methods of requests that write nothing of a table."""
PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,22}")


@dataclass(frozen=True, slots=True)
class Visit:
    """A device at a table it may see. ``player`` is the number of whoever holds it, None for an onlooker."""

    session: GameSession
    grant: Grant
    role: str
    player: int | None
    device: Device

    @property
    def place(self) -> GameSession:
        """The table."""
        return self.session

    @property
    def is_circle(self) -> bool:
        """No: a table."""
        return False

    @property
    def rights(self) -> Rights:
        """What this visitor may do at this table."""
        return Rights(self.role, self.session.sample)

    def may(self, action: Action) -> bool:
        """Whether he may do that."""
        return self.rights.may(action)

    def sent(
        self,
        client_id: str | None = None,
        base: int | str | None = None,
        people: tuple[int, ...] | None = None,
    ) -> Sent:
        """What a verb writes down about the sender; raises `Refused` (``bad_entry``)."""
        return Sent(
            role=self.role, grant=self.grant.pk, client_id=client_id or None, base=base, people=people
        )


@dataclass(frozen=True, slots=True)
class CircleVisit:
    """A device in a circle that it may look into. ``person`` is the number of whoever holds it, None for an onlooker."""

    circle: Circle
    grant: CircleGrant
    role: str
    person: int | None
    device: Device

    @property
    def place(self) -> Circle:
        """The circle."""
        return self.circle

    @property
    def is_circle(self) -> bool:
        """Yes."""
        return True

    def may(self, action: CircleAction) -> bool:
        """Whether this visitor may do that."""
        return can(self.role, action)


AnyVisit = Visit | CircleVisit


def visit(request: HttpRequest, public_id: str) -> Visit:
    """Who asks for a table; the same 404 for a stranger, a revoked device and a table that never was."""
    grant = _grant_or_404(request, public_id, grants_of_token)
    return Visit(grant.session, grant, grant.role, grant.player, grant.device)


def _visiting(request: HttpRequest, public_id: str) -> Visit:
    """The same, remembered with the request: its pages say at what kind of table they are."""
    found = visit(request, public_id)
    request.visit = found  # type: ignore[attr-defined]
    return found


def circle_visit(request: HttpRequest, public_id: str) -> CircleVisit:
    """Who asks for a circle; the same 404 as for a table."""
    grant = _grant_or_404(request, public_id, circle_grants_of_token)
    return CircleVisit(grant.circle, grant, grant.role, grant.player, grant.device)


def _grant_or_404(request: HttpRequest, public_id: str, find: Callable[[str, str, datetime], list[G]]) -> G:
    """The one of these grants that the asking device holds; no database is asked about what no id can be."""
    token = devices.token_of(request) if PUBLIC_ID.fullmatch(public_id) else ""
    grants = find(public_id, tokens.digest(token), a_year_ago()) if token else []
    if not grants:
        raise Http404
    devices.confirm_token(request, grants[0].device, token)
    return grants[0]


@prepared
def grants_of_token(public_id: str, digest: str, since: datetime) -> QuerySet[Grant]:
    """The grant of a table that is held by whoever has a token with this digest."""
    found = Grant.objects.select_related("session", "device").filter(session__public_id=public_id)
    return found.filter(devices.holds(digest, "device__", since), revoked_at=None).order_by("pk")[:1]


@prepared
def circle_grants_of_token(public_id: str, digest: str, since: datetime) -> QuerySet[CircleGrant]:
    """The same of a circle."""
    found = CircleGrant.objects.select_related("circle", "device").filter(circle__public_id=public_id)
    return found.filter(devices.holds(digest, "device__", since), revoked_at=None).order_by("pk")[:1]


def for_table(
    action: Action,
) -> Callable[[Callable[Concatenate[HttpRequest, Visit, P], HttpResponseBase]], View]:
    """A view of one table: gets a `Visit` in place of ``public_id``, and only if the role allows ``action``."""

    def decorate(view: Callable[Concatenate[HttpRequest, Visit, P], HttpResponseBase]) -> View:
        return _guarded(view, action, _visiting, "phones/forbidden.html")

    return decorate


def for_circle(
    action: CircleAction,
) -> Callable[[Callable[Concatenate[HttpRequest, CircleVisit, P], HttpResponseBase]], View]:
    """A view of one circle: the same with a `CircleVisit`."""

    def decorate(view: Callable[Concatenate[HttpRequest, CircleVisit, P], HttpResponseBase]) -> View:
        return _guarded(view, action, circle_visit, "circle/forbidden.html")

    return decorate


def for_place(
    action: Action, circle_action: CircleAction
) -> Callable[[Callable[Concatenate[HttpRequest, AnyVisit, P], HttpResponseBase]], View]:
    """A view of a table or of a circle, by its address: the URLconf says ``circle=True`` below a circle's."""

    def decorate(view: Callable[Concatenate[HttpRequest, AnyVisit, P], HttpResponseBase]) -> View:
        of_table, of_circle = for_table(action)(view), for_circle(circle_action)(view)

        @wraps(view)
        def either(
            request: HttpRequest, public_id: str, *args: Any, circle: bool = False, **kwargs: Any
        ) -> HttpResponseBase:
            guarded = of_circle if circle else of_table
            return guarded(request, public_id, *args, **kwargs)

        either.action = action.value  # type: ignore[attr-defined]
        either.circle_action = circle_action.value  # type: ignore[attr-defined]
        return either

    return decorate


def _guarded(
    view: View,
    action: Action | CircleAction,
    find: Callable[[HttpRequest, str], Visit | CircleVisit],
    refusal: str,
) -> View:
    @wraps(view)
    def checked(request: HttpRequest, public_id: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # For views of either kind of place alone, see `for_place`.
        kwargs.pop("circle", None)
        visitor = find(request, public_id)
        if not can(visitor.role, action):
            return render(request, refusal, {"visit": visitor, "needed": NEEDED[action]}, status=403)
        if isinstance(visitor, Visit) and not visitor.may(Action(action)):
            return redirect("table:show", public_id)
        try:
            return view(request, visitor, *args, **kwargs)
        except (GameSession.DoesNotExist, Circle.DoesNotExist, DatabaseError) as error:
            raise _refusal_of(error, visitor) from None
        except Damaged:
            return render(request, "table/damaged.html", {"visit": visitor}, status=409)
        except Refused as refused:
            # An id or a base that no form of ours holds; what is wrong with anything typed, the view says itself.
            if any(problem.code != "bad_entry" for problem in refused.problems):
                raise
            raise BadRequest(str(refused)) from None

    return declared(checked, action)


def _refusal_of(error: Exception, visitor: Visit | CircleVisit) -> Exception:
    """A 404 where the place was purged between the look at the grant and the verb, or while rows were written for it."""
    if isinstance(error, ObjectDoesNotExist):
        return Http404()
    if isinstance(error, OperationalError):
        # It cannot be asked just now: that would be another wait.
        return error
    held = type(visitor.grant)._default_manager.filter(pk=visitor.grant.pk)
    return error if held.exists() else Http404()


def public(action: Public) -> Callable[[View], View]:
    """A view that belongs to no table."""

    def decorate(view: View) -> View:
        return declared(view, action)

    return decorate


def declared(view: View, action: Action | CircleAction | Public) -> View:
    """The view with its action on it, where tests look for it; whoever comes by it is noted, and known to the log."""

    @wraps(view)
    @with_room
    def noted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with network.answering(request), patience.together(), looking(request.method in LOOKING):
            answer = view(request, *args, **kwargs)
            devices.note(request, answer)
            return answer

    noted.action = action.value  # type: ignore[attr-defined]
    return noted
