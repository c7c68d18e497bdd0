"""战绩 in words: tallies as a table of figures, totals as a chart with its numbers beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from zipai_ledger import charts
from zipai_ledger.charts import axes
from zipai_ledger.formats.numbers import WHOLE_CURRENCIES, sign, signed
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger.figures import Tally, Ways, ways_of
from zipai_ledger.rules.speaker import MINUS, Speaker

Shown = dict[str, Any]
ABREAST = 4
"""People in one table; a narrow phone has room for no more."""
LARGE = 1.25
"""How much larger large type is."""
NUMBERS = 24
"""Rows of a chart's numbers, about."""


class Row(NamedTuple):
    """What one row of figures is called, what stands in it for a tally, and of what."""

    label: str
    cell: Callable[[Tally], str]
    unit: str = ""


def board(tallies: Mapping[int, Tally], names: Sequence[str], ruleset: str, unit: str) -> list[Shown]:
    """The figures of one game: tables of a few people each, who come in the order of ``tallies``.

    ``names`` by person. Rows in which everybody has nothing are left out where they are rare things.
    """
    people = list(tallies)
    rows = list(_rows(ways_of(ruleset), stored_speaker(ruleset, unit), list(tallies.values())))
    return [
        {
            "names": [names[person] for person in some],
            "rows": [
                {
                    "label": row.label,
                    "unit": row.unit,
                    "cells": [row.cell(tallies[person]) for person in some],
                }
                for row in rows
            ],
        }
        for some in (people[at : at + ABREAST] for at in range(0, len(people), ABREAST))
    ]


def _rows(ways: Ways, speaker: Speaker, found: Sequence[Tally]) -> Iterator[Row]:
    yield Row(_("打了几盘"), lambda tally: str(tally.played))
    yield from _hands(ways, speaker) if ways.has_hands else _sides()
    if any(tally.streak > 1 for tally in found):
        yield Row(_("连胡"), lambda tally: str(tally.streak))
    brought = speaker.hu if ways.in_rounds else speaker.unit
    yield Row(_("一盘赢最多"), lambda tally: signed(tally.most_won), brought)
    yield Row(_("一盘输最多"), lambda tally: signed(tally.most_lost), brought)
    if any(tally.fouls for tally in found):
        yield Row(speaker.terms["foul"], lambda tally: str(tally.fouls))
    if any(tally.sat for tally in found):
        yield Row(speaker.terms["sitting"], lambda tally: str(tally.sat))


def _hands(ways: Ways, speaker: Speaker) -> Iterator[Row]:
    """Rows of a game in which hands win."""
    counted = speaker.hu if ways.by_hu else speaker.unit
    yield Row(_("胡了几盘"), lambda tally: str(tally.wins))
    yield Row(_("胡率"), lambda tally: share(tally.wins, tally.played))
    yield Row(speaker.label("self_draw"), lambda tally: str(tally.drawn))
    yield Row(speaker.label("discard"), lambda tally: str(tally.discards))
    yield Row(_("最大"), lambda tally: f"{tally.greatest} {counted}" if tally.wins else DASH)
    yield Row(_("平均"), lambda tally: mean(tally.worth, tally.wins))


def _sides() -> Iterator[Row]:
    """Rows of a game in which sides win."""
    yield Row(_("赢了几盘"), lambda tally: str(tally.ahead))
    yield Row(_("输了几盘"), lambda tally: str(tally.behind))
    yield Row(_("赢率"), lambda tally: share(tally.ahead, tally.played))


DASH = "—"
"""Where there is nothing to count."""


def counted_in(ruleset: str, unit: str) -> str:
    """What hands of a game are compared by: its word for 胡, or its unit."""
    speaker = stored_speaker(ruleset, unit)
    return speaker.hu if ways_of(ruleset).by_hu else speaker.unit


def share(part: int, whole: int) -> str:
    """How many of a hundred, rounded: 33%."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else DASH


def mean(total: int, count: int) -> str:
    """The average to one place, rounded half up: 20.5."""
    if not count:
        return DASH
    tenths = (20 * abs(total) + count) // (2 * count)
    return f"{MINUS if total < 0 else ''}{tenths // 10}.{tenths % 10}"


def chart(
    title: str,
    unit: str,
    lines: Sequence[charts.Series],
    places: Sequence[str],
    size: str = "normal",
    tell: Callable[[int], str] = signed,
) -> Shown:
    """Lines of totals with the same numbers as a table; ``places`` name the steps after the first, nought.

    ``tell`` writes the numbers, for money `money`.
    """
    frame = charts.Frame(text=14 * (LARGE if size == "large" else 1))
    ends = [_("%(name)s %(total)s") % {"name": one.name, "total": tell(one.values[-1])} for one in lines]
    label = _("%(title)s，单位%(unit)s。最后：%(ends)s") % {
        "title": title,
        "unit": unit,
        "ends": _("，").join(ends),
    }
    return {
        "title": title,
        "unit": unit,
        "svg": charts.line(lines, label, frame, places, tell),
        "tables": [_numbers(lines[at : at + ABREAST], places, tell) for at in range(0, len(lines), ABREAST)],
    }


def money(currency: str) -> Callable[[int], str]:
    """Writes minor units without the currency, and without places that nobody needs: +7.50, −3."""
    whole = 1 if currency in WHOLE_CURRENCIES else 100

    def tell(minor: int) -> str:
        if minor % whole:
            return f"{'+' if minor > 0 else MINUS}{abs(minor) / whole:.2f}"
        return signed(minor // whole)

    return tell


def _numbers(lines: Sequence[charts.Series], places: Sequence[str], tell: Callable[[int], str]) -> Shown:
    last = len(places)
    shown = axes.places(last, NUMBERS if last > NUMBERS else last)
    return {
        "names": [one.name for one in lines],
        "rows": [
            {"place": places[at - 1], "cells": [told(one.values[at], tell) for one in lines]} for at in shown
        ],
    }


def told(value: int, tell: Callable[[int], str]) -> Shown:
    """A number as text, with the class of its sign."""
    return {"text": tell(value), "sign": sign(value)}
