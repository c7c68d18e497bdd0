"""谁进来过: who came into a circle and who left, for its owner."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, CircleVisit, for_circle
from zipai_ledger.formats import dates
from zipai_ledger.models import AccessKind, CircleAccessRecord, CircleRole

from ..access.audit import WHAT, Words, page

ROLES: Mapping[str, Callable[[], str]] = {CircleRole.OWNER: lambda: _("圈主")}
OF_CIRCLES: Mapping[str, Callable[[], str]] = {
    **WHAT,
    AccessKind.OPENED: lambda: _("建了这个圈"),
    AccessKind.LEFT: lambda: _("自己出圈"),
    AccessKind.SENT_AWAY: lambda: _("请一台手机出去"),
    AccessKind.ALL_SENT_AWAY: lambda: _("别的手机全请出去"),
}


@require_safe
@for_circle(CircleAction.AUDIT)
def audit(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """As of a table."""
    here = visit.circle.public_id
    words = Words(
        names={person.index: person.name for person in circles.people_of(visit.circle)},
        roles=ROLES,
        nobody=_("没说是谁"),
        what=OF_CIRCLES,
        at=lambda at: dates.day_and_clock(dates.local(at)),
    )
    context = {
        "url": reverse("circles:audit", args=[here]),
        "back_url": reverse("circle_invitations:show", args=[here]),
        "back": _("请人进圈"),
        "hint": _("谁进来、谁出去，凭什么。只有圈主看得到。同一样的事只留最近一百回。"),
    }
    return page(request, CircleAccessRecord.objects.filter(circle=visit.circle), words, context)
