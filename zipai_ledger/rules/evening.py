"""局数 (jushu): an evening of so many deals, and closing what two have played (docs/rules/common.md#evening)."""

from dataclasses import dataclass
from typing import Final

from .options import Option, number

EVENING_DEALS: Final = number(
    "evening_deals",
    0,
    ("一晚几盘", "Deals of the evening"),
    (
        "打满这么多盘，本子会说打满了；还要打也行。0 就是不定。",
        "The ledger says when so many deals are played; going on is fine. 0 leaves it open.",
    ),
    "P",
)

PAIR: Final = 2
"""How many sit where a low win counts."""

LOW_OPTIONS: Final[tuple[Option, ...]] = (
    number(
        "low_below",
        0,
        ("低于几分", "A low win"),
        (
            "两个人打，收场时赢的不到这么多，就多付。0 就是不管。",
            "With two players, a winner below so many when the stage is closed is paid more; 0 is never.",
        ),
        "P",
        players=PAIR,
    ),
    number(
        "low_times",
        1,
        ("低分乘几", "Low win times"),
        ("收场时赢的不够多，先乘这么多。", "A low win is multiplied by this first."),
        "P",
        least=1,
        greatest=10,
        players=PAIR,
    ),
    number(
        "low_add",
        0,
        ("低分加几", "Low win plus"),
        ("收场时赢的不够多，乘完再加这么多。", "A low win is raised by this then."),
        "P",
        players=PAIR,
    ),
)

EVENING_OPTIONS: Final[tuple[Option, ...]] = (EVENING_DEALS, *LOW_OPTIONS)
"""What any game of which two may play lets a table choose."""


@dataclass(frozen=True, slots=True)
class LowWin:
    """低于 N 分 (di yu N fen): a win ``below`` so many units is worth its ``times`` and ``plus`` so many more when closed."""

    below: int = 0
    times: int = 1
    plus: int = 0

    def raised(self, total: int) -> int:
        """What the winner's total comes to."""
        return total * self.times + self.plus if 0 < total < self.below else total


@dataclass(frozen=True, slots=True)
class Evening:
    """How far an evening of ``deals`` is: so many are ``played``."""

    deals: int
    played: int

    @property
    def left(self) -> int:
        """How many are still to come."""
        return max(0, self.deals - self.played)

    @property
    def over(self) -> bool:
        """Whether all are played."""
        return self.played >= self.deals
