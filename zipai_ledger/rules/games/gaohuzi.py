"""告胡子 (gaohuzi): the first wins have to pass a gate, and who reaches fifty is paid (docs/rules/gaohuzi.md)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Literal

from .. import facts
from ..codec import Count
from ..facts import known
from ..options import Options, Words, number, one_of, series
from ..problems import Param, Problem
from ..rulebook import Case, Section, listed
from ..ruleset import Carried, Example, Flow, Item, Scored, State, Table
from ..settlement import round_half_away
from ..terms import FoulAsk
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.bounds import Bounds, bounds_of
from ..zipai.call import Gate
from ..zipai.counted import CountedPricing, CountingOptions, counted_sources, counting_options
from ..zipai.counter import (
    CounterLimits,
    CounterTurns,
    counter_options,
    counter_valuing,
)
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_rules import COUNTED_DISCARDS, ROUND, counter_sections
from ..zipai.counter_rules import NEXT as FOLLOWS
from ..zipai.counter_words import DECK_BRIEF, LEAST_BRIEF, form_brief
from ..zipai.example import NEXT, WINNER
from ..zipai.fouls import FixedPenalty, Fouls
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.rounds import ROUND_TEXTS, Booked, Round, Settled, Tally, added, differences
from ..zipai.rulebook import Subject
from ..zipai.turns import Seats

OPTIONS = counter_options(
    "three",
    series(
        "gates",
        [18, 34],
        ("头两盘要几胡", "First two wins"),
        (
            "一轮里头一盘要有这么多胡，第二盘同头一盘相加要超过这么多胡。",
            "In a round a first win needs so many hu; the second, with the first, more than so many.",
        ),
        "S4",
        (("头盘", "First win"), ("两盘相加超过", "Both exceed")),
    ),
    number(
        "target",
        50,
        ("满多少出告", "Target"),
        ("谁记满这么多胡，这一轮就完了。", "Whoever reaches this tally ends the round."),
        "S4; P",
        least=1,
    ),
    series(
        "levels",
        [10, 20, 30],
        ("三级底子", "Levels"),
        (
            "付底子的，一轮完了别人各付一级：胡过两盘的最少，一盘没胡的最多。岔胡总是罚最少的一级，补差的也是。",
            "By levels each other player pays one at the end, by wins so far. A foul always costs the lowest.",
        ),
        "S4; ours",
        (("胡过两盘以上", "Two wins"), ("胡过一盘", "One win"), ("没胡过", "No win")),
    ),
    *counting_options(0),
    one_of(
        "settlement",
        "levels",
        ("怎么结", "Settlement"),
        (
            "一轮完了，按底子三级付，还是两家两家补差。补差的通常满 100。",
            "Whether a round is settled by levels, or each pair settles its difference; then 100 is usual.",
        ),
        "S4; P",
        {"levels": ("付底子", "By levels"), "difference": ("补差", "By differences")},
    ),
    beside={"settlement": {"difference": {"target": 100}}},
)


@dataclass(frozen=True, kw_only=True)
class GaohuziOptions(CountingOptions):
    """What a table of 告胡子 chooses; ``levels`` are those of two wins, one and none."""

    gates: tuple[int, int]
    settlement: Literal["levels", "difference"]
    target: int
    levels: tuple[int, int, int]

    @property
    def foul(self) -> int:
        """What a foul costs towards each other player: the lowest level."""
        return min(self.levels)


RULES = (
    """
# units 记胡 | Counting
- [S4] 胡了不当场付，先记着：胡几胡，记几胡。
+ Nobody pays for a hand; its hu are counted.
@ drawn
- [S4 | self_draw_hu=0] 自摸不另加。
+ A self-draw adds nothing.
- [P | self_draw_hu!=0] 自摸多记 {self_draw_hu} 胡。
+ A self-draw counts {self_draw_hu} more.
@ own
"""
    + COUNTED_DISCARDS
    + """
