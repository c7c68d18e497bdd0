"""What one reason comes to in a mahjong deal: the line that explains it and the payments it causes, by seat."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..problems import Param
from ..ruleset import Flow, Item, Table


@dataclass(frozen=True, slots=True)
class Line:
    """One explained line with its payments; ``player`` among the item's params and in flows is a seat."""

    item: Item
    flows: tuple[Flow, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Who may be paid for 豆 and 鸡: the ``ready`` (all seats where nobody asks), but never an offender."""

    seats: int
    ready: frozenset[int]
    offenders: frozenset[int] = frozenset()

    def is_paid(self, seat: int) -> bool:
        return seat in self.ready and seat not in self.offenders

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats, counter-clockwise."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats))

    def from_each(self, seat: int, units: int, code: str) -> tuple[Flow, ...]:
        """So much to this seat from each of the others."""
        return tuple(Flow(other, seat, units, code) for other in self.others(seat)) if units else ()


def seated(table: Table, lines: Iterable[Line]) -> tuple[Item, ...]:
    """The items of lines, naming players instead of seats."""
    return tuple(_seated(table, line.item) for line in lines)


def _seated(table: Table, item: Item) -> Item:
    seat = item.params.get("player")
    if not isinstance(seat, int):
        return item
    params: dict[str, Param] = {**item.params, "player": table.players[seat]}
    return replace(item, params=params)
