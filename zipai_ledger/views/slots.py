"""The slot of the ledger that an address means, or 404; and from a slot to the forms of its entry."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from zipai_ledger.entries.slots import Aim, Slot, find_slot, find_standing, read_aim
from zipai_ledger.models import GameSession


def slot_or_404(session: GameSession, aim: Aim | None) -> Slot:
    """Where an entered deal shall stand."""
    return _or_404(find_slot(session, aim) if aim else None)


def aimed_or_404(session: GameSession, request: HttpRequest) -> Slot:
    """The slot that the query of an address states: ``?before=7``, ``?after=7``, ``?replace=7`` or the next one."""
    return slot_or_404(session, read_aim(request.GET))


def redirect_to_entry(slot: Slot, form: str) -> HttpResponse:
    """On to a form of the entry, with the same aim."""
    answer = redirect(f"deal_entry:{form}", slot.session.public_id)
    answer["Location"] += slot.aim.query
    return answer


def standing_or_404(session: GameSession, key: int) -> Slot:
    """The slot of a deal that stands in the ledger."""
    return _or_404(find_standing(session, key))


def _or_404(slot: Slot | None) -> Slot:
    if slot is None:
        raise Http404
    return slot
