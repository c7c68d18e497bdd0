"""What a correction makes of the deal it is about: in words, before it is made."""

from typing import Any

from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import DealRow, Version
from zipai_ledger.presenters.deal_changes import deal_changes, deal_summary, version_row
from zipai_ledger.rules import facts

from .page import roster_of


def turned(plan: record.Plan, place: Slot) -> dict[str, Any]:
    """A deal that is ``gone``, or the ``deal`` that is added or counts again, in a few words; else what ``changed``.

    See `deal_changes`.
    """
    roster, before, after = roster_of(place), place.now, as_it_becomes(plan, place)
    if after is None:
        return {"gone": deal_summary(before, roster) if before else []}
    if place.aim.way == "replace" and before is not None and before.deal.live:
        return {"changed": deal_changes(before, after, roster)}
    return {"deal": deal_summary(after, roster)}


def as_it_becomes(plan: record.Plan, place: Slot) -> DealRow | None:
    """The deal as it shall stand, None where it shall not count."""
    entry, after = plan.edited.entry, plan.edited.after
    if after is None:
        return None
    return version_row(Version(facts.to_json(entry.fact), after.body), plan.stage, entry.position)
