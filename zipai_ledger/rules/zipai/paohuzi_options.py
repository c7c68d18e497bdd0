"""跑胡子的规矩 (paohuzi de guiju): what a table chooses in the two rulesets (docs/rules/paohuzi.md#options)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from ..evening import EVENING_OPTIONS
from ..house import HouseOptions
from ..options import (
    Choice,
    NumberOrAs,
    Option,
    OptionSet,
    Pairs,
    RowValue,
    Steps,
    Value,
    Words,
    flag,
    number,
    one_of,
    series,
    some_of,
)
from ..pledges import PledgeKind, Pledging, pledge_options
from ..rowtable import ON_UNITS, SIGNS, Row, RowTable, read_rows
from .cards import FEI, NAMES
from .counts import CHOICES
from .counts import NAMES as COUNT_NAMES
from .deck import NO_DECK
from .form import FOUR_AT_ONCE, THREE, Form
from .fourth import FourthOptions, fourth_options
from .handrules import HandRules, PengOpensOn, SaoOpensOn, Switch
from .ladder import Ladder, Rounding
from .melds import USUAL, Values, values_of
from .paohuzi_presets import TALLY, UNITS, Preset
from .row_words import row_words
from .rowed import Joining
from .unit_rows import WangLimit
from .xing import XingRules

SIT_OUT: Final = ("yongzhou", "huaihua", "huaihua_468", "changde", "changde_small", "changde_red")
"""Presets in which a fourth player sits out; elsewhere four play at once."""

SHORT_HAND: Final = "liuhuqiang"
"""The preset that is played with 14 cards by however many."""

GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    "peng": ("碰", "peng"),
    "kan": ("坎", "kan"),
    "sao": ("偎", "wei"),
    "kaiduo": ("跑", "pao"),
    "saochuan": ("提", "ti"),
    "run": ("有胡的一句话", "a scoring run"),
}


def _preset(presets: tuple[Preset, ...]) -> Option:
    return one_of(
        "preset",
        presets[0].code,
        ("哪里的打法", "As played in"),
        (
            "选了哪里的打法，别的规矩和名堂就照那里的；还可以一条条改。",
            "Sets all other rules and the table of patterns; each can still be changed.",
        ),
        "P",
        {each.code: (each.named.name.zh, each.named.name.en) for each in presets},
    )


def _seats(*seats: int) -> Option:
    names = {2: ("两个人", "Two"), 3: ("三个人", "Three"), 4: ("四个人", "Four")}
    return one_of(
        "seats",
        3,
        ("几个人打", "Players"),
        ("几个人上桌。", "How many sit at the table."),
        "P",
        {each: names[each] for each in seats},
    )


def _patterns(rows: tuple[RowValue, ...], *, units: bool) -> RowTable:
    kinds = frozenset(SIGNS.values())
    return RowTable(
        "patterns",
        [*rows],
        Words("名堂", "Patterns"),
        Words(
            "哪些名堂算，什么时候算，算多少。可以开关、改数，也可以自己加。",
            "Which patterns count, when, and what they are worth: switch, change or add your own.",
        ),
        "P",
        names=CHOICES,
        kinds=kinds if units else kinds - ON_UNITS,
        say=row_words,
    )


MULTIPLIERS: Final = one_of(
    "multipliers",
    "product",
    ("几样名堂一起", "Several patterns"),
    (
        "有几样翻倍的名堂，是连着乘，还是番数加起来再乘。",
        "Whether the factors of several patterns are multiplied, or added up before they multiply.",
    ),
    "P",
    {"product": ("连着乘", "Multiplied"), "sum": ("番加起来", "Added up")},
)

OPENING: Final = (
    *fourth_options("off", "any", "ours", whose_draw="不管谁摸出来", word="跑"),
    one_of(
        "peng_opens_on",
        "any_draw",
        ("碰了怎么跑", "Peng becomes pao"),
        ("碰过的牌，谁摸到第四张可以跑。", "Whose draw of the fourth card makes a peng a pao."),
        "ours",
        {"any_draw": ("谁摸到都行", "Anybody’s draw"), "own_draw": ("自己摸到才行", "One’s own draw")},
    ),
    one_of(
        "sao_opens_on",
        "any_card",
        ("偎了怎么跑", "Wei becomes pao"),
        ("偎过的牌，别人哪样的第四张可以跑。", "Which fourth card of another makes a wei a pao."),
        "ours",
        {"any_draw": ("摸出来的才行", "A drawn one"), "any_card": ("打出来的也行", "A discard too")},
    ),
)

READING: Final = (
    flag(
        "yiwushi",
        "off",
        ("一五十", "1-5-10"),
        (
            "一五十算一句话，3 胡；壹伍拾 6 胡。",
            "1-5-10 makes a run worth 3 hu, of big cards 6.",
        ),
        "P",
    ),
    Pairs(
        "meld_values",
        {kind: [*pair] for kind, pair in USUAL.items()},
        Words("每门几胡", "What groups count"),
        Words("小字几胡，大字几胡。", "Hu of small cards, and of big cards."),
        "P",
        greatest=30,
        parts=tuple(Choice(kind, Words(*words)) for kind, words in GROUPS.items()),
        columns=(Words("小字", "Small"), Words("大字", "Big")),
    ),
)

DEAD_DEAL: Final = {
    "next_seat": ("下手坐庄", "The next seat"),
    "dealer_stays": ("庄家连庄", "The dealer stays"),
}


def _after_dead_deal(usual: str) -> Option:
    return one_of(
        "after_dead_deal",
        usual,
        ("黄庄以后", "After a dead deal"),
        ("没有人胡，下一盘谁坐庄。", "Who deals after a deal nobody won."),
        "P",
        {code: DEAD_DEAL[code] for code in (usual, *(each for each in DEAD_DEAL if each != usual))},
    )


_MANY: Final[dict[int | str, tuple[str, str]]] = {
    "losers": ("包所有输家的", "All the losers’ shares"),
    "players": ("桌上几个人付几份", "As many shares as players"),
    **{shares: (f"{shares} 份", f"{shares}") for shares in range(1, 9)},
}

_UNIT_OPTIONS: Final[tuple[Option, ...]] = (
    _preset(UNITS),
    _seats(2, 3, 4),
    one_of(
        "hand",
        20,
        ("手牌", "Cards in the hand"),
        (
            "每人发几张。四个人、20 张的，庄家对面坐醒。",
            "Cards dealt to each. With four players and 20 cards the one opposite the dealer sits out.",
        ),
        "P",
        {20: ("20 张，七门", "20, seven groups"), 14: ("14 张，五门", "14, five groups")},
    ),
    number(
        "min_hu",
        10,
        ("起胡", "Minimum"),
        ("不够这么多胡，不能胡牌；名堂可以另外写。", "Fewer hu do not win, unless a pattern says so."),
        "P",
        greatest=30,
    ),
    one_of(
        "ladder",
        "steps",
        ("怎么算囤", "Units by hu"),
        ("几胡算几囤。", "How many tun so many hu are."),
        "P",
        {"steps": ("过了起胡再加", "A step for so many hu"), "hu": ("一息一囤", "One tun for each hu")},
    ),
    NumberOrAs(
        "ladder_from",
        "min_hu",
        Words("从几胡算起", "Ladder starts at"),
        Words("从多少胡起往上加囤；空着就是起胡。", "The hu from which units rise; empty: the minimum."),
        "P",
        choices=(Choice("min_hu", Words("起胡", "the minimum")),),
        greatest=100,
    ),
    number(
        "base_units",
        1,
        ("起胡几囤", "Units of the minimum"),
        ("刚够的算几囤。", "What the start of the ladder is worth."),
        "P",
        greatest=100,
    ),
    number(
        "hu_per_unit",
        3,
        ("每几胡一囤", "Hu per tun"),
        ("往上每多这么多胡，加一囤。", "Every so many hu more add one tun."),
        "P",
        least=1,
        greatest=100,
    ),
    Steps(
        "ladder_points",
        [],
        Words("几胡几囤的表", "Points of the ladder"),
        Words(
            "写了表，就照表；最后一行往上，再每几胡加一囤。",
            "Where there are rows they are the ladder; above the last every so many hu add one tun.",
        ),
        "P",
        columns=(Words("几胡起", "From hu"), Words("几囤", "Tun")),
        greatest=200,
        rows=20,
    ),
    one_of(
        "round",
        "down",
        ("零头", "Rounding"),
        ("不满一囤的零头。", "What is left below a whole step."),
        "P",
        {"down": ("不算", "Dropped"), "up": ("进一", "Counts as one")},
    ),
    number(
        "base_extra",
        0,
        ("底分", "Extra units"),
        ("每一把另加这么多囤，跟着翻倍。也叫冲囤、带底。", "Added to every hand before it is multiplied."),
        "P",
        greatest=5,
    ),
    MULTIPLIERS,
    one_of(
        "discard",
        "alone",
        ("放炮", "Discards"),
        ("打出来的牌能不能胡，谁付。", "Whether a discard wins, and who pays."),
        "P",
        {
            "no": ("不能胡", "Do not win"),
            "all_pay": ("每家都付", "Everybody pays"),
            "alone": ("放炮的一个人付", "The discarder alone"),
        },
    ),
    one_of(
        "discard_multiple",
        "losers",
        ("放炮付几份", "Shares of a discard"),
        ("放炮的一个人付几份。", "How many shares the discarder pays."),
        "P",
        _MANY,
    ),
    one_of(
        "xing",
        "none",
        ("醒", "Xing"),
        ("胡了以后，醒的牌一张加一囤。", "After a win every card of the xing adds one tun."),
        "P",
        {
            "none": ("不算醒", "None"),
            "follow": ("跟醒，胡的那张", "The winning card"),
            "flip": ("翻醒，翻一张", "A card is turned"),
        },
    ),
    some_of(
        "xing_kinds",
        ["中"],
        ("算哪几种醒", "Kinds of xing"),
        (
            "醒牌是四：上醒是三，中醒是四，下醒是五。",
            "With 4, upper is 3, middle is 4 and lower is 5.",
        ),
        "P",
        {"上": ("上醒", "Upper (before)"), "中": ("中醒", "Middle (same)"), "下": ("下醒", "Lower (after)")},
    ),
    one_of(
        "xing_worth",
        1,
        ("一醒几囤", "Worth of a xing"),
        ("一张醒加几囤。", "What one card of the xing adds."),
        "P",
        {1: ("单醒，1 囤", "1"), 2: ("双醒，2 囤", "2"), 3: ("一醒三囤", "3")},
    ),
    one_of(
        "xing_empty",
        "winning_card",
        ("牌堆没了", "Pile empty"),
        ("没有牌可翻醒了怎么办。", "What serves when no card is left to turn."),
        "P",
        {"winning_card": ("胡的那张作醒", "The winning card"), "none": ("不算醒", "Nothing")},
    ),
    number("wang", 0, ("王", "Jokers"), ("一副牌里几张王。", "Jokers in the deck."), "P", greatest=4),
    one_of(
        "wang_limit",
        "none",
        ("王限胡", "Limit by jokers"),
        (
            "手里有王，要不要更大的名堂才能胡。",
            "Whether a hand with jokers needs more to win.",
        ),
        "P",
        {
            "none": ("不限", "None"),
            "by_fan": ("一王二番、二王四番……", "1 joker ×2, 2 jokers ×4 …"),
            "by_wang": ("三王、四王要王钓王闯王炸", "3 or 4 jokers need a joker win"),
        },
    ),
    number(
        "wang_dead",
        0,
        ("黄庄赔王", "Jokers of a dead deal"),
        (
            "没有人胡，有王的每张王赔没有王的每家这么多囤。",
            "In a dead deal each joker costs its holder so many tun to everybody without one.",
        ),
        "P",
    ),
    *pledge_options(),
    one_of(
        "dead_factor",
        "off",
        ("黄番", "Dead deals multiply"),
        (
            "黄了几盘，下一次胡的乘几加一。",
            "A win is multiplied by the dead deals before it and one.",
        ),
        "P",
        {"off": ("不算", "No"), "times": ("黄几盘，乘几加一", "Times the dead deals + 1")},
    ),
    series(
        "quad_pay",
        [0, 0],
        ("提龙", "Pay for ti"),
        ("提了一条，别的每家当时就付这么多囤。", "For each ti every other player pays at once."),
        "P",
        (("大字", "Big"), ("小字", "Small")),
    ),
    _after_dead_deal("next_seat"),
    NumberOrAs(
        "foul_units",
        "claimed",
        Words("诈胡赔", "Foul"),
        Words(
            "诈胡的付给每家几囤；空着就是报的那把牌的。", "To each of the others; empty: what was claimed."
        ),
        "S4; ours",
        choices=(Choice("claimed", Words("报的那把", "what was claimed")),),
    ),
    *READING,
    _patterns(UNITS[0].rows, units=True),
    *OPENING,
    *EVENING_OPTIONS,
)


def _with_presets(options: tuple[Option, ...], presets: tuple[Preset, ...]) -> OptionSet:
    """Every preset sets what any of them sets, so that nothing of another is left behind."""
    common = {option.code: option.default for option in options}
    set_by_any = {code for each in presets for code in each.defaults}
    defaults = {each.code: {**{c: common[c] for c in set_by_any}, **each.defaults} for each in presets}
    return OptionSet(options, "preset", defaults).with_usual(defaults[presets[0].code])


def _further(chosen: Mapping[str, object]) -> Mapping[str, Value]:
    """How many cards by who sits and where it is played; which 醒 by where."""
    preset, four = chosen["preset"], str(chosen["seats"]) == "4"
    at_once = preset == SHORT_HAND or (four and preset not in SIT_OUT)
    lower = (preset, chosen.get("xing")) == ("yongzhou", "flip")
    found: dict[str, Value] = {"hand": FOUR_AT_ONCE.held if at_once else THREE.held}
    return {**found, "xing_kinds": ["下"] if lower else ["中"]}


OPTIONS: Final = replace(
    _with_presets(_UNIT_OPTIONS, UNITS), leads=("preset", "seats", "xing"), further=_further
)
"""Of `paohuzi`."""


@dataclass(frozen=True, kw_only=True)
class RowedOptions(FourthOptions, HouseOptions):
    """What both rulesets let a table choose of hands and rows."""

    preset: str
    seats: int
    min_hu: int
    multipliers: Joining
    yiwushi: Switch
    meld_values: Mapping[str, tuple[int, int]]
    patterns: tuple[Mapping[str, object], ...]
    peng_opens_on: PengOpensOn
    sao_opens_on: SaoOpensOn
    pledge: PledgeKind
    pledge_max: int

    @property
    def values(self) -> Values:
        """What groups are worth here."""
        pairs = tuple((kind, (pair[0], pair[1])) for kind, pair in self.meld_values.items())
        return values_of(pairs, yiwushi=self.yiwushi == "on")

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows that are played."""
        return tuple(row for row in read_rows(self.patterns, COUNT_NAMES) if row.on)

    def read_by(self, form: Form) -> HandRules:
        """How hands of this form are read; a 碰 that has to open does so by whoever's draw."""
        return self.hand_rules(
            form,
            self.values,
            peng_opens_on=self.peng_opens_on,
            sao_opens_on=self.sao_opens_on,
            draws=("self_draw", "other_draw"),
        )


