"""Language, type size, theme and the colour of what is won, on this device: a POST and a cookie each."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, public
from zipai_ledger.formats.speaker import language
from zipai_ledger.forms.preferences import SIGNS, THEMES, TYPES, PreferencesForm
from zipai_ledger.presenters.preferences import Preferences, PreferencesPage

from .addresses import referrer

YEAR = 365 * 24 * 3600


def ui(request: HttpRequest) -> dict[str, Preferences]:
    """Context processor: ``ui.theme``, ``ui.type`` and ``ui.signs`` as this device wants them."""
    return {"ui": read_preferences(request)}


def read_preferences(request: HttpRequest) -> Preferences:
    """The first choice of each, unless a cookie names another."""
    return Preferences(
        theme=_kept(request, "theme", THEMES),
        type=_kept(request, "type", TYPES),
        signs=_kept(request, "signs", SIGNS),
    )


def _kept(request: HttpRequest, name: str, known: tuple[str, ...]) -> str:
    """What the cookie of that name holds; over HTTPS older ones have the plain name."""
    kept = request.COOKIES.get(devices.cookie_name(name)) or request.COOKIES.get(name, "")
    return kept if kept in known else known[0]


def other_languages() -> list[tuple[str, str]]:
    """Those that a page is not in, each by its own name, for whoever cannot read this one."""
    current = language()
    return [(code, name) for code, name in settings.LANGUAGES if code != current]


@require_http_methods(["GET", "POST"])
@public(Public.PREFER)
def show(request: HttpRequest) -> HttpResponse:
    """The page of preferences; a POST keeps whichever of them it names."""
    back = _back(request)
    if request.method == "GET":
        page = PreferencesPage(tuple(settings.LANGUAGES), back, devices.known(request) is not None)
        return render(request, "preferences.html", {"page": page})
    answer = HttpResponseRedirect(back or reverse("home"))
    for name, value in PreferencesForm(request.POST).chosen().items():
        _keep(
            answer, settings.LANGUAGE_COOKIE_NAME if name == "language" else devices.cookie_name(name), value
        )
    return answer


def _keep(answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")


def _back(request: HttpRequest) -> str:
    """Where the visitor came from: ``next`` as sent, else the page before; never another site."""
    back = request.POST.get("next") or request.GET.get("next") or referrer(request).path
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if safe and back != request.path else ""
