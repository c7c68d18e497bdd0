"""听写: what a typed or dictated sentence says, shown before anything is saved."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries import HEARING, Understood
from zipai_ledger.entries.slots import Slot
from zipai_ledger.presenters.fans import group_fan
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import CARDS

from ..slots import aimed_or_404
from .page import page, say


@require_POST
@for_table(Action.RECORD)
def heard(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sentence of a form, as far as it is understood."""
    place = aimed_or_404(visit.session, request)
    return page(request, "entries/_heard.html", {"heard": shown_of(place, request.POST.get("said", ""))})


def shown_of(place: Slot, text: str) -> dict[str, Any] | None:
    """What is shown of a sentence; None where there is none, or where such deals are not told in sentences."""
    hear = HEARING.get(place.setting.ruleset.entry)
    if hear is None or not text.strip():
        return None
    try:
        return shown(place, text, hear(place.setting, text))
    except Refused as refused:
        return {"said": text, "wrong": [say(problem, place) for problem in refused.problems]}


def shown(place: Slot, text: str, understood: Understood) -> dict[str, Any]:
    """A sentence that was understood: in words, its groups drawn, and what it fills in."""
    drawn = [group for group in understood.groups if all(char in CARDS for char in group[1])]
    return {
        "said": text,
        "words": understood.words,
        "fans": [group_fan(kind, cards, place.setting.speaker) for kind, cards in drawn],
        "values_json": json.dumps(dict(understood.values), ensure_ascii=False),
    }


def understood_of(place: Slot, data: Mapping[str, str]) -> Understood | None:
    """What a form's sentence says; None where it has none. Raises `Refused`."""
    hear, text = HEARING.get(place.setting.ruleset.entry), data.get("said", "")
    return hear(place.setting, text) if hear and text.strip() else None
