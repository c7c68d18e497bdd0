"""What one reason comes to in a mahjong deal: the line that explains it and the payments it causes, by seat."""

from dataclasses import dataclass

from ..ruleset import Flow, Item


@dataclass(frozen=True, slots=True)
class Line:
    """One explained line with its payments; ``player`` among the item's params and in flows is a seat."""

    item: Item
    flows: tuple[Flow, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Who may be paid for 豆 and 鸡: the ``ready`` (all seats where it does not matter), but never an offender.

    ``burnt``: those whose 鸡 alone count nothing.
    """

    seats: int
    ready: frozenset[int]
    offenders: frozenset[int] = frozenset()
    burnt: frozenset[int] = frozenset()

    def is_paid(self, seat: int) -> bool:
        """Whether this seat is paid for its 豆."""
        return seat in self.ready and seat not in self.offenders

    def is_paid_ji(self, seat: int) -> bool:
        """Whether this seat is paid for its 鸡."""
        return self.is_paid(seat) and seat not in self.burnt

    def unready(self) -> tuple[int, ...]:
        """The seats that are not ready, in order."""
        return tuple(seat for seat in range(self.seats) if seat not in self.ready)

    def to_ready(self, payer: int, units: int, code: str) -> tuple[Flow, ...]:
        """So much from this seat to each that is ready."""
        return tuple(Flow(payer, seat, units, code) for seat in sorted(self.ready) if seat != payer)

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats, counter-clockwise."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats))

    def from_each(self, seat: int, units: int, code: str) -> tuple[Flow, ...]:
        """So much to this seat from each of the others."""
        return tuple(Flow(other, seat, units, code) for other in self.others(seat))
