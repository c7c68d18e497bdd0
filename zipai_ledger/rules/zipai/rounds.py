"""一轮 (yilun): games that count 胡 from deal to deal and settle when a round is over (docs/rules/common.md#rounds)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from .. import facts
from ..options import Options, Words
from ..problems import Collector, Problem, Refused
from ..ruleset import Carried, Flow, Item, Outcome, Scored, State, Table
from ..seating import by_player
from ..terms import FoulAsk
from .asks import DEALT_MARKS, Asks
from .call import Call, Priced, priced
from .counter import CounterRuleset
from .counter_words import DENG_TEXTS
from .discards import sources_asked
from .readings import Reading

ROUND_TEXTS: Mapping[str, Words] = {
    **DENG_TEXTS,
    "counted": Words("{hu} 胡，记 {hu}", "{hu} 胡, counted as {hu}"),
    "end_round.settle": Words(
        "这一轮没打完，照现在的胡结", "The round ends here and is settled as it stands"
    ),
    "end_round.drop": Words("这一轮没打完，不算了", "The round ends here and counts for nothing"),
    "end_round.carry": Words("这一轮没打完，带到下次接着打", "The round is carried into another evening"),
    "end_round.settle.short": Words("照现在的结", "settled as it stands"),
    "end_round.drop.short": Words("不算了", "dropped"),
    "end_round.carry.short": Words("带到下次", "carried on"),
    "highest.far": Words(
        "{player}最高，{hu} 胡，离满 {target} 还差 {n} 胡",
        "{player} leads with {hu} 胡: {n} short of {target}",
    ),
    "highest.enough": Words(
        "{player} {hu} 胡，满了 {target}：打桩的再胡接着打，别人胡了就结",
        "{player} has {hu} 胡, beyond {target}: the round goes on while the dealer wins",
    ),
    "bad_deal.no_round": Words(
        "这一轮还没有人记胡，没有什么要结", "Nobody has any 胡 in this round: nothing to end"
    ),
    "bad_deal.foul_fixed": Words("这种打法岔胡罚多少是定好的", "The penalty is fixed in this game"),
    "bad_deal.carried_count": Words(
        "带进来的要写 {expected} 个人的数，写了 {got} 个", "Expected {expected} numbers carried in, got {got}"
    ),
    "bad_deal.carried_seat": Words(
        "没上桌的人不能带胡进来", "Who does not sit at the table carries nothing in"
    ),
}


@dataclass(frozen=True, slots=True)
class Settled:
    """How a round is settled: its last tally by seat, rewards included, the payments by seat, and why."""

    tally: tuple[int, ...]
    flows: tuple[Flow, ...]
    items: tuple[Item, ...]


class TallyRuleset(CounterRuleset):
    """A game whose hands only count; a subclass books them, says when a round is over, and settles it.

    Lines of such a game carry no units, because 胡 are none; its payments all come from settling, or from fouls.
    """

    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust)
    carries: ClassVar[tuple[str, ...]] = ("tally",)
    texts = ROUND_TEXTS

    @abstractmethod
    def book(
        self, table: Table, state: State, deal: facts.Win, won: Scored
    ) -> tuple[State, tuple[Item, ...]]:
        """The state with the winner's 胡 on the tally (seats unchanged), and the lines that say so."""

    @abstractmethod
    def is_over(self, table: Table, booked: State, deal: facts.Win) -> bool:
        """Whether the round ends with this win."""

    @abstractmethod
    def settle(self, table: Table, ended: State) -> Settled:
        """What an ended round is settled with; ``ended.dealer`` is the last winner, ``sitting`` the 数算."""

    # ---- the tally -----------------------------------------------------------------------------------------------

    def check(self, table: Table) -> None:
        super().check(table)
        if table.carried_in is not None:
            found = Collector()
            self.check_carried(table, table.carried_in, found)
            found.finish()

    def check_carried(self, table: Table, carried: Carried, found: Collector) -> None:
        """A round carried in has a number for every player, none but 0 for who does not sit here."""
        told = {"tally": carried.tally}
        if "wins" in self.carries and carried.wins is not None:
            told["wins"] = carried.wins
        for name, numbers in told.items():
            field = f"carried_in.{name}"
            if len(numbers) != table.count:
                params = {"expected": table.count, "got": len(numbers)}
                found.add(Problem("bad_deal", field, "carried_count", params))
            elif any(numbers[player] for player in range(table.count) if player not in table.players):
                found.add(Problem("bad_deal", field, "carried_seat"))

    def open(self, table: Table) -> State:
        state, carried = self._fresh(table, super().open(table)), table.carried_in
        if carried is None:
            return state
        wins = (
            tuple(carried.wins[player] for player in table.players)
            if carried.wins and "wins" in self.carries
            else None
        )
        return replace(state, tally=tuple(carried.tally[player] for player in table.players), wins=wins)

    def _fresh(self, table: Table, state: State) -> State:
        """The state with a new round: nobody has any 胡."""
        zero = (0,) * table.seats
        return replace(state, tally=zero, wins=zero if "wins" in self.carries else None)

    def units_of(self, priced: Priced) -> int | None:
        return None

    def price(self, options: Options, call: Call, hu: int, reading: Reading | None) -> Priced:
        items = [Item("counted", {"hu": hu}, 0), *(Item(mark, {}, 0) for mark in call.marks)]
        return priced(items)

    def pay(self, table: Table, deal: facts.Win, won: tuple[Scored, Priced]) -> tuple[Flow, ...]:
        """Nobody pays for a hand."""
        return ()

    # ---- the deals -----------------------------------------------------------------------------------------------

    def _outcome(self, table: Table, state: State, deal: facts.Deal, call: Call | None) -> Outcome:
        if isinstance(deal, facts.EndRound):
            return self.play_end(table, state, deal)
        outcome = super()._outcome(table, state, deal, call)
        if outcome.tally is not None:
            return outcome
        gains = outcome.gains or _gained(table, state, outcome.state)
        return replace(outcome, tally=table.by_player(outcome.state.tally or ()), gains=gains)

    def play_win(self, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        outcome = super().play_win(table, state, deal, call)
        booked, lines = self.book(table, state, deal, outcome.wins[0])
        outcome = replace(
            outcome,
            state=_seated(booked, outcome.state),
            items=outcome.items + lines,
            gains=_gained(table, state, booked),
        )
        if not self.is_over(table, booked, deal):
            return outcome
        return self._settled(table, outcome, replace(booked, dealer=deal.winner, sitting=deal.sitting))

    def play_end(self, table: Table, state: State, deal: facts.EndRound) -> Outcome:
        """The evening stops in the middle of a round."""
        if not state.in_round:
            raise Refused(Problem("bad_deal", "result", "no_round"))
        outcome = Outcome(deal=deal, state=state, items=(Item("end_round", {"how": deal.how}, 0),))
        if deal.how == "settle":
            return self._settled(table, outcome, replace(state, sitting=deal.sitting))
        tally = table.by_player(state.tally or ())
        return replace(outcome, state=self._fresh(table, state), tally=tally, round_over=True)

    def _settled(self, table: Table, outcome: Outcome, ended: State) -> Outcome:
        settled = self.settle(table, ended)
        return replace(
            outcome,
            state=self._fresh(table, outcome.state),
            flows=by_player(table, settled.flows),
            items=outcome.items + settled.items,
            tally=table.by_player(settled.tally),
            round_over=True,
            settling=len(settled.items),
        )

    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        return _seated(state, super().after(table, state, deal))

    def penalty(self, table: Table, deal: facts.Foul) -> int:
        """A foul costs the same whatever was claimed; who agreed otherwise at the table notes an adjustment."""
        if deal.units is not None:
            raise Refused(Problem("bad_deal", "units", "foul_fixed"))
        return self.fixed_penalty(table.options)

    def foul_ask(self, options: Options) -> FoulAsk:
        return FoulAsk(usual=self.fixed_words(options))

    @abstractmethod
    def fixed_words(self, options: Options) -> Words:
        """The same in words."""

    @abstractmethod
    def fixed_penalty(self, options: Options) -> int:
        """What a foul costs, in units or in 胡."""

    # ---- what is shown and asked ---------------------------------------------------------------------------------

    def target(self, options: Options) -> int:
        return cast(int, options["target"])

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        """Who leads, and how far the round is from its end."""
        tally, target = cast(tuple[int, ...], state.tally), self.target(table.options)
        top = max(tally)
        if top <= 0:
            return ()
        player = table.players[tally.index(top)]
        how = "far" if top < target else "enough"
        left = target - top
        return (Item("highest", {"how": how, "player": player, "hu": top, "target": target, "n": left}, 0),)

    def asks(self, options: Options) -> Asks:
        each, own = self.costs(options)
        return Asks(
            groups=self.seating(options).form.groups,
            min_hu=cast(int, options["min_hu"]),
            hu_per_unit=0,
            xing=False,
            turned=False,
            lower=False,
            sources=sources_asked(options, each, own),
            marks=DEALT_MARKS[:1],
        )

    @abstractmethod
    def costs(self, options: Options) -> tuple[Words, Words]:
        """What a drawn card and one's own draw count."""


def _gained(table: Table, before: State, after: State) -> tuple[int, ...]:
    """What was added to the tally, by player."""
    pairs = zip(before.tally or (), after.tally or (), strict=True)
    return table.by_player(now - was for was, now in pairs)


def _seated(state: State, seats: State) -> State:
    """The state with dealer and sitting seat of another."""
    return replace(state, dealer=seats.dealer, sitting=seats.sitting)


def added(tally: tuple[int, ...] | None, gains: Mapping[int, int]) -> tuple[int, ...]:
    """The tally by seat with what some seats gain or lose."""
    return tuple(hu + gains.get(seat, 0) for seat, hu in enumerate(tally or ()))
