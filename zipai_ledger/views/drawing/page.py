"""The page of drawing: every tap is a form that carries all that was drawn before it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Public, public

from . import shown
from . import told as forms


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.DRAW)
def draw(request: HttpRequest) -> HttpResponse:
    """Who draws next, or how the table comes out."""
    told, drawn, problems = forms.turn(forms.read(request.POST), request.POST)
    context = shown.context(told, drawn, problems)
    status = 422 if problems else 200
    if request.htmx:  # type: ignore[attr-defined]
        said = {**context, "announce": " ".join((*context["wrong"], context["ask"]))}
        return render(request, "drawing/draw.html#draw", said, status=status)
    return render(request, "drawing/draw.html", context, status=status)