- [S4] 一轮里，各人头一盘要 {gates[0]} 胡，第二盘同头一盘相加要超过 {gates[1]} 胡。不到的不算胡。
+ In a round a player’s first win needs {gates[0]} hu, and the second, with the first, more than {gates[1]}.
@ gates
- [open S4; P] 看够不够，只看胡牌的胡数，多记的不算。
+ The gates look at the hand’s hu, without what is added.
- [open S4] 从第三盘起，够 {min_hu} 胡就行。
+ Later wins need {min_hu} hu.
- [open S4 | form=four_at_once] 四个人同时打，头两盘也要这么多。
+ With four at once the first two wins need the same.
- [open S4] 天胡、地胡有名字，胡数不另加。
+ Heavenly hu and earthly hu have a name and add nothing.

# end 一轮完了 | The end of a round
- [S4 | settlement=levels] 谁先记满 {target} 胡，谁出告，这一轮就完了。
+ Whoever first reaches {target} hu ends the round (chugao).
- [P | settlement=difference] 谁先记满 {target} 胡，这一轮就完了。
+ Whoever first reaches {target} hu ends the round.
- [S4 | settlement=levels] 别人付给出告的。底子有三级：{levels[0]} 分、{levels[1]} 分、{levels[2]} 分。
+ The others pay that player one of three levels: {levels[0]}, {levels[1]} or {levels[2]} points.
- [open S4 | settlement=levels] 谁付哪级，书上没说。这里：胡过两盘以上的付 {levels[0]}，胡过一盘的付 {levels[1]}，一盘没胡的付 {levels[2]}。
+ Which level is whose the book does not say: {levels[0]} with two wins or more, {levels[1]} with one, {levels[2]} without.
@ levels
- [open S4 | settlement=levels form=three_and_counter] 数算的不得也不付。
+ The counter gets nothing and pays nothing.
- [P | settlement=difference] 两家两家比：记的胡满十算，四舍五入，少的付给多的，差几十胡付几分。
+ Each pair settles its difference, in tens of hu rounded to the nearest: a point for each ten.
@ differences
- [P | settlement=difference form=three_and_counter] 数算的那家也在里面，一样补。
+ The counter settles differences like the others.
"""
    + FOLLOWS
    + """
- [S4 | form=three_and_counter] 臭牌，没有人胡：数算的打桩。
+ A deal nobody wins: the counter deals next.
@ dead
- [open S4 | form=three_and_counter] 臭牌以后，由原来数算的下手来数算。
+ After it the seat after the counter is the counter.
- [open S4 | form!=three_and_counter] 臭牌，没有人胡：打桩的下手打桩。
+ A deal nobody wins: the next seat deals.
@ dead
- [open S4] 一轮完了，接着打：大家从 0 记起，头两盘又要这么多。
+ The next round starts from zero, with its own first two wins.
"""
    + ROUND
    + """
# else 岔胡 | Fouls
- [S4 | form=three_and_counter levels] 岔胡：罚底子里最少的一级，{level} 分，桌上每家都付到，数算的也有。
+ A foul costs the lowest level, {level} points, to each other player at the table, the counter included.
@ foul
- [S4 | form!=three_and_counter levels] 岔胡：罚底子里最少的一级，{level} 分，桌上每家都付到。
+ A foul costs the lowest level, {level} points, to each other player at the table.
@ foul
"""
)


class GaohuziTurns(CounterTurns):
    """After 臭牌 数算 deals, and the next seat is 数算; without one the dealer's 下手 deals."""

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        if seats.sitting is None:
            return super().after_dead(table, seats)
        return Seats(seats.sitting, table.after(seats.sitting))


