"""翻牌定庄: cards drawn for the first dealer and the seats, on its own or as a step of a new table or stage."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, public
from zipai_ledger.forms.drawing import DrawingForm
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.presenters.drawing import drawing_page


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.DRAW)
def draw(request: HttpRequest) -> HttpResponse:
    """Who draws next, or how the table comes out: every tap is a form that carries all that was drawn before it."""
    form = DrawingForm(request.POST)
    page = drawing_page(form, form.turn())
    part = "#draw" if htmx_of(request) else ""
    context = {"page": page, "form": form}
    return render(request, f"drawing/draw.html{part}", context, status=422 if form.errors else 200)
