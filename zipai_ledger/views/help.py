"""帮助 (bangzhu): what people at the table ask, each answered in a few steps with what has to be tapped drawn beside."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from zipai_ledger.access import Public, Visit, devices, public
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.help import help_page

from .rulebook import MAX_AGE


@require_safe
@public(Public.HELP)
def index(request: HttpRequest) -> HttpResponse:
    """Every question; ``?q=offline`` opens one of them. A phone with an open table gets ways straight into it."""
    visit = latest_visit(request)
    page = help_page(request.GET.get("q", ""))
    answer = render(request, "help/index.html", {"visit": visit, "page": page})
    if visit is None:
        patch_cache_control(answer, private=True, max_age=MAX_AGE)
    return answer


def latest_visit(request: HttpRequest) -> Visit | None:
    """The newest open table of the asking phone."""
    device = devices.device_of(request)
    grant = queries.latest_grant(device.pk) if device else None
    if device is None or grant is None:
        return None
    return Visit(grant.session, grant, grant.role, grant.player, device)
