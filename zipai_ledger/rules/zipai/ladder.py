"""囤 (tun): units by the 胡, a ladder of points or one unit for each 胡 (docs/rules/paohuzi.md#ladder)."""

from dataclasses import dataclass
from typing import Literal

from ..problems import Param

Rounding = Literal["down", "up"]


@dataclass(frozen=True)
class Ladder:
    """``points``: (胡 from which on, units), rising; above the last one unit more for every ``step`` 胡.

    Without points the units are the 胡 (一息一囤).
    """

    points: tuple[tuple[int, int], ...]
    step: int
    rounding: Rounding = "down"

    def units(self, hu: int) -> int:
        """What so many 胡 come to; below the first point as much as there."""
        if not self.points:
            return hu
        start, worth = next((point for point in reversed(self.points) if point[0] <= hu), self.points[0])
        if (start, worth) != self.points[-1] or hu <= start:
            return worth
        beyond = hu - start + (self.step - 1 if self.rounding == "up" else 0)
        return worth + beyond // self.step

    def explained(self, hu: int) -> dict[str, Param]:
        """The numbers that its line names."""
        if not self.points:
            return {"how": "each", "hu": hu}
        start, worth = self.points[-1]
        numbers: dict[str, Param] = {"hu": hu, "from": start, "first": worth, "step": self.step}
        if hu <= start:
            return {"how": "point", "hu": hu, "units": self.units(hu)}
        return {**numbers, "how": "up"} if self.rounding == "up" else {**numbers, "how": "steps"}
