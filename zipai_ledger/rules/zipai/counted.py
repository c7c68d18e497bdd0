"""记胡 (ji hu): what a win counts towards a round beside its own 胡 (docs/rules/deng.md#counted)."""

from dataclasses import dataclass
from typing import Literal

from ..options import Option, Words, flag, number
from ..ruleset import Item
from .asks import SourceAsk, by_discard, by_draw, by_own_draw
from .call import Call, Priced, priced
from .counter import CounterOptions
from .readings import Reading
from .rounds import CountedHu


def counting_options(own_draw: int) -> tuple[Option, Option, Option]:
    """What an own draw counts more (usually ``own_draw``), whether discards win, and what they count more."""
    return (
        number(
            "self_draw_hu",
            own_draw,
            ("自摸加", "Self-draw"),
            ("自己摸上来胡的，多记这么多胡。", "What a self-drawn win adds to the tally."),
            "S4" if own_draw else "S4; P",
        ),
        flag(
            "discard_wins",
            "off",
            ("兴放炮", "Discards win"),
            (
                "别人手里打出来的字能不能胡。从坨子里摸出来的总能胡。",
                "Whether a card from another’s hand wins. Drawn cards always may.",
            ),
            "S4",
        ),
        number(
            "discard_hu",
            0,
            ("放炮加", "Discard"),
            (
                "兴放炮的话，胡别人打出来的，多记这么多胡。",
                "What a win on a discard adds, where discards win.",
            ),
            "S4; P",
        ),
    )


@dataclass(frozen=True, kw_only=True)
class CountingOptions(CounterOptions):
    """What a game that counts 胡 lets a table choose of it."""

    self_draw_hu: int
    discard_wins: Literal["on", "off"]
    discard_hu: int

    @property
    def discards(self) -> bool:
        """Whether a card from another player's hand wins."""
        return self.discard_wins == "on"

    def more_hu(self, source: str | None) -> int:
        """胡 that a win by this source counts beside its own."""
        if source == "self_draw":
            return self.self_draw_hu
        return self.discard_hu if source == "discard" and self.discards else 0

    @property
    def most_more(self) -> int:
        """As many 胡 as any source counts more."""
        return max(map(self.more_hu, ("self_draw", "discard")))


def counted_sources(o: CountingOptions) -> tuple[SourceAsk, ...]:
    """Where the winning card may come from, and what that counts more."""
    sources = (by_draw(_counts(0)), by_own_draw(_counts(o.self_draw_hu, explicit=True)))
    return (by_discard(_counts(o.discard_hu)), *sources) if o.discards else sources


def _counts(more: int, *, explicit: bool = False) -> Words:
    if more:
        return Words(f"记胡数，加 {more} 胡", f"Counts its hu, +{more} hu")
    return Words("记胡数，不另加", "Counts its hu, no more") if explicit else Words("记胡数", "Counts its hu")


@dataclass(frozen=True)
class CountedPricing(CountedHu):
    """Own draws and discards may count more."""

    o: CountingOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        more = self.o.more_hu(call.source)
        lines = (Item(call.source, {"how": "counted", "hu": more}, 0),) if more else ()
        counted, *marks = super().price(call, hu, reading).items
        return priced((counted, *lines, *marks))