@dataclass(frozen=True, kw_only=True)
class PaohuziOptions(RowedOptions):
    """What a table of `paohuzi` chooses."""

    hand: int
    ladder: Literal["steps", "hu"]
    ladder_from: int | Literal["min_hu"]
    base_units: int
    hu_per_unit: int
    ladder_points: tuple[tuple[int, int], ...]
    round: Rounding
    base_extra: int
    discard: Literal["no", "all_pay", "alone"]
    discard_multiple: int | Literal["losers", "players"]
    xing: Literal["none", "follow", "flip"]
    xing_kinds: tuple[str, ...]
    xing_worth: int
    xing_empty: Literal["winning_card", "none"]
    wang: int
    wang_limit: WangLimit
    wang_dead: int
    dead_factor: Literal["off", "times"]
    quad_pay: tuple[int, int]
    cap: int
    after_dead_deal: Literal["dealer_stays", "next_seat"]
    foul_units: int | Literal["claimed"]

    @property
    def pledging(self) -> Pledging:
        """How pledges and the cap count."""
        return Pledging(self.pledge, self.pledge_max, self.cap)

    @property
    def form(self) -> Form:
        """How many groups and cards."""
        return FOUR_AT_ONCE if self.hand == FOUR_AT_ONCE.held else THREE

    @property
    def sits_out(self) -> bool:
        """Whether the fourth player sits out."""
        return self.seats == 4 and self.hand == THREE.held

    @property
    def units_ladder(self) -> Ladder:
        """Units by the 胡 after the rows."""
        if self.ladder == "hu":
            return Ladder((), 1)
        start = self.min_hu if self.ladder_from == "min_hu" else self.ladder_from
        points = self.ladder_points or ((start, self.base_units),)
        return Ladder(points, self.hu_per_unit, self.round)

    @property
    def xing_rules(self) -> XingRules:
        """How 醒 is played: with no kind chosen, not at all."""
        mode = self.xing if self.xing_kinds else "none"
        return XingRules(mode, self.xing_kinds, again=False, empty=self.xing_empty, lower_sits=False)

    @property
    def deck(self) -> Mapping[str, int]:
        """How many of each special card there are."""
        return {**NO_DECK, NAMES[FEI]: self.wang}

    def shares(self, losers: int) -> int:
        """What a discarder pays alone, in times the winner's units."""
        if self.discard_multiple == "losers":
            return losers
        return losers + 1 if self.discard_multiple == "players" else self.discard_multiple


