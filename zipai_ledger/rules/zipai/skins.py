"""补皮 (bupi): 胡 are counted to a target, then everybody's difference is paid in 皮 (docs/rules/bopi.md#settlement)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, cast

from .. import facts
from ..options import Options, Words, number
from ..ruleset import Flow, Item, Outcome, Scored, State, Table
from ..settlement import round_half_away, round_half_up
from .call import Call, Priced, priced
from .readings import Reading
from .rounds import ROUND_TEXTS, Settled, TallyRuleset, added

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
        ("臭了牌，打桩的扣这么多胡，给数算的。", "What the dealer gives 数算 after a deal nobody won."),
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
            "The highest tally rewards 数算 for every so many 胡 more.",
        ),
        "S4",
        least=1,
    ),
    number(
        "reward_hu",
        10,
        ("每次奖数算", "Reward"),
        ("每次奖数算的这么多胡，从最高的那家扣。", "Each reward: so many 胡 from the highest to 数算."),
        "S4",
    ),
)

SKIN_TEXTS: Mapping[str, Words] = {
    **ROUND_TEXTS,
    "half": Words("数算的{player}记一半：{hu} 胡", "数算, {player}, counts half: {hu}"),
    "dead.counted": Words("臭了牌，打桩的扣 {hu} 胡给数算的", "Dead deal: {hu} 胡 from the dealer to 数算"),
    "foul.counted": Words("岔胡，扣 {hu} 胡", "Foul: {hu} 胡 off the tally"),
    "reward": Words("{player}最高，奖数算的 {hu} 胡", "{player}, the highest, rewards 数算 with {hu} 胡"),
    "skins": Words("{player} {hu} 胡，{n} 皮", "{player}: {hu} 胡 make {n} 皮"),
    "difference": Words("补皮", "The difference in 皮"),
}


class SkinsRuleset(TallyRuleset):
    """A game settled in 皮: 数算 shares half of every win; the round goes on while the dealer keeps winning."""

    unit = Words("皮", "皮")
    seats: ClassVar[tuple[int, ...]] = (3, 4)
    texts = SKIN_TEXTS

    def after_dead_deal(self, table: Table, seats: State) -> State:
        """Dealer and 数算 both stay."""
        return seats

    def price(self, options: Options, call: Call, hu: int, reading: Reading | None) -> Priced:
        own = self.own_draw_hu(options, call.source)
        lines = (Item("self_draw", {"how": "counted", "hu": own}, 0),) if own else ()
        return priced(super().price(options, call, hu, reading).items + lines)

    def book(
        self, table: Table, state: State, deal: facts.Win, won: Scored
    ) -> tuple[State, tuple[Item, ...]]:
        """The winner's 胡, and half of them for 数算; nothing is taken from the winner."""
        gained = won.hu + self.own_draw_hu(table.options, won.source)
        if deal.sitting is None:
            return replace(state, tally=added(state.tally, {deal.winner: gained})), ()
        half = round_half_up(gained, 2)
        lines = (Item("half", {"player": table.players[deal.sitting], "hu": half}, 0),)
        return replace(state, tally=added(state.tally, {deal.winner: gained, deal.sitting: half})), lines

    def is_over(self, table: Table, booked: State, deal: facts.Win) -> bool:
        """脱桩: the dealer has lost, and somebody has enough, 数算 included."""
        enough = max(booked.tally or ()) >= cast(int, table.options["target"])
        return enough and deal.winner != deal.dealer

    def play_dead(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        outcome = super().play_dead(table, state, deal)
        if deal.sitting is None:
            return outcome
        hu = cast(int, table.options["dead_deal_hu"])
        tally = added(state.tally, {cast(int, deal.dealer): -hu, deal.sitting: hu})
        items = (Item("dead", {"how": "counted", "hu": hu}, 0),)
        return replace(outcome, state=replace(outcome.state, tally=tally), items=items)

    def play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        hu = self.penalty(table, deal)
        after = self.after(table, state, deal)
        return Outcome(
            deal=deal,
            state=replace(after, tally=added(state.tally, {deal.offender: -hu})),
            items=(Item("foul", {"how": "counted", "hu": hu}, 0),),
        )

    def fixed_penalty(self, options: Options) -> int:
        return cast(int, options["foul_hu"])

    def fixed_words(self, options: Options) -> Words:
        hu = self.fixed_penalty(options)
        return Words(f"扣 {hu} 胡，别人不加", f"{hu} 胡 off the tally; nobody gains them")

    # ---- the end of a round --------------------------------------------------------------------------------------

    def settle(self, table: Table, ended: State) -> Settled:
        """数算 is rewarded, then each pair settles its difference in 皮."""
        tally, items = _rewarded(table, ended)
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

    def own_draw_hu(self, options: Options, source: str | None) -> int:
        """胡 that a win by this source counts beside its own."""
        return cast(int, options.get(SELF_DRAW_HU.code, 0)) if source == "self_draw" else 0

    def costs(self, options: Options) -> tuple[Words, Words]:
        drawn, own = Words("记胡数", "Counts its 胡"), self.own_draw_hu(options, "self_draw")
        more = Words(f"，加 {own} 胡", f", +{own} 胡") if own else Words("，不另加", ", no more")
        return drawn, Words(drawn.zh + more.zh, drawn.en + more.en)


def _rewarded(table: Table, ended: State) -> tuple[tuple[int, ...], tuple[Item, ...]]:
    """The tally once the highest has rewarded 数算; of several highest the last winner, else the lowest seat."""
    tally, top = ended.tally or (), max(ended.tally or ())
    target, step = cast(int, table.options["target"]), cast(int, table.options["reward_step"])
    hu = cast(int, table.options["reward_hu"]) * max(0, (top - target) // step)
    payer = ended.dealer if tally[ended.dealer] == top else tally.index(top)
    if not hu or ended.sitting in (None, payer):
        return tally, ()
    lines = (Item("reward", {"player": table.players[payer], "hu": hu}, 0),)
    return added(tally, {payer: -hu, ended.sitting: hu}), lines
