"""设置 (shezhi): language, type size, theme and the colour of what is won, on this device: a POST and a cookie each."""

from collections.abc import Collection
from dataclasses import asdict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, devices, public
from zipai_ledger.formats.speaker import language
from zipai_ledger.forms.preferences import CLOSED, SIGNS, THEMES, TYPES, PreferencesForm
from zipai_ledger.http.referrer import referrer
from zipai_ledger.presenters.preferences import Preferences


def ui(request: HttpRequest) -> dict[str, Preferences]:
    """Context processor: ``ui.theme``, ``ui.type`` and ``ui.signs`` as this device wants them."""
    return {"ui": read_preferences(request)}


def read_preferences(request: HttpRequest) -> Preferences:
    """The first choice of each, unless a cookie names another."""
    return Preferences(
        theme=_read_cookie(request, "theme", THEMES),
        type=_read_cookie(request, "type", TYPES),
        signs=_read_cookie(request, "signs", SIGNS),
    )


def _read_cookie(request: HttpRequest, name: str, known: Collection[str]) -> str:
    """What the cookie of that name holds; over HTTPS older ones have the plain name."""
    value = request.COOKIES.get(devices.cookie_name(name)) or request.COOKIES.get(name, "")
    return value if value in known else next(iter(known))


def has_read_of_chat_apps(request: HttpRequest) -> bool:
    """Whether the word about their browsers was closed on this phone."""
    return _read_cookie(request, "chat", ("", CLOSED)) == CLOSED


def has_read_of_sleep(request: HttpRequest) -> bool:
    """Whether the word about screens that sleep was closed on this phone."""
    return _read_cookie(request, "awake", ("", CLOSED)) == CLOSED


@require_http_methods(["GET", "POST"])
@public(Public.PREFER)
def show(request: HttpRequest) -> HttpResponse:
    """The page of preferences; a POST keeps whichever of them it names."""
    back = page_before(request)
    if request.method == "POST":
        answer = HttpResponseRedirect(back or reverse("home"))
        set_cookies(answer, PreferencesForm(request.POST))
        return answer
    form = PreferencesForm(initial={**asdict(read_preferences(request)), "language": language()})
    context = {"form": form, "back": back, "may_sign_off": devices.device_of(request) is not None}
    return render(request, "preferences/show.html", context)


def set_cookies(answer: HttpResponse, form: PreferencesForm) -> None:
    """Have this device keep what was chosen."""
    for name, value in form.chosen().items():
        cookie = settings.LANGUAGE_COOKIE_NAME if name == "language" else devices.cookie_name(name)
        devices.set_cookie(answer, cookie, value)


def page_before(request: HttpRequest) -> str:
    """Where the visitor came from: ``next`` as sent, else the page before; never another site. May be empty."""
    back = request.POST.get("next") or request.GET.get("next") or referrer(request).path
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if safe and back != request.path else ""
