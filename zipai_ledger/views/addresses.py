"""Addresses that a page offers only where they exist and the visitor may go there."""

from urllib.parse import SplitResult, urlsplit

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from zipai_ledger.access import Action, Visit
from zipai_ledger.access.grants import Place
from zipai_ledger.models import GameSession


def offered(visit: Visit, action: Action, name: str, *arguments: object) -> str:
    """The address of a view, empty where this visitor may not go there."""
    return address(name, visit.session.public_id, *arguments) if visit.may(action) else ""


def address(name: str, *arguments: object) -> str:
    """The address of a view, empty where this installation has none of that name."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""


def referrer(request: HttpRequest) -> SplitResult:
    """Where the browser says that it came from; empty where it says nothing, or what is no address."""
    try:
        return urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return urlsplit("")


def place_url(place: Place) -> str:
    """The page of a table or a circle."""
    return reverse("table:show" if isinstance(place, GameSession) else "circle:show", args=[place.public_id])
