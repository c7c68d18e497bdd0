"""有异议 (you yiyi): what a deal's page says of a doubt: by whom, why, and the totals with the deal and without it."""

import secrets
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from django.urls import reverse

from zipai_ledger.access import Action, Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.trail.kinds import UNDOUBTING, Kind
from zipai_ledger.models import Event, GameSession, Stage
from zipai_ledger.presenters.disputes import CountChange, DisputedTotals, disputed_rows
from zipai_ledger.presenters.history import EventLine

from .page import effect_of


def context(visit: Visit, place: Slot) -> dict[str, Any] | None:
    """What can be said about a deal: who doubts it, what it would come to without it; None where it counts no more."""
    if place.now is None or not place.now.deal.live:
        return None
    doubted = place.now.deal.disputed
    is_open = visit.session.status == GameSession.Status.OPEN
    urls = {name: _url(visit, place, name) if is_open else "" for name in ("dispute", "resolve", "take_back")}
    own = doubted and not visit.may(Action.CORRECT) and raised_here(visit, place.aim.key)
    return {
        "client_id": secrets.token_urlsafe(18),
        "open": doubted,
        "dispute_url": urls["dispute"],
        "resolve_url": urls["resolve"] if visit.may(Action.CORRECT) else "",
        "take_back_url": urls["take_back"] if own else "",
        "both": both(place) if doubted else None,
    }


def said(story: Sequence[EventLine]) -> list[EventLine]:
    """The events of a deal's story by which it is doubted now; ``story`` oldest first."""
    last = [*takewhile(lambda event: event.kind not in UNDOUBTING, reversed(story))]
    return [event for event in reversed(last) if event.kind == Kind.DEAL_DISPUTED]


def _url(visit: Visit, place: Slot, name: str) -> str:
    return reverse(f"disputes:{name}", args=[visit.session.public_id, place.aim.key])


def raised_here(visit: Visit, key: int) -> bool:
    """Whether nobody but this phone doubts a deal: what another one said it cannot take back."""
    return queries.doubters_of(visit.session, key) == {visit.grant.pk}


def raised_by(visit: Visit) -> int:
    """How often this phone doubted a deal."""
    doubting = Event.objects.filter(session=visit.session, kind=Kind.DEAL_DISPUTED)
    return doubting.filter(grant=visit.grant.pk).count()


def both(place: Slot) -> DisputedTotals:
    """The totals with a deal that counts and without it, and what else would be different then."""
    plan = record.preview_correction(session=place.session, change=record.Void(place.aim.key))
    stages = list(Stage.objects.filter(session=place.session).order_by("index"))
    now, without = (queries.settlement_of(stages, each.totals) for each in (plan.before, plan.after))
    names, seated = place.setting.speaker.names, place.setting.table.players
    effect = effect_of(plan, place)
    return DisputedTotals(
        rows=disputed_rows(names, seated, plan.stage, now, without),
        later=tuple(effect["later"]),
        blocked=tuple(deal["number"] for deal in effect["blocked"]),
        counted=tuple(CountChange(**change) for change in effect["counted"]),
    )
