"""What a deal without a hand would do, explained before it is saved."""

from typing import Any

from zipai_ledger.entries.slots import Slot
from zipai_ledger.formats import outcomes
from zipai_ledger.ledger import record
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Item


def preview(place: Slot, fact: facts.Deal) -> dict[str, Any]:
    """Its lines, and who pays whom; ``refused`` says why it cannot stand."""
    speaker = place.setting.speaker
    try:
        plan = record.preview_correction(session=place.session, change=place.aim.change(fact))
    except Refused as refused:
        return {"refused": [speaker.problem(problem) for problem in refused.problems]}
    after = plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is entered counts
    paid = outcomes.payments(after.body["flows"], speaker.names, speaker.reason)
    return {
        "lines": [speaker.item(Item(**item)) for item in after.body["items"]],
        "paid": [{"text": text, "value": f"{units} {speaker.unit}"} for text, units in paid],
    }
