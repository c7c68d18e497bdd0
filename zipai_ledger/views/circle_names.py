"""牌友和名字 (paiyou he mingzi): names of a circle and its people, and somebody new."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle
from zipai_ledger.forms.circles import CircleNamesForm
from zipai_ledger.models import Circle, Person


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.NAME)
def show(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Every name in one form, and room for somebody new; only what differs is changed."""
    circle = visit.circle
    sent = request.POST.dict() if request.method == "POST" else None
    form = CircleNamesForm(circle.name, circles.people_of(circle), sent)
    if form.is_bound:
        if form.give_all(partial(_rename, circle), partial(circles.add_person, circle)):
            return redirect("circle:names" if form.has_newcomer else "circle:show", circle.public_id)
        form.follow(circles.people_of(circle))
    context = {"visit": visit, "form": form}
    return render(request, "circle_names/show.html", context, status=422 if form.is_bound else 200)


def _rename(circle: Circle, person: Person | None, name: str) -> None:
    """Somebody, or the circle; raises `Refused`."""
    if person is None:
        circles.rename(circle, name)
    else:
        circles.rename_person(person, name)
