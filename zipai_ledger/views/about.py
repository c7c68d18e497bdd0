"""谁开的，存些什么 (shui kai de, cun xie shenme): who runs this server, in their own words, and what it keeps."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Public, public
from zipai_ledger.keeping.operator import words
from zipai_ledger.models.access import LIFETIME
from zipai_ledger.presenters.retention import retention


@require_safe
@public(Public.HELP)
def show(request: HttpRequest) -> HttpResponse:
    """The operator's words, and what is true of every server."""
    context = {
        "words": words(),
        "retention": retention(),
        "backups": settings.BACKUPS is not None,
        "days": LIFETIME.days,
    }
    return render(request, "about/show.html", context)
