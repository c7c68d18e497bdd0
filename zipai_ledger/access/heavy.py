"""Pages that are much work at a large table: one at a time for a device, and few at once altogether.

All run in one process beside everybody's taps. Tables of an evening or two never wait, but for what takes much memory
at any table: that is made one at a time.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from threading import Condition
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from zipai_ledger.http.cancelled import Left, cancellable

from .guard import Visit

P = ParamSpec("P")

LARGE = 300
"""Deals from which on a table's pages count as much work."""
AT_ONCE = 2
PATIENCE = 3.0
"""Seconds to wait for a turn."""
RETRY_AFTER = 5
SAFE = ("GET", "HEAD")


class Busy(Exception):
    """No turn came in time."""


class WorkTurns:
    """Who works just now: ``most`` at once, each of them once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._working: Counter[int] = Counter()
        self._changed = Condition()

    @contextmanager
    def take(self, who: int, patience: float) -> Iterator[None]:
        """Work inside; raises `Busy` where no turn comes within ``patience`` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._free(who), patience):
                raise Busy
            self._working[who] += 1
        try:
            yield
        finally:
            with self._changed:
                self._working -= Counter([who])
                self._changed.notify_all()

    def _free(self, who: int) -> bool:
        return who not in self._working and self._working.total() < self._most


turns = WorkTurns(AT_ONCE)


alone = WorkTurns(1)

View = Callable[Concatenate[HttpRequest, Visit, P], HttpResponseBase]


def heavy(view: View[P]) -> View[P]:
    """A view of a table that is much work where the table is large; 429 while others, or this device, are at it."""
    return _in_turn(view, turns, LARGE)


def one_at_a_time(view: View[P]) -> View[P]:
    """A view that takes much memory at any table; 429 while another of its kind is being made."""
    return _in_turn(view, alone, 0)


def _in_turn(view: View[P], turns: WorkTurns, least: int) -> View[P]:
    """A view that takes turns at tables of so many deals and more."""

    @wraps(view)
    def in_turn(request: HttpRequest, visit: Visit, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if visit.session.deal_count < least:
            return view(request, visit, *args, **kwargs)
        try:
            with turns.take(visit.device.pk, PATIENCE), _ended_with(request):
                return view(request, visit, *args, **kwargs)
        except Busy:
            return busy(request)
        except Left:
            return HttpResponse(status=204)

    return in_turn


def _ended_with(request: HttpRequest) -> AbstractContextManager[None]:
    """What is only shown ends when nobody waits for it; what is stored comes to its end, for a phone to send again."""
    return cancellable(request) if request.method in SAFE else nullcontext()


def busy(request: HttpRequest) -> HttpResponseBase:
    """The page that says to come again."""
    wrote = request.method == "POST"
    again = "" if wrote else request.get_full_path()
    answer = render(request, "503.html", {"wrote": wrote, "again": again}, status=429)
    answer["Retry-After"] = f"{RETRY_AFTER}"
    return answer
