"""先试一桌 (xian shi yi zhuo): the sample table of this device, opened when it is first asked for, and what to enter there."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from zipai_ledger import samples
from zipai_ledger.access import Action, Public, Visit, devices, public
from zipai_ledger.access.pace import opens_something
from zipai_ledger.formats.speaker import stage_speaker, word
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.practice import PracticeCard, PracticeHand, practice_card
from zipai_ledger.samples.practice import progress

WAIT = 600
"""Seconds after which a phone may ask again where there is no room."""


@require_POST
@public(Public.TRY)
@opens_something
def begin(request: HttpRequest) -> HttpResponse:
    """Lead to the sample of this device."""
    with transaction.atomic():
        arrival = devices.arriving(devices.token_of(request))
    try:
        session = samples.open_for(arrival.device, word)
    except samples.TooMany:
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


def read_practice(visit: Visit) -> PracticeCard | None:
    """What there is to practise now; None where the table is no sample, and for who may not keep score there."""
    session = visit.session
    stage = samples.practice_stage(session) if session.sample and visit.may(Action.RECORD) else None
    if stage is None:
        return None
    names = [player.name for player in queries.players_of(session)]
    return practice_card(progress(samples.entered_wins(session)), stage_speaker(stage, names))


def hand_to_enter(visit: Visit, replaced: int | None) -> PracticeHand | None:
    """The hand beside the page where it is entered; ``replaced`` is the key of a deal that is corrected there."""
    card = read_practice(visit)
    return card.hand if card and replaced in (None, card.last) else None
