"""退出这个圈: this phone leaves a circle, after a page that says what goes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, codes, for_circle, signing_off

from .page import address


@require_http_methods(["GET", "HEAD", "POST"])
@for_circle(CircleAction.LEAVE)
def leave(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """What leaving means; a POST does it, the last owner's only with ``ownerless``."""
    error = ""
    if request.method == "POST":
        try:
            circles.leave(visit.grant, ownerless=request.POST.get("ownerless") == "yes")
        except signing_off.LastOwner:
            error = _("先打开这一项，再退出。")
        else:
            return redirect(f"{reverse('tables:home')}?gone=left_circle")
    context = {
        "circle_url": address(visit, "show"),
        "name": visit.circle.name,
        "last_owner": signing_off.is_last_owner(visit.grant),
        "has_code": codes.standing(visit.grant) is not None,
        "recovery_url": address(visit, "recovery"),
        "error": error,
    }
    return render(request, "circles/leave.html", context, status=422 if error else 200)
