"""What the rows of stages, deals and 胡 must hold, as columns, from the bodies of the events that tell of them.

The columns that the verbs write come from here, and so do those that verification expects: there is one answer.
"""

from collections.abc import Mapping
from typing import Any

from . import canonical
from .bodies import EventBody

Columns = dict[str, Any]
Body = Mapping[str, Any]


def body_outcomes(body: Body) -> dict[int, str]:
    """Deal key → canonical text of the outcome, for each that the event changed."""
    return {
        entry["deal"]: canonical.to_text({name: value for name, value in entry.items() if name != "deal"})
        for entry in body["outcomes"]
    }


def body_followed(body: Body | EventBody) -> dict[int, Any]:
    """Deal key → fact, for each later deal whose dealer, sitting seat or minimum the event brought to the rule."""
    return {entry["deal"]: entry["fact"] for entry in body.get("followed", ())}


def stage_columns(body: Body) -> Columns:
    """The columns of a stage from the event that opened it."""
    stake = body["stake"] or {"currency": "", "minor_per_unit": None}
    return {
        "index": body["stage"],
        "ruleset": body["ruleset"],
        "version": body["version"],
        "unit": body["unit"],
        "options": canonical.to_text(body["options"]),
        "seats": canonical.to_text(body["seats"]),
        "player_count": body["players"],
        "first_dealer": body["first_dealer"],
        "first_sitting": body["first_sitting"],
        "currency": stake["currency"],
        "minor_per_unit": stake["minor_per_unit"],
        "carried_in": canonical.to_text(body["carried_in"]),
        "opening": canonical.to_text(body["state"]),
    }


def fact_columns(fact: str) -> Columns:
    """The columns of a deal that repeat its fact."""
    document = canonical.parse(fact)
    return {"fact": fact, "dealer": document.get("dealer"), "sitting": document.get("sitting")}


def outcome_columns(outcome: str) -> Columns:
    """The columns of a deal that repeat its outcome."""
    return {"outcome": outcome, "checked": canonical.parse(outcome)["checked"]}


def hu_columns(outcome: str) -> list[Columns]:
    """The columns of a deal's 胡, in the order of the wins."""
    return [
        {
            "ordinal": ordinal,
            "winner": win["winner"],
            "source": win["source"] or "",
            "from_player": win["from"],
            "hand": win["hand"],
            "melds": canonical.to_text(win["melds"]),
            "hu": win["hu"],
            "units": win["units"],
            "xing": win["xing"],
            "marks": canonical.to_text(win["marks"]),
        }
        for ordinal, win in enumerate(canonical.parse(outcome)["wins"])
    ]


def spread(values: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Values by player, filled up with zeros for columns that nobody has."""
    return values + (0,) * (width - len(values))


def difference(after: tuple[int, ...], before: tuple[int, ...]) -> tuple[int, ...]:
    """Target minus already posted; either may be empty, which counts as zeros."""
    width = max(len(after), len(before))
    return tuple(a - b for a, b in zip(spread(after, width), spread(before, width), strict=True))
