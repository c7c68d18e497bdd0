"""一轮 (yi lun): games that count 胡 from deal to deal and settle when a round is over (docs/rules/common.md#rounds)."""

from abc import ABCMeta, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, NamedTuple

from .. import facts
from ..facts import known
from ..options import Words
from ..problems import Collector, Problem, Refused
from ..ruleset import Carried, Flow, Item, Outcome, Outlook, Scored, State, Table
from ..seating import by_player
from .call import Call, Gate, Priced, priced
from .counter_words import DENG_TEXTS
from .readings import Reading
from .valuing import Pricing
from .wins import Wins

ROUND_TEXTS: Mapping[str, Words] = {
    **DENG_TEXTS,
    "counted": Words("{hu} 胡，记 {hu}", "{hu} hu, counted as {hu}"),
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
        "{player} leads with {hu} hu: {n} short of {target}",
    ),
    "highest.enough": Words(
        "{player} {hu} 胡，满了 {target}：打桩的再胡接着打，别人胡了就结",
        "{player} has {hu} hu, beyond {target}: the round goes on while the dealer wins",
    ),
    "self_draw.counted": Words("自摸，多记 {hu} 胡", "Self-draw: {hu} more"),
    "discard.counted": Words("放炮，多记 {hu} 胡", "Discard: {hu} more"),
    "difference": Words("补差", "The difference"),
    "bad_deal.no_round": Words(
        "这一轮还没有人记胡，没有什么要结", "Nobody has any hu in this round: nothing to end"
    ),
    "bad_deal.foul_fixed": Words("这种打法岔胡罚多少是定好的", "The penalty is fixed in this game"),
    "bad_deal.carried_count": Words(
        "带进来的要写 {expected} 个人的数，写了 {got} 个", "Expected {expected} numbers carried in, got {got}"
    ),
    "bad_deal.carried_seat": Words(
        "没上桌的人不能带胡进来", "Who does not sit at the table carries nothing in"
    ),
}


class Booked(NamedTuple):
    """The state with a win on its tally (seats unchanged), and the lines of it."""

    state: State
    lines: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """How a round is settled: its last tally by seat, rewards included, the payments by seat, and why."""

    tally: tuple[int, ...]
    flows: tuple[Flow, ...]
    items: tuple[Item, ...]


class Tally(metaclass=ABCMeta):
    """记胡 (ji hu): how a game books its wins, when a round is over, and how it is settled."""

    counts_wins: ClassVar[bool] = False
    """Whether it matters how often each has won in the round."""

    @abstractmethod
    def book(self, table: Table, state: State, deal: facts.Win, won: Scored) -> Booked:
        """The winner's 胡 on the tally."""

    @abstractmethod
    def is_over(self, booked: State, deal: facts.Win) -> bool:
        """Whether the round ends with this win."""

    @abstractmethod
    def settle(self, table: Table, ended: State) -> Settled:
        """What an ended round is settled with; ``ended.dealer`` is the last winner, ``sitting`` the 数算."""

    @property
    def enough(self) -> str:
        """The wording of a round that goes on although somebody has reached the target."""
        return "enough"

    def gate(self, state: State, seat: int) -> Gate | None:
        """What this seat's next win has to reach in the round, None where the minimum is enough."""
        return None

    def carried_problems(self, carried: Carried) -> Iterable[Problem]:
        """What else a round carried in may have wrong."""
        return ()


class CountedHu(Pricing):
    """Hands only count towards the round. Lines carry no units, because 胡 are none."""

    pays = False

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        return priced([Item("counted", {"hu": hu}, 0), *(Item(mark, {}, 0) for mark in call.marks)])


