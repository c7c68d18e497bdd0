"""更正: what can be done to a deal that stands in the ledger; what that does is shown first."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.forms.corrections import CorrectionForm
from zipai_ledger.forms.problems import add_problems
from zipai_ledger.ledger import posting, record
from zipai_ledger.ledger.record import LaterSeats
from zipai_ledger.presenters.corrections import CorrectionPage
from zipai_ledger.rules import facts
from zipai_ledger.rules.proposed import left_open

from .recording import effect_page, new_fields, store
from .refusals import Refusal
from .slots import redirect_to_entry, slot_or_404, standing_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def void(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """作废: let a deal count no longer."""
    return correct(request, visit, standing_or_404(visit.session, key), record.Void(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def restore(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """恢复: let a void deal count again."""
    return correct(request, visit, standing_or_404(visit.session, key), record.Restore(key))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def follow(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """照规矩改: let who deals and who sits out in this deal be what the rule has them."""
    slot = standing_or_404(visit.session, key)
    fact = left_open(posting.read_fact(slot.row.deal.fact), "dealer", "sitting")
    return correct(request, visit, slot, record.Replace(key, fact))


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.CORRECT)
def by_rule(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """不照商定了: let a deal that was kept as agreed be worked out by the rules again."""
    slot = standing_or_404(visit.session, key)
    return correct(request, visit, slot, record.Replace(key, posting.read_fact(slot.row.deal.fact)))


@require_safe
@for_table(Action.CORRECT)
def replace(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """改: to the form that fits what stands there."""
    slot = standing_or_404(visit.session, key)
    result = slot.row.fact["result"]
    return redirect_to_entry(slot, result if result in OWN_FORMS else "new")


@require_safe
@for_table(Action.CORRECT)
def insert(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """补记: to the form of a forgotten deal before this one."""
    return redirect_to_entry(slot_or_404(visit.session, Aim("before", key)), "new")


OWN_FORMS = frozenset(
    kind.result for kind in (facts.Dead, facts.Foul, facts.Opening, facts.EndRound, facts.Adjust)
)
"""Results that are entered by a form of their own."""


def correct(request: HttpRequest, visit: Visit, slot: Slot, change: record.Change) -> HttpResponse:
    """Show what a correction does and ask for a reason; store it when that is confirmed."""

    def again(refusal: Refusal) -> HttpResponse:
        form = CorrectionForm(request.POST)
        add_problems(form, refusal.problems, slot.setting.speaker)
        page = CorrectionPage(
            act=slot.act,
            slot=slot,
            fields=form.entry_fields or new_fields(visit),
            follows=form.seats == LaterSeats.BY_RULE,
        )
        return effect_page(request, visit, page, form, refusal.status)

    return store(request, visit, slot, change, again)
