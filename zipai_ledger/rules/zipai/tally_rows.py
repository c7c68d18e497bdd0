"""记胡的名堂 (jihu de mingtang): hands whose rows make 胡 for a tally, how these are booked, and how they are settled.

See docs/rules/paohuzi_tally.md#tally.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from .. import facts
from ..facts import known
from ..outcome import Flow, Item, Outcome, Scored
from ..pledges import PledgeKind
from ..problems import Param, Problem, Refused
from ..settlement import round_half_away
from ..state import Carried, State, Table
from .call import Call, Priced
from .course import PlayDead, PlayWin
from .fouls import PlayFoul
from .readings import Reading
from .rounds import Booked, Settled, Tally, added
from .rowed import Counting, RowPricing, Worth, hu_after, hu_lines
from .turns import Turns


def within(hu: int, cap: int) -> int:
    """At most ``cap``, where there is one."""
    return min(hu, cap) if cap else hu


@dataclass(frozen=True)
class TallyRowPricing(RowPricing):
    """胡 after the rows, at most ``cap`` (0: no limit); nobody pays for a hand."""

    pays = False
    cap: int

    def worth(self, call: Call, hu: int, rows: tuple[Counting, ...], xing: int) -> tuple[int, int]:
        after = hu_after(hu, rows, self.joining)
        return after, within(after, self.cap)

    def priced(self, call: Call, worth: Worth, reading: Reading | None) -> Priced:
        items = [*hu_lines(worth.hu, worth.rows, self.joining)]
        if worth.result < worth.after:
            items.append(Item("hand_cap", {"hu": worth.after, "cap": self.cap}, 0))
        items.append(Item("counted", {"hu": worth.hu, "n": worth.result}, 0))
        codes = tuple(each.row.code for each in worth.rows)
        return Priced(tuple(items), 0, patterns=codes, worth=worth.result)


@dataclass(frozen=True)
class PairSettling:
    """两家两家结 (liangjia liangjia jie): each pair settles the difference of its rounded tallies, raised by their pledges.

    ``step``: to what tallies are rounded; ``kind``: how pledges count.
    """

    step: int
    kind: PledgeKind

    def rounded(self, hu: int) -> int:
        """To the nearest step, half away from zero."""
        return self.step * round_half_away(hu, self.step)

    def due(self, difference: int, pledges: int) -> int:
        """What one owes the other, whose tally is higher."""
        if self.kind == "sum":
            return difference * (1 + pledges)
        if self.kind == "power":
            return difference << pledges
        return difference + pledges if self.kind == "add" else difference

    def settle(self, table: Table, tally: tuple[int, ...], pledges: tuple[int, ...]) -> Settled:
        """The payments of a round that ended with this tally, by seat."""
        rounded = [self.rounded(hu) for hu in tally]
        items = [
            Item("rounded", {"player": table.players[seat], "hu": hu, "n": rounded[seat]}, 0)
            for seat, hu in enumerate(tally)
        ]
        flows = list[Flow]()
        for one, other in combinations(range(table.seats), 2):
            lower, higher = sorted((one, other), key=tally.__getitem__)
            if tally[lower] == tally[higher]:
                continue
            difference, both = rounded[higher] - rounded[lower], pledges[lower] + pledges[higher]
            paid = self.due(difference, both)
            flows += [Flow(lower, higher, paid, "difference")] if paid else []
            if both and self.kind != "none":
                items.append(self._line(table, lower, higher, difference, both))
        return Settled(tally, tuple(flows), tuple(items))

    def _line(self, table: Table, lower: int, higher: int, difference: int, both: int) -> Item:
        who: dict[str, Param] = {"player": table.players[lower], "payee": table.players[higher]}
        paid = self.due(difference, both)
        if self.kind == "add":
            return Item("pledge", {"how": "add", **who, "units": difference, "n": both, "paid": paid}, 0)
        n = 1 + both if self.kind == "sum" else 1 << both
        return Item("pledge", {**who, "units": difference, "n": n, "paid": paid}, 0)


@dataclass(frozen=True, kw_only=True)
class DiscardBookings(Tally):
    """放炮罚 (fangpaofa): the winner books the worth, off a discard what one limit leaves; the discarder loses what another does.

    A round ends with the win after which anybody stands at the target.
    """

    cap_winner: int
    cap_loser: int
    target: int
    settling: PairSettling

    def book(self, table: Table, state: State, deal: facts.Win, won: Scored) -> Booked:
        worth = known(won.worth)
        if won.source != "discard":
            return Booked(replace(state, tally=added(state.tally, {deal.winner: worth})))
        gained, lost = within(worth, self.cap_winner), within(worth, self.cap_loser)
        discarder = known(deal.from_)
        tally = added(state.tally, {deal.winner: gained, discarder: -lost})
        numbers: dict[str, Param] = {"player": table.players[discarder], "hu": lost, "n": gained}
        return Booked(replace(state, tally=tally), (Item("discarded", numbers, 0),))

    def is_over(self, booked: State, deal: facts.Win) -> bool:
        return max(booked.tally or ()) >= self.target

    def settle(self, table: Table, ended: State) -> Settled:
        tally = ended.tally or ()
        return self.settling.settle(table, tally, ended.pledges or (0,) * len(tally))

    def carried_problems(self, carried: Carried) -> Iterable[Problem]:
        if max(carried.tally) >= self.target:
            params = {"got": max(carried.tally), "target": self.target}
            yield Problem("bad_deal", "carried_in.tally", "carried_over", params)


@dataclass(frozen=True)
class DealerLoses:
    """黄庄: the dealer loses 胡 that nobody gains."""

    hu: int
    turns: Turns

    def play(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        """What the deal does to the tally."""
        after = self.turns.after(table, state, deal)
        tally = added(state.tally, {known(deal.dealer): -self.hu})
        items = (Item("dead", {"how": "counted", "hu": self.hu}, 0),)
        return Outcome(deal=deal, state=replace(after, tally=tally), items=items)


# ---- pledges of a round ----------------------------------------------------------------------------------------------


def begun(table: Table, state: State, deal: facts.Deal) -> State:
    """The state with the pledges of its round: those of its first deal; raises `Refused` (``bad_deal``) for others."""
    if state.pledges is None:
        pledges: tuple[int, ...] = deal.pledges or (0,) * table.seats
        return replace(state, pledges=pledges)
    if deal.pledges is not None and tuple(deal.pledges) != state.pledges:
        raise Refused(Problem("bad_deal", "pledges", "pledges_round"))
    return state


def pledged_win(play: PlayWin) -> PlayWin:
    """The playing of a win in a round whose pledges stand."""
    return partial(_win, play)


def _win(play: PlayWin, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
    return play(table, begun(table, state, deal), deal, call)


def pledged_dead(play: PlayDead) -> PlayDead:
    """The same of a deal that nobody won."""
    return lambda table, state, deal: play(table, begun(table, state, deal), deal)


def pledged_foul(play: PlayFoul) -> PlayFoul:
    """The same of a foul."""
    return lambda table, state, deal: play(table, begun(table, state, deal), deal)
