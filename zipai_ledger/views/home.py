"""我的牌桌 (wo de paizhuo): the front page."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import Public, devices, public
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.home import home_page

PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@require_safe
@public(Public.HOME)
def show(request: HttpRequest) -> HttpResponse:
    """Every table and circle this device may open; ``?gone=left&at=…`` says what it has just lost."""
    device = devices.device_of(request)
    page = home_page(
        queries.sessions_of(device.pk) if device else (),
        circles.circles_of(device.pk) if device else (),
    )
    lost_table = request.GET.get("at", "")
    context = {
        "page": page,
        "public": settings.PUBLIC,
        "gone": request.GET.get("gone", ""),
        "forget": lost_table if PUBLIC_ID.fullmatch(lost_table) else "",
    }
    answer = render(request, "home/show.html", context)
    if device is None:
        devices.prepare(request, answer)
    return answer
