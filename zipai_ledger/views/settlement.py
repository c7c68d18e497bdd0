"""结账 (jiezhang): who stands where, and who gives whom how much, by the method that the table likes best."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.forms.settlement_method import page_key
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import Dispute
from zipai_ledger.ledger.settlement import MethodChoice, Settling, reasons_of, settling
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.disputes import DisputeNotice, disputed_totals
from zipai_ledger.presenters.settlement import SettlementPage, Transfers, settlement_page, transfers_of
from zipai_ledger.rules.problems import Refused

from .settlement_method import remember_method, requested_method
from .slots import standing_or_404

MOST_WEIGHED = 5
"""Disputed deals of which both totals are shown: each of them is folded from there on."""


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Points and money by player, and the transfers; ``?way=cashier&by=2`` says how, and is remembered."""
    choice = requested_method(request)
    page = read_page(visit, choice)
    context = {"visit": visit, "page": page, "live": page_key(choice)}
    answer = render(request, "settlement/show.html", context)
    remember_method(answer, request, visit.session)
    return answer


def read_page(visit: Visit, choice: MethodChoice) -> SettlementPage:
    """The page as it stands, for this visitor."""
    session = visit.session
    settled = settling(session, choice)
    is_damaged = bool(quick_check(session))
    return settlement_page(
        settled,
        read_transfers(visit, settled, is_damaged=is_damaged),
        tuple(dispute_notices(session)),
        queries.carried_ends(session, visit.device.pk) if settled.carried else {},
        client_id=new_client_id(),
        is_damaged=is_damaged,
        round_left=queries.round_carried_on(session) is not None,
        starts_circle=visit.may(Action.CIRCLE) and not circles.evening_of(session),
    )


def read_transfers(visit: Visit, settled: Settling, *, is_damaged: bool = False) -> Transfers:
    """Who gives whom how much; nothing can be ticked on a damaged table."""
    holders = queries.phone_holders(visit.session, settled.live, settled.view.players)
    is_tickable = visit.may(Action.PAY) and not is_damaged
    return transfers_of(settled, reasons_of(settled), holders, is_tickable=is_tickable)


def dispute_notices(session: GameSession) -> Iterator[DisputeNotice]:
    """A notice for each deal that somebody doubts, the first ones with both totals."""
    for number, dispute in enumerate(queries.disputes_of(session)):
        plain = DisputeNotice(dispute)
        yield plain if number >= MOST_WEIGHED else _weighed(session, dispute) or plain


def _weighed(session: GameSession, dispute: Dispute) -> DisputeNotice | None:
    """The same with both totals; None where the rules that were played are gone."""
    try:
        slot = standing_or_404(session, dispute.key)
        totals, hu = disputed_totals(slot), slot.setting.speaker.hu
    except (Refused, Http404):
        return None
    return DisputeNotice(dispute, totals, hu)
