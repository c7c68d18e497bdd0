"""囤数 (tunshu): units by the ladder, 醒 and the rows that hold (docs/rules/paohuzi.md#order)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..codec import Count
from ..facts import Xing
from ..problems import Param
from ..ruleset import Item
from .call import Call, Priced
from .cards import FEI
from .counts import WANG_MARKS
from .hand import Hand
from .ladder import Ladder
from .readings import Reading
from .rowed import Counting, Joining, RowPricing, Worth, hu_after, hu_lines, joined, row_line
from .xing import Counted, Stood, XingRules, count_by_cards, count_by_number

WangLimit = Literal["none", "by_fan", "by_wang"]
MANY_WANG = 3
"""With so many 王 only their own rows win, where the table limits by 王."""


@dataclass(frozen=True)
class UnitRowPricing(RowPricing):
    """Units: what the ladder gives the 胡 after the rows, and more, times the factors (docs/rules/paohuzi.md#order).

    ``extra``: 底分, in the bracket; ``dead_counts``: 黄番, times the deals that nobody won, and one.
    """

    ladder: Ladder
    extra: int
    xing: XingRules
    xing_worth: int
    wang_limit: WangLimit
    dead_counts: bool
    any_wang_row: bool = False
    """Whether a row that names a 王 mark is one of 王 even where it holds without one (the first edition)."""

    def by_itself(self, call: Call) -> Call:
        return call._replace(xing=Xing(count=Count(0))) if self.xing.mode == "flip" else call

    def worth(self, call: Call, hu: int, rows: tuple[Counting, ...], xing: int) -> tuple[int, int]:
        after = hu_after(hu, rows, self.joining)
        more = sum(each.number for each in rows if each.row.kind == "plus")
        inside = self.ladder.units(after) + self.extra + self.xing_worth * xing + more
        factors = joined(_factors(rows, last=False), self.joining) * joined(
            _factors(rows, last=True), "product"
        )
        return after, inside * factors * self._dead(call)

    def _dead(self, call: Call) -> int:
        return call.dead_deals + 1 if self.dead_counts else 1

    # ---- 醒 ------------------------------------------------------------------------------------------------------

    def xing_is_alike(self, hand: Hand) -> bool:
        return self.xing.mode == "none" or not hand.specials

    def xing_of(self, call: Call, reading: Reading | None = None) -> int:
        return self._xing(call, reading).copies

    def _xing(self, call: Call, reading: Reading | None) -> Counted:
        if call.hand is None:
            return count_by_number(self.xing, call.source, call.xing)
        stands = reading if reading and self.xing.mode != "none" and call.hand.specials else None
        seen = stood(call.hand, stands) if stands else call.hand
        return count_by_cards(self.xing, seen, call.xing)

    # ---- 王 ------------------------------------------------------------------------------------------------------

    def enough(self, call: Call, rows: tuple[Counting, ...]) -> bool:
        """限胡 (xianhu): with k 王 the factors have to come to 2 to the k, or from three on a row of the 王 mark to count."""
        wang = call.wang or (call.hand.specials.count(FEI) if call.hand else 0)
        if self.wang_limit == "by_fan":
            return joined((each.number for each in rows if each.row.kind == "times"), "product") >= 1 << wang
        if self.wang_limit == "by_wang" and wang >= MANY_WANG:
            marks = frozenset(WANG_MARKS if self.any_wang_row else call.marks) & {*WANG_MARKS}
            return any(each.row.names & marks for each in rows)
        return True

    # ---- in lines ------------------------------------------------------------------------------------------------

    def priced(self, call: Call, worth: Worth, reading: Reading | None) -> Priced:
        counted, rows = self._xing(call, reading), worth.rows
        items = [*hu_lines(worth.hu, rows, self.joining)]
        items.append(Item("ladder", self.ladder.explained(worth.after), self.ladder.units(worth.after)))
        items += [Item("base_extra", {}, self.extra)] if self.extra else []
        items += [item._replace(units=item.units * self.xing_worth) for item in counted.items]
        items += [row_line(each, "plus", each.number) for each in rows if each.row.kind == "plus"]
        items += self._factor_lines(call, rows, sum(item.units for item in items))
        return Priced(
            tuple(items),
            worth.result,
            counted,
            patterns=tuple(each.row.code for each in rows),
        )

    def _factor_lines(self, call: Call, rows: tuple[Counting, ...], inside: int) -> list[Item]:
        """Each factor with the units that it adds to what stands before it."""
        items, so_far = list[Item](), inside
        for last in (False, True):
            joining: Joining = "product" if last else self.joining
            factors = [each for each in rows if each.row.kind == "times" and each.row.last is last]
            before = so_far
            for place, each in enumerate(factors):
                now = before * joined((one.number for one in factors[: place + 1]), joining)
                how = "added" if joining == "sum" and place else "times"
                items.append(row_line(each, how, now - so_far))
                so_far = now
        dead = self._dead(call)
        if dead > 1:
            numbers: dict[str, Param] = {"n": call.dead_deals, "times": dead}
            items.append(Item("dead_factor", numbers, so_far * (dead - 1)))
        return items


def _factors(rows: Iterable[Counting], *, last: bool) -> list[int]:
    return [each.number for each in rows if each.row.kind == "times" and each.row.last is last]


def stood(hand: Hand, reading: Reading) -> Stood:
    """The cards of a reading, special ones as what they stand for; the winning card is the last that stands, if it is one."""
    cards = tuple(card for meld in reading.melds for card in meld.cards)
    won = hand.winning_card
    if won is not None and won >= FEI and reading.stands:
        won = reading.stands[-1].card
    return Stood(cards, won, hand)