@dataclass(frozen=True)
class Gaochu(Tally):
    """出告 (chugao): a round ends when one player reaches the target, and each other one pays a level."""

    counts_wins = True
    o: GaohuziOptions
    bounds: Bounds | None
    """What one win can come to; by it a tally that is carried in is held against its wins."""

    def gate(self, state: State, seat: int) -> Gate | None:
        first, both = self.o.gates
        wins, before = known(state.wins)[seat], known(state.tally)[seat]
        if wins == 0:
            return Gate(first, "gate_first", before, both)
        return Gate(both + 1 - before, "gate_second", before, both) if wins == 1 else None

    def carried_problems(self, carried: Carried) -> Iterator[Problem]:
        if carried.wins is None or min(carried.wins, default=0) < 0:
            yield Problem("bad_deal", "carried_in.wins", "carried_wins")
            return
        if max(carried.tally, default=0) >= self.o.target:
            yield Problem("bad_deal", "carried_in.tally", "carried_over", {"target": self.o.target})
            return
        for hu, wins in zip(carried.tally, carried.wins, strict=False):
            if self.bounds and not self._least(wins) <= hu <= wins * (
                self.bounds.greatest + self.o.most_more
            ):
                yield Problem("bad_deal", "carried_in.tally", "carried_wins_differ", {"hu": hu, "wins": wins})

    def _least(self, wins: int) -> float:
        """The least 胡 of so many wins, each by its gate; who has not won may stand at any number below zero."""
        if wins < 1:
            return -inf
        first, both = self.o.gates
        least = max(first, self.o.min_hu)
        if wins > 1:
            least = max(both + 1, least + self.o.min_hu)
        return least + max(wins - 2, 0) * self.o.min_hu

    def book(self, table: Table, state: State, deal: facts.Win, won: Scored) -> Booked:
        """The 胡 of the hand, and what its source counts more."""
        gained = won.hu + self.o.more_hu(won.source)
        tally, wins = added(state.tally, {deal.winner: gained}), added(state.wins, {deal.winner: 1})
        return Booked(replace(state, tally=tally, wins=wins))

    def is_over(self, booked: State, deal: facts.Win) -> bool:
        """The winner has reached the target."""
        return known(booked.tally)[deal.winner] >= self.o.target

    def settle(self, table: Table, ended: State) -> Settled:
        """By levels, or by the difference of each pair (补差), 数算's place among them."""
        return (
            self._by_difference(table, ended)
            if self.o.settlement == "difference"
            else self._by_level(table, ended)
        )

    def _by_difference(self, table: Table, ended: State) -> Settled:
        tally = known(ended.tally)
        tens = [round_half_away(hu, 10) for hu in tally]
        items = tuple(
            Item("tens", {"player": table.players[seat], "hu": hu, "n": tens[seat]}, 0)
            for seat, hu in enumerate(tally)
        )
        return Settled(tally, differences(tens), items)

    def _by_level(self, table: Table, ended: State) -> Settled:
        """Each other player pays the highest a level, 数算 excepted; in mid-round several may be highest."""
        tally, wins = known(ended.tally), known(ended.wins)
        best = [seat for seat in range(table.seats) if tally[seat] == max(tally)]
        payers = [seat for seat in range(table.seats) if seat not in (*best, ended.sitting)]
        how: dict[str, Param] = {"how": "most"} if max(tally) < self.o.target else {}
        items = [
            Item("gaochu", {**how, "player": table.players[seat], "hu": tally[seat]}, 0) for seat in best
        ]
        flows = []
        for payer in payers:
            level, units = self._level(wins[payer])
            player = table.players[payer]
            items.append(
                Item("level", {"how": level, "player": player, "wins": wins[payer], "units": units}, 0)
            )
            flows += [Flow(payer, payee, units, "level") for payee in best]
        return Settled(tally, tuple(flows), tuple(items))

    def _level(self, wins: int) -> tuple[str, int]:
        more, one, none = self.o.levels
        return {0: ("none", none), 1: ("one", one)}.get(wins, ("more", more))


