"""加锤、封顶 (jiachui, fengding): a win's payments with what was announced before the deal (docs/rules/common.md#pledges)."""

from collections.abc import Sequence
from dataclasses import replace

from ..facts import TilesWon
from ..pledges import Pledging
from .lines import Line


def pledged_lines(pledging: Pledging, deal: TilesWon, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of what is won, at what is then paid; 包牌 pays as it is."""
    if deal.bao is not None:
        return tuple(lines)
    paid = pledging.paid(deal, [flow for line in lines for flow in line.flows])
    left = iter(paid.flows)
    paid_lines = [replace(line, flows=tuple(next(left) for _ in line.flows)) for line in lines]
    return (*paid_lines, *(Line(item) for item in paid.lines))
