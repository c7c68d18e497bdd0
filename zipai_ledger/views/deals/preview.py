"""What a deal without a hand would do, explained before it is saved."""

from typing import Any

from zipai_ledger import record, telling
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Item

from .aim import Place
from .page import effect_of


def preview(place: Place, fact: facts.Deal) -> dict[str, Any]:
    """Its lines, who pays whom, and the totals; ``refused`` says why it cannot stand."""
    setting = place.setting
    words: dict[str, Any] = {"texts": setting.ruleset.texts, "names": setting.names}
    try:
        plan = record.preview_correction(session=place.session, change=place.aim.change(fact))
    except Refused as refused:
        told = [messages.problem_text(problem, setting.lang, **words) for problem in refused.problems]
        return {"refused": told}
    after = plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is entered counts
    paid = telling.payments(
        after.body["flows"],
        setting.names,
        lambda code: messages.reason(code, setting.lang, texts=setting.ruleset.texts),
    )
    return {
        "lines": [messages.label(Item(**item), setting.lang, **words) for item in after.body["items"]],
        "paid": [{"text": text, "value": f"{units} {setting.unit}"} for text, units in paid],
        "rows": effect_of(plan, place)["rows"] if paid else [],
    }