_TALLY_OPTIONS: Final[tuple[Option, ...]] = (
    _preset(TALLY),
    _seats(2, 3),
    one_of(
        "min_hu",
        15,
        ("起胡", "Minimum"),
        ("不够这么多胡，不能胡牌；名堂可以另外写。", "Fewer hu do not win, unless a pattern says so."),
        "P",
        {15: ("15 胡", "15 hu"), 10: ("10 胡", "10 hu"), 6: ("6 胡", "6 hu")},
    ),
    one_of(
        "discard",
        "yes",
        ("放炮", "Discards"),
        ("打出来的牌能不能胡。", "Whether a discard wins."),
        "P",
        {"yes": ("能胡", "They win"), "no": ("不能胡", "They do not")},
    ),
    number(
        "discard_cap_winner",
        100,
        ("接炮最多记", "Most won off a discard"),
        ("接炮的最多记这么多胡；0 就是不封。", "The most booked to the winner of a discard; 0: no limit."),
        "P",
    ),
    number(
        "discard_cap_loser",
        100,
        ("放炮最多扣", "Most lost by a discard"),
        ("放炮的最多扣这么多胡；0 就是不封。", "The most taken off the discarder; 0: no limit."),
        "P",
    ),
    one_of(
        "hand_cap",
        200,
        ("单局封顶", "Most of a hand"),
        ("一把牌最多算多少胡。", "The most that one hand counts."),
        "P",
        {200: ("200", "200"), 400: ("400", "400"), 0: ("不封顶", "No limit")},
    ),
    one_of(
        "target",
        100,
        ("满多少结", "Target"),
        ("有人满了这么多，一有人胡就结。", "With anybody at this tally the round ends with a win."),
        "P",
        {100: ("100", "100"), 200: ("200", "200")},
    ),
    number(
        "dead_deal_hu",
        10,
        ("黄庄扣", "Dead deal"),
        ("没有人胡，庄家扣这么多胡。", "What the dealer loses in a deal nobody won."),
        "P",
    ),
    _after_dead_deal("dealer_stays"),
    number(
        "foul_hu",
        30,
        ("诈胡扣", "Foul"),
        ("诈胡的扣这么多胡，别人不加。", "What a foul takes off the offender’s tally."),
        "ours",
    ),
    one_of(
        "settle_round",
        10,
        ("结账取整", "Rounding"),
        ("结账前，每家的胡四舍五入到几。", "To what the tallies are rounded before they are settled."),
        "P",
        {10: ("整十", "Tens"), 1: ("不取整", "Not rounded")},
    ),
    *pledge_options(100)[:2],
    MULTIPLIERS,
    *READING,
    _patterns(TALLY[0].rows, units=False),
    *OPENING,
    *EVENING_OPTIONS,
)


TALLY_OPTIONS: Final = _with_presets(_TALLY_OPTIONS, TALLY)
"""Of `paohuzi_tally`."""


@dataclass(frozen=True, kw_only=True)
class PaohuziTallyOptions(RowedOptions):
    """What a table of `paohuzi_tally` chooses."""

    discard: Literal["yes", "no"]
    discard_cap_winner: int
    discard_cap_loser: int
    hand_cap: int
    target: int
    dead_deal_hu: int
    after_dead_deal: Literal["dealer_stays", "next_seat"]
    foul_hu: int
    settle_round: int

    @property
    def pledging(self) -> Pledging:
        """How pledges count, from settlement to settlement."""
        return Pledging(self.pledge, self.pledge_max, by_round=True)
