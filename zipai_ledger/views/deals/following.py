"""照规矩改: whether the deals after a corrected one shall follow the rule in who deals, who sits out, and the minimum."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import record
from zipai_ledger.ledger.posting import Followed
from zipai_ledger.ledger.record import Seats
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.proposed import PROPOSED

from .page import say

FIRST = 3
"""Deals named one by one."""
DEPARTURES = ("dealer_differs", "sitting_differs")
"""What the rules remark on who deals and who sits out."""


def seats_of(data: Mapping[str, str], name: str = "follow") -> Seats:
    """What was asked for: ``follow`` what is ticked, ``shown`` what the effect was shown with."""
    return Seats.BY_RULE if data.get(name) else Seats.AS_SEEN


def confirmed(data: Mapping[str, str]) -> bool:
    """Whether this very correction was shown before; with another tick it has to be shown anew."""
    return bool(data.get("confirm")) and seats_of(data) == seats_of(data, "shown")


def offer(plan: record.Plan, place: Slot) -> dict[str, Any] | None:
    """The choice to follow, None where nothing would; ``plan`` is the correction with the rule followed."""
    followed = plan.derived.followed
    if not followed:
        return None
    moved = [name for name in PROPOSED if any(_moved(one, name) for one in followed)]
    return {
        "count": len(followed),
        "what": _("、").join(_word(name, place) for name in moved),
        "first": [{"number": one.position, "changes": _changes(one, place)} for one in followed[:FIRST]],
        "more": len(followed) > FIRST,
        "contrary": plan.derived.contrary[:FIRST],
    }


def departures(place: Slot) -> str:
    """Who would deal or sit out in the deal that stands there, if the rule were followed; nothing where it is."""
    if place.now is None or place.now.deal.agreed:
        return ""
    told = [Problem(**one) for one in place.now.outcome["warnings"] if one["code"] in DEPARTURES]
    return _("、").join(say(problem, place) for problem in told)


def _moved(one: Followed, name: str) -> bool:
    return getattr(one.was, name, None) != getattr(one.now, name, None)


def _changes(one: Followed, place: Slot) -> list[dict[str, str]]:
    return [
        {
            "what": _word(name, place),
            "was": _told(getattr(one.was, name), name, place),
            "now": _told(getattr(one.now, name), name, place),
        }
        for name in PROPOSED
        if _moved(one, name)
    ]


def _word(name: str, place: Slot) -> str:
    return WORDS[name](place.setting.speaker.terms)


def _told(value: int | None, name: str, place: Slot) -> str:
    if value is None:
        return "–"
    return str(value) if name == "min_hu" else place.setting.name(value)


WORDS: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    "dealer": lambda words: words["dealer"],
    "sitting": lambda words: words["sitting"],
    "min_hu": lambda _words: _("起胡"),
}
