"""没网 (mei wang): opening without network, where the browser allows it: the worker that keeps pages, and what it has not."""

import hashlib
import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zipai_ledger.access import Public, public
from zipai_ledger.http.static_files import read_static

FILES = (
    "js/early.js",
    "js/every-page.js",
    "css/every-page.css",
    "favicon.svg",
    "django_htmx/htmx-2.min.js",
)
"""What every page needs; whatever else a page names is kept when it is first seen."""


@require_safe
@public(Public.OFFLINE)
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """``static/sw.js`` at the root, so that it may answer for every page; its first line names its files by content."""
    source = read_static("sw.js")
    kept = {"offline": reverse("offline"), "files": [static(name) for name in FILES]}
    version = hashlib.sha256((json.dumps(kept) + source).encode()).hexdigest()[:16]
    head = f"self.zipai = {json.dumps({'version': version, **kept})};\n"
    return HttpResponse(head + source, content_type="text/javascript; charset=utf-8")


@require_safe
@public(Public.OFFLINE)
def show(request: HttpRequest) -> HttpResponse:
    """What is shown for a page that was never seen on this phone."""
    return render(request, "offline/show.html")
