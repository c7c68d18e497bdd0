"""听牌、放流: after the hand, what a winner waited for and what each card would have brought."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.waits import OpenHandForm
from zipai_ledger.ledger import posting
from zipai_ledger.presenters.waits import waits_page
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.waiting import Waiting

from .slots import standing_or_404

CARD_LONGEST = 12
"""Characters of a card's name, more than any has."""


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """What the winners of a deal waited for. ``?card=五万`` says which the winning one was, where the deal does not."""
    slot = standing_or_404(visit.session, key)
    form = OpenHandForm(request.GET, slot)
    hands = waiting_hands(slot, request.GET.get("card", "")[:CARD_LONGEST])
    form.is_valid()
    page = waits_page(slot, hands, form.waiting)
    return render(request, "waits/show.html", {"visit": visit, "page": page, "form": form})


def waiting_hands(slot: Slot, card: str) -> tuple[Waiting, ...]:
    """What is known of the deal at this slot; nothing where the rules can no longer read it."""
    setting = slot.setting
    try:
        fact = posting.read_fact(slot.row.deal.fact)
        return setting.game.hands.waiting(setting.table, setting.state, fact, card)
    except Refused:
        return ()
