"""下桌: this phone leaves one table, after a page that says what goes."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table, recovery, signing_off

from ..tables import ways


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.LEAVE)
def leave(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What leaving means; a POST does it, the last owner's only with ``ownerless``."""
    error, here = "", visit.session.public_id
    if request.method == "POST":
        try:
            signing_off.leave(visit.grant, ownerless=request.POST.get("ownerless") == "yes")
        except signing_off.LastOwner:
            error = _("先打开这一项，再下桌。")
        else:
            answer = redirect(f"{reverse('tables:home')}?{urlencode({'gone': 'left', 'at': here})}")
            ways.forget(answer, visit.session)
            return answer
    context = {
        "table_url": reverse("tables:show", args=[here]),
        "name": visit.session.name,
        "last_owner": signing_off.is_last_owner(visit.grant),
        "has_code": recovery.has_code(visit.grant),
        "recovery_url": reverse("access:recovery", args=[here]),
        "error": error,
    }
    return render(request, "access/leave.html", context, status=422 if error else 200)
