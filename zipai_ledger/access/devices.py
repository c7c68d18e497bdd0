"""The cookie by which a device is known again."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from zipai_ledger.models import Device

from . import tokens

YEAR = 365 * 24 * 3600


def cookie_name() -> str:
    """With HTTPS one that no other site or subdomain can set; browsers refuse that over plain HTTP."""
    return "__Host-zipai" if settings.HTTPS else "zipai"


def token_of(request: HttpRequest) -> str:
    """The token that the browser sent, empty where there is none."""
    token = request.COOKIES.get(cookie_name(), "")
    return token if tokens.is_token(token) else ""


def known(request: HttpRequest) -> Device | None:
    """The device that asks, None for one never seen."""
    token = token_of(request)
    return Device.objects.filter(token_hash=tokens.digest(token)).first() if token else None


def remembered(request: HttpRequest) -> tuple[Device, str]:
    """The device that asks, and its token; a device never seen is remembered from now on."""
    token = token_of(request) or tokens.new_token()
    return holding(token), token


def holding(token: str) -> Device:
    """The device that holds a token, remembered from now on."""
    device, _ = Device.objects.get_or_create(
        token_hash=tokens.digest(token), defaults={"last_seen": timezone.now()}
    )
    return device


def give(response: HttpResponse, token: str) -> None:
    """Let the browser keep the token for a year."""
    response.set_cookie(
        cookie_name(), token, max_age=YEAR, path="/", secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def prepare(request: HttpRequest, response: HttpResponse) -> None:
    """Give a new browser its token before it sends anything, so that an answer lost on the way loses no table."""
    give(response, token_of(request) or tokens.new_token())
