"""名堂计价 (mingtang jijia): the worth of a hand by the rows of a table that hold (docs/rules/paohuzi.md#order)."""

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, NamedTuple

from .. import facts
from ..problems import Collector, Param, Problem, Refused
from ..rowtable import Row
from ..ruleset import Item
from . import counts
from .call import Call, Priced
from .cards import FEI
from .hand import Hand
from .melds import Values
from .readings import Reading
from .valuing import Limits, Pricing

Joining = Literal["product", "sum"]
"""How several factors of one kind join: multiplied, or added up to at least 1."""


class Counting(NamedTuple):
    """A row that counts, with what its value has grown to."""

    row: Row
    number: int


class Worth(NamedTuple):
    """What a reading comes to: its 胡 before and after the rows, the result that is paid by, and the rows that counted."""

    hu: int
    after: int
    result: int
    rows: tuple[Counting, ...]


def chosen(held: Sequence[Counting]) -> tuple[Counting, ...]:
    """Of the rows that hold those that count: of a group the greatest, and one that stands alone instead of all others."""
    best: dict[str, Counting] = {}
    for each in held:
        group = each.row.group
        if group and (group not in best or each.number > best[group].number):
            best[group] = each
    kept = [each for each in held if not each.row.group or best[each.row.group] is each]
    alone = [each for each in kept if each.row.alone]
    return (max(alone, key=lambda each: each.number),) if alone else tuple(kept)


def joined(factors: Iterable[int], joining: Joining) -> int:
    """Several factors as one."""
    return max(1, sum(factors)) if joining == "sum" else math.prod(factors)


def hu_after(hu: int, rows: Sequence[Counting], joining: Joining) -> int:
    """The 胡 that the rows make of those counted."""
    fixed = [each.number for each in rows if each.row.kind == "hu"]
    worths = [each.number for each in rows if each.row.kind == "worth"]
    base = sum(worths) if worths else max(fixed, default=hu)
    times = joined((each.number for each in rows if each.row.kind == "hu_times"), joining)
    return base * times + sum(each.number for each in rows if each.row.kind == "hu_plus")


def hu_lines(hu: int, rows: Sequence[Counting], joining: Joining) -> tuple[Item, ...]:
    """The rows that change the 胡, each with what they are afterwards; worth no units themselves."""
    items = []
    for kind in ("hu", "worth", "hu_times", "hu_plus"):
        for place, each in enumerate(rows):
            if each.row.kind == kind:
                so_far = [one for at, one in enumerate(rows) if _comes_before(one, at, kind, place)]
                now = hu_after(hu, (*so_far, each), joining)
                items.append(row_line(each, kind, now=now))
    return tuple(items)


_ORDER = ("hu", "worth", "hu_times", "hu_plus")


def _comes_before(one: Counting, at: int, kind: str, place: int) -> bool:
    if one.row.kind not in _ORDER:
        return False
    order, mine = _ORDER.index(one.row.kind), _ORDER.index(kind)
    return order < mine or (order == mine and at < place)


def row_line(each: Counting, how: str, units: int = 0, **numbers: Param) -> Item:
    """The line of a row: its name and its number."""
    name = each.row.name
    params: dict[str, Param] = {"how": how, "name": name.zh, "name_en": name.en, "n": each.number, **numbers}
    return Item("row", params, units)


