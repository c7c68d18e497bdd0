"""另付 (lingfu): what is paid in a deal whatever becomes of it: 提龙, and 王 of a dead deal (docs/rules/paohuzi.md#side)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..outcome import Flow, Item, Outcome
from ..problems import Collector, Problem
from ..seating import by_player, naming_players, others
from ..state import State, Table
from .call import Call
from .course import PlayWin
from .turns import Turns


@dataclass(frozen=True)
class SidePay:
    """``quads``: what each other player pays for a 提 of big cards, and of small ones.

    ``wang``: how many 王 there are, ``wang_dead``: what each costs its holder towards everybody without one in a dead deal.
    ``counts_dead``: dead deals are counted until somebody wins.
    """

    turns: Turns
    quads: tuple[int, int]
    wang: int
    wang_dead: int
    counts_dead: bool
    groups: int

    def around(self, play: PlayWin) -> PlayWin:
        """The playing of a win, with what is paid besides."""
        return partial(self._win, play)

    def _win(self, play: PlayWin, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        found = Collector()
        found.extend(self._quad_problems(table, deal, deal.quads or ()))
        if deal.wang is not None and deal.wang > self.wang:
            found.add(Problem("bad_deal", "wang", "wang_most", {"got": deal.wang, "most": self.wang}))
        call = call._replace(dead_deals=state.dead or 0)
        outcome = found.attempt(partial(play, table, state, deal, call))
        found.finish()
        outcome = facts.known(outcome)
        flows, items = self._quads(table, deal, deal.quads or ())
        return replace(
            outcome,
            state=replace(outcome.state, dead=None),
            flows=outcome.flows + flows,
            items=outcome.items + items,
        )

    def play_dead(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        """A deal nobody won; raises `Refused` (``bad_deal``)."""
        found = Collector()
        found.extend(self._quad_problems(table, deal, deal.quads or ()))
        found.extend(self._wang_problems(table, deal))
        found.finish()
        flows, items = self._quads(table, deal, deal.quads or ())
        owed, lines = self._wang(table, deal)
        dead = Item("dead", {"how": "side"} if flows or owed else {}, 0)
        after = self.turns.after(table, state, deal)
        return Outcome(
            deal=deal,
            state=replace(after, dead=(state.dead or 0) + 1 if self.counts_dead else None),
            flows=flows + owed,
            items=(dead, *items, *lines),
        )

    # ---- 提龙 ----------------------------------------------------------------------------------------------------

    def _quad_problems(
        self, table: Table, deal: facts.Deal, quads: tuple[facts.Quads, ...]
    ) -> Iterator[Problem]:
        if quads and not any(self.quads):
            yield Problem("bad_deal", "quads", "quads_off")
        if len({each.player for each in quads}) < len(quads):
            yield Problem("bad_deal", "quads", "quads_twice")
        for at, each in enumerate(quads):
            if each.player >= table.seats:
                params = {"seat": each.player, "seats": table.seats}
                yield Problem("bad_deal", f"quads.{at}.player", "seat", params)
            if each.player == deal.sitting:
                yield Problem("bad_deal", f"quads.{at}.player", "sits_out")
            if each.big + each.small > self.groups:
                params = {"got": each.big + each.small, "most": self.groups}
                yield Problem("bad_deal", f"quads.{at}", "quads_most", params)

    def _quads(
        self, table: Table, deal: facts.Deal, quads: tuple[facts.Quads, ...]
    ) -> tuple[tuple[Flow, ...], tuple[Item, ...]]:
        flows, items = list[Flow](), list[Item]()
        for each in quads:
            units = each.big * self.quads[0] + each.small * self.quads[1]
            if units:
                flows += [
                    Flow(seat, each.player, units, "quads_paid") for seat in others(table, deal, each.player)
                ]
                params = {"player": each.player, "n": each.big + each.small, "units": units}
                items.append(Item("quads", params, 0))
        return by_player(table, tuple(flows)), naming_players(table, items)

    # ---- 王 ------------------------------------------------------------------------------------------------------

    def _wang_problems(self, table: Table, deal: facts.Dead) -> Iterator[Problem]:
        wang = deal.wang
        if wang is None:
            return
        if len(wang) != table.seats:
            yield Problem("bad_deal", "wang", "wang_seats", {"expected": table.seats, "got": len(wang)})
        elif deal.sitting is not None and wang[deal.sitting]:
            yield Problem("bad_deal", "wang", "sits_out")
        if sum(wang) > self.wang:
            yield Problem("bad_deal", "wang", "wang_most", {"got": sum(wang), "most": self.wang})

    def _wang(self, table: Table, deal: facts.Dead) -> tuple[tuple[Flow, ...], tuple[Item, ...]]:
        """Who holds 王 pays for each of them everybody who has none."""
        flows, items = list[Flow](), list[Item]()
        for seat, number in enumerate(deal.wang or ()):
            units = number * self.wang_dead
            without = [other for other in others(table, deal, seat) if not (deal.wang or ())[other]]
            if units and without:
                flows += [Flow(seat, other, units, "wang_paid") for other in without]
                items.append(Item("wang_dead", {"player": seat, "n": number, "units": units}, 0))
        return by_player(table, tuple(flows)), naming_players(table, items)
