"""黄庄查叫 (chajiao): nobody won, and who is not ready pays who is (docs/rules/guiyang.md#chajiao)."""

from collections.abc import Sequence
from functools import partial

from ..facts import Ready, known
from ..options import one_of
from ..problems import Collector, Problem
from ..ruleset import Flow, Item, Table
from .house import HouseRules
from .lines import Line
from .win import check_pattern

FOUR = 4
"""Seats for which S2 settles who deals where one alone was not ready."""

CHAJIAO_DEALER = one_of(
    "chajiao_dealer",
    "seed",
    ("黄庄以后", "After a dead deal"),
    ("没有人胡，下一盘谁坐庄。", "Who deals after a deal nobody won."),
    "S2; O",
    {
        "seed": ("看谁叫牌", "By who was ready"),
        "stays": ("庄家连庄", "The dealer stays"),
    },
)


def check_ready(table: Table, ready: Sequence[Ready]) -> None:
    """Each ready player once, with a pattern or a value where he is paid; raises `Refused` with every problem."""
    found = Collector()
    paid = 0 < len(ready) < table.seats
    if len({each.player for each in ready}) < len(ready):
        found.add(Problem("bad_deal", "ready", "ready_twice"))
    for place, each in enumerate(ready):
        field = f"ready.{place}"
        found.attempt(partial(check_pattern, each.pattern, f"{field}.pattern"))
        if each.pattern is not None and each.value is not None:
            found.add(Problem("bad_deal", f"{field}.value", "ready_both"))
        if paid and each.pattern is None and each.value is None:
            found.add(Problem("bad_deal", f"{field}.pattern", "ready_value"))
    found.finish()


def chajiao_lines(o: HouseRules, table: Table, ready: Sequence[Ready]) -> tuple[Line, ...]:
    """Who is not ready pays each ready player the greatest value his hand could make."""
    payers = not_ready(table, ready)
    if not ready or not payers:
        everybody = "all" if table.seats == FOUR else "everybody"
        return (Line(Item("dead", {"how": everybody if ready else "none"}, 0)),)
    lines = [Line(Item("dead", {"how": "chajiao"}, 0))]
    for each in ready:
        units = o.values[each.pattern] if each.pattern is not None else known(each.value)
        flows = tuple(Flow(payer, each.player, units, "chajiao_paid") for payer in payers)
        lines.append(Line(Item("chajiao", {"player": each.player, "units": units}, units), flows))
    return tuple(lines)


def not_ready(table: Table, ready: Sequence[Ready]) -> tuple[int, ...]:
    """The seats that were not ready, in order."""
    those = {each.player for each in ready}
    return tuple(seat for seat in range(table.seats) if seat not in those)


def dealer_after(o: HouseRules, table: Table, dealer: int, ready: Sequence[Ready]) -> int:
    """Three of four ready: the one who was not. Else the dealer where he, nobody or everybody was ready, or the nearest."""
    waiting = not_ready(table, ready)
    if o.chajiao_dealer == "stays" or not ready or not waiting:
        return dealer
    if table.seats == FOUR and len(waiting) == 1:
        return waiting[0]
    return nearest(table, dealer, [each.player for each in ready])


def nearest(table: Table, dealer: int, seats: Sequence[int]) -> int:
    """The first of these seats counter-clockwise from the dealer, the dealer included."""
    return next(seat for seat in (table.after(dealer, step) for step in range(table.seats)) if seat in seats)
