"""建圈 (jian quan): a new circle, with nobody in it yet."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Public, devices, public
from zipai_ledger.access.pace import opens
from zipai_ledger.circles import OpenedCircle
from zipai_ledger.forms.circles import CircleForm

from .recovery import opened_page
from .refusals import Refusal, attempt


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OPEN_CIRCLE)
@opens("circle")
def new(request: HttpRequest) -> HttpResponse:
    """Asks for a name; a POST makes the circle."""
    form, status = CircleForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        token = devices.token_of(request)
        done = open_by(form, lambda: circles.open_circle(browser_token=token, **form.cleaned_data))
        if isinstance(done, OpenedCircle):
            return opened_page(done.circle, done.token)
        status = done.status
    answer = render(request, "new_circle/new.html", {"form": form}, status=status)
    devices.prepare(request, answer)
    return answer


def open_by(form: CircleForm, verb: Callable[[], OpenedCircle]) -> OpenedCircle | Refusal:
    """What the verb opens; where it does not, the form says why, and can be sent again."""
    form.full_clean()
    done = attempt(verb)
    if isinstance(done, Refusal):
        form.refuse(done.text, is_expired=not done.problems)
    return done
