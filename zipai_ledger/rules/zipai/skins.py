"""补皮 (bupi): 胡 are counted to a target, then everybody's difference is paid in 皮 (docs/rules/bopi.md#settlement)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from .. import facts
from ..facts import known
from ..options import Words, number, one_of
from ..problems import Param
from ..ruleset import Item, Outcome, Scored, State, Table
from ..settlement import round_half_away, round_half_up
from ..terms import FoulAsk
from .call import Call, Priced, priced
from .counted import CountedPricing, CountingOptions
from .counter import CounterTurns
from .fouls import FixedPenalty
from .readings import Reading
from .rounds import ROUND_TEXTS, Booked, Settled, Tally, added, differences
from .turns import Seats, Turns

HU_PER_SKIN = 10
BEGAN = frozenset(("tianhu", "dihu"))
TIANDIHU_HU = 10
"""胡 that 天胡 and 地胡 count more, where they do and do not double."""
OPPOSITE = 2
"""Steps to the seat across the table."""

SKIN_OPTIONS = (
    one_of(
        "counter_half",
        "all",
        ("数算的记一半", "The counter’s half"),
        (
            "赢家记了胡，数算的记一半：多记的算不算在里面。",
            "Whether what an own draw and the like add is halved for the counter too.",
        ),
        "S4",
        {"all": ("连多记的", "Of all"), "hand": ("只算胡牌的", "Of the hand")},
    ),
    one_of(
        "counter_seat",
        "rotates",
        ("谁数算", "Who is the counter"),
        ("四个人坐的，数算的怎么轮。", "How the counter changes, where four sit."),
        "S4; P",
        {
            "rotates": ("亦转亦坐", "Moves on when the dealer loses"),
            "fixed": ("一直一个人", "One player all along"),
            "opposite": ("打桩的对面", "Opposite the dealer"),
        },
    ),
    one_of(
        "tiandihu",
        "none",
        ("天胡、地胡", "Heavenly and earthly hu"),
        ("天胡、地胡多记多少。", "What heavenly hu and earthly hu count more."),
        "P",
        {"none": ("不加", "Nothing"), "plus_ten": ("加 10 胡", "10 hu"), "double": ("翻倍", "Doubled")},
    ),
    number(
        "target",
        100,
        ("满多少结", "Target"),
        (
            "有人满了这么多，就快结了：下面定了怎么结。",
            "With anybody at this tally the round is about to end, as chosen below.",
        ),
        "S4",
        least=1,
    ),
    one_of(
        "ends_with",
        "idle_wins",
        ("怎么结", "What ends it"),
        ("有人满了，谁胡了才结。", "Whose win ends the round, once somebody is at the target."),
        "S4; P",
        {
            "idle_wins": ("闲家胡了", "A player’s who did not deal"),
            "other_than_highest_wins": ("没满的胡了", "One below the target"),
            "any_win": ("谁胡都结", "Anybody’s"),
        },
    ),
    number(
        "ceiling",
        0,
        ("记满就结", "Ceiling"),
        (
            "胡的人记满这么多，不管怎样都结；常见 150、200、300。0 就是没有。",
            "A winner at this tally ends the round in any case; 150, 200 or 300 are usual, 0 is none.",
        ),
        "P",
    ),
    one_of(
        "skin_rounding",
        "half_up_away",
        ("几胡算一皮", "Rounding"),
        ("不满一皮的胡怎么算。", "What becomes of hu that make no whole pi."),
        "S4; P",
        {"half_up_away": ("四舍五入", "To the nearest"), "up": ("不满也算一皮", "Up")},
    ),
    number(
        "dead_deal_hu",
        10,
        ("臭牌扣", "Dead deal"),
        (
            "臭了牌，打桩的扣这么多胡，给数算的。",
            "What the dealer gives the counter after a deal nobody won.",
        ),
        "S4",
    ),
    number(
        "foul_hu",
        30,
        ("岔胡扣", "Foul"),
        ("岔胡的人扣这么多胡，别人不加。", "What a foul takes off the offender’s tally; nobody gains it."),
        "S4",
    ),
    number(
        "reward_step",
        50,
        ("每多几胡奖一次", "Reward step"),
        (
            "最高的过了满，每多这么多胡，奖一次数算的。",
            "The highest tally rewards the counter for every so many hu more.",
        ),
        "S4",
        least=1,
    ),
    number(
        "reward_hu",
        10,
        ("每次奖数算", "Reward"),
        (
            "每次奖数算的这么多胡，从最高的那家扣。",
            "Each reward: so many hu from the highest to the counter.",
        ),
        "S4",
    ),
)

SKIN_TEXTS: Mapping[str, Words] = {
    **ROUND_TEXTS,
    "highest.others": Words(
        "{player} {hu} 胡，满了 {target}：没满的哪家胡了就结",
        "{player} has {hu} hu, beyond {target}: the round ends when somebody below it wins",
    ),
    "highest.any": Words(
        "{player} {hu} 胡，满了 {target}：再有人胡就结",
        "{player} has {hu} hu, beyond {target}: the next win ends the round",
    ),
    "half": Words("数算的{player}记一半：{hu} 胡", "The counter, {player}, counts half: {hu}"),
    "dead.counted": Words(
        "臭了牌，打桩的扣 {hu} 胡给数算的", "Dead deal: {hu} hu from the dealer to the counter"
    ),
    "foul.counted": Words("岔胡，扣 {hu} 胡", "Foul: {hu} hu off the tally"),
    "reward": Words(
        "{player}最高，奖数算的 {hu} 胡", "{player}, the highest, rewards the counter with {hu} hu"
    ),
    "skins": Words("{player} {hu} 胡，{n} 皮", "{player}: {hu} hu make {n} pi"),
    **{
        f"{mark}.{how}": Words(f"{zh}，{more.zh}", f"{en}, {more.en}")
        for mark, (zh, en) in {"tianhu": ("天胡", "Heavenly hu"), "dihu": ("地胡", "Earthly hu")}.items()
        for how, more in {
            "plus_ten": Words("多记 {hu} 胡", "{hu} hu more"),
            "double": Words("翻倍，多记 {hu} 胡", "doubled: {hu} hu more"),
        }.items()
    },
    "difference": Words("补皮", "The difference in pi"),
}


@dataclass(frozen=True, kw_only=True)
class SkinOptions(CountingOptions):
    """What a game settled in 皮 lets a table choose."""

    counter_half: Literal["all", "hand"]
    counter_seat: Literal["rotates", "fixed", "opposite"]
    tiandihu: Literal["none", "plus_ten", "double"]
    target: int
    ends_with: Literal["idle_wins", "other_than_highest_wins", "any_win"]
    ceiling: int
    skin_rounding: Literal["half_up_away", "up"]
    dead_deal_hu: int
    foul_hu: int
    reward_step: int
    reward_hu: int

    def began_hu(self, marks: Iterable[str], counted: int) -> int:
        """胡 that 天胡 or 地胡 adds to so many that are counted without it."""
        if self.tiandihu == "none" or BEGAN.isdisjoint(marks):
            return 0
        return counted if self.tiandihu == "double" else TIANDIHU_HU

    def counted_hu(self, won: Scored) -> int:
        """胡 that a win counts for its winner."""
        counted = won.hu + self.more_hu(won.source)
        return counted + self.began_hu(won.marks, counted)

    def skins(self, hu: int) -> int:
        """皮 that so many 胡 make."""
        return -(-hu // HU_PER_SKIN) if self.skin_rounding == "up" else round_half_away(hu, HU_PER_SKIN)


@dataclass(frozen=True)
class SkinTurns(CounterTurns):
    """After 臭牌 dealer and 数算 both stay; who is 数算 may be fixed, or opposite the dealer."""

    counter_seat: str = "rotates"

    @property
    def usual_sitting(self) -> int | None:
        return OPPOSITE if self._opposite else super().usual_sitting

    @cached_property
    def _opposite(self) -> bool:
        return self.seating.sits_out and self.counter_seat == "opposite"

    def first(self, table: Table) -> Seats:
        if not self._opposite or table.first_sitting is not None:
            return super().first(table)
        return self._facing(table, table.first_dealer)

    def _facing(self, table: Table, dealer: int) -> Seats:
        return Seats(dealer, table.after(dealer, OPPOSITE))

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        if self._opposite and dealer != state.dealer:
            return self._facing(table, dealer).sitting
        return super().sitting_with(table, state, dealer)

    def after_win(self, table: Table, deal: facts.Win) -> Seats:
        if self._opposite:
            return self._facing(table, deal.winner)
        return (
            Seats(deal.winner, deal.sitting)
            if self.counter_seat == "fixed"
            else super().after_win(table, deal)
        )

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        return seats


@dataclass(frozen=True)
class SkinPricing(CountedPricing):
    """天胡 and 地胡 may count more."""

    o: SkinOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        counted = super().price(call, hu, reading)
        more = self.o.began_hu(call.marks, hu + self.o.more_hu(call.source))
        if not more:
            return counted
        how: dict[str, Param] = {"how": self.o.tiandihu, "hu": more}
        return priced(item._replace(params=how) if item.code in BEGAN else item for item in counted.items)


@dataclass(frozen=True)
class SkinTally(Tally):
    """数算 shares half of every win; the round goes on while the dealer keeps winning."""

    o: SkinOptions

    @property
    def enough(self) -> str:
        return {"idle_wins": "enough", "other_than_highest_wins": "others", "any_win": "any"}[
            self.o.ends_with
        ]

    def book(self, table: Table, state: State, deal: facts.Win, won: Scored) -> Booked:
        """The winner's 胡, and half of them or of the hand's for 数算 (docs/rules/bopi.md#half); the winner loses none."""
        gained = self.o.counted_hu(won)
        if deal.sitting is None:
            return Booked(replace(state, tally=added(state.tally, {deal.winner: gained})))
        half = round_half_up(gained if self.o.counter_half == "all" else won.hu, 2)
        lines = (Item("half", {"player": table.players[deal.sitting], "hu": half}, 0),)
        return Booked(
            replace(state, tally=added(state.tally, {deal.winner: gained, deal.sitting: half})), lines
        )

    def is_over(self, booked: State, deal: facts.Win) -> bool:
        """脱桩 (tuozhuang) and its kin: somebody has enough, 数算 included, and it was the right player who won."""
        tally = known(booked.tally)
        won = tally[deal.winner]
        if self.o.ceiling and won >= self.o.ceiling:
            return True
        ends = {
            "idle_wins": deal.winner != deal.dealer,
            "other_than_highest_wins": won < self.o.target,
            "any_win": True,
        }
        return max(tally) >= self.o.target and ends[self.o.ends_with]

    def settle(self, table: Table, ended: State) -> Settled:
        """数算 is rewarded, then each pair settles its difference in 皮."""
        tally, items = self._rewarded(table, ended)
        skins = [self.o.skins(hu) for hu in tally]
        for seat, hu in enumerate(tally):
            items += (Item("skins", {"player": table.players[seat], "hu": hu, "n": skins[seat]}, 0),)
        return Settled(tally, differences(skins), items)

    def _rewarded(self, table: Table, ended: State) -> tuple[tuple[int, ...], tuple[Item, ...]]:
        """The tally once the highest has rewarded 数算; of several highest the last winner, else the lowest seat."""
        tally, top = ended.tally or (), max(ended.tally or ())
        hu = self.o.reward_hu * max(0, (top - self.o.target) // self.o.reward_step)
        payer = ended.dealer if tally[ended.dealer] == top else tally.index(top)
        if not hu or ended.sitting in (None, payer):
            return tally, ()
        lines = (Item("reward", {"player": table.players[payer], "hu": hu}, 0),)
        return added(tally, {payer: -hu, ended.sitting: hu}), lines


@dataclass(frozen=True)
class SkinDeadDeals:
    """臭牌: the dealer gives 胡 to 数算, where there is one."""

    hu: int
    turns: Turns

    def play(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        """What the deal does to the tally."""
        after = self.turns.after(table, state, deal)
        if deal.sitting is None:
            return Outcome(deal=deal, state=after, items=(Item("dead", {}, 0),))
        tally = added(state.tally, {known(deal.dealer): -self.hu, deal.sitting: self.hu})
        items = (Item("dead", {"how": "counted", "hu": self.hu}, 0),)
        return Outcome(deal=deal, state=replace(after, tally=tally), items=items)


@dataclass(frozen=True)
class SkinFouls:
    """岔胡: 胡 off the offender's tally, which nobody gains."""

    penalty: FixedPenalty
    turns: Turns

    def play(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        """What the foul does to the tally; raises `Refused` (``bad_deal``) where a cost was entered."""
        hu = self.penalty.units(deal)
        after = self.turns.after(table, state, deal)
        return Outcome(
            deal=deal,
            state=replace(after, tally=added(state.tally, {deal.offender: -hu})),
            items=(Item("foul", {"how": "counted", "hu": hu}, 0),),
        )


def foul_ask(o: SkinOptions) -> FoulAsk:
    """What a foul costs, in words."""
    return FoulAsk(
        usual=Words(f"扣 {o.foul_hu} 胡，别人不加", f"{o.foul_hu} hu off the tally; nobody gains them")
    )