@dataclass(frozen=True)
class Round:
    """A round as it goes on: carried in, tallied deal by deal, ended early, settled. ``target``: 满多少 (man duoshao)."""

    tally: Tally
    target: int

    def check(self, table: Table) -> None:
        """A round carried in fits the table; raises `Refused` (``bad_deal``) with everything that does not."""
        if table.carried_in is not None:
            found = Collector()
            self._check_carried(table, table.carried_in, found)
            found.extend(self.tally.carried_problems(table.carried_in))
            found.finish()

    def _check_carried(self, table: Table, carried: Carried, found: Collector) -> None:
        """It has a number for every player, none but 0 for who does not sit here."""
        by_field = {"tally": carried.tally}
        if self.tally.counts_wins and carried.wins is not None:
            by_field["wins"] = carried.wins
        for name, numbers in by_field.items():
            field = f"carried_in.{name}"
            if len(numbers) != table.count:
                params = {"expected": table.count, "got": len(numbers)}
                found.add(Problem("bad_deal", field, "carried_count", params))
            elif any(numbers[player] for player in range(table.count) if player not in table.players):
                found.add(Problem("bad_deal", field, "carried_seat"))

    def open(self, table: Table, state: State) -> State:
        """The state before the first deal, with what is carried in."""
        fresh, carried = self._fresh(table, state), table.carried_in
        if carried is None:
            return fresh
        counts = carried.wins if self.tally.counts_wins else None
        wins = tuple(counts[player] for player in table.players) if counts else None
        return replace(fresh, tally=tuple(carried.tally[player] for player in table.players), wins=wins)

    def _fresh(self, table: Table, state: State) -> State:
        """The state with a new round: nobody has any 胡."""
        zero = (0,) * table.seats
        return replace(state, tally=zero, wins=zero if self.tally.counts_wins else None, pledges=None)

    def counted(self, table: Table, before: State, outcome: Outcome) -> Outcome:
        """The outcome with the tally, where the round was not settled by it."""
        if outcome.tally is not None:
            return outcome
        gains = outcome.gains or _gained(table, before, outcome.state)
        return replace(outcome, tally=table.by_player(outcome.state.tally or ()), gains=gains)

    def end(self, table: Table, state: State, deal: facts.EndRound) -> Outcome:
        """The evening stops in the middle of a round."""
        if not state.in_round:
            raise Refused(Problem("bad_deal", "result", "no_round"))
        outcome = Outcome(deal=deal, state=state, items=(Item("end_round", {"how": deal.how}, 0),))
        if deal.how == "settle":
            return self.settled(table, outcome, replace(state, sitting=deal.sitting))
        tally = table.by_player(state.tally or ())
        return replace(outcome, state=self._fresh(table, state), tally=tally, round_over=True)

    def settled(self, table: Table, outcome: Outcome, ended: State) -> Outcome:
        """The outcome with the round settled, and a new one begun."""
        settled = self.tally.settle(table, ended)
        return replace(
            outcome,
            state=self._fresh(table, outcome.state),
            flows=by_player(table, settled.flows),
            items=outcome.items + settled.items,
            tally=table.by_player(settled.tally),
            round_over=True,
            settling=len(settled.items),
        )


@dataclass(frozen=True)
class CountedWins:
    """Plays a win of a game whose hands count towards a round."""

    wins: Wins
    round: Round

    def play(self, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        """What the win does; raises `Refused` with everything that is wrong with it."""
        tally = self.round.tally
        call = call._replace(gate=tally.gate(state, deal.winner))
        outcome = self.wins.play(table, state, deal, call)
        booked, lines = tally.book(table, state, deal, outcome.wins[0])
        seats = outcome.state
        outcome = replace(
            outcome,
            state=replace(booked, dealer=seats.dealer, sitting=seats.sitting),
            items=outcome.items + lines,
            gains=_gained(table, state, booked),
        )
        if not tally.is_over(booked, deal):
            return outcome
        ended = replace(booked, dealer=deal.winner, sitting=deal.sitting)
        return self.round.settled(table, outcome, ended)


@dataclass(frozen=True)
class RoundOutlook(Outlook):
    """Who leads, and how far the round is from its end; and the gates that are to be passed."""

    round: Round
    min_hu: int

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        tally, target = known(state.tally), self.round.target
        top = max(tally)
        if top <= 0:
            return ()
        player = table.players[tally.index(top)]
        how = "far" if top < target else self.round.tally.enough
        left = target - top
        return (Item("highest", {"how": how, "player": player, "hu": top, "target": target, "n": left}, 0),)

    def need(self, table: Table, state: State, seat: int) -> Item | None:
        """The gate, where the minimum would not suffice; none for who sits the deal out."""
        gate = None if seat == state.sitting else self.round.tally.gate(state, seat)
        if gate is None or gate.least <= self.min_hu:
            return None
        how, player = gate.why.removeprefix("gate_"), table.players[seat]
        numbers = {"least": gate.least, "before": gate.before, "bound": gate.bound}
        return Item("gate", {"how": how, "player": player, **numbers}, 0)


def _gained(table: Table, before: State, after: State) -> tuple[int, ...]:
    """What was added to the tally, by player."""
    pairs = zip(before.tally or (), after.tally or (), strict=True)
    return table.by_player([now - was for was, now in pairs])


def differences(worth: Sequence[int]) -> tuple[Flow, ...]:
    """Each pair settles the difference of what both are worth, by seat."""
    return tuple(
        Flow(lower, higher, worth[higher] - worth[lower], "difference")
        for one, other in combinations(range(len(worth)), 2)
        for lower, higher in [sorted((one, other), key=worth.__getitem__)]
        if worth[higher] != worth[lower]
    )


def added(tally: tuple[int, ...] | None, gains: Mapping[int, int]) -> tuple[int, ...]:
    """The tally by seat with what some seats gain or lose."""
    return tuple([hu + gains.get(seat, 0) for seat, hu in enumerate(tally or ())])
