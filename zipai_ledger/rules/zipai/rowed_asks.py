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
_TICKED_MARKS: Final = tuple(mark for mark in BEGINNINGS if mark != "dihu")


def _names(rows: Sequence[Row]) -> frozenset[str]:
    return frozenset(name for row in rows for name in row.names)


def count_asks(rows: Sequence[Row], wang: int = 0, *, is_limited: bool = False) -> tuple[CountAsk, ...]:
    """红字, 大字, 小字, each where a row needs it; and of so many 王 how many, where a row or 限胡 (``is_limited``) needs that."""
    needed = _names(rows)
    counted = [CountAsk(name, NAMES[name], most) for name, most in COUNTED.items() if name in needed]
    is_needed = wang and (is_limited or "wang" in needed)
    return (*counted, *([CountAsk("wang", NAMES["wang"], wang)] if is_needed else []))


def least_hu(rows: Sequence[Row]) -> int | None:
    """The fewest 胡 that win by a row with a minimum of its own, None where no row has one; 0 is 飘胡, 毛胡, 无胡."""
    return min(
        (row.least for row in rows if row.least is not None),
        key=lambda least: (not least, least),
        default=None,
    )


def mark_asks(rows: Sequence[Row], discards: bool, wang: int = 0) -> tuple[MarkAsk, ...]:
    """天胡; 地胡 where a row needs it, off the dealer's discard or his shown card; 王钓 and the like, by own draw."""
    needed, source = _names(rows), "discard" if discards else "other_draw"
    dihu = [MarkAsk("dihu", NAMES["dihu"], "other", source, True)] if "dihu" in needed else []
    of_wang = [mark for mark in WANG_MARKS if wang and mark in needed]
    return (_TIANHU, *dihu, *(MarkAsk(mark, NAMES[mark], "any", "self_draw", False) for mark in of_wang))


def tick_asks(rows: Sequence[Row]) -> tuple[PatternAsk, ...]:
    """Marks that a row needs and no source implies, then every row that the known numbers do not decide."""
    needed = _names(rows)
    marks = [PatternAsk(mark, NAMES[mark], unseen=True) for mark in _TICKED_MARKS if mark in needed]
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
