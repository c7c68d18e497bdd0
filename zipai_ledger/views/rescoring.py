"""照现在的规矩重算: what deals scored by older rules would come to, shown first, and stored where the owner wants it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.forms.rescoring import RescoringForm
from zipai_ledger.ledger import record
from zipai_ledger.presenters.rescoring import rescoring_page

from .refusals import Refusal, attempt


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RESCORE)
@heavy
def rescore(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Which deals differ and what the totals become; a POST stores it, all in one."""
    form = RescoringForm(request.POST)
    keep, refused = form.cleaned_data["keep"], None
    if request.method == "POST":
        refused = _rescored(visit, form)
        if refused is None:
            return redirect("table:show", visit.session.public_id)
    found = record.preview_rescore(session=visit.session, keep=keep)
    page = rescoring_page(visit.session, found, keep)
    context = {"visit": visit, "page": page, "form": form, "refused": refused}
    return render(request, "rescoring/rescore.html", context, status=refused.status if refused else 200)


def _rescored(visit: Visit, form: RescoringForm) -> Refusal | None:
    """None where it was stored."""
    sent = form.cleaned_data
    recorded = attempt(
        lambda: record.rescore(
            session=visit.session,
            sent=visit.sent(sent["client_id"], sent["base"] or None),
            reason=sent["reason"].strip(),
            keep=sent["keep"],
        )
    )
    return recorded if isinstance(recorded, Refusal) else None