BRIEF = (
    LEAST_BRIEF
    + """
- 头盘 {gates[0]}，两盘过 {gates[1]}
+ first win {gates[0]}, two wins above {gates[1]}
- [self_draw_hu!=0] 自摸加 {self_draw_hu}
+ self-draw +{self_draw_hu}
- [discard_wins=on] 打出来的也能胡
+ discards win
- [discard_hu!=0] 放炮加 {discard_hu}
+ discard +{discard_hu}
- [settlement=levels] 满 {target} 出告
+ first to {target}
- [settlement=difference] 满 {target} 结
+ first to {target}
- [settlement=difference] 两家两家补差
+ settled by differences
- [settlement=levels] 底子 {levels[0]}、{levels[1]}、{levels[2]}
+ levels {levels[0]}, {levels[1]}, {levels[2]}
"""
    + DECK_BRIEF
    + form_brief("three")
)

LEAD = """
- [settlement=levels] 头盘 {gates[0]}，满 {target} 出告
+ First win {gates[0]}, first to {target}
- [settlement=difference] 头盘 {gates[0]}，满 {target} 补差
+ First win {gates[0]}, differences at {target}
"""


class Gaohuzi(CounterRuleset):
    """告胡子: own draws add nothing; a round ends when one player reaches the target."""

    slug = "gaohuzi"
    version = 4
    former = (1, 2, 3)
    rank = 32
    name = Words("告胡子", "Gaohuzi")
    tagline = Words("头盘 18，满 50 出告", "First win 18, first to 50")
    unit = Words("分", "points")
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    lead = LEAD
    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust, facts.Close)
    carries = ("tally", "wins")
    texts = {
        **ROUND_TEXTS,
        "gaochu": Words("{player}出告：{hu} 胡", "{player} ends the round with {hu} hu"),
        "gaochu.most": Words("{player}最高：{hu} 胡", "{player} has most: {hu} hu"),
        "level.none": Words("{player}没胡过，付 {units}", "{player}, without a win, pays {units}"),
        "level.one": Words("{player}胡过一盘，付 {units}", "{player}, with one win, pays {units}"),
        "level.more": Words("{player}胡过 {wins} 盘，付 {units}", "{player}, with {wins} wins, pays {units}"),
        "level": Words("出告付的底子", "The level paid at the end"),
        "tens": Words("{player} {hu} 胡，算 {n}", "{player}: {hu} hu count as {n}"),
        "gate.first": Words("{player}头一盘要 {least} 胡", "{player}’s first win needs {least} hu"),
        "gate.second": Words(
            "{player}头盘 {before} 胡，两盘相加要过 {bound}：这一盘要 {least} 胡",
            "After {before} hu {player}’s second win needs {least}: both must exceed {bound}",
        ),
        "gate.first.short": Words("头盘要 {least}", "first: {least}"),
        "gate.second.short": Words("这盘要 {least}", "next: {least}"),
        "below_minimum.gate_first": Words(
            "头一盘要 {min_hu} 胡，只有 {hu} 胡，不算胡", "A first win needs {min_hu} hu; this has {hu}"
        ),
        "below_minimum.gate_second": Words(
            "头一盘 {before} 胡，两盘相加要超过 {gate}：这一盘要 {min_hu} 胡，只有 {hu} 胡",
            "After {before} hu both wins must exceed {gate}: this needs {min_hu} hu and has {hu}",
        ),
        "bad_deal.carried_wins": Words("带进来的还要写每人胡过几盘", "Say too how often each has won"),
        "bad_deal.carried_over": Words(
            "带进来的已经满了 {target} 胡，这一轮打完了",
            "A tally of {target} hu carried in has ended its round",
        ),
        "bad_deal.carried_wins_differ": Words(
            "带进来的对不上：胡过 {wins} 盘，不会是 {hu} 胡",
            "What is carried in cannot be: {hu} hu with {wins} wins",
        ),
    }

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(GaohuziOptions, options)
        usual = Words(f"付给每一家 {o.foul} 分", f"{o.foul} points to each of the others")
        turns, penalty = GaohuziTurns(o.seating), FixedPenalty(o.foul, FoulAsk(usual=usual))
        return self.game_of(
            o,
            counter_valuing(
                self.version, o, CounterLimits(min_hu=o.min_hu, discards=o.discards), CountedPricing(o)
            ),
            penalty,
            _asks(o),
            partial(_rulebook, o),
            example=partial(_example, o),
            turns=turns,
            foul=Fouls(penalty=penalty, turns=turns, how="each", sitting_shares=1, how_sitting="each").play,
            round_=Round(Gaochu(o, bounds_of(self.version, o.seating.form)), o.target),
        )


