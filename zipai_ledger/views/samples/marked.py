"""Every page of a sample table says that it is one."""

from typing import Any

from django.http import HttpRequest

from zipai_ledger.access import Action, Visit

from ..addresses import offered


def mark(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``at_sample`` on pages of a sample table, with the way to delete it for its owner."""
    visit: Visit | None = getattr(request, "visit", None)
    if visit is None or not visit.session.sample:
        return {"at_sample": None}
    return {"at_sample": {"purge_url": offered(visit, Action.ERASE, "tables:purge")}}
