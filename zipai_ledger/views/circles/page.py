"""A circle: its people with what the evenings came to, the evenings, what else can be done."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from zipai_ledger import circles
from zipai_ledger.access import Action, CircleAction, CircleVisit, can, for_circle, holders
from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats import dates
from zipai_ledger.formats.dates import moment
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.models import Evening, GameSession, Grant, Person

from . import sums

Shown = dict[str, Any]
LATEST = 20


@require_safe
@for_circle(CircleAction.SEE)
def show(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """Everybody's sums and the evenings, newest first."""
    rows = circles.evenings_of(visit.circle)
    people = circles.people_of(visit.circle)
    doors = _doors(visit)
    every = "all" in request.GET
    shown = rows if every else rows[:LATEST]
    context = {
        "circle": visit.circle,
        "home_url": reverse("home"),
        "returned": _returned(visit),
        "people": board(visit, people, rows),
        "evenings": [_evening(visit, row, people, doors) for row in shown],
        "more_url": f"{address(visit, 'show')}?all=1" if len(shown) < len(rows) else "",
        "figures_url": address(visit, "figures") if rows else "",
        "invite_url": offered(visit, CircleAction.INVITE, "circle:invitations"),
        "tonight_url": reverse("new_table:tonight", args=[visit.circle.public_id]),
        "visit": visit,
    }
    return render(request, "circles/show.html", context)


def _returned(visit: CircleVisit) -> list[dict[str, str]]:
    """Other phones that came back lately by a recovery code, for who may send them away."""
    if not visit.may(CircleAction.REVOKE):
        return []
    others = holders.returned(visit.circle).exclude(pk=visit.grant.pk)
    return [
        {"when": moment(grant.recovered_at), "url": address(visit, "circle:revoke_phone", grant.pk)}
        for grant in others
    ]


def address(visit: CircleVisit, name: str, *arguments: object) -> str:
    """The address of a page of the circle."""
    full = name if ":" in name else f"circle:{name}"
    return reverse(full, args=[visit.circle.public_id, *arguments])


def offered(visit: CircleVisit, action: CircleAction, name: str) -> str:
    """The same, empty where this visitor may not go there."""
    return address(visit, name) if visit.may(action) else ""


def board(visit: CircleVisit, people: Sequence[Person], rows: Sequence[EveningRow]) -> list[Shown]:
    """Everybody with their sums; who came most often first."""
    found = circles.sums(rows)
    order = sorted(people, key=lambda person: (-found.get(person.index, Sum()).evenings, person.index))
    return [
        {
            "name": person.name,
            "url": address(visit, "person", person.index),
            "is_me": person.index == visit.person,
            "evenings": evenings_text(found.get(person.index, Sum()).evenings),
            "figures": sums.figures(found.get(person.index, Sum()), rows),
        }
        for person in order
    ]


def evenings_text(count: int) -> str:
    """How many evenings."""
    return ngettext("%(n)d 场", "%(n)d 场", count) % {"n": count} if count else _("还没来过")


def _doors(visit: CircleVisit) -> dict[int, str]:
    """Tables of the circle this device was ever let in at → its role there, empty where it was sent away."""
    held = Grant.objects.filter(device=visit.device, session__evening__circle=visit.circle)
    found = held.order_by("created").values_list("session_id", "role", "revoked_at")
    return {session: "" if revoked else role for session, role, revoked in found}


def _evening(
    visit: CircleVisit, row: EveningRow, people: Sequence[Person], doors: Mapping[int, str]
) -> Shown:
    names = {person.index: person.name for person in people}
    count = row.session.deal_count
    totals = circles.sums([row])
    role, here = doors.get(row.session.pk, ""), row.session.public_id
    opens = row.session.pk not in doors and row.evening.open_to_members
    strangers = [player.name for player in row.players if player.index not in row.who]
    return {
        "name": row.session.name,
        "about": [
            dates.day(row.day),
            _("、").join(stored_speaker(slug).game for slug in row.rulesets),
            ngettext("打了 %(n)d 盘", "打了 %(n)d 盘", count) % {"n": count} if count else _("还没打"),
        ],
        "playing": row.session.status == GameSession.Status.OPEN,
        "totals": [
            {"name": names[person], "figures": sums.figures(total, [row])} for person, total in totals.items()
        ],
        "strangers": _("、").join(strangers),
        "url": reverse("table:show", args=[here]) if role else "",
        "who_url": reverse("table:circle", args=[here]) if can(role, Action.CIRCLE) else "",
        "out_url": _out_url(visit, row, role),
        "look_url": address(visit, "look", row.evening.pk) if opens else "",
    }


def _out_url(visit: CircleVisit, row: EveningRow, role: str) -> str:
    """Where a table of somebody else is taken out; its own owner does that on the page that says who is who."""
    others = visit.may(CircleAction.TAKE_OUT) and not can(role, Action.CIRCLE)
    return address(visit, "take_out", row.evening.pk) if others else ""


@require_POST
@for_circle(CircleAction.LOOK)
def look(request: HttpRequest, visit: CircleVisit, evening: int) -> HttpResponse:
    """Let a member see the ledger of a table whose owner opened it to the circle."""
    found = Evening.objects.select_related("session").filter(circle=visit.circle, pk=evening).first()
    if found is None:
        raise Http404
    if not circles.look(found, visit.device):
        raise Http404
    return redirect("table:show", found.session.public_id)


@require_POST
@for_circle(CircleAction.TAKE_OUT)
def take_out(request: HttpRequest, visit: CircleVisit, evening: int) -> HttpResponse:
    """Take a table out of the circle; nothing of the table itself changes."""
    found = Evening.objects.filter(circle=visit.circle, pk=evening).first()
    if found is None:
        raise Http404
    circles.take_out(found)
    return redirect("circle:show", visit.circle.public_id)
