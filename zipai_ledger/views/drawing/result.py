"""Where the result of a drawing goes: the form it came from, with everybody on the seat that was drawn."""

from collections.abc import Sequence

from django.urls import NoReverseMatch, reverse

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
    return _fields(told, told.draft.names, told.draft.dealer, told.draft.sitting)


def reseated(told: Told, order: Sequence[int]) -> Fields:
    """Everybody in the order drawn: the dealer first, the lowest last."""
    names = told.draft.names
    seated = [*(names[player] for player in order), *names[len(order) :]]
    return _fields(told, seated, 0, len(order) - 1 if told.draft.sitting_is_picked else None)


def staying(told: Told, order: Sequence[int]) -> Fields:
    """Everybody stays where he sits; only who deals, and who sits out, is as drawn."""
    resting = order[-1] if told.draft.sitting_is_picked else None
    return _fields(told, told.draft.names, order[0], resting)


def _fields(told: Told, names: Sequence[str], dealer: int, resting: int | None) -> Fields:
    game = () if told.goes_to else (("ruleset", told.draft.ruleset.slug), ("seats", str(told.draft.seating)))
    seats = (("dealer", str(dealer)), ("sitting", "" if resting is None else str(resting)))
    return (*told.carried, *game, *(("player", name) for name in names), *seats, ("drawn", "1"))
