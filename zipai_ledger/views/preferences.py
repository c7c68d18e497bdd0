"""Language, type size, theme and the colour of what is won, on this device: a POST and a cookie each."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, public
from zipai_ledger.formats.speaker import language

from .addresses import referrer

YEAR = 365 * 24 * 3600
CHOICES = {
    "theme": ("auto", "light", "dark"),
    "type": ("normal", "large"),
    "signs": ("red-wins", "green-wins"),
}


def ui(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``ui.theme``, ``ui.type`` and ``ui.signs`` as this device wants them."""
    return {"ui": wanted(request)}


def wanted(request: HttpRequest) -> dict[str, str]:
    """The first choice of each, unless a cookie names another."""
    told = {name: _kept(request, name) for name in CHOICES}
    return {name: told[name] if told[name] in known else known[0] for name, known in CHOICES.items()}


def _kept(request: HttpRequest, name: str) -> str:
    """What the cookie of that name holds; over HTTPS older ones have the plain name."""
    return request.COOKIES.get(devices.cookie_name(name)) or request.COOKIES.get(name, "")


def other_languages() -> list[tuple[str, str]]:
    """Those that a page is not in, each by its own name, for whoever cannot read this one."""
    current = language()
    return [(code, name) for code, name in settings.LANGUAGES if code != current]


@require_http_methods(["GET", "POST"])
@public(Public.PREFER)
def show(request: HttpRequest) -> HttpResponse:
    """The page of preferences; a POST keeps whichever of ``theme``, ``type``, ``signs``, ``language`` it names."""
    if request.method == "GET":
        context = {
            "languages": settings.LANGUAGES,
            "back_url": _back(request),
            "home_url": reverse("home"),
            "rules_url": reverse("rules:index"),
            "sign_off_url": reverse("sign_off") if devices.known(request) else "",
        }
        return render(request, "preferences.html", context)
    answer = HttpResponseRedirect(_back(request) or reverse("home"))
    for name, known in CHOICES.items():
        if request.POST.get(name) in known:
            _keep(answer, devices.cookie_name(name), request.POST[name])
    if request.POST.get("language") in dict(settings.LANGUAGES):
        _keep(answer, settings.LANGUAGE_COOKIE_NAME, request.POST["language"])
    return answer


def _keep(answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")


def _back(request: HttpRequest) -> str:
    """Where the visitor came from: ``next`` as sent, else the page before; never another site."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    if not asked:
        asked = referrer(request).path
    safe = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if safe and asked != request.path else ""
