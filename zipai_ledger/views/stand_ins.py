"""我来替一手: who plays for whom from a deal on, and who is back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.stand_ins import NEW, StandInForm
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.queries import Seating
from zipai_ledger.ledger.record import Recorded

from .refusals import attempt, refuse_form


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.STAND_IN)
def change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who stands in for whom; a POST notes it, or that somebody is back."""
    seating, status = queries.seating_of(visit.session), 200
    sent = request.POST if request.method == "POST" else None
    form = StandInForm(sent, initial=usual_choices(request, visit, seating))
    if form.is_bound:
        answer = attempt(lambda: record_stand_in(visit, form, seating)) if form.is_valid() else None
        if isinstance(answer, Recorded):
            return redirect("table:show", visit.session.public_id)
        status = refuse_form(form, answer)
    context = {"visit": visit, "page": seating, "form": form}
    return render(request, "stand_ins/change.html", context, status=status)


def usual_choices(request: HttpRequest, visit: Visit, seating: Seating) -> dict[str, str]:
    """Whoever asks plays for the one named in the address, where he can; somebody new where nobody here could."""
    free = {player.index for player in seating.free}
    by = str(visit.player) if visit.player in free else "" if free else NEW
    return {"player": request.GET.get("player", ""), "by": by}


def record_stand_in(visit: Visit, form: StandInForm, seating: Seating) -> Recorded:
    """Store what the form says; raises what the verb raises."""
    recorded = record.stand_in(
        session=visit.session,
        sent=visit.sent(form.cleaned_data["client_id"]),
        player=form.cleaned_data["player"],
        by=form.substitute,
        after=seating.before_last if form.from_last else None,
    )
    circles.greet(visit.session, len(seating.players))
    return recorded
