"""The page that a browser says it came from."""

from urllib.parse import SplitResult, urlsplit

from django.http import HttpRequest


def referrer(request: HttpRequest) -> SplitResult:
    """Its address; empty where the browser says nothing, or what is no address."""
    try:
        return urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return urlsplit("")
