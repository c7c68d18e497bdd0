"""先试一桌 (xian shi yi zhuo): the sample table of this device, opened when it is first asked for."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from zipai_ledger import samples
from zipai_ledger.access import Public, devices, public
from zipai_ledger.access.pace import opens
from zipai_ledger.formats.speaker import word

WAIT = 600
"""Seconds after which a phone may ask again where there is no room."""


@require_POST
@public(Public.TRY)
@opens("sample")
def begin(request: HttpRequest) -> HttpResponse:
    """Lead to the sample of this device."""
    with transaction.atomic():
        arrival = devices.arriving(devices.token_of(request))
    try:
        session = samples.open_for(arrival.device, word)
    except samples.NoRoom:
        answer = crowded(request)
    else:
        answer = redirect("table:show", session.public_id)
    devices.give(answer, arrival.token)
    return answer


def crowded(request: HttpRequest) -> HttpResponse:
    """There is no room for another sample just now."""
    answer = render(request, "samples/full.html", status=429)
    answer["Retry-After"] = str(WAIT)
    return answer
