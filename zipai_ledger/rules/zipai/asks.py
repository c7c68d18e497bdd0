"""What an entry of a 胡 needs, so that a form can be drawn without knowing the game."""

from dataclasses import dataclass
from typing import Literal

from ..options import Option, Words


@dataclass(frozen=True, slots=True)
class SourceAsk:
    """One way the winning card can come. ``other``: from another seat; ``short`` names it beside that seat's name."""

    code: str
    label: Words
    short: Words
    hint: Words
    other: bool


@dataclass(frozen=True, slots=True)
class MarkAsk:
    """A mark that can be claimed: by whom, and the source (and discarder) that it brings with it.

    ``code`` is one mark, or several with a space between.
    """

    code: str
    label: Words
    who: Literal["dealer", "other", "any"]
    source: str
    from_dealer: bool


@dataclass(frozen=True, slots=True)
class PatternAsk:
    """名堂 (mingtang): a tick. A mark that the cards show is offered only where just the 胡 is entered.

    ``names``: what it is in a fact, a mark or a row of a table of 名堂; ``unseen``: no cards show it, so that it is offered
    beside them too. ``laid``: it holds by which groups were laid (耍猴), which a pad does not tell. ``hu``: the 胡 that such
    a hand always has, None where it may have any.
    """

    code: str
    label: Words
    hu: int | None = None
    names: Literal["mark", "row"] = "mark"
    unseen: bool = False
    laid: bool = False


@dataclass(frozen=True, slots=True)
class CountAsk:
    """数牌 (shu pai): a number of the winner's cards, a field where just the 胡 is entered; at most ``most``."""

    code: str
    label: Words
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """Everything an entry needs to know of the rules.

    ``hu_per_unit`` is 0 where 胡 are not counted in units, ``first_units`` what the minimum is worth; ``xing``: 醒 is
    played; ``turned``: a card is turned for it; ``lower``: 下醒 is counted apart; ``patterns`` can be claimed beside the marks.
    ``extra``: cards that two quads among those dealt bring; ``shares``: two may win one discard. ``counts``: what is counted of
    a hand whose cards are not noted; ``below``: the cards may show something that wins below the minimum, from so many 胡
    on; ``quads``: each 提 is paid at once; ``wang_dead``: how many 王 there may be in a dead deal, 0 where they do not
    count.
    ``bound``: a pattern does not lift the minimum.
    """

    groups: int
    min_hu: int
    sources: tuple[SourceAsk, ...]
    marks: tuple[MarkAsk, ...]
    hu_per_unit: int = 0
    first_units: int = 1
    xing: bool = False
    turned: bool = False
    lower: bool = False
    extra: int = 0
    patterns: tuple[PatternAsk, ...] = ()
    shares: bool = False
    counts: tuple[CountAsk, ...] = ()
    below: int | None = None
    quads: bool = False
    wang_dead: int = 0
    bound: bool = False

    @property
    def wins_below(self) -> bool:
        """Whether too few 胡 may win all the same, by something that groups alone do not show."""
        return self.below is not None or bool(self.patterns and not self.bound)

    @property
    def called_from(self) -> int:
        """The fewest 胡 that are called as a number: those of the minimum, or of what wins with some 胡 below it."""
        return min(self.min_hu, self.below or self.min_hu)


OWN_DRAW = Words("自摸", "Self-draw")
DISCARDED = Words("打出来", "Discarded it")
TURNED = Words("翻出来", "Drew it")


def by_discard(hint: Words) -> SourceAsk:
    """打出来: another player discarded the winning card; ``hint``: what that costs."""
    return SourceAsk("discard", DISCARDED, Words("打出", "discarded"), hint, other=True)


def paid_alone(option: Option, shares: int | str) -> SourceAsk:
    """打出来, where the discarder pays alone: so many shares, by the house rule about them."""
    name = option.choice(shares).name
    return by_discard(Words("点炮，" + name.zh, "Pays alone: " + name.en.lower()))


def by_draw(hint: Words) -> SourceAsk:
    """翻出来: another player drew it from the pile."""
    return SourceAsk("other_draw", TURNED, Words("翻出", "drew"), hint, other=True)


def by_own_draw(hint: Words) -> SourceAsk:
    """自摸: the winner drew it."""
    return SourceAsk("self_draw", OWN_DRAW, OWN_DRAW, hint, other=False)


DEALT_MARKS = (
    MarkAsk("tianhu", Words("天胡", "heavenly hu"), "dealer", "dealt", False),
    MarkAsk("dihu", Words("地胡", "earthly hu"), "other", "discard", True),
    MarkAsk("sanlong", Words("三笼", "three quads"), "any", "dealt", False),
    MarkAsk("wukan", Words("五坎", "five triples"), "any", "dealt", False),
)
BOTH_OPENINGS = MarkAsk(
    "sanlong wukan", Words("三笼加五坎", "three quads and five triples"), "any", "dealt", False
)
TIANHU_WITH_WUKAN = MarkAsk(
    "tianhu wukan", Words("天胡加五坎", "heavenly hu with five triples"), "dealer", "dealt", False
)
"""Asked where each of the two counts."""
