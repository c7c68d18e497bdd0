"""The cookie by which a device is known again.

Its token is made here and never taken over from a request: one that the database does not know counts only where it
bears our mark, and only so that the same form sent twice is known to be the same. Who comes to a table or a circle
gets a new one, so that nobody who put a token into a browser before has it afterwards.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import OperationalError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from zipai_ledger.database import patience
from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import Device
from zipai_ledger.models.access import a_year_ago, still_here

from . import running_days, tokens

YEAR = 365 * 24 * 3600
NOTED_EVERY = timedelta(days=1)
"""So seldom it is written down that a device was here, and its browser given the token again."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A device that comes to a table or a circle, and the token that its browser is to keep.

    ``digest``: of the token that it came with, empty where that was none of ours.
    """

    device: Device
    token: str
    digest: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """A device that is known, and the token by which it is."""

    device: Device
    token: str


def cookie_name(plain: str = "zipai") -> str:
    """With HTTPS one that no other site or subdomain can set; browsers refuse that over plain HTTP."""
    return f"__Host-{plain}" if settings.HTTPS else plain


def set_cookie(answer: HttpResponse, name: str, value: str, *, seconds: int = YEAR, path: str = "/") -> None:
    """Have this browser keep something under a name (see `cookie_name`); no script reads it, no other site gets it.

    With another ``path`` than that of the whole site the name is no `cookie_name`.
    """
    answer.set_cookie(
        name, value, max_age=seconds, path=path, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def token_of(request: HttpRequest) -> str:
    """The token that the browser sent, empty where there is none."""
    token = request.COOKIES.get(cookie_name(), "")
    return token if tokens.is_token(token) else ""


def holds(digest: str, prefix: str = "", since: datetime | None = None) -> Q:
    """Devices that hold a token with this digest: theirs, or the one before as long as theirs has not come back.

    One that is gone holds none, and never comes back: who comes with its token is a stranger.
    """
    either = Q(**{f"{prefix}token_hash": digest}) | Q(**{f"{prefix}former_hash": digest})
    return either & still_here(prefix, since)


def device_of(request: HttpRequest) -> Device | None:
    """The device that asks, None for one never seen."""
    token = token_of(request)
    device = next(iter(_holding(tokens.digest(token), a_year_ago())), None) if token else None
    if device:
        confirm_token(request, device, token)
    return device


@prepared
def _holding(digest: str, since: datetime) -> QuerySet[Device]:
    return Device.objects.filter(holds(digest, since=since)).order_by("pk")[:1]


def confirm_token(request: HttpRequest, device: Device, token: str) -> None:
    """A device has its new token: from now on the one before is worth nothing. It is remembered with the request.

    Where the database cannot take that now, the next request brings it again.
    """
    request.came = Visitor(device, token)  # type: ignore[attr-defined]
    if device.former_hash and device.token_hash == tokens.digest(token):
        with suppress(OperationalError), patience.waiting(0):
            held = Device.objects.filter(pk=device.pk, token_hash=device.token_hash)
            held.update(former_hash="", seed="")


def note(request: HttpRequest, response: HttpResponseBase) -> None:
    """Once a day, write down that the device that asks was here, and let its browser keep the token for another year.

    Only together with an answer that nobody stores: neither by a stream nor by what may be shown again for a while.
    """
    came: Visitor | None = getattr(request, "came", None)
    stored = response.streaming or response.headers.get("Cache-Control", "no-store") != "no-store"
    if came is None or stored or not isinstance(response, HttpResponse):
        return
    if _noted(came.device, timezone.now()) and cookie_name() not in response.cookies:
        give(response, came.token)


def _noted(device: Device, now: datetime) -> bool:
    """Whether it is this request that writes it down; never waited for.

    Not where another one has done so meanwhile, as one that renews the token does: its token is the one to keep.
    """
    if abs(now - device.last_seen) < NOTED_EVERY:
        return False
    with suppress(OperationalError), patience.waiting(0):
        running_days.record(now)
        before = Device.objects.filter(pk=device.pk, last_seen=device.last_seen, signed_off_at=None)
        return bool(before.filter(last_seen__lt=now).update(last_seen=now))
    return False


def arriving(browser_token: str) -> Arrival:
    """The device that brought this token, or a new one; inside a transaction, where its requests go one by one."""
    if not browser_token:
        return _new("")
    digest = tokens.digest(browser_token)
    found = Device.objects.select_for_update().filter(holds(digest)).first()
    if found is None:
        return _new(digest if tokens.is_issued(browser_token) else "")
    return Arrival(found, token_to_keep(found, browser_token), digest)


def token_to_keep(device: Device, browser_token: str) -> str:
    """The token that the browser of this device is to keep: the new one, where it came with the one before."""
    return tokens.sown(device.seed) if device.former_hash == tokens.digest(browser_token) else browser_token


def _new(former: str) -> Arrival:
    """A device with a new token; of many at once that brought the same one, the first makes it."""
    seed = tokens.new_token()
    token = tokens.sown(seed)
    fresh = {"token_hash": tokens.digest(token), "last_seen": timezone.now()}
    if not former:
        return Arrival(Device.objects.create(**fresh), token, "")
    Device.objects.filter(former_hash=former).exclude(still_here()).update(former_hash="", seed="")
    device, _ = Device.objects.get_or_create(former_hash=former, defaults={**fresh, "seed": seed})
    return Arrival(device, tokens.sown(device.seed), former)


def renewed(arrival: Arrival, *, again: bool) -> str:
    """The token with which a device goes on; ``again`` where all this was sent before, which changes nothing.

    The token that it brought stays good until it comes with the new one: an answer may be lost on the way.
    """
    if again:
        return arrival.token
    seed = tokens.new_token()
    token = tokens.sown(seed)
    device = arrival.device
    device.token_hash, device.seed, device.former_hash = tokens.digest(token), seed, arrival.digest
    device.last_seen = max(device.last_seen, timezone.now())
    device.save(update_fields=["token_hash", "seed", "former_hash", "last_seen"])
    return token


def give(response: HttpResponse, token: str) -> None:
    """Let the browser keep the token for a year."""
    set_cookie(response, cookie_name(), token)


def take_away(response: HttpResponse) -> None:
    """Let the browser forget the token, and whatever pages kept."""
    response.delete_cookie(cookie_name(), path="/", samesite="Lax")
    response["Clear-Site-Data"] = '"storage"'


def prepare(request: HttpRequest, response: HttpResponse) -> None:
    """Give a new browser a token before it sends anything, so that an answer lost on the way loses no table."""
    token = token_of(request)
    ours = bool(token) and (tokens.is_issued(token) or _is_known(request))
    give(response, token if ours else tokens.issued_token())


def _is_known(request: HttpRequest) -> bool:
    """Whether a device asks; it is looked for only where it was not found before."""
    return hasattr(request, "came") or device_of(request) is not None
