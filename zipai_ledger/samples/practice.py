"""照着记 (zhaozheji): three hands to enter at the sample table, each a little more than the one before."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from zipai_ledger.rules.codec import Seat
from zipai_ledger.rules.facts import Source
from zipai_ledger.rules.zipai.words import GUILIN

from .evening import CHEN, LI, ZHANG


@dataclass(frozen=True, slots=True)
class EnteredWin:
    """A win as it was entered, and what it came to; ``key`` is its deal's."""

    key: int
    winner: int
    source: str
    from_: int | None
    hu: int | None
    units: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToEnter:
    """What lies on the table: who won and how, and what it comes to.

    ``groups`` are (kind, cards) as the pad has them, the one with the winning card ``won`` last; there are none where the
    winner only says a number. ``turned`` is the 醒 card, ``xing`` how many it brings.
    """

    winner: Seat
    source: Source
    from_: Seat | None = None
    hu: int
    xing: int
    units: int
    groups: tuple[tuple[str, str], ...] = ()
    won: str = ""
    turned: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the key of the pad for each group."""
        return tuple(GUILIN.short[kind] for kind, _cards in self.groups)

    def matches(self, win: EnteredWin) -> bool:
        """Whether that is this hand, however it was entered."""
        entered = (win.winner, win.source, win.from_, win.hu, win.units)
        return entered == (self.winner, self.source, self.from_, self.hu, self.units)


HANDS: Final = (
    HandToEnter(winner=CHEN, source="self_draw", hu=17, xing=1, units=4),
    HandToEnter(
        winner=ZHANG,
        source="self_draw",
        hu=18,
        xing=2,
        units=5,
        groups=(
            *(("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "壹贰叁"), ("shun", "一二三")),
            *(("shun", "四五六"), ("da", "九九玖"), ("shun", "六七八")),
        ),
        won="八",
        turned="四",
    ),
    HandToEnter(
        winner=LI,
        source="discard",
        from_=ZHANG,
        hu=16,
        xing=3,
        units=5,
        groups=(
            *(("kaiduo", "一一一一"), ("sao", "贰贰贰"), ("peng", "三三三"), ("shun", "肆伍陆")),
            *(("shun", "七八九"), ("shun", "二七十"), ("pair", "拾拾")),
        ),
        won="拾",
        turned="八",
    ),
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many hands have come out, and the last win that was entered, with whether it was one of them."""

    done: int = 0
    last: EnteredWin | None = None
    right: bool = False

    @property
    def hand(self) -> HandToEnter | None:
        """The hand to be entered now, None when all have come out."""
        return HANDS[self.done] if self.done < len(HANDS) else None


def progress(entered: Iterable[EnteredWin]) -> Progress:
    """Where the practice stands after these wins, oldest first: a wrong one may be corrected, or entered anew."""
    found = Progress()
    for win in entered:
        right = found.hand is not None and found.hand.matches(win)
        found = Progress(found.done + right, win, right)
    return found