def _asks(o: GaohuziOptions) -> Asks:
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        sources=counted_sources(o),
        marks=DEALT_MARKS[: 1 + o.discards],
    )


def _example(o: GaohuziOptions, code: str) -> Example | None:
    """The first win reaches the target at once, so that everybody without a win pays."""
    if code != "levels":
        return None
    hu = max(o.gates[0], o.target, o.min_hu)
    return Example(facts.Win(winner=WINNER, source="other_draw", from_=NEXT, hu=Count(hu)), paid=True)


def _rulebook(o: GaohuziOptions, subject: Subject) -> tuple[Section, ...]:
    figures = {"gates": _gates(o), "levels": _levels(o), "differences": _differences(o)}
    return counter_sections(subject, RULES, {"level": o.foul}, figures, enough=o.gates[0])


def _gates(o: GaohuziOptions) -> Case:
    """甲 wins twice, each time with just what is needed."""
    first, both = o.gates
    wins = [max(first, o.min_hu), max(both + 1 - max(first, o.min_hu), o.min_hu)]
    deals = tuple(facts.Win(winner=WINNER, source="other_draw", from_=NEXT, hu=Count(hu)) for hu in wins)
    words = Words(f"甲头一盘 {wins[0]} 胡，第二盘 {wins[1]} 胡", f"A wins {wins[0]} hu, then {wins[1]}")
    return Case(words, deals)


def _levels(o: GaohuziOptions) -> Case:
    """甲, with two wins, reaches the target; 乙 has two, 丙 one, and whoever else plays none."""
    before = tuple(min(hu, o.target - 1) for hu in (40, 36, 20, 0))
    last = max(o.min_hu, o.target - before[0])
    seats = o.seating.seats
    words = Words(
        f"甲 {before[0]} 胡、乙 {before[1]} 胡各胡过两盘，丙 {before[2]} 胡胡过一盘；甲又胡 {last} 胡",
        f"A with {before[0]} hu and B with {before[1]} won twice, C with {before[2]} once; A wins {last} more",
    )
    deal = facts.Win(winner=WINNER, source="other_draw", from_=NEXT, hu=Count(last))
    return Case(words, (deal,), tally=before[:seats], wins=(2, 2, 1, 0)[:seats])


def _differences(o: GaohuziOptions) -> Case:
    """甲, with two wins, reaches the target; 乙 and 丁 have one, 丙 none."""
    before = tuple(min(hu, o.target - 1) for hu in (92, 36, 0, 20))
    last = max(o.min_hu, o.target - before[0], 12)
    seats = o.seating.seats
    stood = listed(
        Words(f"{who} {hu} 胡", f"{latin} {hu}")
        for who, latin, hu in zip("甲乙丙丁", "ABCD", before[:seats], strict=False)
    )
    words = Words(f"{stood.zh}；甲又胡 {last} 胡", f"In hu: {stood.en}; A wins {last} more")
    deal = facts.Win(winner=WINNER, source="other_draw", from_=NEXT, hu=Count(last))
    return Case(words, (deal,), tally=before[:seats], wins=(2, 1, 0, 1)[:seats])


RULESET = Gaohuzi()
