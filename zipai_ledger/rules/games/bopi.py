"""剥皮 (bopi): 胡 are counted up to a hundred, then everybody's difference is paid in 皮 (rules 2 "bopi"; S4)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import cast

from .. import facts
from ..codec import Count, Seat
from ..options import Options, Words, number
from ..rulebook import Case, Section
from ..ruleset import Flow, Item, Outcome, Scored, State, Table
from ..settlement import round_half_away, round_half_up
from ..zipai.call import Call, Priced, priced
from ..zipai.counter import counter_options
from ..zipai.counter_rules import NEXT, ROUND, told
from ..zipai.readings import Reading
from ..zipai.rounds import ROUND_TEXTS, Settled, TallyRuleset, added

HU_PER_SKIN = 10

OPTIONS = counter_options(
    ("three_and_counter", "three"),
    number(
        "self_draw_hu",
        10,
        ("自摸加", "Own draw"),
        ("自己摸上来胡的，多记这么多胡。", "What winning on one's own draw adds to the tally."),
        "S4",
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
        ("臭了牌，打桩的扣这么多胡，给数算的。", "What the dealer gives 数算 after a deal nobody won."),
        "S4",
    ),
    number(
        "foul_hu",
        30,
        ("岔胡扣", "Foul"),
        ("岔胡的人扣这么多胡，别人不加。", "What a foul takes off the offender's tally; nobody gains it."),
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

RULES = (
    """
# units 记胡 | Counting
- [S4] 胡了不当场付，先记着：胡几胡，记几胡。
+ Nobody pays for a hand; its 胡 are counted.
@ drawn
- [S4] 自摸多记 {self_draw_hu} 胡。
+ One's own draw counts {self_draw_hu} more.
@ own
- [S4 | form=three_and_counter] 数算的也记：赢家记多少，他记一半，四舍五入。赢家的不少。
+ 数算 counts half of what the winner does, rounded half up; the winner loses nothing.
- [open S4] 天胡、地胡有名字，胡数不另加。
+ 天胡 and 地胡 have a name and add nothing.
- [S4 | form=three_and_counter] 臭牌，没有人胡：打桩的扣 {dead_deal_hu} 胡，给数算的。谁打桩、谁数算，都不变。
+ A deal nobody wins (臭牌): the dealer gives {dead_deal_hu} 胡 to 数算. Both stay.
@ dead
- [open S4 | form=three dead_deal_hu] 臭牌，没有人胡：没有人数算，就什么也不记，打桩的不变。
+ A deal nobody wins (臭牌): without 数算 nothing is counted, and the dealer stays.
@ dead

# end 打到什么时候 | The end of a round
- [S4] 有人满了 {target} 胡，就到了头。打桩的胡了还接着打，要等闲家胡一盘，叫脱桩，这一轮才完。
+ With anybody at {target} 胡 the round ends, once a player who does not deal wins (脱桩).
- [open S4] 数算的满了也算。臭牌、岔胡不完。
+ 数算's tally counts too. A round never ends on a dead deal or a foul.
- [S4 | form=three_and_counter] 完了，最高的奖数算的：满 {first} 胡奖 {reward_hu}，满 {second} 胡奖 {twice}，
再每多 {reward_step} 胡多奖 {reward_hu}。
+ Then the highest rewards 数算: {reward_hu} 胡 from {first} on, {twice} from {second} on, {reward_hu} for every
  {reward_step} more.
- [open S4 | form=three_and_counter reward_step reward_hu] 几家一样高，最后胡的那家奖；最高的就是数算的，不奖。
+ Of several highest the last winner pays; nothing if 数算 is the highest.
- [open S4 | form=three reward_step reward_hu] 没有人数算，就不奖。
+ Without 数算 nobody is rewarded.

# pay 结皮 | Settling
- [S4] {skin} 胡一皮，四舍五入。两家两家比，少的付给多的，差几皮付几皮。
+ {skin} 胡 make one 皮, rounded. Each pair settles its difference.
@ skins
"""
    + NEXT
    + """
- [open S4] 一轮结了，接着打：大家从 0 记起，打桩、数算照着轮。
+ After settling a new round starts from zero; dealer and 数算 simply continue.
"""
    + ROUND
    + """
