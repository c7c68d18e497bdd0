"""A line's numbers, and what of them is drawn where there are more than a screen has room for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_MARKS = 16
"""Markers of one line; more would run together."""
FEWEST_MARKS = 4
"""Markers of a line that asks for none: enough to tell it by."""


class Point(NamedTuple):
    """A number of the line and its place in it."""

    at: int
    value: int


@dataclass(frozen=True, slots=True)
class Series:
    """One line: ``values`` of all places, at least one; ``marks`` the places that carry a marker.

    ``start`` is the place where it begins: nothing is drawn before. ``look`` is the number of its colour, dash and
    marker, so that somebody looks alike in several charts.
    """

    name: str
    values: Sequence[int]
    look: int
    marks: Sequence[int] = ()
    start: int = 0


def corners(series: Series, most: int) -> list[Point]:
    """At most ``most`` points of a line from where it begins."""
    return [Point(series.start + at, value) for at, value in thinned(series.values[series.start :], most)]


def thinned(values: Sequence[int], most: int) -> list[Point]:
    """At most ``most`` points (an even number of four or more) that look like all of them.

    The first, the last, the highest and the lowest are always among them: each stretch keeps its own highest and
    lowest, in their order.
    """
    count = len(values)
    if count <= most:
        return [Point(at, value) for at, value in enumerate(values)]
    kept = {0, count - 1}
    stretches = (most - 2) // 2
    for number in range(stretches):
        stretch = range(number * count // stretches, (number + 1) * count // stretches)
        kept |= {max(stretch, key=values.__getitem__), min(stretch, key=values.__getitem__)}
    return [Point(at, values[at]) for at in sorted(kept)]


def evenly(places: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of these, evenly spread, the last among them."""
    if len(places) <= most:
        return list(places)
    return [places[(number + 1) * len(places) // most - 1] for number in range(most)]


def markers(series: Series) -> list[Point]:
    """Where a line carries its marker: at its marks, or else spread so that no two looks' come together."""
    count = len(series.values)
    if series.marks:
        return [Point(at, series.values[at]) for at in evenly(series.marks, MOST_MARKS)]
    step = max(1, count // FEWEST_MARKS)
    places = range((series.look + 1) * step // (FEWEST_MARKS * 2 + 1), count, step)
    begun = [at for at in places if at >= series.start] or [count - 1]
    return [Point(at, series.values[at]) for at in begun]
