"""补皮 (bupi): 胡 are counted to a target, then everybody's difference is paid in 皮 (docs/rules/bopi.md#settlement)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from .. import facts
from ..facts import known
from ..options import Words, number, one_of
from ..ruleset import Flow, Item, Outcome, Scored, State, Table
from ..settlement import round_half_away, round_half_up
from ..terms import FoulAsk
from .call import Call, Priced, priced
from .counter import CounterOptions, CounterTurns
from .fouls import FixedPenalty
from .readings import Reading
from .rounds import ROUND_TEXTS, Booked, CountedHu, Settled, Tally, added
from .turns import Seats, Turns

HU_PER_SKIN = 10

SELF_DRAW_HU = number(
    "self_draw_hu",
    10,
    ("自摸加", "Self-draw"),
    ("自己摸上来胡的，多记这么多胡。", "What a self-drawn win adds to the tally."),
    "S4",
)
"""Where a game counts own draws for more."""

SKIN_OPTIONS = (
    one_of(
        "counter_half",
        "all",
        ("数算的记一半", "The counter’s half"),
        (
            "赢家记了胡，数算的记一半：自摸加的算不算在里面。",
            "Whether what an own draw adds is halved for the counter too.",
        ),
        "S4",
        {"all": ("连自摸加的", "Of all"), "hand": ("只算胡牌的", "Of the hand")},
    ),
    number(
        "target",
        100,
        ("满多少结", "Target"),
        (
            "有人满了这么多，一等闲家胡牌就结；打桩的一直胡就一直打。",
            "With anybody at this tally the round ends once a player who did not deal wins.",
        ),
        "S4",
        least=1,
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
    "half": Words("数算的{player}记一半：{hu} 胡", "The counter, {player}, counts half: {hu}"),
    "dead.counted": Words(
        "臭了牌，打桩的扣 {hu} 胡给数算的", "Dead deal: {hu} hu from the dealer to the counter"
    ),
    "foul.counted": Words("岔胡，扣 {hu} 胡", "Foul: {hu} hu off the tally"),
    "reward": Words(
        "{player}最高，奖数算的 {hu} 胡", "{player}, the highest, rewards the counter with {hu} hu"
    ),
    "skins": Words("{player} {hu} 胡，{n} 皮", "{player}: {hu} hu make {n} pi"),
    "difference": Words("补皮", "The difference in pi"),
}


@dataclass(frozen=True, kw_only=True)
class SkinOptions(CounterOptions):
    """What a game settled in 皮 lets a table choose; ``self_draw_hu``: what an own draw counts more."""

    counter_half: Literal["all", "hand"]
    target: int
    dead_deal_hu: int
    foul_hu: int
    reward_step: int
    reward_hu: int
    self_draw_hu: int = 0

    def own_draw_hu(self, source: str | None) -> int:
        """胡 that a win by this source counts beside its own."""
        return self.self_draw_hu if source == "self_draw" else 0


class SkinTurns(CounterTurns):
    """After 臭牌 dealer and 数算 both stay."""

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        return seats


@dataclass(frozen=True)
class SkinPricing(CountedHu):
    """An own draw counts more."""

    o: SkinOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        own = self.o.own_draw_hu(call.source)
        lines = (Item("self_draw", {"how": "counted", "hu": own}, 0),) if own else ()
        return priced(super().price(call, hu, reading).items + lines)


@dataclass(frozen=True)
class SkinTally(Tally):
    """数算 shares half of every win; the round goes on while the dealer keeps winning."""

    o: SkinOptions

    def book(self, table: Table, state: State, deal: facts.Win, won: Scored) -> Booked:
        """The winner's 胡, and half of them or of the hand's for 数算 (docs/rules/bopi.md#half); the winner loses none."""
        gained = won.hu + self.o.own_draw_hu(won.source)
        if deal.sitting is None:
            return Booked(replace(state, tally=added(state.tally, {deal.winner: gained})))
        half = round_half_up(gained if self.o.counter_half == "all" else won.hu, 2)
        lines = (Item("half", {"player": table.players[deal.sitting], "hu": half}, 0),)
        return Booked(
            replace(state, tally=added(state.tally, {deal.winner: gained, deal.sitting: half})), lines
        )

    def is_over(self, booked: State, deal: facts.Win) -> bool:
        """脱桩: the dealer has lost, and somebody has enough, 数算 included."""
        return max(booked.tally or ()) >= self.o.target and deal.winner != deal.dealer

    def settle(self, table: Table, ended: State) -> Settled:
        """数算 is rewarded, then each pair settles its difference in 皮."""
        tally, items = self._rewarded(table, ended)
        skins = [round_half_away(hu, HU_PER_SKIN) for hu in tally]
        for seat, hu in enumerate(tally):
            items += (Item("skins", {"player": table.players[seat], "hu": hu, "n": skins[seat]}, 0),)
        flows = tuple(
            Flow(lower, higher, skins[higher] - skins[lower], "difference")
            for one, other in combinations(range(table.seats), 2)
            for lower, higher in [sorted((one, other), key=skins.__getitem__)]
            if skins[higher] != skins[lower]
        )
        return Settled(tally, flows, items)

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
        """What the foul does to the tally; raises `Refused` (``bad_deal``) where a cost was told."""
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
