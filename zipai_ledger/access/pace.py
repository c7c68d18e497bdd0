"""How many tables and circles an address may open: nobody needs to be known for that, so nothing else bounds it."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from . import daily
from .network import client_network, site

View = Callable[..., HttpResponseBase]

EVERY = 30.0
"""Seconds after which an address that has used up its openings gets another one."""
NETWORKS = 8
"""For so many networks at once a site of IPv6 may open, however many it has."""
TOMORROW = 6 * 3600
"""Seconds after which an address that has used up its day may ask again."""
OPENED = (201, 302)
REMEMBERED = 10_000
"""Addresses; of more, those heard of last."""


class Pace:
    """So many at once for each address, and another one every ``every`` seconds; of this process alone."""

    def __init__(self, every: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._every, self._clock = every, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, who: str, burst: int) -> int:
        """Take one of ``burst``: 0, or how many seconds until there is one again."""
        with self._lock:
            now = self._clock()
            used, since = self._used.pop(who, (0.0, now))
            used = max(0.0, used - (now - since) / self._every)
            over = used + 1 - burst
            self._used[who] = (used if over > 0 else used + 1, now)
            if len(self._used) > REMEMBERED:
                self._used.popitem(last=False)
            return math.ceil(over * self._every) if over > 0 else 0


pace = Pace(EVERY)


of_sites = Pace(EVERY / NETWORKS)


def _wait(network: str, burst: int) -> int:
    """Seconds until this network, and the site that it is part of, may open something."""
    wait = pace.wait(network, burst)
    around = site(network)
    return wait or (of_sites.wait(around, burst * NETWORKS) if around else 0)


def opens(kind: str) -> Callable[[View], View]:
    """A view whose POST stores something of a kind for whoever comes: 429 for an address that has opened much.

    Just now anywhere; today where anybody may come, see `daily`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def paced(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            who = client_network(request)
            wait = _wait(who, settings.OPENINGS) if settings.OPENINGS else 0
            if wait:
                answer = render(request, "503.html", {"wrote": True, "again": ""}, status=429)
                answer["Retry-After"] = f"{wait}"
                return answer
            if daily.is_spent(who, kind):
                return _enough(request)
            return _counted(view(request, *args, **kwargs), who, kind)

        return paced

    return decorate


def _enough(request: HttpRequest) -> HttpResponseBase:
    answer = render(request, "components/_enough.html", status=429)
    answer["Retry-After"] = f"{TOMORROW}"
    return answer


def _counted(answer: HttpResponseBase, who: str, kind: str) -> HttpResponseBase:
    """What leads on to something has opened it; a form shown again has not."""
    if answer.status_code in OPENED:
        daily.count(who, kind)
    return answer
