"""桂林字牌 (Guilin zipai): what a table may choose (docs/rules/guilin.md#options)."""

from dataclasses import dataclass
from typing import Literal

from ..evening import EVENING_OPTIONS
from ..house import PledgedOptions
from ..options import Need, OptionSet, number, one_of
from ..pledges import pledge_options
from .dead import after_dead_deal
from .fourth import OPENS_ON, FourthOptions, fourth_options
from .handrules import PengOpensOn, SaoOpensOn
from .opening_options import quads_in_five
from .xing import XING_OPTIONS, XingOptions

SEATS_OF_ALL = 3
"""With so many, two may win what the third discards."""
SEATS_WITH_ZUOXING = 4
"""坐醒 (zuoxing): with so many seats one sits out each deal."""

PlusOrDouble = Literal["plus_one", "double"]
OwnDraw = PlusOrDouble | Literal["times4"]
PLUS_OR_DOUBLE: dict[int | str, tuple[str, str]] = {
    "plus_one": ("加 1 舵", "+1 duo"),
    "double": ("翻倍", "Doubled"),
}

OPTIONS = OptionSet(
    (
        one_of(
            "seats",
            3,
            ("几个人", "Players"),
            (
                "四个人时，庄家对面那家坐醒，不打这一盘。",
                "With four, the seat opposite the dealer sits out.",
            ),
            "S1, P",
            {2: ("2 人", "2"), 3: ("3 人", "3"), 4: ("4 人", "4")},
        ),
        one_of(
            "min_hu",
            10,
            ("起胡", "Minimum"),
            ("不够这么多胡，不能胡牌。", "A hand below this many hu does not win."),
            "S1; P",
            {10: ("10 胡", "10 hu"), 15: ("15 胡", "15 hu")},
        ),
        one_of(
            "hu_per_unit",
            5,
            ("每几胡一舵", "Hu per duo"),
            ("过了起胡，每多这么多胡，就多一舵。", "Above the minimum, every so many hu add one duo."),
            "S1; P",
            {5: ("5 胡", "5 hu"), 3: ("3 胡", "3 hu")},
        ),
        one_of(
            "base_units",
            1,
            ("底分", "The minimum’s worth"),
            ("刚够起胡，算几舵。", "What a hand of just the minimum is worth."),
            "S1; P",
            {1: ("1 舵", "1 duo"), 2: ("2 舵", "2 duo")},
        ),
        one_of(
            "self_draw",
            "plus_one",
            ("自摸", "Self-draw"),
            ("自己摸上来胡的，多收这么多。", "What a self-drawn win adds."),
            "S1; P",
            {**PLUS_OR_DOUBLE, "times4": ("翻四倍", "Four times")},
        ),
        one_of(
            "special",
            "plus_one",
            ("天胡、地胡、三笼、五坎", "Heavenly hu, earthly hu, three quads, five triples"),
            ("这四种胡法，每种多收这么多。", "What each of these four adds."),
            "S1; P",
            PLUS_OR_DOUBLE,
        ),
        one_of(
            "special_counts",
            "each",
            ("同时有两样的", "Two of these at once"),
            (
                "三笼、五坎都有，或者天胡又有五坎，怎么算。",
                "Three quads with five triples, or heavenly hu with five triples.",
            ),
            "S1; P",
            {"each": ("两样都算", "Both count"), "once": ("只算一样", "One counts")},
        ),
        one_of(
            "discard_multiple",
            2,
            ("点炮", "Discards"),
            (
                "胡别人打出来的牌，点炮的一个人付，付几家的。",
                "Who discards the winning card pays alone: so many shares.",
            ),
            "the owner, P",
            {
                "none": ("不许点炮", "No"),
                1: ("付一家", "One share"),
                2: ("付两家", "Two shares"),
                3: ("付三家", "Three shares"),
                4: ("付四家", "Four shares"),
                8: ("付八家", "Eight shares"),
            },
        ),
        one_of(
            "multiple_winners",
            "one",
            ("一炮双响", "Two winners of a discard"),
            (
                "一张打出来的，两家都要胡，怎么算。三个人打才有。",
                "Where two would win one discard; for three players only.",
            ),
            "S4; P",
            {"one": ("先数到的一家胡", "The first one wins"), "two": ("两家都胡", "Both win")},
        ),
        *XING_OPTIONS,
        quads_in_five("on", "P"),
        *OPENS_ON,
        *fourth_options("off", "any", "S1", word="开舵"),
        number(
            "foul_units",
            1,
            ("诈胡罚几舵", "Foul"),
            ("诈胡的人，付给其他每家这么多舵。", "What a player who fouls pays each of the others."),
            "ours",
        ),
        after_dead_deal("P"),
        *pledge_options(),
        *EVENING_OPTIONS,
    ),
    needs=(Need("multiple_winners", "seats", SEATS_OF_ALL),),
)


@dataclass(frozen=True, kw_only=True)
class GuilinOptions(XingOptions, FourthOptions, PledgedOptions):
    """What a table of 桂林字牌 chooses (docs/rules/guilin.md#options)."""

    seats: int
    min_hu: int
    hu_per_unit: int
    base_units: int
    self_draw: OwnDraw
    special: PlusOrDouble
    special_counts: Literal["each", "once"]
    discard_multiple: int | Literal["none"]
    multiple_winners: Literal["one", "two"]
    kan_counts_quads: Literal["on", "off"]
    peng_opens_on: PengOpensOn
    sao_opens_on: SaoOpensOn
    foul_units: int
    after_dead_deal: Literal["dealer_stays", "next_seat"]

    @property
    def sits_out(self) -> bool:
        """Whether one seat sits each deal out (坐醒)."""
        return self.seats == SEATS_WITH_ZUOXING

    @property
    def shares(self) -> bool:
        """Whether two may win one discard (一炮双响)."""
        return self.multiple_winners == "two" and self.seats == SEATS_OF_ALL

    @property
    def discards(self) -> bool:
        """Whether discards may win."""
        return self.discard_multiple != "none"
