"""牌友圈 (paiyouquan): a circle: its people with what the evenings came to, and the evenings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle
from zipai_ledger.access.signing_off import is_irreplaceable
from zipai_ledger.forms.circles import PurgeCircleForm
from zipai_ledger.models import Evening
from zipai_ledger.presenters.circle import LATEST, circle_page

from .recovery import is_put_off


@require_safe
@for_circle(CircleAction.SEE)
def show(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Everybody's sums and the evenings, newest first; ``?all=1`` shows all of them."""
    page = circle_page(
        visit,
        circles.people_of(visit.circle),
        circles.evenings_of(visit.circle),
        circles.roles_at_tables(visit.circle, visit.device),
        most=None if "all" in request.GET else LATEST,
    )
    asks_for_code = bool(page.evenings) and not is_put_off(request) and is_irreplaceable(visit.grant)
    context = {"visit": visit, "page": page, "asks_for_code": asks_for_code}
    return render(request, "circle/show.html", context)


@require_POST
@for_circle(CircleAction.LOOK)
def look(request: HttpRequest, visit: CircleVisit, evening: int) -> HttpResponse:
    """Let a member see the ledger of a table whose owner opened it to the circle."""
    found = get_object_or_404(Evening.objects.select_related("session"), circle=visit.circle, pk=evening)
    if not circles.look(found, visit.device):
        raise Http404
    return redirect("table:show", found.session.public_id)


@require_POST
@for_circle(CircleAction.TAKE_OUT)
def take_out(request: HttpRequest, visit: CircleVisit, evening: int) -> HttpResponse:
    """Take a table out of the circle; nothing of the table itself changes."""
    circles.take_out(get_object_or_404(Evening, circle=visit.circle, pk=evening))
    return redirect("circle:show", visit.circle.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.PURGE)
def purge(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """What goes with a circle; a POST with its name typed erases it."""
    circle = visit.circle
    form = PurgeCircleForm(circle.name, request.POST.dict() if request.method == "POST" else None)
    if form.is_valid():
        circles.purge(circle)
        return redirect(reverse("home", query={"gone": "circle"}))
    counts = {"people": circle.people.count(), "evenings": circle.evenings.count()}
    context = {"visit": visit, "form": form, **counts}
    return render(request, "circle/purge.html", context, status=422 if form.is_bound else 200)