# else 岔胡 | Fouls
- [S4] 岔胡：扣 {foul_hu} 胡，别人不加。
+ A foul takes {foul_hu} 胡 off the tally; nobody gains them.
@ foul
"""
)
ENDED = (92, 85, 72, 30)
"""胡 before the last win of S4's example, which ends at 104, 85, 72 and 36."""


class Bopi(TallyRuleset):
    """剥皮: 数算 shares half of every win; the round goes on while the dealer keeps winning."""

    slug = "bopi"
    version = 1
    rank = 31
    name = Words("剥皮", "Bopi")
    tagline = Words("记胡，满 100 结皮", "Count 胡 to 100, paid in 皮")
    unit = Words("皮", "皮")
    seats = (3, 4)
    options = OPTIONS
    texts = {
        **ROUND_TEXTS,
        "self_draw.counted": Words("自摸，多记 {hu} 胡", "Own draw: {hu} more"),
        "half": Words("数算的{player}记一半：{hu} 胡", "数算, {player}, counts half: {hu}"),
        "dead.counted": Words(
            "臭了牌，打桩的扣 {hu} 胡给数算的", "Dead deal: {hu} 胡 from the dealer to 数算"
        ),
        "foul.counted": Words("岔胡，扣 {hu} 胡", "Foul: {hu} 胡 off the tally"),
        "reward": Words("{player}最高，奖数算的 {hu} 胡", "{player}, the highest, rewards 数算 with {hu} 胡"),
        "skins": Words("{player} {hu} 胡，{n} 皮", "{player}: {hu} 胡 make {n} 皮"),
        "difference": Words("补皮", "The difference in 皮"),
    }

    def after_dead_deal(self, table: Table, seats: State) -> State:
        """Dealer and 数算 both stay."""
        return seats

    def price(self, options: Options, call: Call, hu: int, reading: Reading | None) -> Priced:
        own = _own_draw_hu(options, call.source)
        lines = (Item("self_draw", {"how": "counted", "hu": own}, 0),) if own else ()
        return priced(super().price(options, call, hu, reading).items + lines)

    def book(
        self, table: Table, state: State, deal: facts.Win, won: Scored
    ) -> tuple[State, tuple[Item, ...]]:
        """The winner's 胡, and half of them for 数算; nothing is taken from the winner."""
        gained = won.hu + _own_draw_hu(table.options, won.source)
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

    def rulebook(self, options: Options) -> tuple[Section, ...]:
        chosen = cast(Mapping[str, int], options)
        first = chosen["target"] + chosen["reward_step"]
        known = {"first": first, "second": first + chosen["reward_step"], "twice": 2 * chosen["reward_hu"]}
        return told(self, options, RULES, {**known, "skin": HU_PER_SKIN}, {"skins": _ended(self, options)})

    def costs(self, options: Options) -> tuple[Words, Words]:
        drawn = Words("记胡数", "Counts its 胡")
        own = cast(int, options["self_draw_hu"])
        return drawn, Words(f"{drawn.zh}，加 {own} 胡", f"{drawn.en}, +{own} 胡")


def _ended(ruleset: Bopi, options: Options) -> Case:
    """S4's example: 甲 wins 12 胡 while 乙 deals; where more are needed, the round is settled as it then stands."""
    seats = ruleset.places(options)
    last = facts.Win(winner=Seat(0), source="other_draw", from_=Seat(2), hu=Count(12), dealer=Seat(1))
    more: tuple[facts.Deal, ...] = (last,)
    if cast(int, options["target"]) > ENDED[0] + 12:
        more = (last, facts.EndRound(how="settle"))
    before = Words("、".join(map(str, ENDED[:seats])), ", ".join(map(str, ENDED[:seats])))
    told = Words(
        f"已经记了 {before.zh} 胡，乙打桩，甲再胡 12 胡", f"After {before.en} 胡, B deals and A wins with 12"
    )
    return Case(told, more, tally=ENDED[:seats])


def _own_draw_hu(options: Options, source: str | None) -> int:
    return cast(int, options["self_draw_hu"]) if source == "self_draw" else 0


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


RULESET = Bopi()
