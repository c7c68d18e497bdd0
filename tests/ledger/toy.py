"""A ruleset for tests of the ledger: a tally, a gate, and rounds that end, as 告胡子 has them."""

from dataclasses import replace

from zipai_ledger.rules import facts
from zipai_ledger.rules.options import Option, OptionSet, Words
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Flow, Game, Item, Outcome, Ruleset, Scored, State, Table

GATE = Option("gate", 18, Words("坎", "Gate"), Words("第一胡", "First win"), "ours")
TARGET = Option("target", 50, Words("满", "Target"), Words("满了", "Ends"), "ours", greatest=1_000_000)


class ToyCourse:
    """A player's first win of a round needs ``gate`` 胡; at ``target`` each other player pays the winner 10."""

    def __init__(self, ruleset):
        self.ruleset = ruleset

    def open(self, table):
        carried = table.carried_in
        tally = [carried.tally[player] for player in table.players] if carried else [0] * table.seats
        return State(dealer=table.first_dealer, tally=tuple(tally), wins=(0,) * table.seats)

    def complete(self, table, state, deal):
        return replace(deal, dealer=state.dealer if deal.dealer is None else deal.dealer)

    def play(self, table, state, deal):
        if not isinstance(deal, self.ruleset.results):
            raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))
        deal = self.complete(table, state, deal)
        if isinstance(deal, facts.Win):
            return self.win(table, state, deal)
        if isinstance(deal, facts.EndRound):
            return Outcome(deal=deal, state=self.fresh(table, state.dealer), round_over=True)
        if isinstance(deal, facts.Dead):
            state = replace(state, dealer=table.after(deal.dealer))
        flows = ()
        if isinstance(deal, facts.Adjust):
            flows = (Flow(1, 0, deal.deltas[0], "adjust"),)
        return Outcome(deal=deal, state=state, flows=flows, tally=table.by_player(state.tally))

    def win(self, table, state, deal):
        if not state.wins[deal.winner] and deal.hu < table.options["gate"]:
            params = {"hu": deal.hu, "min_hu": table.options["gate"]}
            raise Refused(Problem("below_minimum", "hu", "", params))
        seats = range(table.seats)
        tally = tuple(
            t + deal.hu + self.ruleset.self_draw if s == deal.winner else t
            for s, t in zip(seats, state.tally, strict=True)
        )
        wins = tuple(w + (s == deal.winner) for s, w in zip(seats, state.wins, strict=True))
        scored = Scored(
            hu=deal.hu,
            units=None,
            items=(Item("tally", {"hu": deal.hu}, 0),),
            source="self_draw",
            winner=deal.winner,
            checked="hu",
            marks=("mark",),
            melds=(),
        )
        after = replace(state, dealer=deal.winner, tally=tally, wins=wins)
        over = tally[deal.winner] >= table.options["target"]
        players = table.players
        flows = tuple(
            Flow(players[seat], players[deal.winner], 10, "round")
            for seat in seats
            if over and seat != deal.winner
        )
        return Outcome(
            deal=deal,
            state=self.fresh(table, deal.winner) if over else after,
            flows=flows,
            wins=(scored,),
            tally=table.by_player(tally),
            round_over=over,
        )

    def fresh(self, table, dealer):
        return State(dealer=dealer, tally=(0,) * table.seats, wins=(0,) * table.seats)


class Toy(Ruleset):
    """The ruleset of this course."""

    slug = "toy"
    version = 1
    name = tagline = Words("试", "Toy")
    unit = Words("分", "point")
    entry = "zipai_hand"
    seats = (2, 3, 4)
    options = OptionSet((GATE, TARGET))
    results = (facts.Win, facts.Dead, facts.Adjust, facts.EndRound)
    self_draw = 0

    def table(self, options, players, count, first_dealer, first_sitting, carried_in=None):
        resolved = self.options.resolve(options)
        return Table(resolved, players, count, first_dealer, first_sitting, carried_in)

    def compose(self, options):
        return Game(course=ToyCourse(self))


class Toy2(Toy):
    """The same with a bug repaired: every win is worth one more."""

    version = 2
    self_draw = 1


class Toy2Lenient(Toy2):
    """The repaired one, which lets a deal of the first version stand as it was."""

    def as_of(self, version):
        return Toy() if version == 1 else self
