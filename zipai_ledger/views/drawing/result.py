"""Where the result of a drawing goes: the form it came from, with everybody on the seat that was drawn."""

from collections.abc import Sequence

from django.urls import NoReverseMatch, reverse

from ..tables import carrying
from .told import NEW, Fields, Told


def target(told: Told) -> str:
    """The form that takes the result: of the table's next stage, or of a new table."""
    if told.goes_to in ("", NEW):
        return reverse("tables:new")
    try:
        return reverse("tables:stage", args=[told.goes_to])
    except NoReverseMatch:
        return reverse("tables:new")


def unchanged(told: Told) -> Fields:
    """The other form as it came."""
    return _fields(told, range(told.draft.rows), told.draft.dealer, told.draft.sitting)


def reseated(told: Told, order: Sequence[int]) -> Fields:
    """Everybody in the order drawn: the dealer first, the lowest last."""
    rows = (*order, *range(len(order), told.draft.rows))
    return _fields(told, rows, 0, len(order) - 1 if told.draft.sitting_is_picked else None)


def staying(told: Told, order: Sequence[int]) -> Fields:
    """Everybody stays where he sits; only who deals, and who sits out, is as drawn."""
    resting = order[-1] if told.draft.sitting_is_picked else None
    return _fields(told, range(told.draft.rows), order[0], resting)


def _fields(told: Told, rows: Sequence[int], dealer: int, resting: int | None) -> Fields:
    """The other form with its rows in this order, the numbers that stand beside the names among them."""
    draft, typed = told.draft, told.draft.carrying
    game = () if told.goes_to else (("ruleset", draft.ruleset.slug), ("seats", str(draft.seating)))
    names = (("player", draft.names[row]) for row in rows)
    beside = ((f"{carrying.PREFIX}{part}", typed.at(part, row)) for part in typed.typed for row in rows)
    seats = (("dealer", str(dealer)), ("sitting", "" if resting is None else str(resting)))
    return (*told.carried, *game, *names, *beside, *seats, ("drawn", "1"))
