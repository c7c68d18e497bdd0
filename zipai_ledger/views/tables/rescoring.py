"""照现在的规矩重算: what deals scored by older rules would come to, shown first, and stored where the owner wants it."""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.formats.speaker import stage_speaker, unit_word
from zipai_ledger.forms.fields import new_client_id, read_number
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.record import Rescoring
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.corrections import BlockedDeal, TotalChange

from ..refusals import Refusal, attempt


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RESCORE)
@heavy
def rescore(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Which deals differ and what the totals become; a POST stores it, all in one."""
    keep = {read_number(key) or 0 for key in request.POST.getlist("keep")}
    if request.method != "POST":
        return shown(request, visit, keep)
    recorded = attempt(
        lambda: record.rescore(
            session=visit.session,
            sent=visit.sent(request.POST.get("client_id"), read_number(request.POST.get("base", "")) or None),
            reason=request.POST.get("reason", "").strip(),
            keep=keep,
        )
    )
    if isinstance(recorded, Refusal):
        return shown(request, visit, keep, recorded.text, recorded.status)
    return redirect("table:show", visit.session.public_id)


def shown(
    request: HttpRequest, visit: Visit, keep: Collection[int], error: str = "", status: int = 200
) -> HttpResponse:
    """The page before it is done."""
    session = visit.session
    view = queries.table_view(session, most=0)
    found = record.preview_rescore(session=session, keep=keep)
    moved = [step.entry.position for step in found.steps if any(step.difference)]
    context = {
        "table_url": reverse("table:show", args=[session.public_id]),
        "boards": boards(view, found),
        "moved": moved,
        "alike": len(found.steps) - len(moved),
        "blocked": blocked(session, found, keep),
        "nothing": not (found.steps or found.blocked or found.kept),
        "is_open": session.status == GameSession.Status.OPEN,
        "reason": request.POST.get("reason", ""),
        "form": {"client_id": new_client_id(), "base": session.ledger_seq},
        "error": error,
    }
    return render(request, "tables/rescore.html", context, status=status)


def boards(view: TableView, found: Rescoring) -> list[dict[str, Any]]:
    """Totals before and after, unit by unit, of the units that change."""
    stages = [stage.stage for stage in view.stages]
    was = queries.settlement_of(stages, found.before.totals).units
    now = queries.settlement_of(stages, found.after.totals).units
    return [
        {
            "unit": unit_word(view.rulesets, unit),
            "rows": [
                TotalChange(player.name, before, after)
                for player, before, after in zip(view.players, was[unit], now[unit], strict=False)
            ],
        }
        for unit in was
        if was[unit] != now[unit]
    ]


def blocked(session: GameSession, found: Rescoring, keep: Collection[int]) -> list[BlockedDeal]:
    """Deals that today's rules refuse, why, and whether they are to stay as they are."""
    rows = queries.deals_by_key(session, {*found.blocked, *found.kept})
    return [
        BlockedDeal(
            key=key,
            number=row.deal.position,
            why=tuple(map(stage_speaker(row.deal.stage).problem, found.blocked.get(key, ()))),
            kept=key in keep,
        )
        for key, row in sorted(rows.items(), key=lambda item: item[1].deal.position)
    ]