@dataclass(frozen=True)
class RowPricing(Pricing):
    """What the rows that count make of a reading; the one that pays most is paid, then the one of most 胡.

    ``rows``: those that are played, in their order. ``wang``: 王 in the deck, 0 where there are none to be counted.
    """

    by_hu = False
    rows: tuple[Row, ...]
    min_hu: int
    joining: Joining
    values: Values
    wang: int

    @abstractmethod
    def worth(self, call: Call, hu: int, rows: tuple[Counting, ...], xing: int) -> tuple[int, int]:
        """胡 after the rows, and the result that readings are compared by."""

    @abstractmethod
    def priced(self, call: Call, worth: Worth, reading: Reading | None) -> Priced:
        """What is paid, in lines."""

    @cached_property
    def named_only(self) -> frozenset[str]:
        """Codes of the rows that only a name at the table brings."""
        return frozenset(row.code for row in self.rows if "said" in row.names)

    def by_groups(self) -> "RowPricing":
        apart = tuple(row for row in self.rows if counts.HELD not in row.names)
        return self if len(apart) == len(self.rows) else replace(self, rows=apart)

    # ---- by the 胡 alone -----------------------------------------------------------------------------------------

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        """What 胡 come to whose cards are not known; what readings come to `best` compares by itself."""
        numbers = {**counts.of_call(call), **self._known_wang(call), **call.counts, "hu": hu}
        rows = self._without_hand(call, numbers)
        worth = self._worth(call, hu, rows, self.xing_of(call))
        if self._winning(call, worth) is None:
            raise self._below(call, hu, rows)
        return self.priced(call, worth, None)

    def bare(self, hu: int) -> int:
        """What so many 胡 come to by themselves: no row counts (a foul that was claimed)."""
        return self.worth(Call(source="other_draw", hu=hu), hu, (), 0)[1]

    def _known_wang(self, call: Call) -> dict[str, int]:
        if call.wang is not None:
            return {"wang": call.wang}
        return {} if self.wang else {"wang": 0}

    def _without_hand(self, call: Call, numbers: Mapping[str, int]) -> tuple[Counting, ...]:
        """A row all of whose numbers are known is decided by them, any other by whether it was named."""
        self._check_codes(call)
        known, ticked, found = numbers.keys() | {"said"}, {*call.named}, Collector()
        held: list[tuple[Row, bool]] = []
        for row in self.rows:
            named = row.code in ticked
            if row.names <= known:
                holds = row.when.holds({**numbers, "said": int(named)})
                if named and not holds:
                    found.add(self._wrong("row_decided", row))
            else:
                holds = named
                if named and row.each and row.each.of not in known:
                    found.add(self._wrong("row_each_told", row))
            held.append((row, holds))
        found.finish()
        growing = {row.each.of: 0 for row, _ in held if row.each and row.each.of not in numbers}
        rows = [Counting(row, row.worth({**growing, **numbers})) for row, holds in held if holds]
        return chosen(rows)

    def _check_codes(self, call: Call) -> None:
        found = Collector()
        codes = {row.code for row in self.rows}
        for code in call.named:
            if code not in codes:
                params: dict[str, Param] = {"got": code, "known": " ".join(sorted(codes))}
                found.add(Problem("bad_marks", "patterns", "row_unknown", params))
        found.finish()

    def _wrong(self, why: str, row: Row) -> Problem:
        return Problem("bad_marks", "patterns", why, {"name": row.name.zh, "name_en": row.name.en})

    # ---- by the cards --------------------------------------------------------------------------------------------

    def _check_named(self, call: Call) -> None:
        """Beside a hand only rows that no cards show may be named."""
        self._check_codes(call)
        found = Collector()
        if call.wang is not None and call.hand is not None and call.wang != call.hand.specials.count(FEI):
            found.add(Problem("bad_marks", "wang", "wang_differs", {"got": call.wang}))
        if call.counts:
            found.add(Problem("bad_marks", "counts", "counts_with_hand"))
        for row in self.rows:
            if row.code in call.named and row.code not in self.named_only:
                found.add(self._wrong("row_by_cards", row))
        found.finish()

    def _counting(self, call: Call, numbers: Mapping[str, int]) -> tuple[Counting, ...]:
        numbers = {**numbers, "said": 0}
        named = {**numbers, "said": 1} if call.named else numbers
        held = []
        for row in self.rows:
            seen = named if row.code in call.named else numbers
            if row.when.holds(seen):
                held.append(Counting(row, row.worth(seen)))
        return chosen(held)

    def best(self, limits: Limits, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """The reading of the greatest result, then of most 胡; raises `Refused` (``below_minimum``, ``bad_marks``)."""
        hand = facts.known(call.hand)
        self._check_named(call)
        fixed = {**counts.of_call(call), **counts.of_hand(hand)}
        packed = counts.packed_by_meld(self.values)
        known: dict[tuple[counts.Signature, int], Worth | None] = {}
        alike = self.xing_of(call) if self.xing_is_alike(hand) else None
        best: tuple[Reading, Worth] | None = None
        for reading in found:
            found_xing = self.xing_of(call, reading) if alike is None else alike
            key = (counts.signature(reading, packed), found_xing)
            if key in known:
                continue
            rows = self._counting(call, {**fixed, **counts.of_reading(key[0])})
            worth = known[key] = self._winning(call, self._worth(call, reading.hu, rows, found_xing))
            if worth and (best is None or (worth.result, worth.hu) > (best[1].result, best[1].hu)):
                best = reading, worth
        if best is None:
            raise self._below(call, found[0].hu)
        return best[0], self.priced(call, best[1], best[0])

    def xing_is_alike(self, hand: Hand) -> bool:
        """Whether 醒 finds as many in every reading of a hand."""
        return True

    def xing_of(self, call: Call, reading: Reading | None = None) -> int:
        """Copies that 醒 finds; a reading matters only where cards stand for others."""
        return 0

    # ---- what wins -----------------------------------------------------------------------------------------------

    def _worth(self, call: Call, hu: int, rows: tuple[Counting, ...], xing: int) -> Worth:
        return Worth(hu, *self.worth(call, hu, rows, xing), rows)

    def least(self, rows: Iterable[Counting]) -> int:
        """The 胡 that a hand with these rows needs."""
        return min([self.min_hu, *(each.row.least for each in rows if each.row.least is not None)])

    def enough(self, call: Call, rows: tuple[Counting, ...]) -> bool:
        """Whether these rows may win, however many 胡 there are."""
        return True

    def _winning(self, call: Call, worth: Worth) -> Worth | None:
        wins = worth.hu >= self.least(worth.rows) and self.enough(call, worth.rows)
        return worth if wins else None

    def _below(self, call: Call, hu: int, rows: tuple[Counting, ...] = ()) -> Refused:
        field = "hand" if call.hand is not None else "groups" if call.groups else "hu"
        least = self.least(rows)
        params: dict[str, Param] = {"hu": hu, "min_hu": least}
        return Refused(Problem("below_minimum", field, "" if hu < least else "wang", params))


@dataclass(frozen=True, kw_only=True)
class RowLimits(Limits):
    """起胡 by the rows that hold: the pricing looks at it; and whether discards win."""

    discards: bool

    def allows(self, call: Call) -> None:
        found = Collector()
        if call.source == "discard" and not self.discards:
            found.add(Problem("bad_source", "source", "discard_not_allowed"))
        found.attempt(partial(self.check_named, call.min_hu))
        found.finish()

    def check_minimum(self, call: Call, hu: int) -> None:
        """Nothing: `RowPricing`, which knows the rows, decides whether it is enough."""
