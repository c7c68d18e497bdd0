"""How the server is doing, as programs ask: is it alive, could a deal be stored, what is counted."""

import secrets
from dataclasses import asdict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from zipai_ledger.access import Public, public
from zipai_ledger.http import meters
from zipai_ledger.keeping import condition


@require_safe
@public(Public.PROBE)
def alive(request: HttpRequest) -> HttpResponse:
    """Yes, whatever the database says; without asking it."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@public(Public.PROBE)
def ready(request: HttpRequest) -> HttpResponse:
    """Whether a deal could be stored, a word for each part; 503 where it could not."""
    found = condition.readiness()
    return JsonResponse({"ready": found.is_ready, **asdict(found)}, status=200 if found.is_ready else 503)


@require_safe
@public(Public.PROBE)
def metrics(request: HttpRequest) -> HttpResponse:
    """What is counted, for who knows the token; for anybody else there is no such page."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if not token or not secrets.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Http404
    age = condition.backup_age()
    seconds = "NaN" if age is None else f"{age.total_seconds():.0f}"
    text = (
        f"{meters.text()}# HELP zipai_backup_age_seconds Since the last good backup.\n"
        f"# TYPE zipai_backup_age_seconds gauge\nzipai_backup_age_seconds {seconds}\n"
    )
    return HttpResponse(text, content_type=meters.CONTENT_TYPE)
