"""要问什么 (yao wen shenme): what an entry needs for the rows of a table (docs/rules/paohuzi.md#quick-entry).

A row all of whose numbers are known is decided by the rules; any other row is a tick.
"""

from collections.abc import Sequence
from typing import Final

from ..options import Words
from ..rowtable import Row
from .asks import CountAsk, MarkAsk, PatternAsk
from .counts import BEGINNINGS, HELD, MARKS, NAMES, SOURCES, WANG_MARKS

COUNTED: Final = {"red": 24, "big": 40, "small": 40}
"""What a table counts for itself, and the most of it that there can be, in the order of the fields."""

_TIANHU: Final = MarkAsk("tianhu", Words("天胡", "heavenly hu"), "dealer", "dealt", False)
_TICKED_MARKS: Final = (*(mark for mark in BEGINNINGS if mark != "dihu"), *WANG_MARKS)


def _names(rows: Sequence[Row]) -> frozenset[str]:
    return frozenset(name for row in rows for name in row.names)


def count_asks(rows: Sequence[Row], wang: int = 0) -> tuple[CountAsk, ...]:
    """红字, 大字, 小字: each where a row needs it; and 王, where there are any."""
    needed = _names(rows)
    counted = [CountAsk(name, NAMES[name], most) for name, most in COUNTED.items() if name in needed]
    return (*counted, *([CountAsk("wang", NAMES["wang"], wang)] if wang else []))


def least_hu(rows: Sequence[Row]) -> int | None:
    """The fewest 胡 that win by a row with a minimum of its own, None where no row has one; 0 is 飘胡, 毛胡, 无胡."""
    return min(
        (row.least for row in rows if row.least is not None),
        key=lambda least: (not least, least),
        default=None,
    )


def begin_asks(rows: Sequence[Row], discards: bool) -> tuple[MarkAsk, ...]:
    """天胡, and 地胡 where a row needs it: off the dealer's discard, or his shown card."""
    if "dihu" not in _names(rows):
        return (_TIANHU,)
    source = "discard" if discards else "other_draw"
    return (_TIANHU, MarkAsk("dihu", Words("地胡", "earthly hu"), "other", source, True))


def tick_asks(rows: Sequence[Row], wang: int) -> tuple[PatternAsk, ...]:
    """Marks that a row needs, then every row that the known numbers do not decide."""
    needed = _names(rows)
    marks = [
        PatternAsk(mark, NAMES[mark], unseen=True)
        for mark in _TICKED_MARKS
        if mark in needed and (mark not in WANG_MARKS or wang)
    ]
    decided = {*COUNTED, *SOURCES, *MARKS, "hu", "dealer", "wang"}
    ticks = [
        PatternAsk(
            row.code,
            row.name,
            names="row",
            unseen="said" in row.names,
            laid={"said", HELD} & row.names == {HELD},
        )
        for row in rows
        if not row.names <= decided and not (row.each and row.each.of not in decided)
    ]
    return (*marks, *ticks)
